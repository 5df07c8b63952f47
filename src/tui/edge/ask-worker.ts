/** Our side of the wire to a worker: jobs in, promises out. */

import { Worker } from 'node:worker_threads';
import type { JobInput } from '../jobs/input.ts';
import type { Answers, Job, JobName } from '../jobs/job.ts';
import type { FromWorker, ToWorker } from './serve-jobs.ts';

/** What it needs of a worker thread. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

/** The files were read again, or the run ends: nobody waits for the answer any more. */
export class Cancelled extends Error {}

type Told = (text: string, done: number, total: number) => void;

export interface Desk {
  ask<J extends Job>(job: J, told?: Told): Promise<Answers[J['job']]>;
  /** Ends the worker at once; what was asked is rejected with {@link Cancelled}. */
  close(): void;
}

interface Open {
  readonly resolve: (answer: Answers[JobName]) => void;
  readonly reject: (error: Error) => void;
  readonly told: Told | undefined;
  readonly lists: Map<string, unknown[]>;
}

/** @param start makes the worker, at the first question */
export function openDesk(input: JobInput, start: () => WorkerLike): Desk {
  const open = new Map<number, Open>();
  let worker: WorkerLike | undefined;
  let [next, isClosed] = [0, false];
  const fail = (error: Error): void => {
    for (const { reject } of open.values()) reject(error);
    open.clear();
  };
  const hear = (message: FromWorker): void => {
    const asked = open.get(message.id);
    if (asked === undefined) return;
    switch (message.kind) {
      case 'progress':
        asked.told?.(message.text, message.done, message.total);
        return;
      case 'piece': {
        const list = asked.lists.get(message.field) ?? [];
        for (const entry of message.entries) list.push(entry);
        asked.lists.set(message.field, list);
        // Whatever was typed meanwhile comes first.
        setImmediate(() => worker?.postMessage({ kind: 'more' }));
        return;
      }
      case 'answer':
        open.delete(message.id);
        asked.resolve(whole(message.answer, asked.lists) as Answers[JobName]);
        return;
      case 'failed':
        open.delete(message.id);
        asked.reject(new Error(message.problem));
    }
  };
  const started = (): WorkerLike => {
    if (worker !== undefined) return worker;
    worker = start();
    worker.on('message', hear);
    worker.on('error', fail);
    worker.postMessage({ kind: 'open', input });
    return worker;
  };
  return {
    ask<J extends Job>(job: J, told?: Told) {
      return new Promise<Answers[J['job']]>((resolve, reject) => {
        if (isClosed) {
          reject(new Cancelled('the worker is closed'));
          return;
        }
        const id = next++;
        const asked = {
          resolve: resolve as Open['resolve'],
          reject,
          told,
          lists: new Map<string, unknown[]>(),
        };
        open.set(id, asked);
        started().postMessage({ kind: 'job', id, job });
      });
    },
    close() {
      isClosed = true;
      worker?.terminate();
      worker = undefined;
      fail(new Cancelled('the worker is closed'));
    },
  };
}

function whole(answer: unknown, lists: ReadonlyMap<string, unknown[]>): unknown {
  return lists.size === 0 ? answer : { ...(answer as object), ...Object.fromEntries(lists) };
}

// Starts the worker thread.

export function startWorker(): Worker {
  const worker = new Worker(new URL('./explore-worker.js', import.meta.url), {
    // What a worker says would end up on the screen.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return worker;
}
