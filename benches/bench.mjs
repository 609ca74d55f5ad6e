// `npm run bench`: how fast, how large. It asserts nothing; other work on the machine shows in it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, main, must } from '../xtask/lib.mjs';
import { build } from '../xtask/build.mjs';

const SIZE = 5 * 1024;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** A traceback of 5 KB: the calls of a program around a real error. */
function traceback() {
  const real = readFileSync(at('tests', 'corpus', 'unknown-platform.txt'), 'utf8');
  const [head, ...rest] = real.split('\n');
  const frames = [];
  for (let i = 1; frames.join('\n').length + real.length < SIZE - 80; i++) {
    frames.push(`  File "/home/ada/pipeline/step_${i}.py", line ${i * 7}, in step_${i}`, `    return step_${i + 1}(batch)`);
  }
  return [head, ...frames, ...rest].join('\n');
}

/** Median milliseconds of one call. */
function time(work, rounds = 2000) {
  for (let i = 0; i < 300; i++) work();
  return median(Array.from({ length: rounds }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  }));
}

/** Median milliseconds of whole processes, taken in turns so that each meets the same noise. */
function starts(commands, rounds = 31) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round++) {
    commands.forEach(([program, ...words], i) => {
      const started = performance.now();
      spawnSync(program, words, { stdio: 'ignore' });
      times[i].push(performance.now() - started);
    });
  }
  const ratios = commands.map((_, i) => median(times[i].map((t, round) => t / times[0][round])));
  return commands.map((_, i) => ({ milliseconds: median(times[i]), ratio: ratios[i] }));
}

main(async () => {
  await build();
  await must('cargo', ['build', '--release', '--quiet', '--features', 'cli', '--bin', 'dlpack-doctor']);
  const folder = mkdtempSync(join(tmpdir(), 'dlpack-doctor-bench-'));
  const file = join(folder, 'trace.txt');
  const text = traceback();
  writeFileSync(file, text);
  const { diagnose, diagnoseJson } = await import('../npm/node.js');
  const bytes = new TextEncoder().encode(text);
  const rows = [
    [`diagnose, ${text.length} bytes, wasm: object`, `${time(() => diagnose(bytes)).toFixed(3)} ms`],
    [`diagnose, ${text.length} bytes, wasm: JSON`, `${time(() => diagnoseJson(bytes)).toFixed(3)} ms`],
  ];
  const native = await must('cargo', ['bench', '--quiet', '--bench', 'diagnose', '--', file], { capture: 'quiet' });
  rows.push([`diagnose, ${text.length} bytes, native`, native.trim().split('\n').at(-1)]);
  const command = at('target', 'release', 'dlpack-doctor');
  const node = process.execPath;
  const [bare, npm, alone] = starts([[node, '-e', '0'], [node, at('npm', 'cli.js'), file], [command, file]]);
  rows.push(['start: node -e 0', `${bare.milliseconds.toFixed(1)} ms`]);
  rows.push(['start: npm command', `${npm.milliseconds.toFixed(1)} ms, ${npm.ratio.toFixed(2)} times node -e 0`]);
  rows.push(['start: native command', `${alone.milliseconds.toFixed(1)} ms`]);
  const sizes = JSON.parse(readFileSync(at('dist', 'sizes.json'), 'utf8'));
  for (const [part, counts] of Object.entries(sizes)) {
    rows.push([`size: ${part}`, Object.entries(counts).map(([kind, n]) => `${kind} ${n}`).join(', ')]);
  }
  rmSync(folder, { recursive: true });
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
});
