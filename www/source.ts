/**
 * What is being diagnosed, and where its offsets fall in what is shown.
 *
 * A report counts in the decoded text. A textarea shows the same text with every line end as one LF, and a
 * typed text may begin with a byte order mark that decoding drops; `at` carries an offset across.
 */
export interface Source {
  /** What the core reads: the typed text, or a file's own bytes. */
  readonly input: string | Uint8Array;
  /** The whole length in bytes, where `input` is the first part of a file. */
  readonly whole?: number;
  /** What the page shows and marks. */
  readonly text: string;
  /** An offset of the report as an offset into `text`. */
  at(offset: number): number;
}

const MARK = '\uFEFF';

/** A text as the textarea holds it. */
export function fromTyping(value: string): Source {
  const shift = value.startsWith(MARK) ? 1 : 0;
  return {
    input: value.slice(shift),
    text: value,
    at: (offset) => Math.min(offset + shift, value.length),
  };
}

/** A file's first bytes, and how many it has. */
export function fromBytes(bytes: Uint8Array, whole: number): Source {
  const decoded = decode(bytes);
  const text = decoded.replace(/\r\n?/g, '\n');
  const pairs = [...decoded.matchAll(/\r\n/g)].map((pair) => pair.index);
  return {
    input: bytes,
    whole,
    text,
    at: (offset) => Math.min(offset - countBelow(pairs, offset), text.length),
  };
}

/** As the core decodes: by the mark, which is dropped, else as UTF-8 with what is none replaced. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** How many of the ascending numbers are below the limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
