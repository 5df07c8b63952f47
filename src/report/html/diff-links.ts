/** What a page needs to know of one compared pair before it says anything about it. */

import type { Change } from '../../diff/index.ts';
import type { ComparedPair } from '../../results/comparison.ts';
import type { Range } from '../../source/lines.ts';
import type { Show } from './shown.ts';
import { type Side, type SideNotes, type SidesPlan, sideLineId } from './sides.ts';

export interface PairPage {
  readonly pair: ComparedPair;
  /** Position among all pairs, for ids. */
  readonly number: number;
  readonly show: Show;
  /** Both files, or each pair of files where a side has several. */
  readonly plans: readonly SidesPlan[];
}

type Place = { readonly file: string; readonly range: Range };

/** The line of a place as the value of `href`; undefined where the page does not show it. */
export function sideTarget({ plans }: PairPage, side: Side, { file, range }: Place): string | undefined {
  const plan = plans.find(({ pair }) => pair[side]?.name === file);
  const id = plan === undefined ? undefined : sideLineId(plan, side, range.start.line);
  return id === undefined ? undefined : `#${id}`;
}

/** `line 41`, with the file where the pair has several; a link where the page shows the line. */
export function sideLink(page: PairPage, side: Side, place: Place): string {
  const { show, plans } = page;
  const file = plans.length > 1 ? `${show(place.file)}:` : 'line ';
  const text = `${file}${place.range.start.line}`;
  const target = sideTarget(page, side, place);
  return target === undefined
    ? `<span class="place">${text}</span>`
    : `<a class="place" href="${target}">${text}</a>`;
}

/** Changes that a page has room for: the most severe come first already. */
const MAX_CHANGES = 600;

export function shownChanges({ result }: ComparedPair): readonly Change[] {
  return result.changes.slice(0, MAX_CHANGES);
}

export function changeId(pair: number, change: number): string {
  return `c${pair}-${change + 1}`;
}

export function movedId(pair: number, moved: number): string {
  return `m${pair}-${moved + 1}`;
}

const SIDES: readonly Side[] = ['before', 'after'];

/** The lines of a file pair to keep in sight, and what stands below them. */
export function notesOf(
  { behaviour }: ComparedPair,
  changes: readonly Change[],
  names: { readonly [side in Side]?: string },
  noteHtml: (change: Change, index: number) => string,
): SideNotes {
  const notes = { before: new Map<number, string[]>(), after: new Map<number, string[]>() };
  const keep = (side: Side, place: Place | null | undefined, html?: string): void => {
    if (place == null || place.file !== names[side]) return;
    const { line } = place.range.start;
    const known = notes[side].get(line) ?? [];
    notes[side].set(line, known);
    if (html !== undefined) known.push(html);
  };
  for (const [index, change] of changes.entries()) {
    const isAfter = change.after !== null && change.after.file === names.after;
    for (const side of SIDES) {
      const isNoted = (side === 'after') === isAfter;
      keep(side, change[side], isNoted ? noteHtml(change, index) : undefined);
    }
  }
  for (const moved of behaviour?.changes.slice(0, 200) ?? [])
    for (const side of SIDES) keep(side, moved[side].place);
  return notes;
}
