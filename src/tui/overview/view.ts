import type { Drawing } from '../view.ts';
import { filled, listRow, row } from '../text/line.ts';
import { overviewRows } from './rows.ts';
import { type OverviewSlice, overviewHeight } from './state.ts';

export function drawOverview({ slice, session, size, theme }: Drawing<OverviewSlice>): readonly string[] {
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
