/** One diagnosis: the ways out, the proof that they worked, the reasons, and what else is worth knowing. */
import type { Diagnosis, Fix, Reference } from '../dist/report.d.ts';
import { h } from './elements.ts';
import {
  codeBlock,
  fold,
  prose,
  quotes,
  section,
  sentences,
  titledCode,
  verbatim,
  type View,
} from './pieces.ts';
import type { Place } from './places.ts';
import * as words from './words.ts';

/** How it stands to the trouble, and how sure it is. */
export function badges({ role, confidence }: Diagnosis): HTMLElement {
  return h(
    'p',
    { class: 'badges' },
    h('span', {}, words.role[role]),
    h(
      'span',
      { class: `sure ${confidence}`, title: words.sureness[confidence] },
      words.confidence[confidence],
    ),
  );
}

/** The ways out, best first. */
export function fixes({ fixes, strategy }: Diagnosis): HTMLElement {
  return section(
    words.sections.fixes,
    h('p', { class: 'lead' }, words.strategy[strategy]),
    h('ol', { class: 'fixes' }, ...fixes.map(oneFix)),
  );
}

function oneFix({ title, language, kind, text, safe, verified, when }: Fix): HTMLElement {
  return h(
    'li',
    {},
    h('h4', {}, ...prose(title)),
    when && h('p', { class: 'when' }, ...prose(words.fix.when(when))),
    kind === 'advice' ? h('p', {}, ...prose(text)) : codeBlock({ language: language ?? kind, text }, title),
    !safe && h('p', { class: 'careful' }, words.fix.careful),
    h('p', { class: `known ${verified}` }, words.evidence[verified]),
  );
}

/** What shows that a fix worked. */
export function verify({ verify }: Diagnosis): HTMLElement | null {
  return (
    verify &&
    section(
      words.sections.verify,
      codeBlock(verify, words.sections.verify),
      h('p', { class: 'expect' }, h('strong', {}, words.verify.expect), ' ', ...prose(verify.expect)),
    )
  );
}

/** The cause, and the places in the text that say so. */
export function why(diagnosis: Diagnosis, places: readonly Place[], view: View): HTMLElement {
  return section(words.sections.why, ...reasons(diagnosis, places, view));
}

function reasons(diagnosis: Diagnosis, places: readonly Place[], view: View): (HTMLElement | null)[] {
  return [h('p', {}, ...prose(diagnosis.cause)), quotes(places, view)];
}

/** What is worth knowing once the trouble is over. */
export function more(diagnosis: Diagnosis): HTMLElement | null {
  const { situations, example, check, guard, prevent, references } = diagnosis;
  const parts = [
    sentences(words.parts.situations, situations),
    titledCode(words.parts.before, example && { language: 'python', text: example.before }),
    titledCode(words.parts.after, example && { language: 'python', text: example.after }),
    titledCode(words.parts.check, check),
    titledCode(words.parts.guard, guard),
    sentences(words.parts.prevent, prevent),
    parameters(diagnosis.parameters),
    links(references),
  ];
  if (parts.every((part) => part === null)) return null;
  return fold(`more ${diagnosis.rule}`, h('h3', {}, words.sections.more), ...parts);
}

function parameters(held: Diagnosis['parameters']): HTMLElement | null {
  const rows = Object.entries(held).map(([name, value]) =>
    h('div', {}, h('dt', {}, h('code', {}, name)), h('dd', {}, verbatim(value))),
  );
  if (rows.length === 0) return null;
  return h(
    'div',
    { class: 'block' },
    h('h4', {}, words.parts.parameters),
    h('dl', { class: 'facts' }, ...rows),
  );
}

function links(references: readonly Reference[]): HTMLElement | null {
  const safe = references.filter(({ url }) => /^https?:\/\//.test(url));
  if (safe.length === 0) return null;
  const items = safe.map(({ title, url }) =>
    h('li', {}, h('a', { href: url, rel: 'noopener noreferrer' }, title)),
  );
  return h('div', { class: 'block' }, h('h4', {}, words.parts.references), h('ul', {}, ...items));
}

/** A diagnosis that is not the first: its name in sight, the rest folded. */
export function other(diagnosis: Diagnosis, places: readonly Place[], view: View): HTMLElement {
  return fold(
    `other ${diagnosis.rule}`,
    h('span', { class: 'other' }, h('strong', {}, ...prose(diagnosis.title)), badges(diagnosis)),
    ...reasons(diagnosis, places, view),
    diagnosis.fixes.length > 0 && h('ol', { class: 'fixes' }, ...diagnosis.fixes.map(oneFix)),
    diagnosis.verify && titledCode(words.sections.verify, diagnosis.verify),
    h('p', { class: 'rule' }, h('code', {}, diagnosis.rule)),
  );
}
