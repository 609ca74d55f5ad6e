// What the build's scripts share: where things are, running programs, knowing what is up to date.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const at = (...names) => join(root, ...names);

// Where rustup puts cargo; a shell that was open during its installation does not look there.
const cargoHome = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
process.env.PATH = `${process.env.PATH}${delimiter}${cargoHome}`;

/** A failure that the sentence explains; no stack is of use. */
export class Failure extends Error {}

/**
 * Runs a program to its end. Resolves to `{ status, output }`; `output` is empty unless `capture` is
 * 'quiet' (collected) or 'tee' (collected and shown).
 */
export function run(program, words, { capture, env, cwd = root } = {}) {
  const windows = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd,
      env: { ...process.env, ...env },
      shell: windows && /^(npm|npx)$/.test(program),
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const [stream, copy] of [[child.stdout, process.stdout], [child.stderr, process.stderr]]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (capture === 'tee') copy.write(text);
      });
    }
    child.on('error', (error) => {
      reject(error.code === 'ENOENT' ? new Failure(`${program} is not installed, or not in PATH`) : error);
    });
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

/** Runs a program that has to succeed. */
export async function must(program, words, options) {
  const { status, output } = await run(program, words, options);
  if (status !== 0) throw new Failure(`${program} ${words.join(' ')} ended with ${status}\n${output}`.trim());
  return output;
}

/** Every file below the paths, in one order. */
export function files(...paths) {
  return paths.filter((path) => existsSync(path)).flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path).sort().flatMap((name) => files(join(path, name)));
  });
}

const STAMPS = at('dist', '.stamps.json');
const stamps = () => (existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {});

/** Makes `outputs` unless they exist and were made from these very `inputs` (names and bytes). */
export async function make(name, inputs, outputs, work) {
  const hash = createHash('sha256');
  for (const file of files(...inputs)) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  const stamp = hash.digest('hex');
  if (stamps()[name] === stamp && outputs.every((file) => existsSync(file))) return false;
  const started = performance.now();
  mkdirSync(at('dist'), { recursive: true });
  await work();
  writeFileSync(STAMPS, `${JSON.stringify({ ...stamps(), [name]: stamp }, null, 2)}\n`);
  console.error(`built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/** Runs a script's work; failures with a sentence end it with that sentence. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}

/** Whether this file is the program that runs. */
export const isMain = (url) => process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
