/**
 * The page's own words. What a report says is the report's; these only name its fields, in whole sentences,
 * so that another language is another file of this shape.
 */
import type { Confidence, Evidence, Relation, Role, Status, Strategy } from '../dist/report.d.ts';

export const status: Record<Status, string> = {
  problem: 'Problem found',
  resolved: 'Answered',
  healthy: 'Nothing is wrong',
  unknown: 'Not recognised',
  empty: 'Ready',
};

/** The headline where no rule gives one. */
export const headline: Record<Status, string> = {
  problem: 'Something is wrong',
  resolved: 'The device is known',
  healthy: 'This environment works',
  unknown: 'No rule knows this text',
  empty: 'Paste the whole output, from the first line of the traceback to the last',
};

/** What a headline without a rule means. */
export const outcome: Record<Status, string | null> = {
  problem: null,
  resolved: null,
  healthy: null,
  unknown:
    'That says nothing about your machine: the words that decide are missing, or no rule knows them yet.',
  empty: 'The answer appears here as you type.',
};

export const role: Record<Role, string> = {
  cause: 'Root cause',
  symptom: 'Consequence',
  note: 'Explanation',
};

export const confidence: Record<Confidence, string> = {
  certain: 'Certain',
  likely: 'Likely',
  possible: 'Possible',
};

export const sureness: Record<Confidence, string> = {
  certain: 'These are the framework’s own words, where its source says them.',
  likely: 'These are the framework’s own words, but what belongs around them is missing or different.',
  possible: 'It fits, and other things would fit as well.',
};

export const evidence: Record<Evidence, string> = {
  ran: 'Ran: a test runs it',
  source: 'Read in the release’s source, not run',
  reported: 'Reported in public, not run',
};

export const strategy: Record<Strategy, string> = {
  repair: 'The cause can be removed.',
  fallback: 'Another way reaches the same end.',
  avoid: 'What fails need not be done at all.',
  report: 'Somebody else has to mend it.',
  nothing: 'There is nothing to do.',
};

export const relation: Record<Relation, string> = {
  root: 'Raised last',
  cause: 'The next one was raised from it',
  context: 'The next one was raised while it was being handled',
  'group-member': 'Part of an exception group',
};

export const sections = {
  fixes: 'What to do',
  verify: 'Check that it worked',
  why: 'Why',
  string: 'What the string says',
  releases: 'The answer by release',
  facts: 'Found in the text',
  more: 'More about this',
  others: 'Also in this text',
  exceptions: 'The exceptions, as they print',
  collect: 'What to collect next',
};

export const parts = {
  situations: 'When people meet it',
  before: 'Raises',
  after: 'Does not raise',
  check: 'To tell beforehand, without raising',
  guard: 'To go on safely',
  prevent: 'Not to meet it again',
  references: 'Read more',
  parameters: 'What the message holds',
};

export const facts = {
  packages: 'Packages',
  toolkits: 'Toolkits',
  driver: 'GPU driver',
  gpus: 'GPUs',
  python: 'Python',
  os: 'System',
  variables: 'Variables',
};

export const device = {
  advertises: (framework: string, release: string | null): string =>
    release ? `${framework} ${release} advertises` : `${framework} advertises`,
  refuses: (framework: string, release: string | null): string =>
    release ? `${framework} ${release} refuses to name a device` : `${framework} refuses to name a device`,
  answer: (who: string, type: string): string => `${who} ${type}`,
  number: 'DLPack device type',
  id: 'Device id',
  unknown: 'not known',
  memory: 'The memory itself',
  assumed: 'Taken for granted',
  because: (reason: string): string => `Because ${reason}.`,
};

export const releases = { from: 'From release', answer: 'Answer' };

export const string = { platform: 'Backend', toolkit: 'Toolkit' };

export const places = {
  line: (line: number): string => `Line ${line}`,
  show: (line: number): string => `Show line ${line} in the text; Escape comes back`,
  more: (count: number): string => `and ${count} more places`,
};

export const fix = {
  when: (condition: string): string => `If ${condition}`,
  careful: 'Changes more than it names: read it before you run it.',
};

export const verify = { expect: 'When all is well:' };

export const copy = {
  offer: 'Copy',
  done: 'Copied',
  failed: 'Selected: press Ctrl+C or ⌘C',
  what: (title: string): string => `Copy: ${title}`,
};

export const file = {
  held: (name: string, size: string): string =>
    `${name} (${size}) is too long to show here. The answer quotes the places that decide.`,
  folder: 'That is a folder. Drop one of its files, or several one after the other.',
  nothing: 'Nothing readable was dropped.',
  unreadable: (name: string, reason: string): string => `${name} cannot be read: ${reason}`,
};

export const announce = {
  copied: 'Copied.',
  problem: (title: string, sure: string, fixes: number): string =>
    fixes === 1 ? `${title}. ${sure}. One way out.` : `${title}. ${sure}. ${fixes} ways out.`,
  other: (title: string, word: string): string => `${word}. ${title}.`,
};

export const failure = {
  start: (reason: string): string =>
    `The rules cannot run in this browser: ${reason}. ` +
    'WebAssembly may be switched off or forbidden here. Your text is untouched.',
  terminal: 'The same answers in a terminal:',
  run: (reason: string): string => `This text could not be read: ${reason}`,
};
