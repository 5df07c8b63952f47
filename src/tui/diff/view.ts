import type { SourceFile } from '../../source/load.ts';
import type { Drawing } from '../view.ts';
import type { SidePlace } from '../jobs/comparison.ts';
import { sharedIndent } from '../model/shared-indent.ts';
import type { Side } from '../model/side.ts';
import type { Session } from '../session.ts';
import { filled, listRow, marked, type Piece, row } from '../text/line.ts';
import { wrapped } from '../text/wrap.ts';
import type { Role, Theme } from '../theme.ts';
import { differingLines, type Spot } from './differing.ts';
import { type DiffRow, isDifference, rowPieces } from './rows.ts';
import { type DiffSlice, diffLayout, placesUnder } from './state.ts';

export function drawDiff({ slice, session, size, theme }: Drawing<DiffSlice>): readonly string[] {
  const { list, about, sides } = diffLayout(size);
  const { columns } = size;
  const { at, top } = slice.cursor;
  const listed =
    session.comparison === undefined
      ? [row([' ', ['comparing…', 'dim']], columns, theme)]
      : slice.rows
          .slice(top, top + list)
          .map((each, index) =>
            listRow(marked(rowPieces(each), slice.wanted), top + index === at, columns, theme),
          );
  return [
    ...filled(listed, list, columns),
    ...filled(
      aboutRows(slice.rows[at], columns).map((pieces) => row(pieces, columns, theme)),
      about,
      columns,
    ),
    ...sideRows(slice, session, columns, sides, theme),
  ];
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
  return standsFor === '' ? message : `${message.replace(/\.$/, '')}. It stands for ${standsFor}`;
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
  if (!isDifference(slice.rows[slice.cursor.at])) return new Array<string>(height).fill('');
  // Both lose the same indentation, so that they can be compared.
  const left = Math.min(
    indentOf(before, places.before, slice.shift, height),
    indentOf(side, places.after, slice.shift, height),
  );
  const differing = differingLines(spotOf(before, places.before), spotOf(side, places.after));
  const shown = (
    of: Side | undefined,
    place: SidePlace | undefined,
    role: Role,
    changed: ReadonlySet<number>,
  ): readonly string[] =>
    filled(
      sidePieces(of, place, { shift: slice.shift, height, role, changed }, (line) =>
        redact === undefined ? '…' : redact(line).slice(left).replaceAll('\t', '  '),
      ).map((pieces) => row(pieces, width, theme)),
      height,
      width,
    );
  const right = shown(side, places.after, 'added', differing.after);
  return shown(before, places.before, 'removed', differing.before).map(
    (line, index) => line + row([[' │ ', 'border']], 3, theme) + (right[index] ?? ''),
  );
}

function fileOf(side: Side | undefined, place: SidePlace | undefined): SourceFile | undefined {
  return side?.configurations.find(({ file }) => file.name === place?.file)?.file;
}

function spotOf(side: Side | undefined, place: SidePlace | undefined): Spot | undefined {
  const file = fileOf(side, place);
  return file === undefined || place === undefined ? undefined : { file, place };
}

/** The first line that is shown of a place; the one with the name of the file stands above it. */
function firstLine(place: SidePlace, shift: number): number {
  return place.range.start.line - 2 + shift;
}

/** Blanks that all lines which are shown begin with. */
function indentOf(
  side: Side | undefined,
  place: SidePlace | undefined,
  shift: number,
  height: number,
): number {
  const lines = fileOf(side, place)?.lines;
  if (place === undefined || lines === undefined) return Number.POSITIVE_INFINITY;
  const first = firstLine(place, shift);
  return sharedIndent(lines, Math.max(1, first), first + height - 2);
}

/** What of a side is shown. */
interface SideLook {
  readonly shift: number;
  readonly height: number;
  readonly role: Role;
  /** Lines that the other side has not. */
  readonly changed: ReadonlySet<number>;
}

/** Lines of a file around a place, numbered, those marked that differ from the other side's. */
function sidePieces(
  side: Side | undefined,
  place: SidePlace | undefined,
  { shift, height, role, changed }: SideLook,
  show: (line: string) => string,
): readonly (readonly Piece[])[] {
  if (place === undefined) return [[['nothing on this side', 'dim']]];
  const file = fileOf(side, place);
  if (file === undefined) return [[['the file is not at hand', 'dim']]];
  const { start } = place.range;
  const { lines } = file;
  const rows: (readonly Piece[])[] = [[[`${file.name}:${start.line}`, 'dim']]];
  const digits = String(Math.min(lines.count, start.line + height)).length;
  const first = firstLine(place, shift);
  for (let line = first; line < first + height - 1; line++) {
    if (line < 1 || line > lines.count) {
      rows.push([]);
      continue;
    }
    const isChanged = changed.has(line);
    rows.push([
      [`${String(line).padStart(digits)} `, 'dim'],
      [isChanged ? (role === 'removed' ? '- ' : '+ ') : '  ', role],
      [show(lines.line(line)), isChanged ? role : 'plain'],
    ]);
  }
  return rows;
}
