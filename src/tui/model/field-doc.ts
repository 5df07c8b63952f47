/** The documentation of a value in the detail of an item: what its field means, and where the value comes from. */

import { shortName } from '../../model/describe.ts';
import { DEFAULT_WORD, inWord } from '../../model/word.ts';
import { fieldFacts } from '../../report/explain/facts.ts';
import type { Piece } from '../text/line.ts';
import { displayWidth } from '../text/width.ts';
import { wrapped } from '../text/wrap.ts';
import { type DetailRow, fieldOfRow } from './detail.ts';

/** Facts that help somebody who reads a configuration; the rest is in `cfgtool explain`. */
const SHOWN = new Set(['deprecated', 'default', 'limits', 'one of', 'names', 'type']);

/** Columns that the origin of a value and the blanks around it take. */
const ORIGIN_ROOM = 12;
/** More of a text would push everything else away. */
const MAX_OF_VALUE = 240;

/** As many rows as are there to say; the first names the field. */
export function fieldDoc(
  row: DetailRow | undefined,
  width: number,
  word = DEFAULT_WORD,
): readonly (readonly Piece[])[] {
  return row === undefined ? [] : [...wholeValue(row, width), ...aboutField(row, width, word)];
}

/** A value that its row had to cut. */
function wholeValue(
  { indent, key = '', value = '' }: DetailRow,
  width: number,
): readonly (readonly Piece[])[] {
  if (indent + key.length + displayWidth(value) + ORIGIN_ROOM < width) return [];
  const text = value.slice(0, MAX_OF_VALUE);
  return [...wrapped(text, width).map((line): readonly Piece[] => [[line, 'strong']]), []];
}

function aboutField(row: DetailRow, width: number, word: string): readonly (readonly Piece[])[] {
  const found = fieldOfRow(row);
  if (found === undefined) {
    const text = 'This is data that the model does not describe; it is shown as it was written.';
    return wrapped(text, width).map((line) => [[line, 'dim']]);
  }
  const { table, field } = found;
  const rows: (readonly Piece[])[] = [
    [[`${shortName(table.name)}.${field.name}`, 'strong']],
    ...wrapped(plain(field.spec.doc, word), width).map((line): readonly Piece[] => [line]),
    ...originRows(row, width),
  ];
  for (const { label, text } of fieldFacts(table, field)) {
    if (!SHOWN.has(label)) continue;
    const [first = '', ...others] = wrapped(plain(text, word), width - label.length - 2);
    rows.push([[`${label}: `, 'dim'], first]);
    for (const line of others) rows.push([' '.repeat(label.length + 2), line]);
  }
  return rows;
}

function plain(text: string, word: string): string {
  return inWord(text.replaceAll('`', ''), word);
}

function originRows({ origin }: DetailRow, width: number): readonly (readonly Piece[])[] {
  if (origin?.kind === 'default')
    return wrapped(`a default: ${origin.why}`, width).map((line): readonly Piece[] => [[line, 'default']]);
  if (origin?.kind !== 'migrated') return [];
  return [[[`migrated: cfgtool explain ${origin.migration}`, 'migrated']]];
}
