/** A change walked through: every difference, with both sides beside each other. */
import type { Command } from '../command.ts';
import type { SidePlace } from '../jobs/comparison.ts';
import { type Cursor, jumped, moved, placed, START, scrolled } from '../list.ts';
import { searchedList } from '../list-search.ts';
import { itemOfPlace } from '../model/places.ts';
import { note } from '../notice.ts';
import { copyOfPointer, editing } from '../place-effects.ts';
import type { Session } from '../session.ts';
import { piecesText } from '../text/line.ts';
import { copyOfRequest } from '../trace/request-line.ts';
import type { Size, View, ViewContext, ViewStep } from '../view.ts';
import { type DiffRow, diffRows, isDifference, rowPieces } from './rows.ts';

export interface DiffSlice {
  readonly rows: readonly DiffRow[];
  readonly cursor: Cursor;
  readonly showsCosmetic: boolean;
  /** What was searched in the rows. */
  readonly wanted: string;
  /** Lines by which both sides are scrolled away from what the cursor is on. */
  readonly shift: number;
  /** Where the cursor was before the files were read again, while they are compared anew. */
  readonly sought?: Cursor;
}

type Step = ViewStep<DiffSlice>;

const ABOUT = 3;

/** Rows of the body for the list; some lines about the difference are between it and both sides. */
export function diffLayout({ rows }: Size): {
  readonly list: number;
  readonly about: number;
  readonly sides: number;
} {
  const list = Math.max(6, Math.floor(rows * 0.4));
  return { list, about: ABOUT, sides: rows - list - ABOUT };
}

function withRows(slice: DiffSlice, { session, size }: ViewContext): DiffSlice {
  const rows = diffRows(session.comparison, slice.showsCosmetic);
  return { ...slice, rows, cursor: placed(slice.cursor, rows.length, diffLayout(size).list) };
}

/** Where the difference under the cursor stands on each side. */
export function placesUnder({ rows, cursor }: DiffSlice): {
  readonly before?: SidePlace;
  readonly after?: SidePlace;
} {
  const row = rows[cursor.at];
  if (row?.kind === 'move') return row.move;
  return row?.kind === 'change' ? row.change : {};
}

function reduce(slice: DiffSlice, command: Command, context: ViewContext): Step | undefined {
  const { list } = diffLayout(context.size);
  const { rows, cursor } = slice;
  const to = (next: Cursor): Step => ({
    slice: { ...slice, cursor: next, shift: next.at === cursor.at ? slice.shift : 0 },
  });
  switch (command.do) {
    case 'move':
      return to(moved(cursor, command.motion, rows.length, list));
    case 'scroll':
      if (command.row >= list) return { slice: { ...slice, shift: slice.shift + command.lines } };
      return to(scrolled(cursor, command.lines, rows.length, list));
    case 'scroll-text':
      return { slice: { ...slice, shift: slice.shift + command.by } };
    case 'next-entry':
      return nextDifference(slice, command.by, list);
    case 'toggle-cosmetic':
      return { slice: withRows({ ...slice, showsCosmetic: !slice.showsCosmetic }, context) };
    case 'open':
    case 'in':
      return opened(slice, context);
    case 'copy':
      return copied(slice);
    case 'edit': {
      const { side, before } = context.session;
      const places = placesUnder(slice);
      const [of, place] = places.after === undefined ? [before, places.before] : [side, places.after];
      const source = of?.configurations.find(({ file }) => file.name === place?.file)?.file;
      return source === undefined
        ? { slice, notice: note('there is nothing to edit here') }
        : editing(slice, source, place?.range.start);
    }
    default:
      return searched(slice, command, list);
  }
}

/** Without a search `n` and `N` go from difference to difference. */
function searched(slice: DiffSlice, command: Command, height: number): Step | undefined {
  if (command.do === 'next-match' && slice.wanted === '') return nextDifference(slice, command.by, height);
  const { rows, cursor } = slice;
  const step = searchedList(slice, command, {
    count: rows.length,
    height,
    textAt(row) {
      const each = rows[row];
      return each === undefined ? '' : piecesText(rowPieces(each));
    },
  });
  if (step === undefined || step.slice.cursor.at === cursor.at) return step;
  return { ...step, slice: { ...step.slice, shift: 0 } };
}

function nextDifference(slice: DiffSlice, by: 1 | -1, height: number): Step {
  const { rows, cursor } = slice;
  for (let at = cursor.at + by; at >= 0 && at < rows.length; at += by)
    if (isDifference(rows[at]))
      return { slice: { ...slice, cursor: jumped(cursor, at, rows.length, height), shift: 0 } };
  return { slice, notice: note(by === 1 ? 'this is the last difference' : 'this is the first difference') };
}

/** A request is traced through the newer side; a change leads to its place in the tree of that side. */
function opened(slice: DiffSlice, { session }: ViewContext): Step | undefined {
  const row = slice.rows[slice.cursor.at];
  if (row?.kind === 'move') {
    const { request, line } = row.move;
    return {
      slice,
      effects: [{ kind: 'ask', job: { job: 'trace', request } }],
      go: { view: 'trace', waiting: line },
    };
  }
  if (row?.kind !== 'change') return undefined;
  const { after } = row.change;
  const item = after === undefined ? -1 : itemOfPlace(session.side, after);
  if (item === -1) return { slice, notice: note('the newer side has nothing there') };
  return { slice, go: { view: 'tree', item } };
}

function copied(slice: DiffSlice): Step {
  const row = slice.rows[slice.cursor.at];
  if (row?.kind === 'move') return { slice, effects: [copyOfRequest(row.move)] };
  const place = row?.kind === 'change' ? (row.change.after ?? row.change.before) : undefined;
  return place === undefined
    ? { slice, notice: note('there is nothing to copy here') }
    : { slice, effects: [copyOfPointer(place)] };
}

function refresh(slice: DiffSlice, context: ViewContext, before: Session): DiffSlice {
  const { comparison } = context.session;
  if (before.comparison === comparison) return withRows(slice, context);
  if (comparison === undefined) return { ...withRows(slice, context), sought: slice.sought ?? slice.cursor };
  const { sought, ...rest } = slice;
  return withRows({ ...rest, cursor: sought ?? slice.cursor }, context);
}

export const diffView: View<DiffSlice> = {
  title: 'Diff',
  missing: ({ before }) =>
    before === undefined
      ? 'there is one input, so nothing to compare it with: cfgtool explore A B'
      : undefined,
  start: (context) =>
    withRows({ rows: [], cursor: START, showsCosmetic: false, wanted: '', shift: 0 }, context),
  reduce,
  refresh,
};
