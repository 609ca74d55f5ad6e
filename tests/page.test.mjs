// The page in a real browser: what a person sees, copies and hears, and that nothing leaves the machine.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch } from '../xtask/browser.mjs';
import { serve } from '../xtask/serve.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HEADLINE = 'JAX does not know this GPU platform string';
const MESSAGE = 'BufferError: Unknown GPU platform for __dlpack__: PJRT C API\n<unknown>';

let browser;
let site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** The page in a context of its own, closed with the test. What the policy refuses fails the test. */
async function open(t, { context: options = {}, init } = {}) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  t.after(() => assert.deepEqual(trouble, []));
  if (init) await page.addInitScript(init);
  await page.goto(site.address);
  await page.locator('.verdict').waitFor();
  return page;
}

const headline = (page) => page.locator('.verdict h2').textContent();

/** The text as its marks cut it: each mark's text with the lines that it covers. */
const marked = (page) => page.locator('#marks mark.first').allTextContents();

/** Hands a file to the page as a drop does. */
async function drop(page, name, bytes) {
  await page.evaluate(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    },
    { name, bytes: [...bytes] },
  );
}

test('without a text the page says what to paste and what to collect', async (t) => {
  const page = await open(t);
  assert.equal(await page.locator('.verdict .status').textContent(), 'Ready');
  assert.match(await page.locator('#report').innerText(), /What to collect next/);
});

test('typing gives the verdict with each key, and keeps the caret', async (t) => {
  const page = await open(t);
  const text = page.locator('#text');
  await text.pressSequentially(MESSAGE.slice(0, 30));
  assert.notEqual(await headline(page), HEADLINE);
  await text.pressSequentially(MESSAGE.slice(30));
  assert.equal(await headline(page), HEADLINE);
  assert.equal(await text.inputValue(), MESSAGE);

  await text.evaluate((node) => node.setSelectionRange(3, 3));
  await page.keyboard.type('xy');
  assert.equal(await text.evaluate((node) => node.selectionStart), 5);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  assert.equal(await headline(page), HEADLINE);
});

test('what did not change keeps its nodes and its open folds', async (t) => {
  const page = await open(t);
  await page.locator('#text').fill(`first line\n${MESSAGE}`);
  await page.locator('details summary').first().click();
  const fix = await page.locator('.fixes > li').first().elementHandle();
  await page.locator('#text').pressSequentially('\n');
  assert.equal(await fix.evaluate((node) => node.isConnected), true);
  assert.equal(
    await page
      .locator('details')
      .first()
      .evaluate((node) => node.open),
    true,
  );
});

test('marks stand at the right place behind an emoji, wrapped lines and tabs', async (t) => {
  const page = await open(t);
  const log = `\u{1F525}\u{1F468}\u200D\u{1F680} fire\n\t${'long '.repeat(60)}\n`;
  await page.locator('#text').fill(`${log}${MESSAGE}\n\nafter`);
  assert.equal((await marked(page)).join('|').startsWith('Unknown GPU platform'), true);

  // The layer wraps as the textarea does: their heights agree, so each mark lies behind its own words.
  const heights = await page.evaluate(() => [
    document.querySelector('#text').scrollHeight,
    document.querySelector('#marks').scrollHeight,
  ]);
  assert.equal(heights[0], heights[1]);
});

test('a typed byte order mark does not move the marks', async (t) => {
  const page = await open(t);
  await page.locator('#text').fill(`\uFEFFab\n${MESSAGE}`);
  assert.match((await marked(page))[0], /^Unknown GPU platform/);
});

test('a dropped file is read as bytes; its line ends and its mark do not move the marks', async (t) => {
  const page = await open(t);
  const bytes = Buffer.from(`\uFEFFone\r\ntwo \u{1F525}\r\n${MESSAGE.replace('\n', '\r\n')}\r\n`);
  await drop(page, 'train.log', bytes);
  await page.locator('.verdict.problem').waitFor();
  assert.equal(await headline(page), HEADLINE);
  assert.equal(await page.locator('#text').inputValue(), `one\ntwo \u{1F525}\n${MESSAGE}\n`);
  assert.match((await marked(page))[0], /^Unknown GPU platform/);
  assert.equal(await page.locator('.quote .line').first().textContent(), 'Line 3');
});

test('a file can be chosen, and chosen again', async (t) => {
  const page = await open(t);
  const file = { name: 'e.txt', mimeType: 'text/plain', buffer: Buffer.from(MESSAGE) };
  for (let time = 0; time < 2; time += 1) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles(file);
    await page.locator('.verdict.problem').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await page.locator('.verdict .status').textContent(), 'Ready');
  }
});

