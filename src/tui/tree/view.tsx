import type { ReactElement } from 'react';
import type { BodyProps } from '../body-props.ts';
import { Lines, Panes } from '../lines.tsx';
import { DetailPane } from './detail-pane.tsx';
import { treeLayout } from './layout.ts';
import type { TreeSlice } from './slice.ts';
import { sourcePane } from './source-pane.ts';
import { treePane } from './tree-pane.ts';

export function TreeBody({ slice, session, size, theme }: BodyProps<TreeSlice>): ReactElement {
  const layout = treeLayout(size);
  const of = (columns: number) => ({ slice, session, theme, rows: size.rows, columns });
  const source = (columns: number) => ({
    columns,
    content: <Lines rows={sourcePane(of(columns))} columns={columns} />,
  });
  const tree = {
    columns: layout.tree,
    content: <Lines rows={treePane(of(layout.tree), layout.list)} columns={layout.tree} />,
  };
  const detail =
    layout.source === 0 && slice.showsSource
      ? source(layout.detail)
      : { columns: layout.detail, content: <DetailPane pane={of(layout.detail)} layout={layout} /> };
  if (layout.isSingle) {
    const looksInside = slice.focus === 'detail' || slice.showsSource;
    return <Panes panes={[looksInside ? detail : tree]} count={size.rows} theme={theme} />;
  }
  const panes = layout.source === 0 ? [tree, detail] : [tree, detail, source(layout.source)];
  return <Panes panes={panes} count={size.rows} theme={theme} />;
}
