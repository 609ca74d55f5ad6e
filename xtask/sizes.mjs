// The sizes of what ships, and the check that they do not creep: `--record` writes them anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { at, files, isMain, main } from './lib.mjs';

const RECORD = at('xtask', 'sizes.json');
/** Never more than this. */
const BUDGETS = { core: { code: 350_000, raw: 1_000_000, brotli: 220_000 } };
/** More than this over the recorded size wants a new record, which a reader of the change sees. */
const GROWTH = 0.01;

/** Bytes of a module's code section. */
function codeSection(bytes) {
  const number = (at) => {
    let value = 0;
    for (let shift = 0; ; shift += 7, at++) {
      value += (bytes[at] & 0x7f) * 2 ** shift;
      if (bytes[at] < 0x80) return [value, at + 1];
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = number(at + 1);
    if (bytes[at] === 10) return size;
    at = start + size;
  }
  return 0;
}

const brotli = (bytes) => brotliCompressSync(bytes).length;

function moduleSizes(file) {
  const bytes = readFileSync(file);
  return { raw: bytes.length, brotli: brotli(bytes), code: codeSection(bytes) };
}

function folderSizes(folder) {
  const each = files(folder).filter((file) => !file.endsWith('.wasm')).map((file) => readFileSync(file));
  const sum = (measure) => each.reduce((total, bytes) => total + measure(bytes), 0);
  return { raw: sum((bytes) => bytes.length), brotli: sum(brotli) };
}

/** Sizes of the parts that exist. */
export function measure() {
  const parts = {
    core: [at('dist', 'core.wasm'), moduleSizes],
    page: [at('dist', 'site'), folderSizes],
  };
  return Object.fromEntries(
    Object.entries(parts).filter(([, [path]]) => existsSync(path)).map(([part, [path, of]]) => [part, of(path)]),
  );
}

/** What is too large, in sentences. */
export function complaints(sizes, recorded) {
  return Object.entries(sizes).flatMap(([part, counts]) =>
    Object.entries(counts).flatMap(([kind, bytes]) => {
      const budget = BUDGETS[part]?.[kind];
      const before = recorded[part]?.[kind];
      if (budget !== undefined && bytes > budget) return [`${part} ${kind}: ${bytes} bytes, over its budget of ${budget}`];
      if (before === undefined) return [`${part} ${kind}: ${bytes} bytes, not recorded; npm run check:sizes -- --record`];
      if (bytes <= before * (1 + GROWTH)) return [];
      return [`${part} ${kind}: ${bytes} bytes, was ${before}; if it is worth it, npm run check:sizes -- --record`];
    }),
  );
}

function check() {
  const sizes = JSON.parse(readFileSync(at('dist', 'sizes.json'), 'utf8'));
  const record = process.argv.includes('--record');
  if (record) writeFileSync(RECORD, `${JSON.stringify(sizes, null, 2)}\n`);
  const recorded = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
  const found = complaints(sizes, recorded);
  for (const sentence of found) console.error(sentence);
  if (found.length === 0) console.log(Object.entries(sizes).map(([part, counts]) => `${part} ${JSON.stringify(counts)}`).join('\n'));
  return found.length === 0 ? 0 : 1;
}

if (isMain(import.meta.url)) main(check);
