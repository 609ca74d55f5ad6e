/** Texts that arrive whole: files that are chosen or dropped, and long pastes. All stay on this machine. */
import { fromBytes, type Source } from './source.ts';
import * as words from './words.ts';

/** The first part of a file of any size; the core reads less, and says so where that is not all. */
const MOST = 32 * 1024 * 1024;
/** More than this is diagnosed but not shown: a textarea would stall. */
const LARGEST_SHOWN = 1_000_000;

/** From so many lines on a paste is done by hand. */
const MANY_LINES = 400;

/** A file's source, with a note where it is not shown; or why it was refused. */
export type Read = { source: Source; note: string | null } | { refused: string };

/** The file that was chosen with the button; null where none was. */
export async function chosenFile(input: HTMLInputElement): Promise<Read | null> {
  const file = input.files?.[0];
  const read = file ? await readOne(file) : null;
  // The same file can be chosen again after it changed.
  input.value = '';
  return read;
}

/** The first file that was dropped. */
export async function droppedFile(transfer: DataTransfer): Promise<Read> {
  const entry = [...transfer.items].find((item) => item.kind === 'file')?.webkitGetAsEntry();
  if (entry?.isDirectory) return { refused: words.file.folder };
  const file = transfer.files[0];
  return file ? readOne(file) : { refused: words.file.nothing };
}

async function readOne(file: File): Promise<Read> {
  try {
    const head = await file.slice(0, MOST).arrayBuffer();
    const source = fromBytes(new Uint8Array(head), file.size);
    const shown = source.text.length <= LARGEST_SHOWN;
    return { source, note: shown ? null : words.file.held(file.name, size(file.size)) };
  } catch (error) {
    return {
      refused: words.file.unreadable(file.name, error instanceof Error ? error.message : String(error)),
    };
  }
}

function size(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

/**
 * Pastes a text of many lines in one step. Chromium's own paste takes time with the square of the lines,
 * seconds from a thousand on; the price is that such a paste cannot be undone.
 */
export function onLongPaste(text: HTMLTextAreaElement, pasted: () => void): void {
  text.addEventListener('paste', (event) => {
    const content = event.clipboardData?.getData('text/plain') ?? '';
    if (content.split('\n', MANY_LINES).length < MANY_LINES) return;
    event.preventDefault();
    text.setRangeText(content, text.selectionStart, text.selectionEnd, 'end');
    pasted();
  });
}

/** Takes files dropped anywhere on the page; a dropped text goes where it is dropped, as ever. */
export function onDrop(veil: HTMLElement, take: (transfer: DataTransfer) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    // Left the window, and not just one element for another.
    if (event.relatedTarget === null) veil.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    veil.hidden = true;
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
}
