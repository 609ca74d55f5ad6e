/** What the report says of the device, the releases, and the machine that the text comes from. */
import type { Device, Exception, Facts, Memory, PlatformVersion } from '../dist/report.d.ts';
import { h, type Child } from './elements.ts';
import { fold, prose, section, verbatim, type View } from './pieces.ts';
import { excerpt, place } from './places.ts';
import type { Source } from './source.ts';
import * as words from './words.ts';

/** The device that is advertised, or the refusal; and what the memory is, whoever refuses it. */
export function plate(device: Device | null, memory: Memory | null): HTMLElement {
  return h(
    'div',
    { class: 'plate' },
    ...(device ? deviceLines(device) : []),
    memory && memoryLines(memory, device === null),
  );
}

function deviceLines(device: Device): Child[] {
  const { framework, release, type, value, id, error } = device;
  const who = error ? words.device.refuses : words.device.advertises;
  return [
    h('p', { class: 'who' }, who(framework, release)),
    error
      ? h(
          'p',
          { class: 'refusal' },
          h('strong', {}, error.class),
          h('span', {}, ': '),
          verbatim(error.message),
        )
      : h('p', { class: 'device' }, type ?? words.device.unknown),
    error
      ? null
      : h(
          'dl',
          { class: 'numbers' },
          h('div', {}, h('dt', {}, words.device.number), h('dd', {}, shown(value))),
          h('div', {}, h('dt', {}, words.device.id), h('dd', {}, shown(id))),
        ),
    h('p', { class: 'because' }, ...prose(words.device.because(device.because))),
    assumptions(device.assumed),
  ];
}

function assumptions(assumed: readonly string[]): HTMLElement | null {
  if (assumed.length === 0) return null;
  const items = assumed.map((text) => h('li', {}, ...prose(text)));
  return h('div', {}, h('p', { class: 'who' }, words.device.assumed), h('ul', { class: 'list' }, ...items));
}

function memoryLines({ type, value, because }: Memory, alone: boolean): HTMLElement {
  return h(
    'div',
    { class: 'memory' },
    h('p', { class: 'who' }, words.device.memory),
    h('p', { class: alone ? 'device' : 'type' }, `${type} (${value})`),
    h('p', { class: 'because' }, ...prose(words.device.because(because))),
  );
}

function shown(value: number | bigint | null): string {
  return value === null ? words.device.unknown : String(value);
}

/** What each platform string stands for. */
export function platformStrings(strings: readonly PlatformVersion[]): HTMLElement {
  return section(
    words.sections.string,
    ...strings.map(({ text, platform, toolkit }) =>
      h(
        'dl',
        { class: 'facts' },
        h('div', {}, h('dt', {}, h('code', {}, 'platform_version')), h('dd', {}, verbatim(text))),
        h('div', {}, h('dt', {}, words.string.platform), h('dd', {}, platform ?? words.device.unknown)),
        h('div', {}, h('dt', {}, words.string.toolkit), h('dd', {}, toolkit ?? words.device.unknown)),
      ),
    ),
  );
}

/** The answer by release. */
export function releases({ changes, framework }: Device): HTMLElement {
  const head = [words.releases.from, words.releases.answer].map((title) => h('th', { scope: 'col' }, title));
  const rows = changes.map(({ from, type, error }) =>
    h('tr', {}, h('th', { scope: 'row' }, `${framework} ${from}`), h('td', {}, answer(type, error))),
  );
  return section(
    words.sections.releases,
    h('table', { class: 'releases' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)),
  );
}

function answer(type: string | null, error: string | null): Child {
  return type ? h('strong', { class: 'type' }, type) : h('span', { class: 'refused' }, error);
}

/** What the text says about versions and machines; null where it says nothing. */
export function facts(found: Facts): HTMLElement | null {
  const rows = [
    ...named(words.facts.packages, found.packages),
    ...named(words.facts.toolkits, found.toolkits),
    ...listed(words.facts.driver, found.driver),
    ...listed(words.facts.gpus, found.gpus),
    ...listed(words.facts.python, found.python),
    ...listed(words.facts.os, found.os),
    ...named(words.facts.variables, found.variables),
  ];
  return rows.length === 0 ? null : section(words.sections.facts, h('dl', { class: 'facts' }, ...rows));
}

function named(title: string, versions: Facts['packages']): HTMLElement[] {
  const entries = Object.entries(versions);
  if (entries.length === 0) return [];
  const items = entries.map(([name, values]) => h('li', {}, `${name} `, h('strong', {}, values.join(', '))));
  return [h('div', {}, h('dt', {}, title), h('dd', {}, h('ul', { class: 'inline' }, ...items)))];
}

function listed(title: string, values: readonly string[]): HTMLElement[] {
  return values.length === 0 ? [] : [h('div', {}, h('dt', {}, title), h('dd', {}, values.join(', ')))];
}

/** Every exception, in the order in which it prints, folded. */
export function chain(exceptions: readonly Exception[], source: Source, view: View): HTMLElement {
  const items = exceptions.map((exception, index) => h('li', {}, link(exception, index, source, view)));
  return fold('exceptions', h('h3', {}, words.sections.exceptions), h('ol', { class: 'chain' }, ...items));
}

function link(exception: Exception, index: number, source: Source, view: View): HTMLElement {
  const { relation, frames, notes, message } = exception;
  const here = place(`exception.${index}`, exception.span, index, source);
  const { line } = excerpt(view.text, here);
  const go = h(
    'button',
    { type: 'button', class: 'go', title: words.places.show(line) },
    words.places.line(line),
  );
  go.addEventListener('click', () => view.show(here.start, here.end, go));
  const calls = frames.map((frame) =>
    h(
      'li',
      {},
      frame.function && h('strong', {}, frame.function),
      h('span', {}, frame.line === null ? ` ${frame.file}` : ` ${frame.file}:${frame.line}`),
    ),
  );
  return h(
    'div',
    {},
    h('p', { class: 'who' }, words.relation[relation], ' · ', go),
    h(
      'p',
      { class: 'refusal' },
      h('strong', {}, exception.class),
      message && h('span', {}, ': '),
      verbatim(message),
    ),
    notes.length > 0 && h('ul', {}, ...notes.map((note) => h('li', {}, note))),
    calls.length > 0 && h('ol', { class: 'frames' }, ...calls),
  );
}
