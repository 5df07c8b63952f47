import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import { Lines } from '../lines.tsx';
import { filled, row } from '../text/line.ts';
import { overviewRows } from './rows.ts';
import type { OverviewSlice } from './state.ts';

export function OverviewBody({ slice, session, size, theme }: BodyProps<OverviewSlice>): ReactElement {
  const { at, top } = slice.cursor;
  const rows = overviewRows(session)
    .slice(top, top + size.rows)
    .map(({ pieces }, index) =>
      top + index === at
        ? row(['▌', ...pieces], size.columns, theme, 'selected')
        : row([' ', ...pieces], size.columns, theme),
    );
  return <Lines rows={filled(rows, size.rows, size.columns)} columns={size.columns} />;
}
