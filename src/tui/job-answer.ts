/** What comes back from the worker and from writing, for the views that asked. */
import type { Answers, JobName } from './jobs/job.ts';

type Told = { readonly [J in JobName]: { readonly job: J; readonly answer: Answers[J] } }[JobName];

export type Answer =
  | Told
  /** A question that has no answer, and why. */
  | { readonly job: 'failed'; readonly of: JobName; readonly problem: string }
  /** What became of writing the accepted edits: files that were written, and what went wrong with others. */
  | { readonly job: 'written'; readonly files: readonly string[]; readonly problems: readonly string[] };
