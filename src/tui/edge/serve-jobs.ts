/**
 * The worker's side of the wire: opens the input once, does jobs in turn, and sends what they come to. Long lists go
 * in pieces, each when the other side has taken the one before, so that nobody waits for a message to be unpacked.
 */
import { type JobInput, type OpenedInput, openInput } from '../jobs/input.ts';
import { answerJob, type Job } from '../jobs/job.ts';

export type ToWorker =
  | { readonly kind: 'open'; readonly input: JobInput }
  | { readonly kind: 'job'; readonly id: number; readonly job: Job }
  /** The last piece was taken. */
  | { readonly kind: 'more' };

export type FromWorker =
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly text: string;
      readonly done: number;
      readonly total: number;
    }
  /** Entries of a list field of the answer. */
  | {
      readonly kind: 'piece';
      readonly id: number;
      readonly field: string;
      readonly entries: readonly unknown[];
    }
  /** The answer, without the entries that came in pieces. */
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };

interface JobPort {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

/** Entries of a list that go in one message: unpacking them takes about a millisecond. */
const PIECE = 100;
/** Milliseconds between two messages of progress. */
const RARELY = 100;

export function serveJobs(port: JobPort, now: () => number): void {
  let opened: OpenedInput | undefined;
  let taken = (): void => {};
  let turn = Promise.resolve();
  port.on('message', (message) => {
    if (message.kind === 'more') taken();
    else if (message.kind === 'open') opened = openInput(message.input, now);
    else {
      const { id, job } = message;
      turn = turn.then(() => work(id, job));
    }
  });

  async function work(id: number, job: Job): Promise<void> {
    let last = Number.NEGATIVE_INFINITY;
    try {
      if (opened === undefined) throw new Error('a job came before its input');
      const answer = answerJob(opened, job, (text, done, total) => {
        if (now() - last < RARELY) return;
        last = now();
        port.postMessage({ kind: 'progress', id, text, done, total });
      });
      port.postMessage({ kind: 'answer', id, answer: await withoutLists(id, answer) });
    } catch (error) {
      port.postMessage({
        kind: 'failed',
        id,
        problem: errorText(error),
      });
    }
  }

  async function withoutLists(id: number, answer: unknown): Promise<unknown> {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
    const rest: { [field: string]: unknown } = {};
    for (const [field, value] of Object.entries(answer)) {
      if (!Array.isArray(value) || value.length <= PIECE) {
        rest[field] = value;
        continue;
      }
      rest[field] = [];
      for (let from = 0; from < value.length; from += PIECE) {
        const isTaken = new Promise<void>((resolve) => {
          taken = resolve;
        });
        port.postMessage({ kind: 'piece', id, field, entries: value.slice(from, from + PIECE) });
        await isTaken;
      }
    }
    return rest;
  }
}
/** What to tell about something that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
