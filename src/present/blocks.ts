/** What is presented, as data: pages made of blocks. Renderers turn them into text, Markdown and rows of a terminal, and know nothing of what they are about. */
import { counted } from '../source/counted.ts';

/** A page of text as data: what `explain` shows in the terminal and the docs hold as Markdown. */

/** Text that may hold `code` in backquotes. */
type Prose = string;

export type Block =
  | { readonly kind: 'paragraph'; readonly text: Prose }
  | { readonly kind: 'heading'; readonly text: string }
  /** Labels with what there is to say about them. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Short names, as many side by side as fit. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'code'; readonly language: 'yaml' | 'sh'; readonly text: string };

export interface Fact {
  readonly label: string;
  readonly text: Prose;
}

export interface Page {
  readonly title: string;
  /** What the title is: a field, a rule… */
  readonly subtitle: string;
  readonly blocks: readonly Block[];
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function facts(list: readonly Fact[]): Block {
  return { kind: 'facts', facts: list };
}

export function yaml(text: string): Block {
  return { kind: 'code', language: 'yaml', text };
}

/** A sentence without its end: text, and what stands in it as code. */
export type Sentence = readonly (string | { readonly code: string })[];

/** A sentence where nothing tells code from text. */
export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.code)).join('');
}

/** A text with the end of a sentence, unless it has one. */
export function ended(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The first of a list, and what is said of the rest where there is one. @param what one of them: `place` */
export function firstOf<T>(
  items: readonly T[],
  most: number,
  what: string,
): { readonly shown: readonly T[]; readonly more: readonly Sentence[] } {
  const left = items.length - most;
  if (left <= 0) return { shown: items, more: [] };
  return {
    shown: items.slice(0, most),
    more: [[`and ${counted(left, `more ${what}`)}; `, { code: '--format json' }, ' lists them all']],
  };
}

/** Related places that are listed; a cover of a hundred routes helps nobody. */
const MAX_RELATED = 6;

/** The places that belong to a finding, those that are listed, and what is said of the rest. */
export function relatedOf<T>({ related }: { readonly related: readonly T[] }) {
  return firstOf(related, MAX_RELATED, 'place');
}
