// What scripts rely on: formats, exit statuses, sentences, streams. Each test asks the npm command and the native one.
import assert from 'node:assert/strict';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { COMMANDS, corpus, run, start } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dlpack-doctor-'));
after(() => rmSync(folder, { recursive: true }));

const PROBLEM = join(corpus, 'unknown-platform.txt');
const PROSE = join(corpus, 'prose.txt');
const MESSAGE = 'BufferError: Unknown GPU platform for __dlpack__: PJRT C API\noneAPI 2025.1\n';
const WINDOW = 16 * 1024 * 1024;

for (const which of Object.keys(COMMANDS)) {
  const ask = (words, options) => run(which, words, options);
  const json = async (words, options) => JSON.parse((await ask([...words, '--format', 'json'], options)).out);

  describe(which, () => {
    test('a problem ends with 1, something unknown or nothing with 4, an answered question with 0', async () => {
      assert.equal((await ask([PROBLEM])).status, 1);
      assert.equal((await ask([PROSE])).status, 4);
      assert.equal((await ask([], { input: '' })).status, 4);
      assert.equal((await ask(['resolve', 'PJRT C API\ncuda 12080'])).status, 0);
      assert.equal((await ask(['resolve', 'PJRT C API\noneAPI 2025.1'])).status, 1);
    });

    test('several inputs end with the highest status, unless it is to be zero', async () => {
      assert.equal((await ask([PROBLEM, PROSE])).status, 4);
      assert.equal((await ask([PROBLEM, join(folder, 'none.txt')])).status, 3);
      assert.equal((await ask([PROBLEM, PROSE, '--exit-zero'])).status, 0);
      assert.equal((await ask([join(folder, 'none.txt'), '--exit-zero'])).status, 3);
    });

    test('a path, a pipe and - are one text', async () => {
      const input = readFileSync(PROBLEM);
      const expected = (await ask(['diagnose', PROBLEM])).out;
      assert.match(expected, /jax\/unknown-gpu-platform/);
      assert.equal((await ask([PROBLEM])).out, expected);
      assert.equal((await ask([], { input })).out, expected);
      assert.equal((await ask(['-'], { input })).out, expected);
      assert.equal((await ask(['diagnose'], { input })).out, expected);
    });

    test('json is one report, for several inputs a list in their order', async () => {
      assert.equal((await json([PROBLEM])).schema, 'dlpack-doctor/1');
      const reports = await json([PROBLEM, join(folder, 'none.txt'), PROSE]);
      assert.deepEqual(reports.map(({ path }) => path), [PROBLEM, join(folder, 'none.txt'), PROSE]);
      assert.deepEqual(reports.map(({ status }) => status), ['problem', undefined, 'unknown']);
      assert.equal(reports[1].error, 'no such file');
      assert.deepEqual(await json(['--files-from', '-'], { input: '' }), []);
    });

    test('ndjson is a line for each input, each with its path', async () => {
      const { out } = await ask(['--format', 'ndjson', PROBLEM, folder, PROSE]);
      const lines = out.trimEnd().split('\n').map((line) => JSON.parse(line));
      assert.deepEqual(lines.map(({ path }) => path), [PROBLEM, folder, PROSE]);
      assert.deepEqual(lines[1], { path: folder, error: 'it is a directory' });
    });

    test('text and markdown of several inputs name them', async () => {
      for (const format of ['text', 'markdown']) {
        const { out } = await ask([PROBLEM, PROSE, '--format', format]);
        assert.ok(out.includes(PROBLEM) && out.includes(PROSE), format);
      }
    });

    test('--set tells the version that the text does not show', async () => {
      const report = await json(['--set', 'jax=0.4.20', '--set=jaxlib=0.4.20'], { input: MESSAGE });
      assert.equal(report.device.release, '0.4.20');
    });

    test('--files-from answers each path as soon as its line is there', async () => {
      const child = start(which, ['--format', 'ndjson', '--files-from', '-']);
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      for (const path of [PROSE, join(folder, 'none.txt'), PROBLEM]) {
        child.stdin.write(`${path}\r\n\n`); // the next is written after this one's answer
        assert.equal(JSON.parse((await answers.next()).value).path, path);
      }
      child.stdin.end();
      assert.equal(await new Promise((resolve) => child.on('close', resolve)), 4);
    });

    test('--files-from takes a file, and says which list is missing', async () => {
      const list = join(folder, `list-${which}.txt`);
      writeFileSync(list, `${PROBLEM}\n${PROSE}`);
      const { out, status } = await ask(['--files-from', list, '--format', 'ndjson']);
      assert.equal(out.trimEnd().split('\n').length, 2);
      assert.equal(status, 4);
      const missing = await ask(['--files-from', join(folder, 'none')]);
      assert.equal(missing.status, 3);
      assert.match(missing.err, /none: no such file/);
    });

    test('what cannot be read is named with the reason, on standard error; the others are answered', async () => {
      const { out, err, status } = await ask([join(folder, 'none.txt'), folder, PROBLEM]);
      assert.equal(status, 3);
      assert.match(err, /none\.txt: no such file\n/);
      assert.ok(err.includes(`${folder}: it is a directory\n`));
      assert.match(out, /jax\/unknown-gpu-platform/);
      assert.doesNotMatch(out, /no such file/);
    });

    test('a misused command ends with 2 and says what was meant, with nothing on standard output', async () => {
      const sentences = [
        [['dignose'], 'did you mean diagnose?'],
        [['--fromat', 'json'], 'did you mean --format?'],
        [['--quark'], '--help lists them'],
        [['--format', 'xml'], 'text, json, ndjson and markdown'],
        [['--format', 'sarif'], 'not in this version yet'],
        [['--format'], '--format wants a value'],
        [['--set', '--batch'], '--set wants a value'],
        [['--set', 'jax'], '--set wants NAME=VERSION'],
        [['--no-color=yes'], '--no-color takes no value'],
        [['scan', 'x'], 'not in this version yet'],
        [['--batch'], '--batch belongs to resolve'],
        [['resolve', '--files-from', '-'], '--files-from belongs to diagnose'],
        [['resolve', 'a', 'b'], 'one STRING'],
        [['resolve', 'cuda', '--set', 'jax=new'], 'new'],
        [['explain'], 'explain wants one RULE'],
        [['explain', 'jax/unknown-gpu-platfrom'], 'did you mean jax/unknown-gpu-platform?'],
        [['rules', 'x'], 'rules takes no arguments'],
      ];
      for (const [words, sentence] of sentences) {
        const { status, out, err } = await ask(words);
        assert.equal(status, 2, words.join(' '));
        assert.equal(out, '', words.join(' '));
        assert.ok(err.startsWith('dlpack-doctor: ') && err.includes(sentence), `${words.join(' ')}: ${err}`);
      }
    });

    test('help and version are results', async () => {
      const help = await ask(['--help']);
      assert.equal(help.status, 0);
      for (const word of ['diagnose', 'resolve', '--files-from', 'Exit status']) assert.ok(help.out.includes(word), word);
      assert.match((await ask(['--version'])).out, /^dlpack-doctor \d+\.\d+\.\d+ .*\n$/);
    });

    test('explain and rules tell the same rules, in every format', async () => {
      const rules = await json(['rules']);
      assert.ok(rules.length > 0);
      for (const { rule } of rules) assert.equal((await json(['explain', rule])).rule, rule);
      for (const format of ['text', 'markdown', 'ndjson']) {
        assert.ok((await ask(['rules', '--format', format])).out.includes('jax/unknown-gpu-platform'), format);
      }
    });

    test('resolve takes its string as a word or from a pipe, whose last line end is none of its own', async () => {
      const string = 'PJRT C API\ncuda 12080';
      const expected = await json(['resolve', string, '--set', 'jax=0.4.31']);
      assert.equal(expected.type, 'kDLCUDA');
      assert.equal(expected.release, '0.4.31');
      assert.deepEqual(await json(['resolve', '-', '--set', 'jax=0.4.31'], { input: `${string}\n` }), expected);
      assert.deepEqual(await json(['resolve', '--set', 'jax=0.4.31'], { input: `${string}\r\n` }), expected);
    });

    test('resolve --batch answers each line, those that are no query too', async () => {
      const query = JSON.stringify({ framework: 'jax', version: '0.10.2', platform: 'cpu' });
      const { out, status } = await ask(['resolve', '--batch'], { input: `${query}\nno json\n[1]\n{"\n\n${query}` });
      const answers = out.trimEnd().split('\n').map((line) => JSON.parse(line));
      assert.equal(status, 0);
      assert.equal(answers.length, 5);
      for (const place of [0, 4]) assert.deepEqual(answers[place].device, { type: 'kDLCPU', value: 1, id: 0 });
      for (const place of [1, 2, 3]) assert.equal(typeof answers[place].invalid, 'string');
    });

    test('a batch answers each query before the next is asked', async () => {
      const child = start(which, ['resolve', '--batch']);
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      for (const version of ['0.4.20', '0.10.2']) {
        child.stdin.write(`${JSON.stringify({ framework: 'jax', version, platform: 'cpu' })}\n`);
        assert.ok(JSON.parse((await answers.next()).value).device);
      }
      child.stdin.end();
      assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0);
    });

    test('100 MB of one line: answered from its beginning, and the rest named', { timeout: 120_000 }, async () => {
      const big = join(folder, `big-${which}.txt`);
      const stream = createWriteStream(big);
      stream.write(MESSAGE.trimEnd());
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      for (let i = 0; i < 100; i++) if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve));
      await new Promise((resolve) => stream.end(resolve));
      const report = await json([big]);
      assert.equal(report.truncated, true);
      assert.match(report.warnings[0], /16\.0 MiB of 100\.0 MiB/);
      rmSync(big);
    });

    test('an endless pipe is read as far as it is looked at', { timeout: 120_000 }, async () => {
      const child = start(which, ['--format', 'json']);
      child.stdin.on('error', () => {});
      const chunk = Buffer.alloc(1024 * 1024, 'BufferError: y\n');
      let written = 0;
      const feed = () => {
        while (written < 20 * WINDOW && child.stdin.write(chunk)) written += chunk.length;
      };
      child.stdin.on('drain', feed);
      feed();
      const out = await child.stdout.setEncoding('utf8').toArray();
      assert.equal(JSON.parse(out.join('')).truncated, true);
      assert.ok(written < 2 * WINDOW, `${written} bytes were taken`);
    });

    test('a closed pipe ends it quietly', async () => {
      const child = start(which, ['--format', 'ndjson', '--files-from', '-']);
      child.stdin.on('error', () => {});
      child.stdout.once('data', () => child.stdout.destroy());
      const feed = setInterval(() => child.stdin.write(`${PROBLEM}\n`), 1);
      const err = (await child.stderr.setEncoding('utf8').toArray()).join('');
      clearInterval(feed);
      assert.equal(err, '');
    });

    test('color is for terminals, and for those who ask', async () => {
      const colored = async (words, env) => (await ask([PROBLEM, ...words], { env })).out.includes('\u001b[');
      assert.equal(await colored([]), false);
      assert.equal(await colored([], { FORCE_COLOR: '1' }), true);
      assert.equal(await colored([], { FORCE_COLOR: '0' }), false);
      assert.equal(await colored([], { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
      assert.equal(await colored(['--no-color'], { FORCE_COLOR: '1' }), false);
      assert.equal(await colored(['--format', 'json'], { FORCE_COLOR: '1' }), false);
    });
  });
}
