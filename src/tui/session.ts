/** What is being explored: one input or two, and what has been worked out about them so far. */
import type { Finding } from '../analyze/index.ts';
import type { Redact } from '../results/secrets/redact.ts';
import type { ExploredDiff } from './jobs/comparison.ts';
import type { EditOffer } from './jobs/migration.ts';
import type { Side } from './model/side.ts';

/** A finding as it comes from the worker: what would mend it is only told in words. */
export interface ExploredFinding extends Omit<Finding, 'fix'> {
  readonly fixTitle?: string;
  /** Position among the documents of the side. */
  readonly root: number;
  /** In the tree of that document. */
  readonly node: number;
}

export interface Links {
  /** Names of clusters that something names. */
  readonly clusters: readonly string[];
  /**
   * Four numbers a reference, in the order of the input: position in `clusters`, document of the side, node of the
   * message that names it, and whether requests come this way (1) or not (0).
   */
  readonly references: Int32Array;
}

export interface ExploredAnalysis {
  /** In the order of the input. */
  readonly findings: readonly ExploredFinding[];
  readonly suppressed: number;
  readonly links: Links;
}

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
