import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import { Lines } from '../lines.tsx';
import { holdsItems, type ItemId } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import type { Side } from '../model/side.ts';
import { filled, type Piece, row } from '../text/line.ts';
import type { TreeSlice } from './state.ts';

export function TreeBody({ slice, session, size, theme }: BodyProps<TreeSlice>): ReactElement {
  const { at, top } = slice.cursor;
  const rows: string[] = [];
  for (let index = top; index < Math.min(slice.rows.length, top + size.rows - 1); index++) {
    const pieces = piecesOf(slice, session.side, slice.rows[index] ?? 0);
    rows.push(
      index === at
        ? row(['▌', ...pieces], size.columns, theme, 'selected')
        : row([' ', ...pieces], size.columns, theme),
    );
  }
  return <Lines rows={filled(rows, size.rows, size.columns)} />;
}

function piecesOf({ unfolded, found }: TreeSlice, { items }: Side, item: ItemId): readonly Piece[] {
  const sign = !holdsItems(items, item) ? '  ' : unfolded.has(item) || found?.holds(item) ? '▾ ' : '▸ ';
  const { name, summary } = labelOf(items, item);
  return ['  '.repeat(items.depths[item] ?? 0), sign, name, [`  ${summary}`, 'dim']];
}
