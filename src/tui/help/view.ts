import { filled, marked, row } from '../text/line.ts';
import type { Drawing } from '../view.ts';
import { type HelpSlice, helpRows } from './state.ts';

export function drawHelp({ slice, size, theme }: Drawing<HelpSlice>): readonly string[] {
  const shown = helpRows(size.columns).slice(slice.top, slice.top + size.rows);
  const rows = shown.map((pieces) => row(marked(pieces, slice.wanted), size.columns, theme));
  return filled(rows, size.rows, size.columns);
}
