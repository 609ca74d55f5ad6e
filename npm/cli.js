#!/usr/bin/env node
// The command. It moves bytes and words; what they mean is decided in the core. All input and output is
// synchronous and nothing is loaded before it is needed: most of a run is starting Node.
import { existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { lines, readPath, readUpTo, reason, write } from './io.js';
import { Misuse, parse } from './usage.js';

const OK = 0;
const USAGE = 2;
const UNREADABLE = 3;
/** A line that names a path or asks a question is shorter. */
const LINE = 1024 * 1024;

const here = (name) => new URL(name, import.meta.url);
const print = (text) => write(1, text);
const complain = (sentence) => write(2, `dlpack-doctor: ${sentence}\n`);

async function run(words) {
  const asked = parse(words, existsSync);
  if (asked.help) return print(help()), OK;
  const reads = asked.command === 'diagnose' ? asked.filesFrom === undefined : asked.command === 'resolve';
  if (reads && asked.arguments.length === 0 && (await isTerminal(0))) return write(2, help()), USAGE;
  const core = await load();
  if (asked.version) return print(`${core.version()}\n`), OK;
  asked.color = asked.format === 'text' && (await wantsColor(asked));
  return { diagnose, resolve, explain, rules }[asked.command](core, asked);
}

function diagnose(core, asked) {
  const { format } = asked;
  const single = asked.filesFrom === undefined && asked.arguments.length < 2;
  const array = format === 'json' && !single;
  let status = OK;
  let count = 0;
  const item = (text) => {
    if (array) print((count ? ',\n' : '[\n') + text.trimEnd());
    else print(format === 'ndjson' || count === 0 ? text : `\n${text}`);
    count += 1;
  };
  const one = (path, named) => {
    // A list holds each report on one line, as ndjson does, with its path.
    const answer = answerFor(core, array ? { ...asked, format: 'ndjson' } : asked, path, named);
    status = Math.max(status, answer.status);
    if (answer.error) complain(`${path}: ${answer.error}`);
    if (answer.text) item(answer.text);
    else if (format === 'ndjson' || array) item(`${JSON.stringify({ path, error: answer.error })}\n`);
  };
  if (asked.filesFrom === undefined && asked.arguments.length === 0) one('-', false);
  for (const path of asked.arguments) one(path, !single || (format === 'ndjson' && path !== '-'));
  if (asked.filesFrom !== undefined) {
    try {
      const list = asked.filesFrom === '-' ? 0 : openSync(asked.filesFrom);
      for (const path of lines(list, LINE)) if (path) one(path, true);
    } catch (error) {
      if (error.code === undefined || error.syscall === 'write') throw error;
      complain(`${asked.filesFrom}: ${reason(error)}`);
      status = UNREADABLE;
    }
  }
  if (array) print(count ? '\n]\n' : '[]\n');
  return settle(status, asked);
}

function answerFor(core, { format, color, set }, path, named) {
  let input;
  try {
    input = readPath(path, core.window() + 1); // one more than it reads tells it that there are more
  } catch (error) {
    return { error: reason(error), status: UNREADABLE };
  }
  return core.diagnoseText(input.bytes, format, color, { set, whole: input.size, path: named ? path : undefined });
}

function resolve(core, asked) {
  if (asked.batch) {
    for (const line of lines(0, LINE)) if (line.trim()) print(`${core.resolveLine(line)}\n`);
    return OK;
  }
  const [given] = asked.arguments;
  const string = given === undefined || given === '-' ? piped() : given;
  let answer;
  try {
    answer = core.resolveText(string, 'jax', asked.set.jax, asked.format, asked.color);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    throw new Misuse(error.message); // a version that is none
  }
  print(answer.text);
  return settle(answer.status, asked);
}

/** A string from a pipe; the line end behind it is the shell's. */
const piped = () => readUpTo(0, LINE).toString().replace(/\r?\n$/, '');

function explain(core, asked) {
  const [rule] = asked.arguments;
  const text = core.explainText(rule, asked.format, asked.color);
  if (text === undefined) {
    const near = core.nearestRule(rule);
    throw new Misuse(`there is no rule ${rule}; ${near ? `did you mean ${near}?` : '`dlpack-doctor rules` lists them'}`);
  }
  return print(text), OK;
}

function rules(core, asked) {
  return print(core.rulesText(asked.format, asked.color)), OK;
}

/** The status of answers, which `--exit-zero` quiets; an input that was not read stays one. */
const settle = (status, { exitZero }) => (exitZero && status !== UNREADABLE ? OK : status);

const help = () => readFileSync(here('../src/help.txt'), 'utf8');

/** `tty` is slow to load, so it is asked only about what may be a terminal. */
async function isTerminal(fd) {
  return fstatSync(fd).isCharacterDevice() && (await import('node:tty')).isatty(fd);
}

async function wantsColor({ noColor }) {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (noColor || NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return TERM !== 'dumb' && isTerminal(1);
}

/** The core, straight from its file: what `node.js` does, without one more module. */
async function load() {
  try {
    const core = await import('../dist/core.js');
    // A short run is over before optimised code would pay, and ends only after the compiler's threads do.
    (await import('node:v8')).setFlagsFromString('--wasm-tiering-budget=50000000');
    core.initSync({ module: readFileSync(here('../dist/core.wasm')) });
    return core;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'ENOENT') throw error;
    throw Object.assign(new Error('the core is not built yet; `npm run build` makes it'), { sentence: true });
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error.code === 'EPIPE') process.exitCode ??= OK; // nobody reads on
  else {
    const told = error instanceof Misuse || error.sentence;
    try {
      complain(told ? error.message : `this is a fault of dlpack-doctor itself: ${error.stack ?? error}`);
    } catch {
      // standard error is closed as well
    }
    process.exitCode = error instanceof Misuse ? USAGE : UNREADABLE;
  }
}
