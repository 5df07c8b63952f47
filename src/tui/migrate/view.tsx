import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import type { OfferedEdit } from '../jobs/migration.ts';
import { Lines } from '../lines.tsx';
import { filled, listRow, marked, type Piece, row } from '../text/line.ts';
import { cutStart } from '../text/width.ts';
import type { Role } from '../theme.ts';
import { editUnder, type MigrateSlice, migrateLayout } from './state.ts';

export function MigrateBody({ slice, session, size, theme }: BodyProps<MigrateSlice>): ReactElement {
  const { list, text } = migrateLayout(size);
  const { columns } = size;
  const { offer } = session;
  const edits = offer?.edits ?? [];
  const { at, top } = slice.cursor;
  const several = new Set(edits.map(({ file }) => file)).size > 1;
  const listed =
    edits.length > 0
      ? edits.slice(top, top + list).map((edit, index) => {
          const pieces = editPieces(edit, slice, several, columns - 20);
          return listRow(marked(pieces, slice.wanted), top + index === at, columns, theme);
        })
      : [
          row(
            [
              ' ',
              [offer === undefined ? 'planning…' : 'nothing to migrate: no form here is deprecated', 'dim'],
            ],
            columns,
            theme,
          ),
        ];
  const edit = editUnder(slice, offer);
  return (
    <Lines
      columns={columns}
      rows={[
        row(headPieces(slice, edits.length, offer?.left.length ?? 0), columns, theme),
        ...filled(listed, list, columns),
        row(
          [
            ['── ', 'border'],
            [edit?.reason ?? '', 'dim'],
          ],
          columns,
          theme,
        ),
        ...filled(
          (edit === undefined ? leftRows(offer?.left ?? []) : textRows(slice, edit, text)).map((pieces) =>
            row(pieces, columns, theme),
          ),
          text,
          columns,
        ),
      ]}
    />
  );
}

function headPieces({ accepted, left }: MigrateSlice, count: number, stays: number): readonly Piece[] {
  const open = count - accepted.size - left.size;
  return [
    ' ',
    [`${count} edit${count === 1 ? '' : 's'}`, 'title'],
    `   accepted ${accepted.size}   left ${left.size}   open ${open}`,
    stays === 0
      ? ''
      : [`   ${stays} deprecated form${stays === 1 ? '' : 's'} cannot be converted`, 'warning'],
  ];
}

/** @param room columns for the migration and the pointer, of which the end tells more */
function editPieces(
  { key, file, line, migration, pointer }: OfferedEdit,
  slice: MigrateSlice,
  several: boolean,
  room: number,
): readonly Piece[] {
  const mark: Piece = slice.accepted.has(key)
    ? ['[x] ', 'good']
    : slice.left.has(key)
      ? ['[-] ', 'dim']
      : '[ ] ';
  const place = several ? `${file}:${line}` : `line ${line}`;
  return [
    mark,
    [place.padEnd(10), 'dim'],
    ' ',
    [migration, 'info'],
    '  ',
    [cutStart(pointer, Math.max(10, room - migration.length)), 'dim'],
  ];
}

function textRows(
  { texts, top }: MigrateSlice,
  { key }: OfferedEdit,
  height: number,
): readonly (readonly Piece[])[] {
  const lines = texts.get(key);
  if (lines === undefined) return [[' ', ['working it out…', 'dim']]];
  return lines
    .slice(top, top + height)
    .map((line): readonly Piece[] => [' ', [line.replaceAll('\t', '  '), roleOf(line)]]);
}

function roleOf(line: string): Role {
  if (line.startsWith('@@')) return 'title';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'plain';
}

/** Without edits, what cannot be converted and why. */
function leftRows(left: readonly string[]): readonly (readonly Piece[])[] {
  return left.map((each) => [' ', each]);
}
