import type { InitInput } from '../dist/core.js';

/**
 * Gets the library ready. Has to be awaited once in a browser; on Node everything is ready at once.
 * @param input where the WebAssembly module is: an address, a response, its bytes; beside the library by default.
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void>;

export { diagnose, diagnoseJson, explain, resolve, resolveLine, rules, version } from '../dist/core.js';
export type { Options } from '../dist/core.js';
export type * from '../dist/report.js';
