/** What was loaded: resources by kind, findings by level, what is deprecated, the reserved word. */
import { type Cursor, moved, placed, START, scrolled } from '../list.ts';
import type { View } from '../view.ts';
import { overviewRows } from './rows.ts';

export interface OverviewSlice {
  readonly cursor: Cursor;
}

export const overviewView: View<OverviewSlice> = {
  title: 'Overview',
  start: () => ({ cursor: START }),
  reduce(slice, command, { session, size }) {
    const rows = overviewRows(session);
    const to = (cursor: Cursor) => ({ slice: { cursor } });
    switch (command.do) {
      case 'move':
        return to(moved(slice.cursor, command.motion, rows.length, size.rows));
      case 'scroll':
        return to(scrolled(slice.cursor, command.lines, rows.length, size.rows));
      case 'open':
      case 'in': {
        const go = rows[slice.cursor.at]?.go;
        return go === undefined ? { slice } : { slice, go };
      }
      default:
        return undefined;
    }
  },
  refresh: ({ cursor }, { session, size }) => ({
    cursor: placed(cursor, overviewRows(session).length, size.rows),
  }),
};
