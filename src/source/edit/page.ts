/** Lines of one document: where they begin and end, and what stands before their first visible character. */
import { firstIndex } from '../sorted.ts';
import { endOf, ROOT, type SourceTree, startOf } from '../tree.ts';

export interface Page {
  readonly text: string;
  /** The line break that new lines get. */
  readonly eol: string;
  /** Offset of the first character of the line that holds an offset; a byte order mark is before the line. */
  lineStart(at: number): number;
  /** Offset of the line break that ends the line (of its `\r` where it has one), or the end of the text. */
  lineEnd(at: number): number;
  /** Offset of the first character of the next line, or the end of the text. */
  nextLine(at: number): number;
  column(at: number): number;
  /** The blanks that the line of an offset begins with. */
  margin(at: number): string;
}

/**
 * Lines of a document's stretch of the text. The table of line breaks covers that stretch alone and is built at the
 * first question, so that neither a text on one line nor one of many documents is searched again and again.
 */
export function pageOf(tree: SourceTree): Page {
  const known = pages.get(tree) ?? makePage(tree);
  pages.set(tree, known);
  return known;
}

const pages = new WeakMap<SourceTree, Page>();

function makePage(tree: SourceTree): Page {
  const { text } = tree;
  const from = startOf(tree, ROOT);
  const to = endOf(tree, ROOT);
  let breaks: number[] | undefined;
  let first = -1;
  const table = (): number[] => {
    if (breaks) return breaks;
    breaks = [];
    for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1))
      breaks.push(at);
    return breaks;
  };
  /** Number of line breaks of the table before an offset. */
  const before = (at: number): number => {
    const found = table();
    return firstIndex(found.length, (index) => (found[index] ?? 0) >= at);
  };
  const afterBreak = (at: number): number => {
    if (at > 0) return at;
    return text.charCodeAt(0) === 0xfeff ? 1 : 0;
  };
  const lineStart = (at: number): number => {
    if (at < from) return afterBreak(at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
    if (at > to) {
      const last = text.lastIndexOf('\n', at - 1);
      if (last >= to) return last + 1;
    }
    const index = before(at);
    if (index > 0) return (table()[index - 1] ?? 0) + 1;
    if (first === -1) first = afterBreak(from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1);
    return first;
  };
  /** Offset of the next line feed, or the end of the text. */
  const lineFeed = (at: number): number => {
    if (at >= from && at < to) {
      const next = table()[before(at)];
      if (next !== undefined) return next;
    }
    const next = text.indexOf('\n', at >= from && at < to ? to : at);
    return next === -1 ? text.length : next;
  };
  const page: Page = {
    text,
    eol: lineBreakOf(text, from, to),
    lineStart,
    lineEnd(at) {
      const feed = lineFeed(at);
      return feed < text.length && feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
    },
    nextLine: (at) => Math.min(lineFeed(at) + 1, text.length),
    column: (at) => at - lineStart(at),
    margin(at) {
      const start = lineStart(at);
      let end = start;
      while (end < at && isBlankSign(text.charCodeAt(end))) end++;
      return text.slice(start, end);
    },
  };
  return page;
}

function lineBreakOf(text: string, from: number, to: number): string {
  let at = text.indexOf('\n', from);
  if (at === -1 || at >= to) at = text.indexOf('\n');
  return at > 0 && text.charCodeAt(at - 1) === 13 ? '\r\n' : '\n';
}

/** A space or a tab. */
export function isBlankSign(code: number): boolean {
  return code === 32 || code === 9;
}

/** What a line holds, from its first character: nothing, a comment alone, or something else. */
export function lineKind(page: Page, start: number): 'blank' | 'comment' | 'other' {
  const { text } = page;
  let at = start;
  while (isBlankSign(text.charCodeAt(at))) at++;
  if (at >= text.length) return 'blank';
  const code = text.charCodeAt(at);
  if (code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10)) return 'blank';
  return code === 35 ? 'comment' : 'other';
}

/** Offset of the first visible character of a line that has one. */
export function firstVisible(page: Page, start: number): number {
  let at = start;
  while (isBlankSign(page.text.charCodeAt(at))) at++;
  return at;
}
