/** The tree of everything in the configuration, with details beside it. */
import type { Command, Destination } from '../command.ts';
import { jumped, nextRowWith, START, stepped } from '../list.ts';
import type { DetailRow } from '../model/detail.ts';
import { findText, foundItems } from '../model/find.ts';
import { holdsItems, type ItemId, type Items, parentOfItem, skipOfItem } from '../model/items.ts';
import { badgesOf } from '../model/links.ts';
import type { Side } from '../model/side.ts';
import { besideEachOther } from '../text.ts';
import { type Drawing, note, type Session, type View, type ViewContext, type ViewStep } from '../view.ts';
import { detailPane } from './detail-pane.ts';
import { clusterUnder, copied, edited, follow, requestFor } from './leaving.ts';
import { sourcePane, treePane } from './panes.ts';
import {
  again,
  detailRowsOf,
  fitted,
  itemUnder,
  narrowed,
  showing,
  startSlice,
  type TreeSlice,
  treeLayout,
  withCursor,
  withoutFound,
  withRows,
} from './slice.ts';

export type { TreeSlice } from './slice.ts';

type Step = ViewStep<TreeSlice> | undefined;

function reduce(slice: TreeSlice, command: Command, context: ViewContext): Step {
  const { tree, isSingle } = treeLayout(context.size);
  const isPointed = command.do === 'scroll' || command.do === 'click';
  const inDetail = isPointed && !isSingle ? command.column > tree : slice.focus === 'detail';
  const step = inDetail ? reduceDetail(slice, command, context) : undefined;
  if (step !== undefined || (inDetail && command.do === 'click')) return step;
  return reduceTree(slice, command, context);
}

function reduceTree(slice: TreeSlice, command: Command, context: ViewContext): Step {
  const { side } = context.session;
  const { items } = side;
  const { list: height } = treeLayout(context.size);
  const item = itemUnder(slice);
  const fold = (unfolded: ReadonlySet<ItemId>): Step => ({
    slice: withRows({ ...slice, unfolded }, items, height),
  });
  switch (command.do) {
    case 'move':
    case 'scroll':
    case 'click': {
      const cursor = stepped(slice.cursor, command, slice.rows.length, height, 1);
      if (cursor === undefined) return undefined;
      if (command.do !== 'click') return { slice: withCursor(slice, cursor) };
      const isThere = cursor === slice.cursor && slice.focus === 'tree';
      return { slice: isThere ? slice : { ...withCursor(slice, cursor), focus: 'tree' } };
    }
    case 'open':
    case 'in':
      if (holdsItems(items, item) && !isOpen(slice, item)) return fold(new Set(slice.unfolded).add(item));
      return { slice: items.messages[item] === undefined ? slice : { ...slice, focus: 'detail' } };
    case 'out': {
      if (slice.unfolded.has(item) && slice.found?.holds(item) !== true)
        return fold(without(slice.unfolded, item));
      const around = parentOfItem(items, item);
      return around === -1 ? undefined : { slice: showing(slice, side, around, height) };
    }
    case 'expand-all':
      return holdsItems(items, item)
        ? fold(unfoldedBelow(slice.unfolded, items, item))
        : { slice, notice: note('there is nothing inside to unfold') };
    case 'collapse-all':
      return fold(new Set());
    case 'search':
      return searched(slice, command.text, context);
    case 'next-match':
      return nextOf(slice, slice.found?.matches, command.by, context, 'nothing was searched; / does');
    case 'next-finding':
      return nextOf(slice, badgesOf(context.session).items, command.by, context, noFindings(context.session));
    case 'follow':
      return follow(slice, context);
    case 'explain': {
      const [finding] = badgesOf(context.session).at(item);
      if (finding !== undefined) return { slice, go: { view: 'findings', finding } };
      return { slice, notice: note(noFindings(context.session)) };
    }
    case 'toggle-source':
      return { slice: { ...slice, showsSource: !slice.showsSource } };
    case 'toggle-defaults':
      return { slice: { ...slice, hidesDefaults: !slice.hidesDefaults, detail: START } };
    case 'request-for':
      return requestFor(slice, context);
    case 'copy':
      return copied(slice, context);
    case 'edit':
      return edited(slice, context);
    case 'back':
      if (slice.found?.by !== 'text') return undefined;
      // What was found stays in sight, with what is around it.
      return { slice: shownAmongAll(slice, side, height) };
    default:
      return undefined;
  }
}

function isOpen({ unfolded, found }: TreeSlice, item: ItemId): boolean {
  return unfolded.has(item) || found?.holds(item) === true;
}

function noFindings({ analysis }: Session): string {
  return analysis === undefined ? 'still looking for findings' : 'nothing was found here';
}

function shownAmongAll(slice: TreeSlice, side: Side, height: number): TreeSlice {
  const item = itemUnder(slice);
  const all = withRows(withoutFound(slice), side.items, height);
  return item === -1 ? all : { ...showing(all, side, item, height), detail: slice.detail };
}

function without(set: ReadonlySet<ItemId>, item: ItemId): ReadonlySet<ItemId> {
  const left = new Set(set);
  left.delete(item);
  return left;
}

