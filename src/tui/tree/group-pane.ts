/** What stands beside a group of the tree: what its signs mean and which keys help. */
import { childItems, type ItemId } from '../model/items.ts';
import { countIn, labelOf } from '../model/labels.ts';
import { type Piece, row } from '../text/line.ts';
import type { Pane } from './pane.ts';

const SIGNS: readonly (readonly Piece[])[] = [
  ['  ', ['✖', 'error'], ' error  ', ['▲', 'warning'], ' warning  ', ['●', 'info'], ' info'],
  ['  ', ['▲·', 'warning'], '         somewhere inside'],
  ['  ', ['▲ dead', 'warning'], '     no request gets there'],
  ['  ', ['▲ unused', 'warning'], '   nothing reaches it'],
  ['  ', ['✖ no cluster', 'error'], ' it names one not here'],
];

const PATHS: readonly (readonly Piece[])[] = [
  ['  ', ['/cart*', 'strong'], '       paths that begin so'],
  ['  ', ['= /cart', 'strong'], '      this path alone'],
  ['  ', ['~ /a|/b', 'strong'], '      a regular expression'],
];

const KEYS: readonly (readonly Piece[])[] = [
  ['  ', ['Enter', 'key'], '  unfold, look closer'],
  ['  ', ['/', 'key'], '      search everything'],
  ['  ', ['f', 'key'], '      route to cluster and back'],
  ['  ', ['] [', 'key'], '    next finding, one before'],
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
