import { REQUEST_HINT } from '../../routing/request/request-line.ts';
import type { Drawing } from '../view.ts';
import { filled, listRow, marked, type Piece, row } from '../text/line.ts';
import { type TraceSlice, traceLayout } from './state.ts';

export function drawTrace({ slice, size, theme }: Drawing<TraceSlice>): readonly string[] {
  const { way, history } = traceLayout(size, slice);
  const paint = (pieces: readonly Piece[]): string => row(pieces, size.columns, theme);
  const { at, top } = slice.cursor;
  const shown = slice.rows
    .slice(top, top + way)
    .map(({ pieces }, index) =>
      listRow(marked(pieces, slice.wanted), top + index === at, size.columns, theme),
    );
  const upper = slice.rows.length === 0 ? introduction(slice).map(paint) : shown;
  return [
    ...filled(upper, way, size.columns),
    ...filled(historyRows(slice, history).map(paint), history, size.columns),
  ];
}

function introduction({ waiting }: TraceSlice): readonly (readonly Piece[])[] {
  if (waiting !== undefined) return [[' ', ['looking where it goes: ', 'dim'], waiting]];
  return [
    [' ', ['Where does a request go, and why?', 'title']],
    [],
    ['  ', ['r', 'key'], '  type a request, such as'],
    ['     ', REQUEST_HINT],
    [],
    ['  ', ['r', 'key'], '  on a route in the tree: a request that lands there'],
  ];
}

function historyRows({ history, at, waiting }: TraceSlice, count: number): readonly (readonly Piece[])[] {
  if (count === 0) return [];
  const title =
    waiting === undefined ? 'Requests before, [ and ] turn to them' : `looking where it goes: ${waiting}`;
  const from = Math.max(0, Math.min(at, history.length - (count - 1)));
  return [
    [
      ['── ', 'border'],
      [title, 'dim'],
    ],
    ...history
      .slice(from, from + count - 1)
      .map(({ answer }, index): readonly Piece[] => [
        from + index === at ? '▸ ' : '  ',
        [answer.line, from + index === at ? 'strong' : 'plain'],
        ['  ', 'plain'],
        ['problem' in answer ? answer.problem : answer.answer, 'dim'],
      ]),
  ];
}