function unfoldedBelow(unfolded: ReadonlySet<ItemId>, items: Items, top: ItemId): ReadonlySet<ItemId> {
  const all = new Set(unfolded);
  const end = top === -1 ? 0 : skipOfItem(items, top);
  for (let item = top; item < end; item++) if (holdsItems(items, item)) all.add(item);
  return all;
}

function searched(slice: TreeSlice, text: string, { session: { side }, size }: ViewContext): Step {
  const { list } = treeLayout(size);
  const all = withoutFound(slice);
  if (text === '') return { slice: withRows(all, side.items, list) };
  const found = findText(side, text);
  const next = narrowed(all, side, found, list);
  return found.matches.length > 0
    ? { slice: next }
    : { slice: next, notice: note(`nothing holds ${JSON.stringify(text)}`) };
}

/** The cursor on the next of some items, from the last on to the first. */
function nextOf(
  slice: TreeSlice,
  among: Int32Array | undefined,
  by: 1 | -1,
  { session: { side }, size }: ViewContext,
  none: string,
): Step {
  if (among === undefined || among.length === 0) return { slice, notice: note(none) };
  const item = itemUnder(slice);
  const next = by === 1 ? among.find((each) => each > item) : among.findLast((each) => each < item);
  const to = next ?? (by === 1 ? among[0] : among.at(-1)) ?? item;
  const shown = showing(slice, side, to, treeLayout(size).list);
  return next === undefined ? { slice: shown, notice: note('from the other end') } : { slice: shown };
}

function arrive(slice: TreeSlice, to: Destination, { session: { side }, size }: ViewContext): TreeSlice {
  const { list } = treeLayout(size);
  const inTree: TreeSlice = { ...slice, focus: 'tree' };
  if ('items' in to) return narrowed(inTree, side, foundItems(side.items, to.items, to.text), list);
  return 'item' in to ? showing(inTree, side, to.item, list) : slice;
}

function refresh(slice: TreeSlice, context: ViewContext, before: Session): TreeSlice {
  const { side } = context.session;
  return fitted(side === before.side ? slice : again(slice, before.side, context), context);
}

// Keys while the detail has the focus.

/** Undefined where the command is for the tree. */
function reduceDetail(
  slice: TreeSlice,
  command: Command,
  context: ViewContext,
): ViewStep<TreeSlice> | undefined {
  const rows = detailRowsOf(slice, context);
  const { detailRows: height } = treeLayout(context.size);
  switch (command.do) {
    case 'move':
    case 'scroll':
    case 'click': {
      // The source has no cursor.
      const { tree, detail: wide, source, isSingle } = treeLayout(context.size);
      const isSource = source === 0 ? slice.showsSource : !isSingle;
      if (command.do === 'click' && isSource && (source === 0 || command.column > tree + 1 + wide))
        return undefined;
      const detail = stepped(slice.detail, command, rows.length, height, 1);
      if (detail === undefined) return undefined;
      if (command.do !== 'click') return { slice: { ...slice, detail } };
      const isThere = detail === slice.detail && slice.focus === 'detail';
      return { slice: isThere ? slice : { ...slice, detail, focus: 'detail' } };
    }
    case 'out':
    case 'back':
      return { slice: { ...slice, focus: 'tree', wanted: '' } };
    case 'open':
    case 'in': {
      const item = clusterUnder(slice, context);
      return item === undefined ? { slice } : { slice, go: { view: 'tree', item } };
    }
    case 'search':
      return sought({ ...slice, wanted: command.text }, rows, slice.detail.at, 1, height);
    case 'next-match':
      return slice.wanted === ''
        ? { slice, notice: note('nothing was searched; / does') }
        : sought(slice, rows, slice.detail.at + command.by, command.by, height);
    default:
      return undefined;
  }
}

/** The cursor on the next row with the text, from a row on and around the end. */
function sought(
  slice: TreeSlice,
  rows: readonly DetailRow[],
  from: number,
  by: 1 | -1,
  height: number,
): ViewStep<TreeSlice> {
  if (slice.wanted === '') return { slice };
  const textAt = (row: number): string => `${rows[row]?.key ?? ''}: ${rows[row]?.value ?? ''}`;
  const at = nextRowWith(slice.wanted, { count: rows.length, textAt }, from, by);
  return at === -1
    ? { slice, notice: note(`no value here holds ${JSON.stringify(slice.wanted)}`) }
    : { slice: { ...slice, detail: jumped(slice.detail, at, rows.length, height) } };
}

function draw({ slice, session, size, theme }: Drawing<TreeSlice>): readonly string[] {
  const layout = treeLayout(size);
  const of = (columns: number) => ({ slice, session, theme, rows: size.rows, columns });
  const tree = () => treePane(of(layout.tree), layout.list);
  const detail = () =>
    layout.source === 0 && slice.showsSource
      ? sourcePane(of(layout.detail))
      : detailPane(of(layout.detail), layout);
  if (layout.isSingle) return slice.focus === 'detail' || slice.showsSource ? detail() : tree();
  const panes = layout.source === 0 ? [tree(), detail()] : [tree(), detail(), sourcePane(of(layout.source))];
  return besideEachOther(panes, theme);
}

export const treeView: View<TreeSlice> = { title: 'Tree', start: startSlice, reduce, arrive, refresh, draw };
