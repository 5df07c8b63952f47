/** What happens: keys and the terminal's own events, what was read, what the worker has found out. */

import type { Redact } from '../results/secrets/redact.ts';
import type { EdgeEvent } from './events.ts';
import type { Answer } from './job-answer.ts';
import type { ExploredAnalysis } from './jobs/analysis.ts';
import type { Notice } from './notice.ts';
import type { Session } from './session.ts';
import type { ShownJob } from './state.ts';

export type Action =
  | EdgeEvent
  /** The files were read again, which is said at once. What was known about the older ones is dropped. */
  | { readonly kind: 'loaded'; readonly session: Session; readonly why: string }
  /** The files hold what is shown again: what could not be read was taken back. */
  | { readonly kind: 'current' }
  | { readonly kind: 'analysed'; readonly analysis: ExploredAnalysis }
  | { readonly kind: 'secrets'; readonly redact: Redact }
  | ({ readonly kind: 'progress' } & ShownJob)
  | { readonly kind: 'failed'; readonly job: ShownJob['name']; readonly problem: string }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** The worker, or writing, has answered. */
  | { readonly kind: 'answered'; readonly answer: Answer };
