/** What the view of findings knows. */
import type { Level } from '../../model/problem.ts';
import type { Cursor } from '../list.ts';
import type { FindingRow } from './rows.ts';

/** What the cursor was on. */
export interface Sought {
  readonly rule: string;
  /** Of a finding; absent for a rule. */
  readonly fingerprint?: string;
  readonly cursor: Cursor;
}

export interface FindingsSlice {
  readonly hidden: ReadonlySet<Level>;
  /** Only findings of this rule. */
  readonly rule?: string;
  /** Only findings with this text. */
  readonly text: string;
  readonly folded: ReadonlySet<string>;
  readonly rows: readonly FindingRow[];
  readonly cursor: Cursor;
  /** Where the keys go. */
  readonly focus: 'list' | 'page';
  /** First row of the page that is shown. */
  readonly pageTop: number;
  /** What the cursor was on before the files were read again, while the findings are being worked out anew. */
  readonly sought?: Sought;
}
