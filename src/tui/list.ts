/** A cursor in a list of rows of which a window is shown, looking for a text in them, and texts that are only scrolled. */
import type { Command, Motion } from './command.ts';
import { note, type ViewStep } from './view.ts';

export interface Cursor {
  /** The row that the cursor is on, from 0. */
  readonly at: number;
  /** The first row that is shown. */
  readonly top: number;
}

export const START: Cursor = { at: 0, top: 0 };

/** The cursor after a motion. @param height rows that are shown */
export function moved(cursor: Cursor, motion: Motion, count: number, height: number): Cursor {
  return placed({ ...cursor, at: target(cursor.at, motion, count, height) }, count, height);
}

function target(at: number, motion: Motion, count: number, height: number): number {
  const page = Math.max(1, height - 1);
  const half = Math.max(1, height >> 1);
  switch (motion) {
    case 'up':
      return at - 1;
    case 'down':
      return at + 1;
    case 'page-up':
      return at - page;
    case 'page-down':
      return at + page;
    case 'half-up':
      return at - half;
    case 'half-down':
      return at + half;
    case 'start':
      return 0;
    case 'end':
      return count - 1;
  }
}

/** The same cursor within the list, with a window that shows it. */
export function placed({ at, top }: Cursor, count: number, height: number): Cursor {
  const row = Math.max(0, Math.min(count - 1, at));
  const shown = Math.max(1, height);
  const first = Math.min(row, Math.max(top, row - shown + 1));
  return { at: row, top: Math.max(0, Math.min(first, count - shown)) };
}

/** The window moved by some rows; the cursor stays within it. */
export function scrolled(cursor: Cursor, lines: number, count: number, height: number): Cursor {
  const top = Math.max(0, Math.min(count - height, cursor.top + lines));
  return { top, at: Math.max(top, Math.min(top + height - 1, count - 1, cursor.at)) };
}

/**
 * The cursor after a command that moves it: keys, the wheel, a click. The same one where a click is on its row already;
 * undefined where the command is another one, or the click is beside the rows.
 *
 * @param first the row of the view that the list begins in
 */
export function stepped(
  cursor: Cursor,
  command: Command,
  count: number,
  height: number,
  first = 0,
): Cursor | undefined {
  switch (command.do) {
    case 'move':
      return moved(cursor, command.motion, count, height);
    case 'scroll':
      return scrolled(cursor, command.lines, count, height);
    case 'click': {
      const row = command.row - first;
      const at = cursor.top + row;
      if (row < 0 || row >= height || at >= count) return undefined;
      return at === cursor.at ? cursor : { ...cursor, at };
    }
    default:
      return undefined;
  }
}

/** The cursor on a row: where the window shows it already that stays, else some rows are shown around it. */
export function jumped(cursor: Cursor, at: number, count: number, height: number): Cursor {
  const near = placed({ ...cursor, at }, count, height);
  return near.top === cursor.top ? near : centred(at, count, height);
}

/** The cursor on a row that was far away, with some rows shown around it. */
export function centred(at: number, count: number, height: number): Cursor {
  return placed({ at, top: at - (height >> 1) }, count, height);
}

// Looking for a text in the rows of a list: `/`, `n` and `N` where a view has no search of its own.

/** Rows that can be searched. */
interface SearchedRows {
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

// A text that is only scrolled through: pages of help, explanations.

/** The first row that is shown, after a command; undefined where the command is none that scrolls. */
export function scrolledText(
  top: number,
  command: Command,
  count: number,
  height: number,
): number | undefined {
  // The first row moves as a cursor does among all rows that may be the first one.
  const firsts = Math.max(1, count - height + 1);
  if (command.do === 'scroll') return placed({ at: top + command.lines, top: 0 }, firsts, height).at;
  if (command.do !== 'move') return undefined;
  return moved({ at: top, top: 0 }, command.motion, firsts, height).at;
}
