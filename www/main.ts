/** Wires the page: what is typed, dropped or picked goes to the core; what it reports is drawn. */
import init, { diagnose, version } from '../dist/core.js';
import type { Report } from '../dist/report.d.ts';
import { headline, partsOf, sentence, spoken } from './answer.ts';
import { Board, byId, h } from './elements.ts';
import { samples } from './examples.ts';
import { chosenFile, droppedFile, onDrop, onLongPaste, type Read } from './files.ts';
import { Marks } from './marks.ts';
import { placesOf } from './places.ts';
import { fromTyping, type Source } from './source.ts';
import { startTheme } from './theme.ts';
import * as words from './words.ts';

/** While an answer takes no longer than this (ms), each keystroke gets one; else they wait for a pause. */
const AT_ONCE = 100;
const PAUSE = 300;
/** How long typing must rest before the answer is announced. */
const SPEAK_AFTER = 900;

const text = byId('text', HTMLTextAreaElement);
const release = byId('release', HTMLInputElement);
const held = byId('held', HTMLElement);
const clear = byId('clear', HTMLButtonElement);
const answer = byId('answer', HTMLElement);
const announce = byId('announce', HTMLElement);
const peek = byId('peek', HTMLElement);
const board = new Board(byId('report', HTMLElement));
const marks = new Marks(text, byId('marks', HTMLElement), answer);

let source: Source = fromTyping(text.value);
let ready = false;
/** Whether the answer is below what is seen. */
let below = false;
/** How long the last answer took. */
let took = 0;
let waiting = 0;
let speaking = 0;

/** Reads the source anew, at once where that cannot be felt. */
function update(): void {
  clearTimeout(waiting);
  clear.hidden = source.input.length === 0;
  if (took <= AT_ONCE) {
    run();
    return;
  }
  // The layer behind the text keeps its height; its marks come back with the answer.
  marks.draw(held.hidden ? source.text : '', []);
  waiting = setTimeout(run, PAUSE);
}

function run(): void {
  const shown = held.hidden ? source.text : '';
  if (!ready) {
    marks.draw(shown, []);
    return;
  }
  const start = performance.now();
  const report = ask();
  took = performance.now() - start;
  if (report === null) {
    marks.draw(shown, []);
    return;
  }
  const view = { text: source.text, show: held.hidden ? marks.show.bind(marks) : () => undefined };
  marks.draw(shown, held.hidden ? placesOf(report, source).flat() : []);
  board.show(partsOf(report, source, view));
  peek.textContent = headline(report);
  peekOrNot();
  say(spoken(report), SPEAK_AFTER);
}

function ask(): Report | null {
  const jax = release.value.trim();
  try {
    return diagnose(source.input, {
      ...(jax === '' ? {} : { set: { jax } }),
      ...(source.whole === undefined ? {} : { whole: source.whole }),
    });
  } catch (error) {
    board.show([sentence('failure', words.failure.run(reason(error)), null)]);
    return null;
  }
}

/** Says something politely, once, after a rest. */
function say(sentence: string, after: number): void {
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    if (announce.textContent !== sentence) announce.textContent = sentence;
  }, after);
}

/** Takes a whole text: an example, nothing, or a file. */
function take(next: Source, note: string | null): void {
  source = next;
  took = 0;
  held.textContent = note;
  held.hidden = note === null;
  text.value = note === null ? next.text : '';
  byId('scroll', HTMLElement).scrollTop = 0;
  update();
  marks.reveal();
}

function takeFile(read: Read): void {
  if ('refused' in read) {
    board.show([sentence('refused', read.refused, null)]);
    return;
  }
  take(read.source, read.note);
}

function start(): void {
  startTheme(byId('theme', HTMLElement));

  const typed = (): void => {
    held.hidden = true;
    source = fromTyping(text.value);
    update();
  };
  text.addEventListener('input', typed);
  onLongPaste(text, typed);
  release.addEventListener('input', update);
  clear.addEventListener('click', () => {
    take(fromTyping(''), null);
    text.focus();
  });
  answer.addEventListener('copied', (event) => {
    if (event instanceof CustomEvent) say(String(event.detail), 0);
  });

  watchAnswer();

  const input = byId('file', HTMLInputElement);
  byId('choose', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => void chosenFile(input).then((read) => read && takeFile(read)));
  onDrop(byId('drop', HTMLElement), (transfer) => void droppedFile(transfer).then(takeFile));

  byId('examples', HTMLElement).append(
    ...samples.map(({ title, text: sample }) => {
      const button = h('button', { type: 'button' }, title);
      button.addEventListener('click', () => take(fromTyping(sample), null));
      return h('li', {}, button);
    }),
  );
}

function peekOrNot(): void {
  peek.hidden = !below || source.input.length === 0;
}

/** Shows the headline at the edge of the window while the answer is below it. */
function watchAnswer(): void {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      below = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top > 0;
      peekOrNot();
    },
    { rootMargin: '0px 0px -64px 0px' },
  );
  watcher.observe(byId('report', HTMLElement));
}

async function load(): Promise<void> {
  try {
    await init({ module_or_path: new URL('core.wasm', import.meta.url) });
  } catch (error) {
    const command = { language: 'shell', text: 'npx dlpack-doctor error.txt' };
    board.show([sentence('failure', words.failure.start(reason(error)), command)]);
    return;
  }
  ready = true;
  byId('version', HTMLElement).textContent = version();
  // What was typed or restored while the rules were loading.
  source = held.hidden ? fromTyping(text.value) : source;
  run();
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

start();
void load();
