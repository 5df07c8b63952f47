/** A cursor in a list of rows of which a window is shown. */

export interface Cursor {
  /** The row that the cursor is on, from 0. */
  readonly at: number;
  /** The first row that is shown. */
  readonly top: number;
}

export const START: Cursor = { at: 0, top: 0 };

export type Motion = 'up' | 'down' | 'page-up' | 'page-down' | 'half-up' | 'half-down' | 'start' | 'end';

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

/** The cursor on a row: where the window shows it already that stays, else some rows are shown around it. */
export function jumped(cursor: Cursor, at: number, count: number, height: number): Cursor {
  const near = placed({ ...cursor, at }, count, height);
  return near.top === cursor.top ? near : centred(at, count, height);
}

/** The cursor on a row that was far away, with some rows shown around it. */
export function centred(at: number, count: number, height: number): Cursor {
  return placed({ at, top: at - (height >> 1) }, count, height);
}
