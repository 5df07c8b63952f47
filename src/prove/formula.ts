/** Conditions, and what stands beside them in the search: sets of requests, and what nobody here can decide. */
import type { Box } from '../routing/all/box.ts';
import type { Leaf } from './property.ts';

export type Formula =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'box'; readonly box: Box }
  | { readonly kind: 'open'; readonly why: string }
  /** What asks nothing of a case but its version: its set is made once. */
  | { readonly kind: 'once'; readonly of: Formula }
  | Leaf;

export const ALWAYS: Formula = { kind: 'all', of: [] };
export const NEVER: Formula = { kind: 'any', of: [] };