test('a long file is diagnosed whole and quoted, but not shown', async (t) => {
  const page = await open(t);
  const lines = 'step 12 loss 0.25\n'.repeat(80_000);
  await page
    .locator('#file')
    .setInputFiles({ name: 'big.log', mimeType: 'text/plain', buffer: Buffer.from(lines + MESSAGE) });
  await page.locator('.verdict.problem').waitFor();
  assert.match(await page.locator('#held').textContent(), /^big\.log \(1\.4 MB\)/);
  assert.equal(await page.locator('#text').inputValue(), '');
  assert.equal(await page.locator('.quote .line').first().textContent(), 'Line 80001');
});

test('pointing at a reason lights its place, and the other way round', async (t) => {
  const page = await open(t);
  await page.locator('#text').fill(`above\n${MESSAGE}`);
  const reason = page.locator('.quote').first();
  const place = page.locator('#marks mark.first').first();
  const lit = async () => [
    await reason.evaluate((n) => n.matches('.lit')),
    await place.evaluate((n) => n.matches('.lit')),
  ];

  await reason.hover();
  assert.deepEqual(await lit(), [true, true]);
  await page.locator('h1').hover();
  assert.deepEqual(await lit(), [false, false]);
  await reason.focus();
  assert.deepEqual(await lit(), [true, true]);
  await page.locator('#clear').focus();
  const box = await place.boundingBox();
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  assert.equal(
    (await page.locator('.quote.lit').count()) > 0 && (await page.locator('#marks mark.lit').count()) > 0,
    true,
  );
});

test('a copy button copies just the code, and says so', async (t) => {
  const page = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.locator('#text').fill(MESSAGE);
  const code = await page.locator('.fixes .code code').first().textContent();
  const button = page.locator('.fixes .copy').first();
  await button.click();
  await page.locator('.copy.done').waitFor();
  assert.equal(await button.textContent(), 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
});

test('where the clipboard is refused, the code is selected instead', async (t) => {
  const init = () =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    });
  const page = await open(t, { init });
  await page.locator('#text').fill(MESSAGE);
  const code = await page.locator('.fixes .code code').first().textContent();
  await page.locator('.fixes .copy').first().click();
  await page.waitForFunction(() => getSelection().toString() !== '');
  assert.equal(await page.evaluate(() => getSelection().toString()), code);
});

test('the JAX release changes the answer', async (t) => {
  const page = await open(t);
  await page.locator('#text').fill('PJRT C API\noneapi 2026.0');
  await page.getByLabel('JAX release').fill('0.10.2');
  assert.match(await page.locator('.plate').innerText(), /jax 0\.10\.2 refuses[\s\S]*BufferError/);
  await page.getByLabel('JAX release').fill('0.11.0');
  assert.match(await page.locator('.plate').innerText(), /jax 0\.11\.0 advertises[\s\S]*kDLOneAPI/);
});

test('every example is answered', async (t) => {
  const page = await open(t);
  const examples = page.locator('#examples button');
  for (let at = 0; at < (await examples.count()); at += 1) {
    await examples.nth(at).click();
    const status = await page.locator('.verdict .status').textContent();
    assert.match(status, /^(Problem found|Answered)$/, `${await examples.nth(at).textContent()}: ${status}`);
  }
});

