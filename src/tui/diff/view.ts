/** A change walked through: every difference, with both sides beside each other. */

import type { SourceFile } from '../../source/load.ts';
import type { Command } from '../command.ts';
import type { SidePlace } from '../jobs/comparison.ts';
import { type Cursor, jumped, placed, START, searchedList, stepped } from '../list.ts';
import { itemOfPlace, sharedIndent } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import { filled, listRow, marked, type Piece, piecesText, row, wrapped } from '../text.ts';
import type { Role, Theme } from '../theme.ts';
import { copyOfRequest } from '../trace/rows.ts';
import {
  copyOfPointer,
  type Drawing,
  editing,
  note,
  type Session,
  type Size,
  type View,
  type ViewContext,
  type ViewStep,
} from '../view.ts';
import { type DiffRow, differingLines, diffRows, isDifference, type Location, rowPieces } from './rows.ts';

export interface DiffSlice {
  readonly rows: readonly DiffRow[];
  readonly cursor: Cursor;
  readonly showsCosmetic: boolean;
  /** What was searched in the rows. */
  readonly wanted: string;
  /** Lines by which both sides are scrolled away from what the cursor is on. */
  readonly shift: number;
  /** Where the cursor was before the files were read again, while they are compared anew. */
  readonly sought?: Cursor;
}

type Step = ViewStep<DiffSlice>;

const ABOUT = 3;

/** Rows of the body for the list; some lines about the difference are between it and both sides. */
function diffLayout({ rows }: Size): {
  readonly list: number;
  readonly about: number;
  readonly sides: number;
} {
  const list = Math.max(6, Math.floor(rows * 0.4));
  return { list, about: ABOUT, sides: rows - list - ABOUT };
}

function withRows(slice: DiffSlice, { session, size }: ViewContext): DiffSlice {
  const rows = diffRows(session.comparison, slice.showsCosmetic);
  return { ...slice, rows, cursor: placed(slice.cursor, rows.length, diffLayout(size).list) };
}

/** Where the difference under the cursor stands on each side. */
function placesUnder({ rows, cursor }: DiffSlice): {
  readonly before?: SidePlace;
  readonly after?: SidePlace;
} {
  const row = rows[cursor.at];
  if (row?.kind === 'move') return row.move;
  return row?.kind === 'change' ? row.change : {};
}

function reduce(slice: DiffSlice, command: Command, context: ViewContext): Step | undefined {
  const { list } = diffLayout(context.size);
  const { rows, cursor } = slice;
  const to = (next: Cursor): Step => ({
    slice: { ...slice, cursor: next, shift: next.at === cursor.at ? slice.shift : 0 },
  });
  switch (command.do) {
    case 'move':
    case 'scroll':
    case 'click': {
      if (command.do === 'scroll' && command.row >= list)
        return { slice: { ...slice, shift: slice.shift + command.lines } };
      const next = stepped(cursor, command, rows.length, list);
      return next === undefined || next === cursor ? next && { slice } : to(next);
    }
    case 'scroll-text':
      return { slice: { ...slice, shift: slice.shift + command.by } };
    case 'next-entry':
      return nextDifference(slice, command.by, list);
    case 'toggle-cosmetic':
      return { slice: withRows({ ...slice, showsCosmetic: !slice.showsCosmetic }, context) };
    case 'open':
    case 'in':
      return opened(slice, context);
    case 'copy':
      return copied(slice);
    case 'edit': {
      const { side, before } = context.session;
      const places = placesUnder(slice);
      const [of, place] = places.after === undefined ? [before, places.before] : [side, places.after];
      const source = of?.configurations.find(({ file }) => file.name === place?.file)?.file;
      return source === undefined
        ? { slice, notice: note('there is nothing to edit here') }
        : editing(slice, source, place?.range.start);
    }
    default:
      return searched(slice, command, list);
  }
}

/** Without a search `n` and `N` go from difference to difference. */
function searched(slice: DiffSlice, command: Command, height: number): Step | undefined {
  if (command.do === 'next-match' && slice.wanted === '') return nextDifference(slice, command.by, height);
  const { rows, cursor } = slice;
  const step = searchedList(slice, command, {
    count: rows.length,
    height,
    textAt(row) {
      const each = rows[row];
      return each === undefined ? '' : piecesText(rowPieces(each));
    },
  });
  if (step === undefined || step.slice.cursor.at === cursor.at) return step;
  return { ...step, slice: { ...step.slice, shift: 0 } };
}

function nextDifference(slice: DiffSlice, by: 1 | -1, height: number): Step {
  const { rows, cursor } = slice;
  for (let at = cursor.at + by; at >= 0 && at < rows.length; at += by)
    if (isDifference(rows[at]))
      return { slice: { ...slice, cursor: jumped(cursor, at, rows.length, height), shift: 0 } };
  return { slice, notice: note(by === 1 ? 'this is the last difference' : 'this is the first difference') };
}

/** A request is traced through the newer side; a change leads to its place in the tree of that side. */
function opened(slice: DiffSlice, { session }: ViewContext): Step | undefined {
  const row = slice.rows[slice.cursor.at];
  if (row?.kind === 'move') {
    const { request, line } = row.move;
    return {
      slice,
      effects: [{ kind: 'ask', job: { job: 'trace', request } }],
      go: { view: 'trace', waiting: line },
    };
  }
  if (row?.kind !== 'change') return undefined;
  const { after } = row.change;
  const item = after === undefined ? -1 : itemOfPlace(session.side, after);
  if (item === -1) return { slice, notice: note('the newer side has nothing there') };
  return { slice, go: { view: 'tree', item } };
}

function copied(slice: DiffSlice): Step {
  const row = slice.rows[slice.cursor.at];
  if (row?.kind === 'move') return { slice, effects: [copyOfRequest(row.move)] };
  const place = row?.kind === 'change' ? (row.change.after ?? row.change.before) : undefined;
  return place === undefined
    ? { slice, notice: note('there is nothing to copy here') }
    : { slice, effects: [copyOfPointer(place)] };
}

function refresh(slice: DiffSlice, context: ViewContext, before: Session): DiffSlice {
  const { comparison } = context.session;
  if (before.comparison === comparison) return withRows(slice, context);
  if (comparison === undefined) return { ...withRows(slice, context), sought: slice.sought ?? slice.cursor };
  const { sought, ...rest } = slice;
  return withRows({ ...rest, cursor: sought ?? slice.cursor }, context);
}

function draw({ slice, session, size, theme }: Drawing<DiffSlice>): readonly string[] {
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

function spotOf(side: Side | undefined, place: SidePlace | undefined): Location | undefined {
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

export const diffView: View<DiffSlice> = {
  title: 'Diff',
  missing: ({ before }) =>
    before === undefined
      ? 'there is one input, so nothing to compare it with: cfgtool explore A B'
      : undefined,
  start: (context) =>
    withRows({ rows: [], cursor: START, showsCosmetic: false, wanted: '', shift: 0 }, context),
  reduce,
  refresh,
  draw,
};
