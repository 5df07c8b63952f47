/** What is being explored: one input or two, and what has been worked out about them so far. */

import type { Redact } from '../results/secrets/redact.ts';
import type { ExploredAnalysis } from './jobs/analysis.ts';
import type { ExploredDiff } from './jobs/comparison.ts';
import type { EditOffer } from './jobs/migration.ts';
import type { Side } from './model/side.ts';

export interface Session {
  /** What is explored: the only input, or the newer one of two. */
  readonly side: Side;
  /** With two inputs the older one. */
  readonly before?: Side;
  /** Of `side`; absent while it is being worked out. */
  readonly analysis?: ExploredAnalysis;
  /** Hides secrets in source text; absent while they are being looked for. */
  readonly redact?: Redact;
  /** What differs between `before` and `side`; absent while it is being worked out. */
  readonly comparison?: ExploredDiff;
  /** What a migration of `side` would change; absent while it is being worked out. */
  readonly offer?: EditOffer;
}
