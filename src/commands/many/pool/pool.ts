/**
 * Worker threads that work inputs ahead of a run, which takes what came of them in the order of the inputs. What a
 * worker cannot answer (it died, or met something that ends a run) the run works itself, so that nothing is lost.
 */
import { Worker } from 'node:worker_threads';
import type { InputErrorDetails } from '../../../source/errors.ts';
import { systemCode } from '../../../source/file-problem.ts';
import type { NamedFile } from '../../descriptors.ts';

export interface Answered<O> {
  readonly notes: readonly string[];
  readonly outcome: O;
}

/** @typeParam O what becomes of an input */
export interface Pool<O> {
  /**
   * What came of an input; those before it need no longer be kept. Undefined where no worker can say.
   *
   * @throws Error where the input took more memory than a thread has, which the run itself would not survive
   */
  answer(at: number): Promise<Answered<O> | undefined>;
  /** Lets the workers end: at once, or once they are done with what they keep for later runs. */
  close(isOver: boolean): Promise<void>;
}

/** Inputs that one worker may be ahead of the run: results wait in memory. */
const AHEAD = 8;
/** A worker that cannot even start is not started for ever. */
const MAX_DEATHS = 8;
/** The longest that the end of the workers is waited for. */
const END_MS = 5000;

type Answer<O> = Answered<O> | Error | undefined;

interface Waiting<O> {
  readonly promise: Promise<Answer<O>>;
  readonly settle: (answer: Answer<O>) => void;
}

interface Member {
  readonly worker: Worker;
  /** The input that it works on; undefined where it is free, or not ready yet. */
  at: number | undefined;
  isReady: boolean;
}

/** @param tasks those inputs that workers can read, by their positions */
export function startPool<T, O>(count: number, start: WorkerStart, tasks: ReadonlyMap<number, T>): Pool<O> {
  return new WorkerPool(count, start, tasks);
}

class WorkerPool<T, O> implements Pool<O> {
  private readonly members = new Set<Member>();
  private readonly waiting = new Map<number, Waiting<O>>();
  private readonly left: [number, T][];
  private readonly count: number;
  private readonly data: WorkerStart;
  private deaths = 0;
  private isClosed = false;

  constructor(count: number, data: WorkerStart, tasks: ReadonlyMap<number, T>) {
    this.count = count;
    this.data = data;
    this.left = [...tasks];
    for (const at of tasks.keys()) this.waiting.set(at, waitingFor());
    for (let index = 0; index < Math.min(count, tasks.size); index++) this.add();
  }

  async answer(at: number): Promise<Answered<O> | undefined> {
    const waiting = this.waiting.get(at);
    this.share();
    const found = await waiting?.promise;
    this.waiting.delete(at);
    if (found instanceof Error) throw found;
    return found;
  }

  async close(isOver: boolean): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.members].map((member) => this.end(member, isOver)));
  }

  private async end({ worker, isReady }: Member, isOver: boolean): Promise<void> {
    if (isOver && isReady) {
      const ended = new Promise<void>((resolve) => {
        worker.on('message', (reply: Reply<O>) => reply === 'ended' && resolve());
        worker.once('exit', () => resolve());
        setTimeout(resolve, END_MS).unref();
      });
      worker.postMessage('end' satisfies Task<T>);
      await ended;
    }
    await worker.terminate();
  }

  private add(): void {
    const worker = new Worker(new URL('./part-worker.js', import.meta.url), {
      workerData: this.data,
      stdout: true,
      stderr: true,
    });
    const member: Member = { worker, at: undefined, isReady: false };
    this.members.add(member);
    worker.on('message', (reply: Reply<O>) => this.take(member, reply));
    // Both are told of a worker that dies; the second finds nothing left to do.
    worker.on('error', (error: Error) => this.lose(member, error));
    worker.on('exit', () => this.lose(member));
  }

  private take(member: Member, reply: Reply<O>): void {
    if (reply === 'ended') return;
    if (reply === 'ready') member.isReady = true;
    else {
      member.at = undefined;
      const { notes, outcome } = reply;
      this.waiting.get(reply.at)?.settle(outcome === undefined ? undefined : { notes, outcome });
    }
    this.share();
  }

  private lose(member: Member, error?: Error): void {
    if (!this.members.delete(member) || this.isClosed) return;
    const isTooMuch = error !== undefined && systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    if (member.at !== undefined) this.waiting.get(member.at)?.settle(isTooMuch ? error : undefined);
    if (++this.deaths < MAX_DEATHS) this.add();
    else if (this.members.size === 0) for (const each of this.waiting.values()) each.settle(undefined);
  }

  private share(): void {
    for (const member of this.members) {
      if (!member.isReady || member.at !== undefined) continue;
      const [next] = this.left;
      if (next === undefined || this.isAhead()) return;
      this.left.shift();
      const [at, input] = next;
      member.at = at;
      member.worker.postMessage({ at, input } satisfies Task<T>);
    }
  }

  private isAhead(): boolean {
    return this.waiting.size - this.left.length > this.count * AHEAD;
  }
}

function waitingFor<O>(): Waiting<O> {
  let settle: Waiting<O>['settle'] = () => {};
  const promise = new Promise<Answer<O>>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

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
