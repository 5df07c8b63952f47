/** What was loaded: resources by kind, findings by level, what is deprecated, the namespace. */
import type { Command } from '../command.ts';
import { type Cursor, moved, placed, START, stepped } from '../list.ts';
import { spotOfItem } from '../model/places.ts';
import { filled, listRow, row } from '../text.ts';
import {
  copyOfPointer,
  type Drawing,
  editing,
  note,
  type Session,
  type Size,
  type View,
  type ViewContext,
  type ViewStep,
} from '../view.ts';
import { type OverviewRow, overviewRows } from './rows.ts';

export interface OverviewSlice {
  readonly cursor: Cursor;
}

type Step = ViewStep<OverviewSlice>;

/** Rows of the list; where it does not fit, one row says how much more there is. */
function overviewHeight(count: number, { rows }: Size): number {
  return count > rows ? rows - 1 : rows;
}

/** Headings and plain facts are passed over. */
function isOpenable({ go, whole }: OverviewRow): boolean {
  return go !== undefined || whole !== undefined;
}

const UPWARDS = new Set(['up', 'page-up', 'half-up', 'end']);

/**
 * The cursor on a row that can be opened, looked for in the direction of the motion, then in the other one. On the
 * first of them the window begins with the page, so that what stands above it can be seen.
 */
function onOpenable(
  cursor: Cursor,
  rows: readonly OverviewRow[],
  isUpwards: boolean,
  height: number,
): Cursor {
  const before = rows.findLastIndex((row, at) => at <= cursor.at && isOpenable(row));
  const after = rows.findIndex((row, at) => at >= cursor.at && isOpenable(row));
  const [near, far] = isUpwards ? [before, after] : [after, before];
  const at = near === -1 ? far : near;
  if (at === -1) return placed(cursor, rows.length, height);
  const isFirst = rows.findIndex(isOpenable) === at;
  return placed({ at, top: isFirst && at < height ? 0 : cursor.top }, rows.length, height);
}

function reduce(slice: OverviewSlice, command: Command, { session, size }: ViewContext): Step | undefined {
  const rows = overviewRows(session);
  const row = rows[slice.cursor.at];
  const height = overviewHeight(rows.length, size);
  switch (command.do) {
    case 'move': {
      const cursor = moved(slice.cursor, command.motion, rows.length, height);
      return { slice: { cursor: onOpenable(cursor, rows, UPWARDS.has(command.motion), height) } };
    }
    case 'scroll':
    case 'click': {
      const cursor = stepped(slice.cursor, command, rows.length, height);
      if (cursor === undefined || (command.do === 'click' && !isOpenable(rows[cursor.at] ?? { pieces: [] })))
        return undefined;
      return { slice: cursor === slice.cursor ? slice : { cursor } };
    }
    case 'open':
    case 'in':
      if (row?.whole !== undefined) return { slice, notice: note(row.whole) };
      return row?.go && { slice, go: row.go };
    case 'copy': {
      const place = placeOf(row, session);
      return place && { slice, effects: [copyOfPointer(place)] };
    }
    case 'edit': {
      const place = placeOf(row, session);
      const [first] = session.side.configurations;
      if (place !== undefined) return editing(slice, place.sourceFile, place.range.start);
      return first && editing(slice, first.file);
    }
    default:
      return undefined;
  }
}

/** Of the item that a row leads to. */
function placeOf(row: OverviewRow | undefined, { side }: Session): ReturnType<typeof spotOfItem> {
  return row?.go !== undefined && 'item' in row.go ? spotOfItem(side, row.go.item) : undefined;
}

/** The row stays the same while others come and go around it. */
function refresh({ cursor }: OverviewSlice, { session, size }: ViewContext, before: Session): OverviewSlice {
  const rows = overviewRows(session);
  const height = overviewHeight(rows.length, size);
  if (before === session) return { cursor: placed(cursor, rows.length, height) };
  const key = overviewRows(before)[cursor.at]?.key;
  const same = key === undefined ? -1 : rows.findIndex((row) => row.key === key);
  const at = same === -1 ? cursor.at : same;
  const top = cursor.top === 0 ? 0 : cursor.top + at - cursor.at;
  return { cursor: onOpenable({ at, top }, rows, false, height) };
}

function draw({ slice, session, size, theme }: Drawing<OverviewSlice>): readonly string[] {
  const { at, top } = slice.cursor;
  const all = overviewRows(session);
  const height = overviewHeight(all.length, size);
  const rows = all
    .slice(top, top + height)
    .map(({ pieces }, index) => listRow(pieces, top + index === at, size.columns, theme));
  const more = all.length - top - height;
  if (more > 0)
    rows.push(row([[`  ${more} more ${more === 1 ? 'row' : 'rows'} ↓`, 'dim']], size.columns, theme));
  return filled(rows, size.rows, size.columns);
}

export const overviewView: View<OverviewSlice> = {
  title: 'Overview',
  start({ session, size }) {
    const rows = overviewRows(session);
    return { cursor: onOpenable(START, rows, false, overviewHeight(rows.length, size)) };
  },
  reduce,
  refresh,
  draw,
};
