// The library on Node: ready at once.
import { readFileSync } from 'node:fs';
import { initSync } from '../dist/core.js';

initSync({ module: readFileSync(new URL('../dist/core.wasm', import.meta.url)) });

/** Nothing is left to do: the browser's entry has work here, and code for both may await it. */
export async function init() {}

export { diagnose, diagnoseJson, explain, resolve, resolveLine, rules, version } from '../dist/core.js';
