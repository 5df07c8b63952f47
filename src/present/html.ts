/** What pages are made of: texts in which nothing becomes markup, elements as data, levels with their signs. */
import type { Redact } from '../results/secrets/redact.ts';
import { capital, grouped } from '../source/counted.ts';
import { lookup } from '../source/lookup.ts';
import { ended, type Sentence } from './blocks.ts';
import { safeLine, safeText } from './text.ts';

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** A text as HTML shows it literally, also within a quoted attribute. */
export function htmlText(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => lookup(ENTITIES, character) ?? character);
}

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

export type PageLevel = 'error' | 'breaking' | 'warning' | 'info' | 'cosmetic';

const SIGNS: { readonly [level in PageLevel]: string } = {
  error: '✖',
  breaking: '✖',
  warning: '▲',
  info: 'i',
  cosmetic: '·',
};

/** A level with its sign. */
export function levelBadge(level: PageLevel): string {
  return htmlOf(badge(level));
}

export function badge(level: PageLevel): Element {
  return element('span', { class: `badge ${level}` }, `${SIGNS[level]} ${level}`);
}

/** The attributes by which the controls find what to hide. */
export function filterable(level: PageLevel, rule: string): string {
  return `data-level="${level}" data-rule="${htmlText(rule)}"`;
}

/** A text as HTML. */
export type Show = (text: string) => string;

/** A text as text. */
export type Say = (text: string) => string;

/** Longest text of a name, a message or a value; what is cut off is counted. */
const LONGEST = 1200;

/** What every text from a configuration goes through on its way into a page. */
export function showing(redact: Redact): Show {
  const say = saying(redact);
  return (text) => htmlText(say(text));
}

/** The same for what is no HTML yet. */
export function saying(redact: Redact): Say {
  return (text) => safeLine(shortened(redact(text), LONGEST));
}

/** The beginning of a long text, with how much is left out. */
export function shortened(text: string, longest: number): string {
  const left = text.length - longest;
  return left <= 0 ? text : `${text.slice(0, longest)}… (${grouped(left)} more characters)`;
}

/** A sentence, with its end. */
export function htmlSentence(sentence: Sentence, show: Show): string {
  const parts = sentence.map((part) =>
    typeof part === 'string' ? show(part) : `<code>${show(part.code)}</code>`,
  );
  return capital(ended(parts.join('')));
}

/** The tool's own texts mark code with backticks, which are entities by now. */
export function inlineCode(html: string): string {
  return html.replace(/&#96;(.{1,200}?)&#96;/g, '<code>$1</code>');
}
