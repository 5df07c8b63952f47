/** All keys and commands. */
import { LINE_COMMANDS } from '../command-line.ts';
import { type Binding, KEY_GROUPS, keyLabel, LINE_KEYS } from '../keys.ts';
import { note } from '../notice.ts';
import { scrolledText } from '../scroll-text.ts';
import type { Piece } from '../text/line.ts';
import type { View, ViewStep } from '../view.ts';

export interface HelpSlice {
  readonly top: number;
  /** What was searched. */
  readonly wanted: string;
}

/** Columns for the keys. */
const KEYS_WIDTH = 22;

/** The page, from the table of keys and the list of commands. */
export function helpRows(): readonly (readonly Piece[])[] {
  const rows: (readonly Piece[])[] = [];
  for (const { title, bindings } of KEY_GROUPS) {
    rows.push([[title, 'title']]);
    for (const binding of bindings) rows.push(keyRow(binding.keys, `${binding.help}${whereText(binding)}`));
    rows.push([]);
  }
  rows.push([['While a line is typed', 'title']]);
  for (const { keys, help } of LINE_KEYS) rows.push(keyRow(keys, help));
  rows.push([], [['Commands', 'title']]);
  for (const { name, argument, help } of LINE_COMMANDS)
    rows.push(entry(`:${name}${argument === '' ? '' : ` ${argument}`}`, help));
  return rows;
}

function keyRow(keys: readonly string[], help: string): readonly Piece[] {
  return entry(keys.map(keyLabel).join('  '), help);
}

function entry(left: string, help: string): readonly Piece[] {
  return ['  ', [`${left.padEnd(KEYS_WIDTH)}  `, 'key'], help];
}

function whereText({ where }: Binding): string {
  return where === 'everywhere' ? '' : ` (in ${where.join(', ')})`;
}

/** The next row with the text, from a row on and around the end; -1 where none has it. */
function rowWith(text: string, from: number, by: 1 | -1): number {
  const rows = helpRows().map((pieces) => pieces.map(textOf).join('').toLowerCase());
  const wanted = text.toLowerCase();
  for (let step = 0; step < rows.length; step++) {
    const at = (from + by * step + 2 * rows.length) % rows.length;
    if (rows[at]?.includes(wanted)) return at;
  }
  return -1;
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece[0];
}

function sought(slice: HelpSlice, from: number, by: 1 | -1, height: number): ViewStep<HelpSlice> {
  const at = slice.wanted === '' ? -1 : rowWith(slice.wanted, from, by);
  if (at !== -1) return { slice: { ...slice, top: Math.min(at, Math.max(0, helpRows().length - height)) } };
  return slice.wanted === ''
    ? { slice }
    : { slice, notice: note(`no key has ${JSON.stringify(slice.wanted)}`) };
}

export const helpView: View<HelpSlice> = {
  title: 'Help',
  start: () => ({ top: 0, wanted: '' }),
  reduce(slice, command, { size }) {
    const top = scrolledText(slice.top, command, helpRows().length, size.rows);
    if (top !== undefined) return { slice: { ...slice, top } };
    if (command.do === 'search') return sought({ ...slice, wanted: command.text }, slice.top, 1, size.rows);
    if (command.do === 'next-match') return sought(slice, slice.top + command.by, command.by, size.rows);
    return undefined;
  },
  refresh: (slice, { size }) => ({
    ...slice,
    top: Math.max(0, Math.min(slice.top, helpRows().length - size.rows)),
  }),
};
