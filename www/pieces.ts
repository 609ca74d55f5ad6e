/** The small things that every part of an answer is made of. */
import type { Code } from '../dist/report.d.ts';
import { copyButton } from './copy.ts';
import { h, type Child } from './elements.ts';
import { excerpt, type Place } from './places.ts';
import * as words from './words.ts';

/** What drawing needs beside the report: the text that is shown, and the way to a place in it. */
export interface View {
  readonly text: string;
  show(start: number, end: number, from: HTMLElement): void;
}

/** A titled part of the answer. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'part' }, h('h3', {}, title), ...children);
}

/** Something folded away; `name` lets it stay open while the text is edited. */
export function fold(name: string, summary: Child, ...children: Child[]): HTMLElement {
  return h('details', { 'data-fold': name }, h('summary', {}, summary), ...children);
}

/** Code with a button that copies it. */
export function codeBlock({ language, text }: Code, title: string): HTMLElement {
  const code = h('code', {}, text);
  return h(
    'div',
    { class: 'code' },
    h('div', { class: 'code-head' }, h('span', {}, language), copyButton(code, title)),
    // A long line scrolls, and what scrolls must be reachable by keyboard.
    h('pre', { tabindex: '0', role: 'group', 'aria-label': title }, code),
  );
}

/** A sentence of a report, with its `code` between backticks as code. */
export function prose(sentence: string): Child[] {
  const pieces = sentence.split('`');
  // Without its partner a backtick is only a backtick.
  const last = pieces.length % 2 === 0 ? `\`${pieces.pop() ?? ''}` : null;
  return [...pieces.map((piece, index) => (index % 2 === 1 ? h('code', {}, piece) : piece)), last];
}

/** Sentences as a list; nothing where there is none. */
export function sentences(title: string, list: readonly string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h(
    'div',
    { class: 'block' },
    h('h4', {}, title),
    h('ul', {}, ...list.map((text) => h('li', {}, ...prose(text)))),
  );
}

/** Code under a small title; nothing where there is none. */
export function titledCode(title: string, code: Code | null): HTMLElement | null {
  return code && h('div', { class: 'block' }, h('h4', {}, title), codeBlock(code, title));
}

/** A text with its line ends, broken anywhere rather than cut. */
export function verbatim(text: string): HTMLElement {
  return h('code', { class: 'verbatim' }, text);
}

const MOST_QUOTES = 6;

/** The places that say so, each quoted and joined with its mark. */
export function quotes(places: readonly Place[], view: View): HTMLElement | null {
  if (places.length === 0) return null;
  const rest = places.length - MOST_QUOTES;
  return h(
    'ul',
    { class: 'quotes' },
    ...places.slice(0, MOST_QUOTES).map((place) => h('li', {}, quote(place, view))),
    rest > 0 && h('li', {}, words.places.more(rest)),
  );
}

function quote(place: Place, view: View): HTMLElement {
  const { line, before, marked, after } = excerpt(view.text, place);
  const button = h(
    'button',
    { type: 'button', class: 'quote', 'data-place': place.key, title: words.places.show(line) },
    h('span', { class: 'line' }, words.places.line(line)),
    h('code', {}, before, h('mark', { class: place.rank === 0 ? 'first' : null }, marked), after),
  );
  button.addEventListener('click', () => view.show(place.start, place.end, button));
  return button;
}
