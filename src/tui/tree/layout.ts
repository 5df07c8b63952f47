/** How the tree, the detail and the source share the screen. */
import type { Size } from '../view.ts';

export interface TreeLayout {
  /** One pane at a time has all columns: the tree, or what the person looks into. */
  readonly isSingle: boolean;
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
/** Below this width two panes beside each other show nothing in full. */
const NARROW = 80;

export function treeLayout({ columns, rows }: Size): TreeLayout {
  const docRows = rows >= 40 ? 9 : rows >= 27 ? 7 : rows >= 20 ? 5 : 4;
  const lists = { list: rows - 1, detailRows: rows - 2 - docRows, docRows };
  if (columns < NARROW) return { isSingle: true, tree: columns, detail: columns, source: 0, ...lists };
  const isWide = columns >= WIDE;
  const tree = isWide ? Math.min(80, Math.floor(columns * 0.36)) : Math.max(38, Math.floor(columns * 0.46));
  // One column between panes.
  const source = isWide ? Math.floor((columns - tree - 2) * 0.5) : 0;
  const detail = columns - tree - 1 - (isWide ? source + 1 : 0);
  return { isSingle: false, tree, detail, source, ...lists };
}
