/** What stands beside a group of the tree: what its signs mean and which keys help. */
import { childItems, type ItemId } from '../model/items.ts';
import { countIn, labelOf } from '../model/labels.ts';
import { type Piece, row } from '../text/line.ts';
import type { Pane } from './pane.ts';

const SIGNS: readonly (readonly Piece[])[] = [
  ['  ', ['✖', 'error'], ' error  ', ['▲', 'warning'], ' warning  ', ['●', 'info'], ' info at this row'],
  ['  ', ['✖·', 'error'], '  somewhere inside it'],
  ['  ', ['dead', 'warning'], '        no request comes to this route'],
  ['  ', ['unused', 'warning'], '      nothing reaches this cluster'],
  ['  ', ['no cluster', 'error'], '  it names a cluster that is not there'],
];

const PATHS: readonly (readonly Piece[])[] = [
  ['  ', ['/cart*', 'strong'], '  paths that begin so   ', ['= /cart', 'strong'], '  this path alone'],
  ['  ', ['~ /a|/b', 'strong'], ' a regular expression'],
];

const KEYS: readonly (readonly Piece[])[] = [
  ['  ', ['Enter', 'key'], ' unfold, look closer   ', ['/', 'key'], ' search in everything'],
  ['  ', ['f', 'key'], ' from a route to its cluster, and back from there'],
  ['  ', ['] [', 'key'], ' next finding, finding before   ', ['?', 'key'], ' all keys'],
];

export function groupRows({ session: { side }, theme, columns }: Pane, item: ItemId): readonly string[] {
  const title =
    item === -1 ? 'Nothing is shown' : `${labelOf(side.items, item).name}: ${countIn(side.items, item)}`;
  const names: Piece[][] = [];
  for (const child of item === -1 ? [] : childItems(side.items, item)) {
    if (names.length === 6) {
      names.push(['  …']);
      break;
    }
    names.push(['  ', labelOf(side.items, child).name]);
  }
  const all: readonly (readonly Piece[])[] = [
    [[` ${title}`, 'strong']],
    ...names,
    [],
    [[' Signs', 'title']],
    ...SIGNS,
    [],
    [[' Paths of routes', 'title']],
    ...PATHS,
    [],
    [[' Keys', 'title']],
    ...KEYS,
  ];
  return all.map((pieces) => row(pieces, columns, theme));
}
