// One answer everywhere: the native command, the npm command, the module in Node and in a browser, byte for byte.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { diagnose, diagnoseJson } from '../npm/node.js';
import { launch } from '../xtask/browser.mjs';
import { serve } from '../xtask/serve.mjs';
import { corpus, run, texts } from './support.mjs';

const FORMATS = ['text', 'json', 'ndjson', 'markdown'];

describe('every text of the corpus', () => {
  let browser;
  let page;
  let site;

  before(async () => {
    [browser, site] = await Promise.all([launch(), serve()]);
    page = await browser.newPage();
    await page.goto(site.address);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  test('is the same JSON from the native command, from wasm in Node, and from the page', async () => {
    const inPage = await page.evaluate(async (inputs) => {
      const core = await import('/core.js');
      await core.default({ module_or_path: '/core.wasm' });
      return inputs.map((bytes) => core.diagnoseJson(Uint8Array.from(bytes)));
    }, texts.map(({ bytes }) => [...bytes]));
    assert.ok(texts.length >= 25);
    for (const [index, { name, bytes }] of texts.entries()) {
      const native = await run('native', ['diagnose', join(corpus, name), '--format', 'json']);
      assert.equal(diagnoseJson(bytes), native.out, `${name}: wasm in Node`);
      assert.equal(inPage[index], native.out, `${name}: the page`);
    }
  });

  test('is the same object as JSON', () => {
    for (const { name, bytes } of texts) assert.deepEqual(diagnose(bytes), JSON.parse(diagnoseJson(bytes)), name);
  });

  test('is the same from both commands in every format, from a file and from a pipe', async () => {
    for (const format of FORMATS) {
      const words = ['--set', 'jax=0.6.2', '--format', format, ...texts.map(({ name }) => join(corpus, name))];
      const native = await run('native', words);
      assert.ok(native.out.length > 1000);
      assert.deepEqual(await run('npm', words), native, format);
    }
    for (const { name, bytes } of texts) {
      const options = { input: bytes, env: { FORCE_COLOR: '1' } };
      assert.deepEqual(await run('npm', [], options), await run('native', [], options), name);
    }
  });
});

test('both commands answer every command line alike, on both streams and with the same status', async () => {
  const problem = join(corpus, 'unknown-platform.txt');
  const string = 'PJRT C API\nrocm 60443';
  const lines = [
    [], ['-'], ['diagnose', '-'], ['--'], ['--', '-'], ['-h'], ['-V'], ['-hV'], ['--help', 'x'], ['--version', '--batch'],
    ['dignose'], ['explian'], ['quark'], ['no.txt'], ['no/such/file'], ['.'], ['scan'], ['probe', problem], [''],
    ['--quark'], ['--qu=x'], ['-x'], ['-hx'], ['--fromat=json', problem], ['--Format', 'json'], ['--constructor'],
    ['--format'], ['--format='], ['--format', '--set'], ['--format', 'XML'], ['--format', 'github'], ['--format=-'],
    ['--format', 'json', '--format', 'text', problem], ['--exit-zero', '--exit-zero', problem], ['--exit-zero=0'],
    ['--set'], ['--set', 'jax'], ['--set', '=1'], ['--set', 'jax='], ['--set', 'jax==0.4.30', problem],
    ['--set', 'jax=0.4.30', '--set', 'jax=0.5.0', problem], ['--set', 'a=b=c', problem], ['--set=-1', problem],
    ['--set', 'jax=nonsense', problem], ['--files-from'], ['--files-from', '-'], ['--files-from', 'none'],
    ['--files-from', '.'], ['--files-from=', problem], ['rules', '--files-from', '-'],
    ['--no-color', problem], ['--no-color=1'], [problem, '--exit-zero'], [problem, problem], [problem, 'none', '-'],
    ['diagnose', 'none', '--format', 'json'], ['none.txt', problem, '--format', 'json'], ['none.txt', '--format', 'ndjson'],
    ['none.txt', '--format', 'markdown'], ['diagnose', 'ä\u2028"\\\u0001.txt', '--format', 'ndjson'],
    ['resolve'], ['resolve', ''], ['resolve', '-'], ['resolve', string], ['resolve', 'PJRT C API\\ncuda 12080'],
    ['resolve', string, '--format', 'markdown'], ['resolve', string, '--format', 'ndjson'], ['resolve', '🧪 cuda'],
    ['resolve', string, '--set', 'jax=0.4.1', '--format', 'json'], ['resolve', string, '--set', 'jax=99'],
    ['resolve', string, '--set', 'jax=x'], ['resolve', string, '--set', 'torch=2'], ['resolve', 'a', 'b'],
    ['resolve', string, '--exit-zero'], ['resolve', 'quark', '--exit-zero'], ['resolve', 'TPU', '--batch'], ['resolve', '--batch'],
    ['explain'], ['explain', 'none'], ['explain', 'jax/unknown-gpu-platform'], ['explain', 'a', 'b'],
    ...FORMATS.map((format) => ['explain', 'jax/unknown-gpu-platform', '--format', format]),
    ['rules'], ['rules', 'x'], ...FORMATS.map((format) => ['rules', '--format', format]),
  ];
  const inputs = ['', `${problem}\n`, '{"framework":"jax"}\nx\n{"framework":"jax","version":"0.6.2","platform":"tpu"}'];
  for (const words of lines) {
    for (const input of inputs) {
      const [npm, native] = await Promise.all([run('npm', words, { input }), run('native', words, { input })]);
      assert.deepEqual(npm, native, JSON.stringify({ words, input }));
    }
  }
});
