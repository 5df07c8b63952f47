import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import { Lines } from '../lines.tsx';
import { filled, matched, row } from '../text/line.ts';
import { type HelpSlice, helpRows } from './state.ts';

export function HelpBody({ slice, size, theme }: BodyProps<HelpSlice>): ReactElement {
  const shown = helpRows(size.columns).slice(slice.top, slice.top + size.rows);
  const rows = shown.map((pieces) => {
    const marked = pieces.flatMap((piece) =>
      typeof piece === 'string'
        ? matched(piece, slice.wanted, 'plain')
        : matched(piece[0], slice.wanted, piece[1]),
    );
    return row(marked, size.columns, theme);
  });
  return <Lines rows={filled(rows, size.rows, size.columns)} columns={size.columns} />;
}
