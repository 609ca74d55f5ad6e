/** Nodes, made one at a time. Text only ever enters as text: nothing in this page parses markup. */

export type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | boolean | null>>;

/** An element with attributes (null and false: left out, true: empty) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== false));
  return node;
}

/** The element with this id; the page and its script are one thing, so a missing one is a mistake. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`index.html has no ${kind.name} #${id}`);
  return node;
}

/** A part of the page: its name, what it shows, and how to draw that. */
export interface Part<Data = unknown> {
  name: string;
  data: Data;
  draw: () => HTMLElement;
}

/**
 * Draws parts into a host so that only what changed is touched: a part that shows what it showed before
 * keeps its nodes, and with them focus, selection and scroll; a part drawn anew keeps its opened folds.
 */
export class Board {
  readonly #host: HTMLElement;
  readonly #shown = new Map<string, { seen: string; node: HTMLElement }>();

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  show(parts: readonly Part[]): void {
    const names = new Set(parts.map((part) => part.name));
    for (const [name, { node }] of this.#shown) {
      if (names.has(name)) continue;
      node.remove();
      this.#shown.delete(name);
    }
    let next = this.#shown.size === 0 ? (this.#host.replaceChildren(), null) : this.#host.firstElementChild;
    for (const { name, data, draw } of parts) {
      const seen = JSON.stringify(data);
      const old = this.#shown.get(name);
      if (old?.seen === seen && old.node === next) {
        next = next.nextElementSibling;
        continue;
      }
      const node = old?.seen === seen ? old.node : draw();
      if (old && old.node !== node) {
        keepFolds(old.node, node);
        if (old.node === next) next = next.nextElementSibling;
        old.node.remove();
      }
      this.#host.insertBefore(node, next);
      this.#shown.set(name, { seen, node });
    }
  }
}

function keepFolds(from: HTMLElement, to: HTMLElement): void {
  const open = new Set(
    [...from.querySelectorAll<HTMLElement>('details[open]')].map((fold) => fold.dataset['fold']),
  );
  for (const fold of to.querySelectorAll<HTMLDetailsElement>('details')) {
    if (open.has(fold.dataset['fold'])) fold.open = true;
  }
}
