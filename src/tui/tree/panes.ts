/** The panes of the tree and of the source. */

import { lastLine } from '../../source/lines.ts';
import { holdsItems, type ItemId, ItemKind, kindOfItem, nameOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { badgesOf, listenersOf } from '../model/links.ts';
import { sharedIndent, spotOfItem } from '../model/places.ts';
import type { Side } from '../model/side.ts';
import { filled, matched, type Piece, row, spread } from '../text.ts';
import { LEVEL_SIGNS, type Theme } from '../theme.ts';
import type { Session } from '../view.ts';
import { placeUnder } from './leaving.ts';
import { itemUnder, type TreeSlice } from './slice.ts';

export interface Pane {
  readonly slice: TreeSlice;
  readonly session: Session;
  readonly theme: Theme;
  readonly columns: number;
  readonly rows: number;
}

// The rows of the tree.

/** Below this many columns a level is one column deep. */
const NARROW = 50;

/** @param height rows of the list, below its title */
export function treePane({ slice, session, theme, columns, rows }: Pane, height: number): readonly string[] {
  const { at, top } = slice.cursor;
  const lines = [titleRow(slice, columns, theme)];
  const last = Math.min(slice.rows.length, top + height);
  const cursorRole = slice.focus === 'tree' ? 'selected' : 'unfocused';
  for (let index = top; index < last; index++) {
    const item = slice.rows[index] ?? 0;
    const isUnder = index === at;
    const left = [isUnder ? '▌' : ' ', ...piecesOf(slice, session, item, columns < NARROW ? ' ' : '  ')];
    lines.push(spread(left, badge(session, item), columns, theme, isUnder ? cursorRole : undefined));
  }
  return filled(lines, rows, columns);
}

function titleRow({ found, rows, cursor, focus }: TreeSlice, columns: number, theme: Theme): string {
  const where =
    rows.length === 0
      ? 'nothing'
      : `${(cursor.at + 1).toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')}`;
  const title =
    found === undefined
      ? 'All'
      : found.by === 'links'
        ? found.text
        : `/${found.text}  ${found.matches.length.toLocaleString('en-US')} ${found.matches.length === 1 ? 'match' : 'matches'}`;
  return spread([[` ${title}`, focus === 'tree' ? 'title' : 'dim']], [[` ${where} `, 'dim']], columns, theme);
}

function piecesOf(slice: TreeSlice, { side }: Session, item: ItemId, step: string): readonly Piece[] {
  const { unfolded, found } = slice;
  const { items } = side;
  const isOpen = unfolded.has(item) || found?.holds(item) === true;
  const sign = !holdsItems(items, item) ? '  ' : isOpen ? '▾ ' : '▸ ';
  const { name, summary: own } = labelOf(items, item);
  const summary = [own, usersOf(side, item)].filter((part) => part !== '').join(' · ');
  const isGroup = kindOfItem(items, item) === ItemKind.Group;
  const wanted = found?.by === 'text' ? found.text : '';
  return [
    step.repeat(items.depths[item] ?? 0),
    sign,
    ...(isGroup ? [[name, 'strong'] as const] : matched(name, wanted, 'plain')),
    '  ',
    ...matched(summary, wanted, 'dim'),
  ];
}

/** The listeners of a route configuration; one without a name goes by its listener already. */
function usersOf(side: Side, item: ItemId): string {
  const { items } = side;
  const isNamed = nameOfItem(items, item) !== undefined;
  return kindOfItem(items, item) === ItemKind.RouteConfiguration && isNamed ? listenersOf(side, item) : '';
}

/** What was found about an item: a sign and the rule; of its inside only the sign. */
function badge(session: Session, item: ItemId): readonly Piece[] {
  const badges = badgesOf(session);
  const worst = badges.worst(item);
  if (worst === undefined) return [];
  const own = badges.at(item);
  const rules = new Set(own.map((index) => session.analysis?.findings[index]?.rule ?? ''));
  const words = badges.isDead(item)
    ? ' dead'
    : rules.has('undefined-cluster')
      ? ' no cluster'
      : rules.has('unreachable-cluster')
        ? ' unused'
        : own.length > 1
          ? ` ${own.length}`
          : '';
  return [[` ${LEVEL_SIGNS[worst]}${own.length === 0 ? '·' : words} `, worst]];
}

// The text of the file around the item, without secrets.

export function sourcePane(pane: Pane): readonly string[] {
  const { slice, session, theme, columns, rows } = pane;
  const item = spotOfItem(session.side, itemUnder(slice));
  const place = placeUnder(slice, pane) ?? item;
  if (item === undefined || place === undefined)
    return filled([row([['  source', 'dim']], columns, theme)], rows, columns);
  const { sourceFile: source } = item;
  const title = spread(
    [[' source', slice.showsSource ? 'title' : 'dim']],
    [[` ${source.name} `, 'dim']],
    columns,
    theme,
  );
  const { redact } = session;
  if (redact === undefined)
    return filled([title, row([['  … looking for secrets first', 'dim']], columns, theme)], rows, columns);
  const height = rows - 1;
  const { start } = item.range;
  const end = lastLine(item.range);
  // Above the item some lines stay in sight; a place far inside moves the window.
  const lead = Math.min(3, start.line - 1);
  const last = Math.max(1, source.lines.count - height + 1);
  const wished =
    place.range.start.line - start.line < height - lead - 3
      ? start.line - lead
      : place.range.start.line - (height >> 1);
  const from = Math.max(1, Math.min(last, wished));
  const digits = String(source.lines.count).length;
  const left = sharedIndent(source.lines, from, from + height - 1);
  const lines = [title];
  for (let line = from; line < from + height && line <= source.lines.count; line++) {
    const isInside = line >= start.line && line <= end;
    const isUnder = slice.focus === 'detail' && line === place.range.start.line;
    const text = redact(source.lines.line(line)).slice(left).replaceAll('\t', '  ');
    const number = String(line).padStart(digits);
    lines.push(
      row(
        [
          [`${isUnder ? '▌' : ' '}${number} ${isInside ? '┃' : '│'} `, isInside ? 'key' : 'border'],
          [text, isInside ? 'plain' : 'dim'],
        ],
        columns,
        theme,
        isUnder ? 'unfocused' : undefined,
      ),
    );
  }
  return filled(lines, rows, columns);
}
