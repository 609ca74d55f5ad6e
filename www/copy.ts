/** Buttons that copy a text. */
import { h } from './elements.ts';
import * as words from './words.ts';

const SHOWN_FOR = 2000;

/** A copy button for what `code` holds; `title` tells it from the page's other ones. */
export function copyButton(code: HTMLElement, title: string): HTMLButtonElement {
  const button = h(
    'button',
    { type: 'button', class: 'copy', 'aria-label': words.copy.what(title) },
    words.copy.offer,
  );
  button.addEventListener('click', () => {
    void copy(code).then((copied) => {
      button.textContent = copied ? words.copy.done : words.copy.failed;
      button.classList.toggle('done', copied);
      button.dispatchEvent(new CustomEvent('copied', { bubbles: true, detail: button.textContent }));
      setTimeout(() => {
        button.textContent = words.copy.offer;
        button.classList.remove('done');
      }, SHOWN_FOR);
    });
  });
  return button;
}

/** Copies; where the browser refuses, selects the text so that the keyboard can. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    const selection = getSelection();
    selection?.selectAllChildren(code);
    return false;
  }
}
