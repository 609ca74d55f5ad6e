/**
 * Marks behind the text. A textarea cannot hold marks, so a layer with the same text in the same type lies
 * behind it in one grid cell; the layer's height makes the textarea's, and both scroll as one.
 */
import { Layer } from './layer.ts';
import type { Place } from './places.ts';

/** Beyond this the second layer would cost more than it shows; the answer's quotes still say where. */
const MOST_TEXT = 200_000;
const MOST_LINES = 5_000;
const MOST_PLACES = 300;

export class Marks {
  readonly #text: HTMLTextAreaElement;
  readonly #host: HTMLElement;
  readonly #layer: Layer;
  readonly #answer: HTMLElement;
  #places: readonly Place[] = [];
  #active: string | null = null;
  #back: HTMLElement | null = null;

  constructor(text: HTMLTextAreaElement, host: HTMLElement, answer: HTMLElement) {
    this.#text = text;
    this.#host = host;
    this.#layer = new Layer(host);
    this.#answer = answer;
    this.#follow();
  }

  /** Marks these places in the text, which the textarea shows. */
  draw(text: string, places: readonly Place[]): void {
    const lines = text.length > MOST_TEXT ? null : text.split('\n');
    const large = lines === null || lines.length > MOST_LINES;
    this.#text.parentElement?.classList.toggle('large', large);
    this.#places = places.slice(0, MOST_PLACES);
    this.#active = null;
    if (large) this.#layer.clear();
    else this.#layer.draw(lines, this.#places);
  }

  /** Shows a place: selected, in view, with the focus; Escape goes back to the reason. */
  show(start: number, end: number, from: HTMLElement): void {
    this.#back = from;
    this.#text.focus({ preventScroll: true });
    this.#text.setSelectionRange(start, end);
    const key = this.#at(start);
    const mark = key === null ? null : this.#marks(key)[0];
    if (mark) {
      mark.scrollIntoView({ block: 'center' });
    } else {
      // Focus given anew brings the selection into view.
      this.#text.blur();
      this.#text.focus();
    }
  }

  /** Scrolls the text, and not the page, to its first mark. */
  reveal(): void {
    const scroll = this.#host.closest('#scroll');
    const line = this.#host.querySelector<HTMLElement>('mark.first')?.parentElement;
    if (!scroll || !line) return;
    // To a whole line, and so that a quarter of what is seen stands before it.
    let top: HTMLElement = line;
    while (
      top.previousElementSibling instanceof HTMLElement &&
      line.offsetTop - top.offsetTop < scroll.clientHeight / 4
    ) {
      top = top.previousElementSibling;
    }
    scroll.scrollTop = top.previousElementSibling ? top.offsetTop - 4 : 0;
  }

  /** Pointing at a reason lights its place, pointing at a place lights its reason; focus and caret do too. */
  #follow(): void {
    const reason = (event: Event): void => {
      const node = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
      this.#light(node?.dataset['place'] ?? null);
    };
    this.#answer.addEventListener('pointerover', reason);
    this.#answer.addEventListener('focusin', reason);
    this.#answer.addEventListener('pointerleave', () => this.#light(null));
    this.#answer.addEventListener('focusout', () => this.#light(null));
    this.#text.addEventListener('pointermove', (event) =>
      this.#light(this.#under(event.clientX, event.clientY)),
    );
    this.#text.addEventListener('pointerleave', () => this.#light(null));
    document.addEventListener('selectionchange', () => {
      if (document.activeElement === this.#text) this.#light(this.#at(this.#text.selectionStart));
    });
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#back?.isConnected) return;
      event.preventDefault();
      this.#back.focus();
      this.#back = null;
    });
  }

  #light(key: string | null): void {
    if (key === this.#active) return;
    this.#active = key;
    for (const node of [...this.#host.querySelectorAll('.lit'), ...this.#answer.querySelectorAll('.lit')])
      node.classList.remove('lit');
    if (key === null) return;
    for (const mark of this.#marks(key)) mark.classList.add('lit');
    for (const reason of this.#answer.querySelectorAll<HTMLElement>('[data-place]')) {
      if (reason.dataset['place'] === key) reason.classList.add('lit');
    }
  }

  #marks(key: string): HTMLElement[] {
    const marks = [...this.#host.querySelectorAll<HTMLElement>('mark')];
    return marks.filter((mark) => mark.dataset['places']?.split(' ').includes(key));
  }

  /** The narrowest place that holds an offset. */
  #at(offset: number): string | null {
    const here = this.#places.filter(({ start, end }) => start <= offset && offset < end);
    here.sort((a, b) => a.end - a.start - (b.end - b.start));
    return here[0]?.key ?? null;
  }

  /** The place under the pointer: the marks lie behind the text and get no events of their own. */
  #under(x: number, y: number): string | null {
    for (const mark of this.#host.querySelectorAll<HTMLElement>('mark')) {
      for (const box of mark.getClientRects()) {
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) {
          return mark.dataset['places']?.split(' ').at(-1) ?? null;
        }
      }
    }
    return null;
  }
}
