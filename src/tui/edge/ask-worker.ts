/** The worker of the explorer, which opens the input once and does jobs in turn. */
import { Worker } from 'node:worker_threads';
import { Cancelled, heardBy, type Progress, WorkerClient, type WorkerLike } from '../../rpc/client.ts';
import { type Port, serve } from '../../rpc/serve.ts';
import { type JobInput, type OpenedInput, openInput } from '../jobs/input.ts';
import { type Answers, answerJob, type Job } from '../jobs/job.ts';

export interface JobClient {
  ask<J extends Job>(job: J, progress?: Progress): Promise<Answers[J['job']]>;
  /** Ends the worker at once; what was asked is rejected with {@link Cancelled}. */
  close(): void;
}

/** @param start makes the worker, at the first question */
export function jobClient(input: JobInput, start: () => WorkerLike<JobInput, Job> = startWorker): JobClient {
  const client = new WorkerClient<JobInput, Job>(
    (hearing) => heardBy(start(), hearing),
    () => [input],
  );
  return {
    ask: (job, progress) => client.ask(job, { progress }),
    close: () => client.close(),
  };
}

/** Its file stands beside this one, also in a bundle (docs/architecture.md). */
function startWorker(): Worker {
  const worker = new Worker(new URL('./explore-worker.js', import.meta.url), {
    // What a worker says would end up on the screen.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return worker;
}

/** The worker's side. @param now milliseconds */
export function serveJobs(port: Port<JobInput, Job>, now: () => number): void {
  let opened: OpenedInput | undefined;
  serve(port, {
    tell(input) {
      opened = openInput(input, now);
    },
    answer(job, progress) {
      if (opened === undefined) throw new Error('a job came before its input');
      return answerJob(opened, job, progress);
    },
    problem: errorText,
    now,
  });
}

/** What to say about something that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export { Cancelled };
