import type { ReactElement } from 'react';
import { wrapped } from '../../report/wrap.ts';
import type { BodyProps } from '../body.ts';
import type { SidePlace } from '../jobs/comparison.ts';
import { Lines } from '../lines.tsx';
import type { Side } from '../model/side.ts';
import type { Session } from '../session.ts';
import { filled, type Piece, row } from '../text/line.ts';
import type { Role, Theme } from '../theme.ts';
import { type DiffRow, rowPieces } from './rows.ts';
import { type DiffSlice, diffLayout, placesUnder } from './state.ts';

export function DiffBody({ slice, session, size, theme }: BodyProps<DiffSlice>): ReactElement {
  const { list, about, sides } = diffLayout(size);
  const { columns } = size;
  const { at, top } = slice.cursor;
  const listed =
    session.comparison === undefined
      ? [row([' ', ['comparing…', 'dim']], columns, theme)]
      : slice.rows
          .slice(top, top + list)
          .map((each, index) =>
            top + index === at
              ? row(['▌', ...rowPieces(each)], columns, theme, 'selected')
              : row([' ', ...rowPieces(each)], columns, theme),
          );
  return (
    <Lines
      columns={columns}
      rows={[
        ...filled(listed, list, columns),
        ...filled(
          aboutRows(slice.rows[at], columns).map((pieces) => row(pieces, columns, theme)),
          about,
          columns,
        ),
        ...sideRows(slice, session, columns, sides, theme),
      ]}
    />
  );
}

function aboutRows(row: DiffRow | undefined, columns: number): readonly (readonly Piece[])[] {
  const lines = wrapped(aboutText(row), columns - 4);
  return lines.map((line, index) => [
    [index === 0 ? '── ' : '   ', 'border'],
    [line, 'dim'],
  ]);
}

function aboutText(row: DiffRow | undefined): string {
  if (row?.kind === 'change')
    return `${row.change.message.replace(/\.$/, '')}. ${row.change.reason} (${row.change.rule})`;
  if (row?.kind !== 'move') return '';
  const { message, standsFor } = row.move;
  return standsFor === '' ? message : `${message} It stands for ${standsFor}`;
}

/** Both sides from the same distance to the difference, so that they scroll together. */
function sideRows(
  slice: DiffSlice,
  { side, before, redact }: Session,
  columns: number,
  height: number,
  theme: Theme,
): readonly string[] {
  const width = Math.floor((columns - 3) / 2);
  const places = placesUnder(slice);
  const shown = (of: Side | undefined, place: SidePlace | undefined, role: Role): readonly string[] =>
    filled(
      sidePieces(of, place, slice.shift, height, role, redact).map((pieces) => row(pieces, width, theme)),
      height,
      width,
    );
  const left = shown(before, places.before, 'removed');
  const right = shown(side, places.after, 'added');
  return left.map(
    (line, index) => row([], 0, theme) + line + row([[' │ ', 'border']], 3, theme) + (right[index] ?? ''),
  );
}

/** Lines of a file around a place, numbered, those of the place itself marked. */
function sidePieces(
  side: Side | undefined,
  place: SidePlace | undefined,
  shift: number,
  height: number,
  role: Role,
  redact: Session['redact'],
): readonly (readonly Piece[])[] {
  if (place === undefined) return [[['nothing on this side', 'dim']]];
  const file = side?.configurations.find((each) => each.file.name === place.file)?.file;
  if (file === undefined) return [[['the file is not at hand', 'dim']]];
  const { start, end } = place.range;
  const last = Math.max(start.line, end.column === 1 ? end.line - 1 : end.line);
  const { lines } = file;
  const rows: (readonly Piece[])[] = [[[`${file.name}:${start.line}`, 'dim']]];
  const digits = String(Math.min(lines.count, start.line + height)).length;
  const first = start.line - 2 + shift;
  for (let line = first; line < first + height - 1; line++) {
    if (line < 1 || line > lines.count) {
      rows.push([]);
      continue;
    }
    const inside = line >= start.line && line <= last;
    const text = redact === undefined ? '…' : redact(lines.line(line)).replaceAll('\t', '  ');
    rows.push([
      [`${String(line).padStart(digits)} `, 'dim'],
      [inside ? (role === 'removed' ? '- ' : '+ ') : '  ', role],
      [text, inside ? role : 'plain'],
    ]);
  }
  return rows;
}
