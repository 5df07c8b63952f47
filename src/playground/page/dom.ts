/** Elements of the page. Whatever comes from a text is text here too: nothing is ever parsed as markup. */
import type { Element as Piece } from '../../present/html.ts';

type Child = Node | string | undefined;

export interface Attributes {
  readonly [name: string]: string | undefined;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, value);
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
}

export function button(words: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, words);
  made.addEventListener('click', act);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A piece of a page as elements. */
export function drawn({ tag, attributes, children }: Piece): Element {
  const made =
    tag === 'svg' || tag === 'path' ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const child of children) made.append(typeof child === 'string' ? child : drawn(child));
  return made;
}

/** @throws Error where the page lacks it, which is a mistake of ours */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}
