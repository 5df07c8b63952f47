/** What the reducer wants done outside, as data; `edge/` does it and answers with actions. */

import type { Job } from './jobs/job.ts';

export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'reload' }
  /** To the clipboard; `what` names it for the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** In the person's editor; line and column from 1. */
  | { readonly kind: 'edit'; readonly file: string; readonly line: number; readonly column: number }
  /** A question for the worker. */
  | { readonly kind: 'ask'; readonly job: Job }
  /** Changes the files in place by the accepted edits of the migration, as `migrate --write` does. */
  | { readonly kind: 'write-edits'; readonly accepted: readonly string[] }
  /** Saves the accepted edits as a patch instead. */
  | { readonly kind: 'save-patch'; readonly accepted: readonly string[]; readonly file: string };
