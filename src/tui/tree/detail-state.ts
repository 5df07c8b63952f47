/** Keys while the detail has the focus. */
import type { Command } from '../command.ts';
import { jumped, moved, scrolled } from '../list.ts';
import { nextRowWith } from '../list-search.ts';
import type { DetailRow } from '../model/detail.ts';
import { note } from '../notice.ts';
import type { ViewContext, ViewStep } from '../view.ts';
import { treeLayout } from './layout.ts';
import { clusterUnder } from './place-actions.ts';
import { detailRowsOf, type TreeSlice } from './slice.ts';

/** Undefined where the command is for the tree. */
export function reduceDetail(
  slice: TreeSlice,
  command: Command,
  context: ViewContext,
): ViewStep<TreeSlice> | undefined {
  const rows = detailRowsOf(slice, context);
  const { detailRows: height } = treeLayout(context.size);
  switch (command.do) {
    case 'move':
      return { slice: { ...slice, detail: moved(slice.detail, command.motion, rows.length, height) } };
    case 'scroll':
      return { slice: { ...slice, detail: scrolled(slice.detail, command.lines, rows.length, height) } };
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
