/** All keys and commands. */
import { LINE_COMMANDS } from './command-line.ts';
import { type Binding, KEY_GROUPS, keyLabel, LINE_KEYS, MOUSE } from './keys.ts';
import { nextRowWith, scrolledText } from './list.ts';
import { filled, marked, type Piece, piecesText, row, wrapped } from './text.ts';
import { type Drawing, note, type Size, type View, type ViewStep } from './view.ts';

export interface HelpSlice {
  readonly top: number;
  /** What was searched. */
  readonly wanted: string;
}

/** Columns for the keys. */
const KEYS_WIDTH = 22;

/** The page, from the table of keys and the list of commands. @param columns of the screen */
export function helpRows(columns: number): readonly (readonly Piece[])[] {
  const keyRows = (keys: readonly string[], help: string) =>
    entry(keys.map(keyLabel).join('  '), help, columns);
  const rows: (readonly Piece[])[] = [];
  for (const { title, bindings } of KEY_GROUPS) {
    rows.push([[title, 'title']]);
    for (const binding of bindings)
      rows.push(...keyRows(binding.keys, `${binding.help}${whereText(binding)}`));
    rows.push([]);
  }
  rows.push([['While a line is typed', 'title']]);
  for (const { keys, help } of LINE_KEYS) rows.push(...keyRows(keys, help));
  rows.push([], [['Mouse', 'title']]);
  for (const { what, help } of MOUSE) rows.push(...entry(what, help, columns));
  rows.push([], [['Commands', 'title']]);
  for (const { name, argument, help } of LINE_COMMANDS)
    rows.push(...entry(`:${name}${argument === '' ? '' : ` ${argument}`}`, help, columns));
  return rows;
}

function entry(left: string, help: string, columns: number): readonly (readonly Piece[])[] {
  const head = left.length > KEYS_WIDTH ? `${left}  ` : `${left.padEnd(KEYS_WIDTH)}  `;
  const [first = '', ...others] = wrapped(help, Math.max(20, columns - head.length - 3));
  return [
    ['  ', [head, 'key'], first],
    ...others.map((line): readonly Piece[] => [' '.repeat(head.length + 2), line]),
  ];
}

function whereText({ where }: Binding): string {
  return where === 'everywhere' ? '' : ` (in ${where.join(', ')})`;
}

function sought(slice: HelpSlice, from: number, by: 1 | -1, { columns, rows }: Size): ViewStep<HelpSlice> {
  if (slice.wanted === '') return { slice };
  const page = helpRows(columns);
  const count = page.length;
  const at = nextRowWith(slice.wanted, { count, textAt: (row) => piecesText(page[row] ?? []) }, from, by);
  return at === -1
    ? { slice, notice: note(`no key has ${JSON.stringify(slice.wanted)}`) }
    : { slice: { ...slice, top: Math.min(at, Math.max(0, count - rows)) } };
}

function draw({ slice, size, theme }: Drawing<HelpSlice>): readonly string[] {
  const shown = helpRows(size.columns).slice(slice.top, slice.top + size.rows);
  const rows = shown.map((pieces) => row(marked(pieces, slice.wanted), size.columns, theme));
  return filled(rows, size.rows, size.columns);
}

export const helpView: View<HelpSlice> = {
  title: 'Help',
  start: () => ({ top: 0, wanted: '' }),
  reduce(slice, command, { size }) {
    const top = scrolledText(slice.top, command, helpRows(size.columns).length, size.rows);
    if (top !== undefined) return { slice: { ...slice, top } };
    if (command.do === 'search') return sought({ ...slice, wanted: command.text }, slice.top, 1, size);
    if (command.do === 'back' && slice.wanted !== '') return { slice: { ...slice, wanted: '' } };
    if (command.do === 'next-match') return sought(slice, slice.top + command.by, command.by, size);
    return undefined;
  },
  refresh: (slice, { size }) => ({
    ...slice,
    top: Math.max(0, Math.min(slice.top, helpRows(size.columns).length - size.rows)),
  }),
  draw,
};
