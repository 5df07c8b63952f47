/**
 * What is worked out in other threads: one begins behind the first frame with everything that takes long, the other
 * answers questions, so that nobody waits for the first one to end.
 */
import { redaction, showAll } from '../../results/secrets/redact.ts';
import type { Action } from '../action.ts';
import type { Answer } from '../job-answer.ts';
import type { Answers, Job } from '../jobs/job.ts';
import type { ShownJob } from '../state.ts';
import { Cancelled, openDesk } from './ask-worker.ts';
import { errorText } from './error-text.ts';
import type { Loaded } from './loaded.ts';
import { startWorker } from './start-worker.ts';

export interface Background {
  /** Starts working out secrets, differences, findings and edits, in this order. */
  begin(): void;
  ask<J extends Job>(job: J): Promise<Answers[J['job']]>;
  /** Asks, and hands the answer to the views. */
  answer(job: Job): void;
  /** Drops everything; nothing more is dispatched. */
  close(): void;
}

export function backgroundOf({ input }: Loaded, dispatch: (action: Action) => void): Background {
  const [thorough, quick] = [openDesk(input, startWorker), openDesk(input, startWorker)];
  const workOut = async (): Promise<void> => {
    await step({ job: 'secrets' }, 'secrets', 'looking for secrets', (secrets) => {
      dispatch({ kind: 'secrets', redact: secrets === undefined ? showAll : redaction(secrets).redact });
    });
    if (input.before !== undefined)
      await step({ job: 'comparison' }, 'diff', 'comparing', (answer) => {
        dispatch({ kind: 'answered', answer: { job: 'comparison', answer } });
      });
    await step({ job: 'analysis' }, 'analysis', 'analyzing', (analysis) =>
      dispatch({ kind: 'analysed', analysis }),
    );
    await step({ job: 'edits' }, 'edits', 'planning the migration', (answer) => {
      dispatch({ kind: 'answered', answer: { job: 'edits', answer } });
    });
  };
  /** One job with its progress line; what fails is told, and does not stop the others. */
  const step = async <J extends Job>(
    job: J,
    name: ShownJob['name'],
    title: string,
    take: (answer: Answers[J['job']]) => void,
  ): Promise<void> => {
    dispatch({ kind: 'progress', name, text: title, done: 0, total: 0 });
    try {
      const answer = await thorough.ask(job, (text, done, total) =>
        dispatch({ kind: 'progress', name, text: `${title}: ${text}`, done, total }),
      );
      take(answer);
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      dispatch({ kind: 'failed', job: name, problem: `${title} failed: ${errorText(error)}` });
    }
  };
  return {
    begin: () => void workOut().catch(() => {}),
    ask: (job) => quick.ask(job),
    answer: (job) =>
      void quick.ask(job).then(
        (answer) => dispatch({ kind: 'answered', answer: { job: job.job, answer } as Answer }),
        (error: unknown) => {
          if (error instanceof Cancelled) return;
          dispatch({ kind: 'answered', answer: { job: 'failed', of: job.job, problem: errorText(error) } });
        },
      ),
    close() {
      thorough.close();
      quick.close();
    },
  };
}
