import type { Drawing } from '../view.ts';
import type { EditOffer, OfferedEdit } from '../jobs/migration.ts';
import type { Session } from '../session.ts';
import { filled, listRow, marked, type Piece, row } from '../text/line.ts';
import { cut } from '../text/width.ts';
import { wrapped } from '../text/wrap.ts';
import type { Role } from '../theme.ts';
import { resourceText } from './resource.ts';
import { editUnder, type MigrateSlice, migrateLayout } from './state.ts';

type Row = readonly Piece[];

/** So much of a resource's name is shown, however narrow the window is. */
const MIN_RESOURCE = 12;

export function drawMigrate({ slice, session, size, theme }: Drawing<MigrateSlice>): readonly string[] {
  const { list, text } = migrateLayout(size);
  const { columns } = size;
  const { offer } = session;
  const { at, top } = slice.cursor;
  const shown = listPieces(session, slice, list, columns);
  const edit = editUnder(slice, offer);
  const below = edit === undefined ? leftText(slice, offer, columns) : textRows(slice, edit, text);
  const paint = (pieces: Row): string => row(pieces, columns, theme);
  const listed = shown.map((pieces, index) =>
    offer === undefined || shown.length === 0
      ? paint([' ', ...pieces])
      : listRow(marked(pieces, slice.wanted), top + index === at, columns, theme),
  );
  const reason: Row = [
    ['── ', 'border'],
    [edit?.reason ?? '', 'dim'],
  ];
  return [
    paint(headPieces(slice, offer)),
    ...filled(listed, list, columns),
    paint(reason),
    ...filled(below.map(paint), text, columns),
  ];
}

function headPieces(slice: MigrateSlice, offer: EditOffer | undefined): Row {
  // While the edits are worked out anew, decisions about the old ones count nothing.
  if (offer === undefined) return [' ', ['Edits', 'title']];
  const { edits } = offer;
  const accepted = edits.filter(({ key }) => slice.accepted.has(key)).length;
  const refused = edits.filter(({ key }) => slice.left.has(key)).length;
  const count = edits.length;
  const countOf = (which: OfferedEdit['made']): number => edits.filter(({ made }) => made === which).length;
  const [optional, lifts] = [countOf('optional'), countOf('lift')];
  const stays = offer.left.length;
  const open = count - accepted - refused;
  return [
    ' ',
    [`${count} edit${count === 1 ? '' : 's'}`, 'title'],
    optional === 0 ? '' : `, ${optional} optional`,
    lifts === 0 ? '' : `, ${lifts} to lift`,
    `   accepted ${accepted}   left ${refused}   open ${open}`,
    stays === 0 ? '' : [`   ${stays} cannot be converted`, 'warning'],
  ];
}

/** The rows that are shown: edits, then what cannot be converted, in a line each. */
function listPieces(
  { offer, side, redact }: Session,
  slice: MigrateSlice,
  height: number,
  columns: number,
): readonly Row[] {
  if (offer === undefined) return [[['planning…', 'dim']]];
  const { edits, left } = offer;
  if (edits.length + left.length === 0) return [[['nothing to migrate: no form here is deprecated', 'dim']]];
  const several = new Set(edits.map(({ file }) => file)).size > 1;
  const { top } = slice.cursor;
  return [
    ...edits.slice(top, top + height).map((edit) => {
      const show = redact ?? (() => '…');
      return editPieces(edit, show(resourceText(side, edit)), slice, several, columns);
    }),
    ...left
      .slice(Math.max(0, top - edits.length), Math.max(0, top + height - edits.length))
      .map((each): Row => [['[!] ', 'warning'], each]),
  ];
}

/** @param resource what the edit is made in */
function editPieces(
  { key, file, line, migration, made }: OfferedEdit,
  resource: string,
  slice: MigrateSlice,
  several: boolean,
  columns: number,
): Row {
  const mark: Piece = slice.accepted.has(key)
    ? ['[x] ', 'good']
    : slice.left.has(key)
      ? ['[-] ', 'dim']
      : '[ ] ';
  const place = several ? `${file}:${line}` : `line ${line}`;
  const name = made === 'optional' ? `${migration} (optional)` : made === 'lift' ? 'to version 3' : migration;
  // The sign, blanks, and the mark of the cursor.
  const room = Math.max(MIN_RESOURCE, columns - Math.max(10, place.length) - name.length - 9);
  return [
    mark,
    [place.padEnd(10), 'dim'],
    ' ',
    [cut(resource, room), 'strong'],
    '  ',
    [name, made === 'always' ? 'info' : 'dim'],
  ];
}

function textRows({ texts, top }: MigrateSlice, { key }: OfferedEdit, height: number): readonly Row[] {
  const lines = texts.get(key);
  if (lines === undefined) return [[' ', ['working it out…', 'dim']]];
  return lines
    .slice(top, top + height)
    .map((line): Row => [' ', [line.replaceAll('\t', '  '), roleOf(line)]]);
}

function roleOf(line: string): Role {
  if (line.startsWith('@@')) return 'title';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'plain';
}

/** What cannot be converted, in full, where the cursor is on it. */
function leftText({ cursor }: MigrateSlice, offer: EditOffer | undefined, columns: number): readonly Row[] {
  const each = offer?.left[cursor.at - offer.edits.length];
  return each === undefined ? [] : wrapped(each, columns - 2).map((line): Row => [' ', line]);
}
