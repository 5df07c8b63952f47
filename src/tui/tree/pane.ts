/** What a pane of the tree is drawn from. */
import type { Session } from '../session.ts';
import type { Theme } from '../theme.ts';
import type { TreeSlice } from './slice.ts';

export interface Pane {
  readonly slice: TreeSlice;
  readonly session: Session;
  readonly theme: Theme;
  readonly columns: number;
  readonly rows: number;
}
