import type { Destination } from '../command.ts';
import type { Piece } from '../text/line.ts';

/** A row of the overview. */
export interface OverviewRow {
  readonly pieces: readonly Piece[];
  readonly go?: Destination;
  /** What Enter shows in full where the row may be too short for it. */
  readonly whole?: string;
  /** What stays the same of the row when counts change and other rows come and go. */
  readonly key?: string;
}
