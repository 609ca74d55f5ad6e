// The library in a browser: `await init()` once, then everything answers at once.
import start from '../dist/core.js';

let started;

/**
 * Loads the module. Later calls wait for the first.
 * @param input where the module is: an address, a response, or its bytes; beside this file by default.
 */
export function init(input = new URL('../dist/core.wasm', import.meta.url)) {
  started ??= start({ module_or_path: input }).catch((error) => {
    started = undefined; // a lost connection may come back
    throw error;
  });
  return started.then(() => {});
}

export * from '../dist/core.js';
