/** Both files beside each other: what differs is marked, what does not is folded away and counted. */

import type { Configuration } from '../../model/index.ts';
import type { FilePair } from '../../present/difference.ts';
import { htmlText } from '../../present/html.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { grouped } from '../../source/counted.ts';
import type { LineIndex } from '../../source/lines.ts';
import { type Allowance, codeLength, codeLine, takeLine } from './listing.ts';
import { commonEnds, pairedRows, type Row } from './paired-rows.ts';

/** One file on each side is a pair; of several those with the same name below the folders that all of a side share. */
export function filePairs(
  before: readonly Configuration[],
  after: readonly Configuration[],
): readonly FilePair[] {
  const [first, second] = [before.map(shown), after.map(shown)];
  const [one, other] = [first[0], second[0]];
  if (first.length <= 1 && second.length <= 1)
    return [{ ...(one ? { before: one } : {}), ...(other ? { after: other } : {}) }];
  const names = ownNames(second.map(({ name }) => name));
  const waiting = new Map(second.map((file, index) => [names[index] ?? '', file]));
  const own = ownNames(first.map(({ name }) => name));
  const pairs = first.map((file, index): FilePair => {
    const key = own[index] ?? '';
    const match = waiting.get(key);
    waiting.delete(key);
    return { before: file, ...(match ? { after: match } : {}) };
  });
  const met = new Set(pairs.map(({ after }) => after));
  return [...pairs, ...second.filter((file) => !met.has(file)).map((file) => ({ after: file }))];
}

function shown({ file: { name, lines } }: Configuration): NonNullable<FilePair['before']> {
  return { name, lines };
}

/** Names without what all of them begin with, up to a slash or colon. */
function ownNames(names: readonly string[]): readonly string[] {
  const [first = ''] = names;
  if (names.length === 1) return [first.slice(Math.max(first.lastIndexOf('/'), first.lastIndexOf(':')) + 1)];
  let shared = 0;
  while (shared < first.length && names.every((name) => name[shared] === first[shared])) shared++;
  const start = Math.max(first.lastIndexOf('/', shared - 1), first.lastIndexOf(':', shared - 1)) + 1;
  return names.map((name) => name.slice(start));
}

export type Side = 'before' | 'after';

/** Lines (from 1) to keep in sight, with what stands below them as HTML. */
export type SideNotes = { readonly [side in Side]: ReadonlyMap<number, readonly string[]> };

type Item =
  | { readonly kind: 'rows' | 'folded'; readonly rows: readonly Row[] }
  | { readonly kind: 'left out'; readonly count: number; readonly differing: number };

export interface SidesPlan {
  readonly pair: FilePair;
  readonly items: readonly Item[];
  /** The lines that the page holds. */
  readonly shown: { readonly [side in Side]: ReadonlySet<number> };
  readonly prefix: string;
}

const CONTEXT = 3;
/** Unchanged lines that can be unfolded; more are only counted. */
const MAX_FOLDED = 300;

export function planSides(pair: FilePair, notes: SideNotes, prefix: string, allowance: Allowance): SidesPlan {
  const rows = pairedRows(textsOf(pair.before?.lines), textsOf(pair.after?.lines));
  const near = new Uint8Array(rows.length);
  for (const [index, row] of rows.entries())
    if (!row.isSame || isNoted(row, notes))
      near.fill(1, Math.max(0, index - CONTEXT), Math.min(rows.length, index + CONTEXT + 1));
  unfoldShort(near);
  const shown = { before: new Set<number>(), after: new Set<number>() };
  const items: Item[] = [];
  const columns = pair.before?.lines.count === 1 || pair.after?.lines.count === 1 ? 20 : 0;
  const has = (row: Row): boolean => {
    const length =
      codeLength(pair.before?.lines.line(row.before ?? 0) ?? '', columns) +
      codeLength(pair.after?.lines.line(row.after ?? 0) ?? '', columns);
    if (!takeLine(allowance, length)) return false;
    if (row.before !== undefined) shown.before.add(row.before);
    if (row.after !== undefined) shown.after.add(row.after);
    return true;
  };
  for (let from = 0; from < rows.length; ) {
    let to = from;
    while (to < rows.length && near[to] === near[from]) to++;
    const part = rows.slice(from, to);
    if (near[from] === 0 && part.length > MAX_FOLDED)
      items.push({ kind: 'left out', count: part.length, differing: 0 });
    else {
      const fitting = part.findIndex((row) => !has(row));
      const fits = fitting === -1 ? part : part.slice(0, fitting);
      if (fits.length > 0) items.push({ kind: near[from] === 1 ? 'rows' : 'folded', rows: fits });
      if (fits.length < part.length) {
        const rest = rows.slice(from + fits.length);
        items.push({
          kind: 'left out',
          count: rest.length,
          differing: rest.filter(({ isSame }) => !isSame).length,
        });
        break;
      }
    }
    from = to;
  }
  return { pair, items, shown, prefix };
}

