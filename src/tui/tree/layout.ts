/** How the tree, the detail and the source share the screen. */
import type { Size } from '../view.ts';

export interface TreeLayout {
  /** Columns. */
  readonly tree: number;
  readonly detail: number;
  /** 0 where the source has no room of its own. */
  readonly source: number;
  /** Rows of lists, without the title of their pane. */
  readonly list: number;
  readonly detailRows: number;
  /** Rows of the field's documentation, without the line above it. */
  readonly docRows: number;
}

/** From this width on the source stands beside the normalized form. */
const WIDE = 150;

export function treeLayout({ columns, rows }: Size): TreeLayout {
  const isWide = columns >= WIDE;
  const tree = isWide ? Math.min(80, Math.floor(columns * 0.36)) : Math.max(38, Math.floor(columns * 0.46));
  // One column between panes.
  const source = isWide ? Math.floor((columns - tree - 2) * 0.5) : 0;
  const detail = columns - tree - 1 - (isWide ? source + 1 : 0);
  const docRows = rows >= 40 ? 9 : rows >= 27 ? 7 : 5;
  return { tree, detail, source, list: rows - 1, detailRows: rows - 2 - docRows, docRows };
}
