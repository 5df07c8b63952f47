/** Looking for a text in the rows of a list: `/`, `n` and `N` where a view has no search of its own. */
import type { Command } from './command.ts';
import { type Cursor, jumped } from './list.ts';
import { note } from './notice.ts';
import type { ViewStep } from './view.ts';

/** Rows that can be searched. */
export interface SearchedRows {
  readonly count: number;
  /** Rows that are shown. */
  readonly height: number;
  textAt(row: number): string;
}

/** The next row with a text, from a row on and around the end; -1 where none has it. Upper and lower case are the same. */
export function nextRowWith(
  text: string,
  { count, textAt }: Omit<SearchedRows, 'height'>,
  from: number,
  by: 1 | -1,
): number {
  const wanted = text.toLowerCase();
  for (let step = 0; step < count; step++) {
    const at = (from + by * step + 2 * count) % count;
    if (textAt(at).toLowerCase().includes(wanted)) return at;
  }
  return -1;
}

/** What a list answers to `/`, `n`, `N` and Esc; undefined for any other command, and for Esc where nothing was searched. */
export function searchedList<Slice extends { readonly cursor: Cursor; readonly wanted: string }>(
  slice: Slice,
  command: Command,
  rows: SearchedRows,
): ViewStep<Slice> | undefined {
  switch (command.do) {
    case 'search':
      return sought({ ...slice, wanted: command.text }, slice.cursor.at, 1, rows);
    case 'next-match':
      return slice.wanted === ''
        ? { slice, notice: note('nothing was searched; / does') }
        : sought(slice, slice.cursor.at + command.by, command.by, rows);
    case 'back':
      return slice.wanted === '' ? undefined : { slice: { ...slice, wanted: '' } };
    default:
      return undefined;
  }
}

function sought<Slice extends { readonly cursor: Cursor; readonly wanted: string }>(
  slice: Slice,
  from: number,
  by: 1 | -1,
  rows: SearchedRows,
): ViewStep<Slice> {
  if (slice.wanted === '') return { slice };
  const at = nextRowWith(slice.wanted, rows, from, by);
  if (at === -1) return { slice, notice: note(`no row here has ${JSON.stringify(slice.wanted)}`) };
  return { slice: { ...slice, cursor: jumped(slice.cursor, at, rows.count, rows.height) } };
}
