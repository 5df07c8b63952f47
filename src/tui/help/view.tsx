import type { ReactElement } from 'react';
import type { BodyProps } from '../body-props.ts';
import { Lines } from '../lines.tsx';
import { filled, marked, row } from '../text/line.ts';
import { type HelpSlice, helpRows } from './state.ts';

export function HelpBody({ slice, size, theme }: BodyProps<HelpSlice>): ReactElement {
  const shown = helpRows(size.columns).slice(slice.top, slice.top + size.rows);
  const rows = shown.map((pieces) => row(marked(pieces, slice.wanted), size.columns, theme));
  return <Lines rows={filled(rows, size.rows, size.columns)} columns={size.columns} />;
}
