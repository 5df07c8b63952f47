/** The rows of a comparison: what it comes to, requests that are handled differently, then the changes by level. */
import { isRefusal, REFUSED_TITLE } from '../../present/changes.ts';
import { differingRuns } from '../../report/text-diff.ts';
import { lastLine } from '../../source/lines.ts';
import type { SourceFile } from '../../source/load.ts';
import type { ExploredChange, ExploredDiff, ExploredMove, SidePlace } from '../jobs/comparison.ts';
import type { Piece } from '../text.ts';
import { LEVEL_SIGNS, type Role } from '../theme.ts';

export type DiffRow =
  | { readonly kind: 'heading'; readonly text: string; readonly role: Role }
  | { readonly kind: 'remark'; readonly text: string }
  | { readonly kind: 'move'; readonly move: ExploredMove }
  | { readonly kind: 'change'; readonly change: ExploredChange };

const LEVELS = [
  { level: 'breaking', role: 'error', title: 'Breaking changes' },
  { level: 'warning', role: 'warning', title: 'Changes to look at' },
  { level: 'info', role: 'info', title: 'Other changes' },
  { level: 'cosmetic', role: 'dim', title: 'In form only' },
] as const;

const SIGNS = { added: '+', removed: '-', changed: '~', moved: '↕', renamed: '→' } as const;
const CHANGE_SIGNS = { ...LEVEL_SIGNS, breaking: LEVEL_SIGNS.error, cosmetic: '·' };

export function diffRows(diff: ExploredDiff | undefined, showsCosmetic: boolean): readonly DiffRow[] {
  if (diff === undefined) return [];
  const rows: DiffRow[] = [{ kind: 'heading', text: diff.verdict, role: 'strong' }];
  for (const text of diff.remarks) rows.push({ kind: 'remark', text });
  const refusals = diff.changes.filter(isRefusal);
  if (refusals.length > 0)
    rows.push({ kind: 'heading', text: `${REFUSED_TITLE} (${refusals.length})`, role: 'error' });
  for (const change of refusals) rows.push({ kind: 'change', change });
  if (diff.moves.length > 0)
    rows.push({
      kind: 'heading',
      text: `Requests that are handled differently (${diff.moves.length})`,
      role: 'title',
    });
  for (const move of diff.moves) rows.push({ kind: 'move', move });
  for (const { level, role, title } of LEVELS) {
    const changes = diff.changes.filter((change) => change.level === level && !isRefusal(change));
    if (changes.length === 0) continue;
    const isHidden = level === 'cosmetic' && !showsCosmetic;
    rows.push({
      kind: 'heading',
      text: `${title} (${changes.length})${isHidden ? ', hidden: c shows them' : ''}`,
      role,
    });
    if (!isHidden) for (const change of changes) rows.push({ kind: 'change', change });
  }
  return rows;
}

/** Whether the cursor has something to show there. */
export function isDifference(row: DiffRow | undefined): boolean {
  return row?.kind === 'move' || row?.kind === 'change';
}

export function rowPieces(row: DiffRow): readonly Piece[] {
  switch (row.kind) {
    case 'heading':
      return [[row.text, row.role]];
    case 'remark':
      return ['  ', [row.text, 'dim']];
    case 'move': {
      const { level, title, destinations } = row.move;
      return [
        '  ',
        [`${CHANGE_SIGNS[level]} `, level === 'breaking' ? 'error' : 'warning'],
        title,
        '  ',
        [destinations.after, 'dim'],
      ];
    }
    case 'change': {
      const { level, kind, resource, text } = row.change;
      const role = LEVELS.find((each) => each.level === level)?.role ?? 'plain';
      return ['  ', [`${CHANGE_SIGNS[level]} ${SIGNS[kind]} `, role], [resource, 'strong'], '  ', text];
    }
  }
}

// Which lines of two places differ, so that what both sides have is not marked as changed.

/** A place in its file. */
export interface Location {
  readonly file: SourceFile;
  readonly place: SidePlace;
}

interface Differing {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Longer places are marked as a whole: nobody sees more at once. */
const MAX_LINES = 2000;

/** The numbers of lines that differ between two places, from 1; indentation that a whole place shares does not count. */
export function differingLines(before: Location | undefined, after: Location | undefined): Differing {
  const [left, right] = [numbers(before), numbers(after)];
  const whole = { before: new Set(left), after: new Set(right) };
  if (before === undefined || after === undefined || Math.max(left.length, right.length) > MAX_LINES)
    return whole;
  const [one, two] = [textsOf(before, left), textsOf(after, right)];
  const found = { before: new Set<number>(), after: new Set<number>() };
  // Lines that both have shift those of the later side.
  let shift = 0;
  for (const { start, removed, added } of differingRuns(0, one, two)) {
    for (let at = 0; at < removed.length; at++) found.before.add((left[0] ?? 1) + start + at);
    for (let at = 0; at < added.length; at++) found.after.add((right[0] ?? 1) + start + shift + at);
    shift += added.length - removed.length;
  }
  // A move alone: the same lines on both sides are what moved.
  return found.before.size + found.after.size === 0 ? whole : found;
}

function numbers(spot: Location | undefined): readonly number[] {
  if (spot === undefined) return [];
  const { start } = spot.place.range;
  const last = lastLine(spot.place.range);
  return Array.from({ length: Math.max(0, last - start.line + 1) }, (_, at) => start.line + at);
}

function textsOf({ file: { lines } }: Location, which: readonly number[]): readonly string[] {
  const texts = which.map((line) => (line <= lines.count ? lines.line(line) : ''));
  const indents = texts
    .filter((text) => text.trim() !== '')
    .map((text) => text.length - text.trimStart().length);
  const shared = Math.min(...indents.slice(1), indents[0] ?? 0);
  return texts.map((text) => text.slice(shared).trimEnd());
}
