/** How the list of findings and the page about one share the screen. */
import type { Size } from '../view.ts';

export interface FindingsLayout {
  /** The page stands beside the list, not below it. */
  readonly isBeside: boolean;
  /** Rows of the list, without its title. */
  readonly list: number;
  readonly listColumns: number;
  /** Rows of the page. */
  readonly page: number;
  readonly pageColumns: number;
}

const WIDE = 120;

export function findingsLayout({ columns, rows }: Size): FindingsLayout {
  if (columns >= WIDE) {
    const listColumns = Math.floor(columns * 0.42);
    return {
      isBeside: true,
      list: rows - 1,
      listColumns,
      page: rows,
      pageColumns: columns - listColumns - 1,
    };
  }
  const list = Math.max(5, Math.floor(rows * 0.36));
  return { isBeside: false, list, listColumns: columns, page: rows - list - 2, pageColumns: columns };
}
