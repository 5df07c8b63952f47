/** What checking finds, as data; wording and places are worked out here, levels and texts of the rules in rules.ts. */
import type { Data } from '../source/data.ts';
import type { NodeId } from '../source/tree.ts';

export type ProblemRule =
  | 'required-field'
  | 'one-of'
  | 'unknown-field'
  | 'wrong-type'
  | 'unknown-enum-value'
  | 'out-of-range'
  | 'empty-matcher'
  | 'loose-spelling'
  | 'deprecated-field'
  | 'duplicate-key'
  | 'refused-field'
  | 'untyped-extension'
  | 'unknown-extension'
  | 'mixed-versions';

export type Level = 'error' | 'warning' | 'info';

/** How a value is written plainly; `list` puts it into one, `absent` takes its key or entry away. */
export type PlainForm = { readonly value: Data } | 'list' | 'absent' | 'without comma';

/** A problem at a node of the tree that is being bound. */
export interface NodeProblem {
  readonly rule: ProblemRule;
  readonly level: Level;
  readonly message: string;
  /** The value the problem is about. */
  readonly node: NodeId;
  /** The key of that value, where the key is what is wrong. */
  readonly key?: NodeId;
  /** The key that was almost certainly meant instead, as this file spells keys. */
  readonly meant?: string;
  /** What says the same for certain, or what was certainly meant. */
  readonly plain?: PlainForm;
  /** The migration that ends this form, of those that run unasked. */
  readonly migration?: string;
  /** For programs: which releases have what this one has not. */
  readonly data?: {
    readonly since?: string;
    readonly until?: string;
    /** The runtime key that lets it through. */
    readonly runtime?: string;
  };
}
