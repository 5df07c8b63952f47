import type { ReactElement } from 'react';
import type { BodyProps } from '../body-props.ts';
import { Lines } from '../lines.tsx';
import { filled, listRow, row } from '../text/line.ts';
import { overviewRows } from './rows.ts';
import { type OverviewSlice, overviewHeight } from './state.ts';

export function OverviewBody({ slice, session, size, theme }: BodyProps<OverviewSlice>): ReactElement {
  const { at, top } = slice.cursor;
  const all = overviewRows(session);
  const height = overviewHeight(all.length, size);
  const rows = all
    .slice(top, top + height)
    .map(({ pieces }, index) => listRow(pieces, top + index === at, size.columns, theme));
  const more = all.length - top - height;
  if (more > 0)
    rows.push(row([[`  ${more} more ${more === 1 ? 'row' : 'rows'} ↓`, 'dim']], size.columns, theme));
  return <Lines rows={filled(rows, size.rows, size.columns)} columns={size.columns} />;
}
