/** What a run and its worker threads tell each other. Results travel as texts, in the form in which reports have them. */

import type { InputErrorDetails } from '../../../source/errors.ts';
import type { NamedFile } from '../../descriptors.ts';

/** How a worker is made: it becomes the same command with the same arguments. */
export interface WorkerStart {
  readonly command: string;
  readonly argv: readonly string[];
  readonly root: string;
  readonly version: string;
  /** Descriptor sets that settings name. */
  readonly descriptors: readonly NamedFile[];
}

/** An input to work, such as a candidate or a pair; or the run is over. */
export type Task<T> = { readonly at: number; readonly input: T } | 'end';

/** @typeParam O what becomes of an input; undefined where the run works it itself, and meets whatever it was */
export type Reply<O> =
  /** The worker takes tasks; or it is done with the last. */
  | 'ready'
  | 'ended'
  | { readonly at: number; readonly notes: readonly string[]; readonly outcome: O | undefined };

/** What becomes of a single file. */
export type FileOutcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'unread'; readonly details: InputErrorDetails }
  | { readonly kind: 'skipped'; readonly reason: string; readonly shown: string };
