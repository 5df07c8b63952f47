/** A file that an input stands for, before it is read. */

import type { LiveAddress } from './live.ts';

/** An explicit file must be understood; one found in a directory or by a glob may be skipped with a note. */
export type Found = 'named' | 'searched';

/** `below` is the path under the input that was searched: the same wherever that input lies. */
export type Candidate = CandidateKind & { readonly below?: string };

type CandidateKind =
  | { readonly kind: 'file'; readonly name: string; readonly path: string; readonly found: Found }
  /** A pipe or a device: readable once, and nothing to write back to. */
  | { readonly kind: 'stream'; readonly name: string; readonly path: string; readonly found: Found }
  | { readonly kind: 'stdin'; readonly name: string; readonly found: Found }
  /** The admin interface of a running proxy. */
  | { readonly kind: 'live'; readonly name: string; readonly address: LiveAddress; readonly found: Found }
  | { readonly kind: 'blob'; readonly name: string; readonly object: string; readonly found: Found };

const CONFIGURATION = /\.(ya?ml|json)$/i;

/** cfgtool's own settings. */
const SETTINGS = /(?:^|\/)\.cfgtool\.yaml$/;

/** Whether a directory's entry is taken for a configuration by its name. */
export function looksLikeConfiguration(name: string): boolean {
  return CONFIGURATION.test(name) && !SETTINGS.test(name);
}

/** Directories that nobody keeps configurations in. */
export function isSkippedDirectory(name: string): boolean {
  return name === 'node_modules' || name === '.git';
}

/** Order of names in a listing: by code unit, so that it is the same on every machine. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
