// Reads the words of a command line. Its twin is src/main.rs: the same arguments, the same sentences.
import { parseArgs } from 'node:util';

export const COMMANDS = ['diagnose', 'resolve', 'explain', 'rules'];
const LATER = ['interop', 'scan', 'probe', 'plan', 'collect', 'redact', 'mcp'];
const FORMATS = ['text', 'json', 'ndjson', 'markdown'];
const FORMATS_LATER = ['sarif', 'github'];
const OPTIONS = {
  format: { type: 'string' },
  'files-from': { type: 'string' },
  set: { type: 'string' },
  batch: { type: 'boolean' },
  'exit-zero': { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
};

/** What the user has to change, in a sentence. */
export class Misuse extends Error {}

/** `exists(path)` tells files from misspelt commands. */
export function parse(words, exists) {
  const asked = { command: undefined, arguments: [], format: 'text', filesFrom: undefined, set: {} };
  const { tokens } = parseArgs({ args: words, options: OPTIONS, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') asked.arguments.push(token.value);
    else if (token.kind === 'option') option(asked, token);
  }
  if (!FORMATS.includes(asked.format)) throw new Misuse(badFormat(asked.format));
  if (asked.help || asked.version) return asked;
  asked.command = command(asked, exists);
  check(asked);
  return asked;
}

function option(asked, { name, rawName, value, inlineValue }) {
  const known = Object.hasOwn(OPTIONS, name) && (rawName === `--${name}` || rawName === `-${OPTIONS[name].short}`);
  if (!known) {
    const near = nearest(rawName, Object.keys(OPTIONS).map((long) => `--${long}`));
    throw new Misuse(`there is no option ${rawName}; ${near ? `did you mean ${near}?` : '--help lists them'}`);
  }
  if (OPTIONS[name].type === 'boolean') {
    if (inlineValue) throw new Misuse(`${rawName} takes no value`);
    asked[name === 'exit-zero' ? 'exitZero' : name === 'no-color' ? 'noColor' : name] = true;
    return;
  }
  // Another option may stand where a value should.
  if (!value || (value.startsWith('-') && value !== '-')) throw new Misuse(`${rawName} wants a value`);
  if (name === 'format') asked.format = value;
  else if (name === 'files-from') asked.filesFrom = value;
  else {
    const [, package_, version] = /^([^=]+)=+([^=].*)$/s.exec(value) ?? [];
    if (!version) throw new Misuse(`--set wants NAME=VERSION, such as --set jax=0.6.2, not ${value}`);
    asked.set[package_] = version;
  }
}

function badFormat(format) {
  if (FORMATS_LATER.includes(format)) {
    return `--format ${format} is not in this version yet; it has ${list(FORMATS)}`;
  }
  return `there is no format ${format}; it is one of ${list(FORMATS)}`;
}

/** Takes the command off the arguments; `diagnose` where only paths are given. */
function command(asked, exists) {
  const [first] = asked.arguments;
  if (COMMANDS.includes(first)) return asked.arguments.shift();
  if (first === undefined || first === '-' || /[./\\]/.test(first) || exists(first)) return 'diagnose';
  if (LATER.includes(first)) throw new Misuse(`${first} is not in this version yet; it has ${list(COMMANDS)}`);
  const near = nearest(first, COMMANDS);
  throw new Misuse(`${first} is neither a command nor a file; ${near ? `did you mean ${near}?` : '--help lists the commands'}`);
}

/** What goes together. */
function check(asked) {
  const { command, batch, filesFrom } = asked;
  const count = asked.arguments.length;
  if (batch && command !== 'resolve') throw new Misuse('--batch belongs to resolve');
  if (filesFrom !== undefined && command !== 'diagnose') throw new Misuse('--files-from belongs to diagnose');
  if (command === 'resolve' && batch && count) throw new Misuse('resolve --batch reads standard input and takes no STRING');
  if (command === 'resolve' && count > 1) throw new Misuse('resolve takes one STRING; quote it');
  if (command === 'resolve' && Object.keys(asked.set).some((name) => name !== 'jax')) {
    throw new Misuse('resolve answers for jax; only --set jax=VERSION means something to it');
  }
  if (command === 'explain' && count !== 1) throw new Misuse('explain wants one RULE, such as jax/unknown-gpu-platform');
  if (command === 'rules' && count) throw new Misuse('rules takes no arguments');
}

const list = (words) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The word that a slip of the finger or two makes of it. */
function nearest(word, candidates) {
  const [best] = candidates.map((candidate) => [distance(word, candidate), candidate]).sort(([a], [b]) => a - b);
  return best[0] <= Math.max(1, Math.floor(word.length / 3)) ? best[1] : undefined;
}

/** Insertions, deletions, changes and swaps of neighbours. */
function distance(a, b) {
  if (a.length > 40) return Infinity;
  const row = [[...b, ''].map((_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    row.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[i][j] = Math.min(row[i - 1][j] + 1, row[i][j - 1] + 1, row[i - 1][j - 1] + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[i][j] = Math.min(row[i][j], row[i - 2][j - 2] + 1);
    }
  }
  return row[a.length][b.length];
}
