/** Keys while the detail has the focus. */
import type { Command } from '../command.ts';
import { centred, moved, scrolled } from '../list.ts';
import type { DetailRow } from '../model/detail.ts';
import { note } from '../notice.ts';
import type { ViewContext, ViewStep } from '../view.ts';
import { treeLayout } from './layout.ts';
import { clusterUnder } from './out.ts';
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
  const wanted = slice.wanted.toLowerCase();
  if (wanted === '') return { slice };
  for (let step = 0; step < rows.length; step++) {
    const at = (from + by * step + rows.length * 2) % rows.length;
    const { key = '', value = '' } = rows[at] ?? {};
    if (`${key}: ${value}`.toLowerCase().includes(wanted))
      return { slice: { ...slice, detail: centred(at, rows.length, height) } };
  }
  return { slice, notice: note(`no value here holds ${JSON.stringify(slice.wanted)}`) };
}
