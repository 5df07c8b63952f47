/** What can be asked of the worker, and what it answers; all of it can be sent from one thread to another. */
import type { Secret } from '../../results/secrets/redact.ts';
import type { Request } from '../../routing/request/request.ts';
import { type ExploredAnalysis, exploreAnalysis, type Progress } from './analysis.ts';
import { type ExploredDiff, exploreComparison } from './comparison.ts';
import { exploreSecrets, type ItemPlace, type OpenedInput } from './input.ts';
import {
  type EditOffer,
  type EditText,
  exploreEdits,
  exploreEditText,
  exploreMigrated,
  type MigratedText,
} from './migration.ts';
import { exploreRequestFor, exploreTrace, type RequestAnswer, type TraceAnswer } from './trace.ts';

export type Job =
  | { readonly job: 'secrets' }
  | { readonly job: 'analysis' }
  | { readonly job: 'comparison' }
  | { readonly job: 'trace'; readonly request: Request }
  | { readonly job: 'request-for'; readonly place: ItemPlace }
  | { readonly job: 'edits' }
  | { readonly job: 'edit-text'; readonly key: string }
  | { readonly job: 'migrated'; readonly accepted: readonly string[] };

/** What each job comes to. */
export interface Answers {
  readonly secrets: readonly Secret[] | undefined;
  readonly analysis: ExploredAnalysis;
  readonly comparison: ExploredDiff;
  readonly trace: TraceAnswer;
  readonly 'request-for': RequestAnswer | undefined;
  readonly edits: EditOffer;
  readonly 'edit-text': EditText;
  readonly migrated: readonly MigratedText[];
}

export type JobName = Job['job'];

/** Does a job. @throws whatever the stages throw; to be told as a failure of this job */
export function answerJob(opened: OpenedInput, job: Job, progress: Progress): Answers[JobName] {
  switch (job.job) {
    case 'secrets':
      return exploreSecrets(opened);
    case 'analysis':
      return exploreAnalysis(opened, progress);
    case 'comparison':
      return exploreComparison(opened, progress);
    case 'trace':
      return exploreTrace(opened, job.request);
    case 'request-for':
      return exploreRequestFor(opened, job.place);
    case 'edits':
      return exploreEdits(opened);
    case 'edit-text':
      return exploreEditText(opened, job.key);
    case 'migrated':
      return exploreMigrated(opened, new Set(job.accepted));
  }
}
