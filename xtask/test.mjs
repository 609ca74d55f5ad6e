// `npm test`: brings what is missing, then checks everything. Each step has its time; the last line counts.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { at, Failure, main, must, run } from './lib.mjs';
import * as setup from './setup.mjs';

const WARNINGS = ['--', '-D', 'warnings'];
/** One set for every step, which is also what `xtask` builds the crate with: so it is compiled once. */
const FEATURES = 'dlpack-doctor/cli,dlpack-doctor/types';
const TAP = at('target', 'node-tests.tap');

/** Adds up `pattern`'s number over all matches. */
const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

async function rustTests() {
  const words = ['test', '--workspace', '--features', FEATURES];
  const { status, output } = await run('cargo', words, { capture: 'tee' });
  return {
    status,
    passed: sum(output, /^test result: .*? (\d+) passed;/gm),
    failed: sum(output, /^test result: .*? (\d+) failed;/gm),
  };
}

async function nodeTests() {
  const files = readdirSync(at('tests')).filter((name) => name.endsWith('.test.mjs')).map((name) => at('tests', name));
  const reporters = ['spec', 'stdout', 'tap', TAP];
  const options = reporters.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`);
  rmSync(TAP, { force: true });
  const { status } = await run(process.execPath, ['--test', ...options, ...files]);
  const count = (word) => sum(readFileSync(TAP, 'utf8'), new RegExp(`^# ${word} (\\d+)$`, 'gm'));
  // A test that was skipped proved nothing.
  const failed = ['fail', 'cancelled', 'skipped', 'todo'].reduce((total, word) => total + count(word), 0);
  return { status: status || Number(failed > 0), passed: count('pass'), failed };
}

async function browser() {
  const path = await setup.browser();
  if (!path) throw new Failure('not run: the page tests need Chrome, Chromium or Edge');
}

const cargo = (...words) => must('cargo', words);
const tsc = (project) => must(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', at(project)]);

const STEPS = [
  ['npm packages', setup.packages],
  ['toolchain', setup.rust],
  ['browser', browser],
  ['format', () => cargo('fmt', '--all', '--check')],
  ['clippy', () => cargo('clippy', '--workspace', '--all-targets', '--features', FEATURES, ...WARNINGS)],
  ['clippy wasm32', () => cargo('clippy', '--package', 'dlpack-doctor', '--lib', '--target', 'wasm32-unknown-unknown', ...WARNINGS)],
  ['rooms', () => cargo('run', '--quiet', '--package', 'xtask', '--', 'rooms')],
  ['build', build],
  ['sizes', () => must(process.execPath, [at('xtask', 'sizes.mjs')])],
  ['types', async () => {
    await tsc('tsconfig.json');
    await tsc('www/tsconfig.json');
  }],
  ['Rust tests', rustTests],
  ['Node tests', nodeTests],
];

async function step([name, work]) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  let result;
  try {
    result = (await work()) ?? {};
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    result = { status: 1 };
  }
  const { status = 0, passed = 0, failed = 0 } = typeof result === 'object' ? result : {};
  // A step that is no test runner counts where it fails, as does a runner that broke down.
  return { name, seconds: (performance.now() - started) / 1000, passed, failed: failed || Number(status !== 0) };
}

main(async () => {
  const results = [];
  for (const one of STEPS) results.push(await step(one));
  console.log('');
  for (const { name, seconds, failed } of results) {
    console.log(`${failed ? 'FAILED' : 'ok    '}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`);
  }
  const total = (key) => results.reduce((all, result) => all + result[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') > 0 ? 1 : 0;
});
