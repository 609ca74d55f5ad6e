// The library as a program on Node meets it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as library from 'dlpack-doctor';
import * as web from '../npm/web.js';
import { corpus, root } from './support.mjs';

const { diagnose, diagnoseJson, explain, init, resolve, resolveLine, rules, version } = library;
const MESSAGE = 'BufferError: Unknown GPU platform for __dlpack__: PJRT C API\noneAPI 2025.1';

test('the package answers at once, under its own name', async () => {
  assert.equal(diagnose(MESSAGE).diagnoses[0].rule, 'jax/unknown-gpu-platform');
  await init();
});

test('both entries export the same names', () => {
  assert.deepEqual(Object.keys(web).sort(), Object.keys(library).sort());
});

test('a string and its bytes are one text', () => {
  for (const text of [MESSAGE, '🧪 Ä', '', '\u0000']) {
    assert.deepEqual(diagnose(new TextEncoder().encode(text)), diagnose(text));
  }
  assert.equal(diagnose('\ud800 lone').status, 'unknown');
});

test('anything else than a text is refused with a sentence', () => {
  for (const input of [undefined, null, 5, {}, []]) assert.throws(() => diagnose(input), /string or a Uint8Array/);
});

test('spans are places of a JavaScript string', () => {
  const text = readFileSync(join(corpus, 'chained-emoji.txt'), 'utf8');
  const { exceptions } = diagnose(text);
  assert.equal(exceptions.length, 2);
  const [cause, root_] = exceptions.map(({ span }) => text.slice(...span));
  assert.ok(cause.startsWith('Traceback') && cause.endsWith('level-zero 1.6 (Gerät №7)'), cause);
  assert.ok(root_.startsWith('Traceback') && root_.endsWith('RuntimeError: handing 🧪 data over failed'), root_);
});

test('versions that the text does not show are told', () => {
  assert.equal(diagnose(MESSAGE, { set: { jax: '0.4.35' } }).device.release, '0.4.35');
  assert.equal(JSON.parse(diagnoseJson(MESSAGE, { set: { jax: '0.4.35' } })).device.release, '0.4.35');
});

test('maps are plain objects, what is missing is null', () => {
  const report = diagnose('jax==0.6.2\n');
  assert.deepEqual(report.facts.packages, { jax: ['0.6.2'] });
  assert.equal(report.final, null);
});

test('a string resolves to the device of a release', () => {
  const { type, value, release } = resolve('PJRT C API\ncuda 12080', 'jax', '0.10.2');
  assert.deepEqual({ type, value, release }, { type: 'kDLCUDA', value: 2, release: '0.10.2' });
  assert.throws(() => resolve('cuda', 'jax', 'new'), /new/);
  assert.throws(() => resolve('cuda', 'quark'), /quark/);
});

test('a line of a batch never throws', () => {
  for (const line of ['', 'null', '{', '[]', '{"framework":5}', '\u0000']) {
    assert.equal(typeof JSON.parse(resolveLine(line)).invalid, 'string', line);
  }
});

test('rules list what explain tells', () => {
  for (const { rule } of rules()) assert.equal(explain(rule).rule, rule);
  assert.equal(explain('none/such'), undefined);
});

test('the version is that of package.json', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.match(version(), new RegExp(`^dlpack-doctor ${manifest.version.replaceAll('.', '\\.')} `));
});
