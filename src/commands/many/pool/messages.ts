/** What a run and its worker threads tell each other. Results travel as texts, in the form in which reports have them. */
import type { Candidate } from '../../../source/candidate.ts';
import type { InputErrorDetails } from '../../../source/errors.ts';

/** How a worker is made: it becomes the same command with the same arguments. */
export interface WorkerStart {
  readonly command: string;
  readonly argv: readonly string[];
  readonly root: string;
  readonly version: string;
}

/** An input to work; nothing where the run is over. */
export type Task = { readonly at: number; readonly candidate: Candidate } | 'end';

export type Reply =
  /** The worker takes tasks; or it is done with the last. */
  | 'ready'
  | 'ended'
  | { readonly at: number; readonly notes: readonly string[]; readonly outcome: TaskOutcome };

export type TaskOutcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'unread'; readonly details: InputErrorDetails }
  | { readonly kind: 'skipped'; readonly reason: string; readonly shown: string }
  /** Anything else: the run works this input itself, and meets whatever it was. */
  | { readonly kind: 'unknown' };
