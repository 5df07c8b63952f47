/** All keys and commands. */
import { LINE_COMMANDS } from '../command-line.ts';
import { type Binding, KEY_GROUPS, keyLabel, LINE_KEYS } from '../keys.ts';
import { scrolledText } from '../scroll-text.ts';
import type { Piece } from '../text/line.ts';
import type { View } from '../view.ts';

export interface HelpSlice {
  readonly top: number;
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

export const helpView: View<HelpSlice> = {
  title: 'Help',
  start: () => ({ top: 0 }),
  reduce(slice, command, { size }) {
    const top = scrolledText(slice.top, command, helpRows().length, size.rows);
    return top === undefined ? undefined : { slice: { top } };
  },
  refresh: (slice, { size }) => ({ top: Math.max(0, Math.min(slice.top, helpRows().length - size.rows)) }),
};
