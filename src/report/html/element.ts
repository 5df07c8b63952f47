/** A piece of a page as data: written as HTML by a report, made of nodes where a page draws it itself. */
import { htmlText } from '../text/html-text.ts';

export interface Element {
  readonly tag: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly (Element | string)[];
}

/** @param attributes those that are undefined are left out */
export function element(
  tag: string,
  attributes: { readonly [name: string]: string | undefined } = {},
  ...children: readonly (Element | string)[]
): Element {
  const there = Object.entries(attributes).flatMap(([name, value]): readonly (readonly [string, string])[] =>
    value === undefined ? [] : [[name, value]],
  );
  return { tag, attributes: Object.fromEntries(there), children };
}

/** Nothing in a text or the value of an attribute becomes markup. */
export function htmlOf(piece: Element | string): string {
  if (typeof piece === 'string') return htmlText(piece);
  const { tag, attributes, children } = piece;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${htmlText(value)}"`);
  const start = `<${tag}${written.join('')}`;
  return tag === 'path' ? `${start}/>` : `${start}>${children.map(htmlOf).join('')}</${tag}>`;
}
