import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import { Lines } from '../lines.tsx';
import type { Session } from '../session.ts';
import { filled, type Piece, row } from '../text/line.ts';
import type { FindingRow } from './rows.ts';
import type { FindingsSlice } from './state.ts';

export function FindingsBody({ slice, session, size, theme }: BodyProps<FindingsSlice>): ReactElement {
  const { at, top } = slice.cursor;
  const rows = slice.rows
    .slice(top, top + size.rows)
    .map((each, index) =>
      top + index === at
        ? row(['▌', ...piecesOf(each, session)], size.columns, theme, 'selected')
        : row([' ', ...piecesOf(each, session)], size.columns, theme),
    );
  return <Lines rows={filled(rows, size.rows, size.columns)} />;
}

function piecesOf(each: FindingRow, { analysis }: Session): readonly Piece[] {
  if (each.kind === 'rule') return [[`${each.rule} ${each.count}`, each.level]];
  return ['  ', analysis?.findings[each.finding]?.message ?? ''];
}
