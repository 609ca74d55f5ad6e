/** A report as the parts of the answer, in the order in which people need them. It decides nothing. */
import type { Code, Report } from '../dist/report.d.ts';
import * as one from './diagnosis.ts';
import { h, type Part } from './elements.ts';
import * as machine from './machine.ts';
import { codeBlock, prose, section, type View } from './pieces.ts';
import { excerpt, placesOf, type Place } from './places.ts';
import type { Source } from './source.ts';
import * as words from './words.ts';

/** What there is to show, first things first. */
export function partsOf(report: Report, source: Source, view: View): Part[] {
  const { diagnoses, device, memory, facts, exceptions, collect, warnings } = report;
  const places = placesOf(report, source);
  const [first, ...others] = diagnoses;
  const open = first === undefined;
  const quoted = (list: readonly Place[]): unknown =>
    list.map((place) => [place, excerpt(source.text, place)]);
  const parts: (Part | null)[] = [
    { name: 'verdict', data: [report.status, first], draw: () => verdict(report) },
    part('plate', [device, memory], device !== null || memory !== null, () => machine.plate(device, memory)),
    part('warnings', warnings, warnings.length > 0, () => notices(warnings, open)),
    part('collect first', collect, open && collect.length > 0, () => collecting(collect)),
  ];
  if (first) {
    const here = places[0] ?? [];
    parts.push(
      part('fixes', first.fixes, first.fixes.length > 0, () => one.fixes(first)),
      part('verify', first.verify, first.verify !== null, () => one.verify(first)),
      part('why', [first, quoted(here)], true, () => one.why(first, here, view)),
    );
  }
  parts.push(
    part('string', facts.platform_versions, facts.platform_versions.length > 0, () =>
      machine.platformStrings(facts.platform_versions),
    ),
    part(
      'releases',
      device?.changes,
      device !== null && device.changes.length > 0,
      () => device && machine.releases(device),
    ),
    part('facts', facts, true, () => machine.facts(facts)),
    part('more', first, !open, () => (first ? one.more(first) : null)),
    part('others', [others, quoted(places.slice(1).flat())], others.length > 0, () =>
      section(
        words.sections.others,
        ...others.map((item, index) => one.other(item, places[index + 1] ?? [], view)),
      ),
    ),
    part('exceptions', [exceptions, source.text.length], exceptions.length > 0, () =>
      machine.chain(exceptions, source, view),
    ),
    part('collect', collect, !open && collect.length > 0, () => collecting(collect)),
  );
  return parts.filter((item) => item !== null);
}

/** A part, unless there is nothing to draw. */
function part(name: string, data: unknown, there: boolean, draw: () => HTMLElement | null): Part | null {
  return there ? { name, data, draw: () => draw() ?? h('span', { hidden: true }) } : null;
}

/** The outcome in a line: the device, where that is all that was asked. */
export function headline({ status, diagnoses, device }: Report): string {
  if (status === 'resolved' && device?.type) {
    return words.device.answer(words.device.advertises(device.framework, device.release), device.type);
  }
  return (diagnoses[0]?.title ?? words.headline[status]).replaceAll('`', '');
}

/** The outcome in one line, and how sure it is. */
function verdict({ status, diagnoses }: Report): HTMLElement {
  const first = diagnoses[0];
  const said = first ? words.sureness[first.confidence] : words.outcome[status];
  return h(
    'div',
    { class: `verdict ${status}` },
    h('p', { class: 'status' }, words.status[status]),
    h('h2', {}, ...prose(first?.title ?? words.headline[status])),
    first ? one.badges(first) : null,
    said && h('p', { class: 'said' }, said),
  );
}

/** What to know about the text; without a diagnosis it is the answer, and not a warning beside one. */
function notices(warnings: readonly string[], plain: boolean): HTMLElement {
  const items = warnings.map((warning) => h('li', { class: plain ? null : 'notice' }, ...prose(warning)));
  return h('ul', { class: 'notices' }, ...items);
}

function collecting(collect: readonly Code[]): HTMLElement {
  return section(words.sections.collect, ...collect.map((code) => codeBlock(code, words.sections.collect)));
}

/** The answer in one sentence, for those who hear the page. */
export function spoken(report: Report): string {
  const [first] = report.diagnoses;
  const title = headline(report);
  if (!first || first.fixes.length === 0) return words.announce.other(title, words.status[report.status]);
  return words.announce.problem(title, words.confidence[first.confidence], first.fixes.length);
}

/** A sentence instead of an answer. */
export function sentence(name: string, text: string, command: Code | null): Part {
  return {
    name,
    data: [text, command],
    draw: () =>
      h(
        'div',
        { class: 'verdict unknown', role: 'alert' },
        h('p', { class: 'said' }, text),
        command && codeBlock(command, text),
      ),
  };
}
