import { besideEachOther } from '../text/line.ts';
import type { Drawing } from '../view.ts';
import { detailPane } from './detail-pane.ts';
import { treeLayout } from './layout.ts';
import type { TreeSlice } from './slice.ts';
import { sourcePane } from './source-pane.ts';
import { treePane } from './tree-pane.ts';

export function drawTree({ slice, session, size, theme }: Drawing<TreeSlice>): readonly string[] {
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
