// The library in a browser: `await init()` once, then everything answers at once.
import start from '../dist/core.js';

let started;

/** Loads the module, by default from beside this file. Later calls wait for the first. */
export function init(input = new URL('../dist/core.wasm', import.meta.url)) {
  started ??= start({ module_or_path: input }).then(
    () => {},
    (error) => {
      started = undefined; // a lost connection may come back
      throw error;
    },
  );
  return started;
}

export { diagnose, diagnoseJson, explain, resolve, resolveLine, rules, version } from '../dist/core.js';