test('the keyboard alone does it all, and is never trapped', async (t) => {
  const page = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const at = () =>
    page.evaluate(
      () => document.activeElement.id || document.activeElement.className || document.activeElement.tagName,
    );
  const tabTo = async (wanted) => {
    for (let step = 0; step < 60; step += 1) {
      if ((await at()) === wanted) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not reach ${wanted}`);
  };
  await page.keyboard.press('Tab');
  assert.equal(await at(), 'skip');
  await tabTo('text');
  await page.keyboard.type(MESSAGE);
  await page.keyboard.press('Tab');
  assert.equal(await at(), 'release');
  await tabTo('copy');
  await page.keyboard.press('Enter');
  await page.locator('.copy.done').waitFor();
  await tabTo('quote lit');
  await page.keyboard.press('Enter');
  assert.equal(await at(), 'text');
  const selected = await page.evaluate(() => getSelection().toString());
  assert.match(selected, /^Unknown GPU platform/);
  await page.keyboard.press('Escape');
  assert.equal(await at(), 'quote lit');
  await tabTo('BODY');
});

test('the answer is announced once, after a rest', async (t) => {
  const page = await open(t);
  const said = page.locator('#announce');
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector('#announce').textContent)).observe(
      document.querySelector('#announce'),
      { childList: true, characterData: true, subtree: true },
    );
  });
  await page.locator('#text').pressSequentially(MESSAGE);
  await page.waitForFunction(
    (title) => document.querySelector('#announce').textContent.includes(title),
    HEADLINE,
  );
  assert.match(await said.textContent(), /Certain|Likely/);
  assert.equal((await page.evaluate(() => window.heard)).length <= 2, true);
  await page.locator('#text').fill('PJRT C API\ncuda 12090');
  await page.waitForFunction(() =>
    document.querySelector('#announce').textContent.includes('advertises kDLCUDA'),
  );
});

for (const [name, options] of Object.entries({
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
  phone: { viewport: { width: 320, height: 640 } },
})) {
  test(`axe finds nothing: ${name}`, async (t) => {
    const page = await open(t, { context: options });
    const check = async (state) => {
      // Through the browser's own channel: the page's policy lets no script in.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
      assert.deepEqual(
        violations.map((one) => [state, one.id, one.nodes.map((node) => node.html)]),
        [],
      );
    };
    await check('empty');
    await page.locator('#examples button').first().click();
    await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
    await check('problem');
    await page.locator('#text').fill('PJRT C API\ncuda 12090');
    await check('resolved');
    await page.locator('#text').fill('nothing that a rule knows');
    await check('unknown');
  });
}

test('nothing leaves the machine: no request after load, none to elsewhere', async (t) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  t.after(() => context.close());
  const page = await context.newPage();
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(site.address);
  await page.locator('.verdict').waitFor();
  for (const url of requests)
    assert.equal(url.startsWith(site.address) || url.startsWith('data:'), true, url);

  requests.length = 0;
  await context.route('**/*', (route) => route.abort());
  await context.setOffline(true);
  const example = page.locator('#examples button');
  for (let at = 0; at < (await example.count()); at += 1) await example.nth(at).click();
  await page.locator('#text').fill(MESSAGE);
  await drop(page, 'e.txt', Buffer.from(MESSAGE));
  await page.locator('.copy').first().click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.locator('details summary').first().click();
  await page.locator('#text').fill('https://example.com/ http://127.0.0.1:9/');
  assert.deepEqual(requests, []);
  assert.equal(
    await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'sent',
        () => 'refused',
      ),
    ),
    'refused',
  );
});

test('hostile text stays text', async (t) => {
  const page = await open(t, {
    init: () => {
      window.hit = false;
    },
  });
  const hostile = '<img src=x onerror="window.hit=true"><script>window.hit=true</script>';
  await page.locator('#text').fill(`${hostile}\nValueError: Unknown GPU platform for __dlpack__: ${hostile}`);
  assert.equal(await headline(page), HEADLINE);
  assert.equal((await page.locator('.plate').innerText()).includes(hostile), true);
  assert.equal(await page.locator('main img, main script').count(), 0);
  assert.equal(await page.evaluate(() => window.hit), false);
});

test('at 320 pixels nothing scrolls sideways, with everything open', async (t) => {
  const page = await open(t, { context: { viewport: { width: 320, height: 640 } } });
  await page.locator('#text').fill(`${'x'.repeat(3000)}\n${MESSAGE} ${'y'.repeat(500)}`);
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  // The answer is below: its headline waits at the edge and leads there.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#peek').waitFor();
  assert.equal(await page.locator('#peek').textContent(), HEADLINE);
});

test('the theme is remembered, and works where storage is forbidden', async (t) => {
  const page = await open(t, { context: { colorScheme: 'light' } });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark);

  const init = () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
  const forbidden = await open(t, { context: { colorScheme: 'light' }, init });
  await forbidden.getByRole('radio', { name: 'Dark' }).check();
  assert.equal(await forbidden.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
});

test('without WebAssembly there is a sentence, a command, and the typed text', async (t) => {
  const page = await open(t, {
    init: () => {
      delete window.WebAssembly;
    },
  });
  await page.locator('#text').fill('kept');
  assert.match(
    await page.locator('.verdict').innerText(),
    /cannot run in this browser[\s\S]*npx dlpack-doctor/,
  );
  assert.equal(await page.locator('#text').inputValue(), 'kept');
});

test('without JavaScript the page says what it is and what it needs', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(site.address);
  const text = await page.locator('main').innerText();
  assert.match(text, /JavaScript is off[\s\S]*npx dlpack-doctor/);
  assert.equal(await page.locator('#text').isVisible(), false);
});

test('a long text stays usable: pasted, typed into, and its place still shown', async (t) => {
  const page = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${'step 12 loss 0.25\n'.repeat(17_000)}${MESSAGE}`,
  );
  await page.locator('#text').focus();
  await page.keyboard.press('ControlOrMeta+V');
  assert.equal(await headline(page), HEADLINE);
  await page.keyboard.type('!');
  assert.equal((await page.locator('#text').inputValue()).endsWith(`${MESSAGE}!`), true);
  assert.equal(await page.locator('#marks').evaluate((node) => node.childElementCount), 0);
  await page.locator('.quote').first().click();
  assert.match(await page.evaluate(() => getSelection().toString()), /^Unknown GPU platform/);
});