/** So few lines are not worth a fold. */
const SHORT = 4;

function unfoldShort(near: Uint8Array): void {
  for (let from = 0; from < near.length; ) {
    let to = from;
    while (to < near.length && near[to] === near[from]) to++;
    if (near[from] === 0 && to - from <= SHORT) near.fill(1, from, to);
    from = to;
  }
}

function textsOf(lines: LineIndex | undefined): readonly string[] {
  if (lines === undefined) return [];
  const texts = Array.from({ length: lines.count }, (_, index) => lines.line(index + 1));
  if (texts.at(-1) === '') texts.pop();
  return texts;
}

function isNoted({ before, after }: Row, notes: SideNotes): boolean {
  return (
    (before !== undefined && notes.before.has(before)) || (after !== undefined && notes.after.has(after))
  );
}

/** The id of a line, where it is on the page. */
export function sideLineId({ shown, prefix }: SidesPlan, side: Side, line: number): string | undefined {
  return shown[side].has(line) ? idOf(prefix, side, line) : undefined;
}

function idOf(prefix: string, side: Side, line: number): string {
  return `${prefix}${side === 'before' ? 'b' : 'a'}-${line}`;
}

export function sides(plan: SidesPlan, notes: SideNotes, redact: Redact): string {
  const html = plan.items.map((item) => {
    if (item.kind === 'left out') {
      const { count, differing } = item;
      const told =
        differing === 0
          ? `${lineCount(count)} unchanged`
          : `${lineCount(count)} left out, ${grouped(differing)} of them differ`;
      return `<div class="gap">${told}</div>`;
    }
    const rows = item.rows.map((row) => rowHtml(row, plan, redact) + notesOf(row, notes)).join('\n');
    return item.kind === 'rows'
      ? rows
      : `<details class="fold"><summary>${lineCount(item.rows.length)} unchanged</summary>${rows}</details>`;
  });
  return `<div class="both">${html.join('\n')}</div>`;
}

function lineCount(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'line' : 'lines'}`;
}

function notesOf({ before, after }: Row, notes: SideNotes): string {
  const own = [
    ...(before === undefined ? [] : (notes.before.get(before) ?? [])),
    ...(after === undefined ? [] : (notes.after.get(after) ?? [])),
  ];
  return own.length === 0 ? '' : `\n${own.join('\n')}`;
}

function rowHtml(row: Row, { pair, prefix, shown }: SidesPlan, redact: Redact): string {
  const text = (side: Side): string => pair[side]?.lines.line(row[side] ?? 0) ?? '';
  const [one, other] = [text('before'), text('after')];
  const isChanged = !row.isSame && row.before !== undefined && row.after !== undefined;
  const codes = isChanged
    ? changedCodes(one, other, redact)
    : { before: codeLine(one, redact), after: codeLine(other, redact) };
  const cell = (side: Side): string => {
    const line = row[side];
    if (line === undefined) return '<s></s><code class="none"></code>';
    const id = idOf(prefix, side, line);
    const elsewhere = side === 'before' ? row.movedTo : row.movedFrom;
    const kind = row.isSame
      ? ''
      : elsewhere !== undefined
        ? side === 'before'
          ? 'from'
          : 'to'
        : side === 'before'
          ? 'old'
          : 'new';
    return `<a id="${id}" href="#${id}">${line}</a><code${kind === '' ? '' : ` class="${kind}"`}>${codes[side]}${elsewhere === undefined ? '' : movedLink(side, elsewhere)}</code>`;
  };
  const movedLink = (side: Side, line: number): string => {
    const other: Side = side === 'before' ? 'after' : 'before';
    const words = side === 'before' ? `now line ${line}` : `was line ${line}`;
    return ` <small>${shown[other].has(line) ? `<a href="#${idOf(prefix, other, line)}">${words}</a>` : words}</small>`;
  };
  return `<div class="row">${cell('before')}${cell('after')}</div>`;
}

/** Both texts with what differs between their common beginning and end marked. */
function changedCodes(
  one: string,
  other: string,
  redact: Redact,
): { readonly before: string; readonly after: string } {
  const [before, after] = [redact(one), redact(other)];
  const { head, tail } = commonEnds(before, after);
  if (Math.max(before.length, after.length) > 400) {
    // What two long lines share at their beginning helps nobody.
    return { before: codeLine(one, redact, [head + 1]), after: codeLine(other, redact, [head + 1]) };
  }
  const marked = (text: string, kind: string): string => {
    const middle = text.slice(head, text.length - tail);
    const inner = middle === '' ? '' : `<mark class="${kind}">${htmlText(middle)}</mark>`;
    return htmlText(text.slice(0, head)) + inner + htmlText(text.slice(text.length - tail));
  };
  return { before: marked(before, 'was'), after: marked(after, 'is') };
}
