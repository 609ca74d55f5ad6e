/**
 * The marks' layer: the text once more, one block a line, with marks in it. Only lines that changed are drawn
 * anew, so that a keystroke costs the same in a long text as in a short one.
 */
import { h } from './elements.ts';
import type { Place } from './places.ts';

interface Piece {
  start: number;
  end: number;
  covers: readonly Place[];
}

export class Layer {
  readonly #host: HTMLElement;
  #drawn: string[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  clear(): void {
    this.#drawn = [];
    this.#host.replaceChildren();
  }

  /** Draws the lines of a text with these places marked. */
  draw(lines: readonly string[], places: readonly Place[]): void {
    const marked = markedLines(lines, pieces(places));
    const next = lines.map((line, at) => line + describe(marked.get(at)));
    const old = this.#drawn;
    const shorter = Math.min(old.length, next.length);
    let head = 0;
    while (head < shorter && old[head] === next[head]) head += 1;
    let tail = 0;
    while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;

    const nodes = this.#host.children;
    for (let at = old.length - tail - 1; at >= head; at -= 1) nodes[at]?.remove();
    const fresh = document.createDocumentFragment();
    for (let at = head; at < next.length - tail; at += 1)
      fresh.append(drawLine(lines[at] ?? '', marked.get(at) ?? []));
    this.#host.insertBefore(fresh, nodes[head] ?? null);
    this.#drawn = next;
  }
}

function drawLine(line: string, marks: readonly Piece[]): HTMLElement {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const { start, end, covers } of marks) {
    const first = covers.some((place) => place.rank === 0);
    const keys = covers.map((place) => place.key).join(' ');
    nodes.push(line.slice(at, start));
    nodes.push(h('mark', { 'data-places': keys, class: first ? 'first' : null }, line.slice(start, end)));
    at = end;
  }
  nodes.push(line.slice(at));
  // An empty block has no height.
  return h('div', {}, ...(line === '' ? [h('br')] : nodes));
}

/** Overlapping places cut into pieces that do not overlap, in order; each knows all that cover it. */
export function pieces(places: readonly Place[]): Piece[] {
  const cuts = [...new Set(places.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const found: Piece[] = [];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1] ?? start;
    const covers = places.filter((place) => place.start <= start && end <= place.end);
    if (end > start && covers.length > 0) found.push({ start, end, covers });
  }
  return found;
}

/** The pieces cut at line ends and counted from the start of their line, by line. */
function markedLines(lines: readonly string[], all: readonly Piece[]): Map<number, Piece[]> {
  const marked = new Map<number, Piece[]>();
  let next = 0;
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const to = from + line.length;
    for (let index = next; index < all.length; index += 1) {
      const piece = all[index];
      if (!piece || piece.start >= to) break;
      const start = Math.max(piece.start - from, 0);
      const end = Math.min(piece.end, to) - from;
      if (end > start) marked.set(at, [...(marked.get(at) ?? []), { start, end, covers: piece.covers }]);
      if (piece.end <= to) next = index + 1;
    }
    from = to + 1;
  }
  return marked;
}

function describe(marks: readonly Piece[] | undefined): string {
  if (!marks) return '';
  const told = marks.map(({ start, end, covers }) => [start, end, ...covers.map((place) => place.key)]);
  return `\n${JSON.stringify(told)}`;
}
