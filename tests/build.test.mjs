// What the build promises about itself.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../xtask/serve.mjs';
import { complaints } from '../xtask/sizes.mjs';
import { root } from './support.mjs';

test('sizes may not creep, and budgets hold whatever is recorded', () => {
  const sizes = (code) => ({ core: { code } });
  assert.deepEqual(complaints(sizes(100_999), sizes(100_000)), []);
  assert.match(complaints(sizes(101_001), sizes(100_000))[0], /was 100000/);
  assert.match(complaints(sizes(350_001), sizes(350_001))[0], /budget of 350000/);
  assert.match(complaints(sizes(5), {})[0], /not recorded/);
});

test('the module asks for nothing that Node 20 lacks, and carries no names', () => {
  const sections = WebAssembly.Module.customSections;
  const module = new WebAssembly.Module(readFileSync(join(root, 'dist', 'core.wasm')));
  for (const name of ['name', 'producers', 'target_features']) assert.equal(sections(module, name).length, 0, name);
});

test('the server gives the page with its types, and nothing beside it', async () => {
  const site = await serve();
  const get = (path) => new Promise((resolve, reject) => {
    // `fetch` would tidy the path up.
    const { hostname, port } = new URL(site.address);
    request({ hostname, port, path }, (answer) => resolve([answer.resume().statusCode, answer.headers['content-type']]))
      .on('error', reject).end();
  });
  try {
    assert.deepEqual(await get('/'), [200, 'text/html; charset=utf-8']);
    assert.deepEqual(await get('/core.wasm'), [200, 'application/wasm']);
    for (const path of ['/../sizes.json', '/%2e%2e/sizes.json', '/..%2fsizes.json', '/%00', '/%zz', '/none']) {
      assert.equal((await get(path))[0], 404, path);
    }
  } finally {
    await site.close();
  }
});
