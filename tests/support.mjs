// Running the command, both of them.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const corpus = join(root, 'tests', 'corpus');
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
// The build of the Rust tests; `npm test` has it made before these.
const native = join(target, 'debug', process.platform === 'win32' ? 'dlpack-doctor.exe' : 'dlpack-doctor');

/** Program and first words of each command. */
export const COMMANDS = { npm: [process.execPath, join(root, 'npm', 'cli.js')], native: [native] };

/** The texts that every door answers alike: name and bytes. */
export const texts = readdirSync(corpus).sort().map((name) => ({ name, bytes: readFileSync(join(corpus, name)) }));

const CLEAN = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm' };

/** Starts a command; standard input stays open. */
export function start(which, words, { env = {}, cwd = root } = {}) {
  const [program, ...first] = COMMANDS[which];
  return spawn(program, [...first, ...words], { cwd, env: { ...CLEAN, ...env }, stdio: 'pipe' });
}

/** Runs a command to its end: `{ status, out, err }`. */
export function run(which, words, { input = '', ...options } = {}) {
  const child = start(which, words, options);
  const out = [];
  const err = [];
  child.stdout.on('data', (bytes) => out.push(bytes));
  child.stderr.on('data', (bytes) => err.push(bytes));
  child.stdin.on('error', () => {}); // it need not read all
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }));
  });
}
