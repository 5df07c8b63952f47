import type { ReactElement } from 'react';
import type { BodyProps } from '../body.ts';
import { Lines } from '../lines.tsx';
import { sideBySide } from '../text/line.ts';
import { detailPane } from './detail-pane.ts';
import { treeLayout } from './layout.ts';
import type { TreeSlice } from './slice.ts';
import { sourcePane } from './source-pane.ts';
import { treePane } from './tree-pane.ts';

export function TreeBody({ slice, session, size, theme }: BodyProps<TreeSlice>): ReactElement {
  const layout = treeLayout(size);
  const pane = { slice, session, theme, rows: size.rows };
  const tree = treePane({ ...pane, columns: layout.tree }, layout.list);
  const detail =
    layout.source === 0 && slice.showsSource
      ? sourcePane({ ...pane, columns: layout.detail })
      : detailPane({ ...pane, columns: layout.detail }, layout);
  const panes =
    layout.source === 0 ? [tree, detail] : [tree, detail, sourcePane({ ...pane, columns: layout.source })];
  return <Lines rows={sideBySide(panes, size.rows, theme)} />;
}
