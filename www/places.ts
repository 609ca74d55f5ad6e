/** Places in the text that a report points to. */
import type { Report } from '../dist/report.d.ts';
import type { Source } from './source.ts';

export interface Place {
  /** Joins a reason in the answer with its mark in the text. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Which diagnosis points here; 0 is the first. */
  readonly rank: number;
}

/** A line's number, and the part of it that a place covers, with what stands around it. */
export interface Excerpt {
  readonly line: number;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

const AROUND = 80;
const LONGEST = 600;

/** The places of each diagnosis, in its order. */
export function placesOf(report: Report, source: Source): Place[][] {
  return report.diagnoses.map((diagnosis, rank) =>
    diagnosis.spans.map((span, index) => place(`${rank}.${index}`, span, rank, source)),
  );
}

/** One span of a report as a place in the shown text. */
export function place(
  key: string,
  [start, end]: readonly [number, number],
  rank: number,
  source: Source,
): Place {
  return { key, start: source.at(start), end: source.at(end), rank };
}

/** What a place says, to be quoted. */
export function excerpt(text: string, { start, end }: Place): Excerpt {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const to = newline < 0 ? text.length : newline;
  const before = text.slice(Math.max(from, start - AROUND), start);
  const marked = text.slice(start, Math.min(end, start + LONGEST));
  const after = text.slice(end, Math.min(to, end + AROUND));
  return {
    line: countLines(text, start),
    before: plain((from < start - AROUND ? '…' : '') + before.replace(/^\s+/, '')),
    marked: plain(marked + (end - start > LONGEST ? '…' : '')),
    after: end - start > LONGEST ? '' : plain(after + (to > end + AROUND ? '…' : '')),
  };
}

function countLines(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Without terminal colours: they are part of the text, but nobody can read them. */
function plain(text: string): string {
  return text.replace(/\u001B\[[0-9;:?]*[A-Za-z]/g, '');
}
