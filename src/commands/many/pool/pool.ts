/**
 * Worker threads that work inputs ahead of a run, which takes what came of them in the order of the inputs. What a
 * worker cannot answer (it died, or met something that ends a run) the run works itself, so that nothing is lost.
 */
import { Worker } from 'node:worker_threads';
import type { Candidate } from '../../../source/candidate.ts';
import type { Reply, Task, TaskOutcome, WorkerStart } from './messages.ts';

export interface Answered {
  readonly notes: readonly string[];
  readonly outcome: TaskOutcome;
}

export interface Pool {
  /** What came of an input; those before it need no longer be kept. Undefined where no worker can say. */
  answer(at: number): Promise<Answered | undefined>;
  /** Lets the workers end: at once, or once they are done with what they keep for later runs. */
  close(isOver: boolean): Promise<void>;
}

/** Inputs that one worker may be ahead of the run: results wait in memory. */
const AHEAD = 8;
/** A worker that cannot even start is not started for ever. */
const MAX_DEATHS = 8;
/** The longest that the end of the workers is waited for. */
const END_MS = 5000;

interface Waiting {
  readonly promise: Promise<Answered | undefined>;
  readonly settle: (answer: Answered | undefined) => void;
}

interface Member {
  readonly worker: Worker;
  /** The input that it works on; undefined where it is free, or not ready yet. */
  at: number | undefined;
  isReady: boolean;
}

/** @param tasks those inputs that workers can read, by their positions */
export function startPool(count: number, start: WorkerStart, tasks: ReadonlyMap<number, Candidate>): Pool {
  return new WorkerPool(count, start, tasks);
}

class WorkerPool implements Pool {
  private readonly members = new Set<Member>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly left: [number, Candidate][];
  private readonly count: number;
  private readonly data: WorkerStart;
  private deaths = 0;
  private isClosed = false;

  constructor(count: number, data: WorkerStart, tasks: ReadonlyMap<number, Candidate>) {
    this.count = count;
    this.data = data;
    this.left = [...tasks];
    for (const at of tasks.keys()) this.waiting.set(at, waitingFor());
    for (let index = 0; index < Math.min(count, tasks.size); index++) this.add();
  }

  async answer(at: number): Promise<Answered | undefined> {
    const waiting = this.waiting.get(at);
    this.share();
    const found = await waiting?.promise;
    this.waiting.delete(at);
    return found;
  }

  async close(isOver: boolean): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.members].map((member) => this.end(member, isOver)));
  }

  private async end({ worker, isReady }: Member, isOver: boolean): Promise<void> {
    if (isOver && isReady) {
      const ended = new Promise<void>((resolve) => {
        worker.on('message', (reply: Reply) => reply === 'ended' && resolve());
        worker.once('exit', () => resolve());
        setTimeout(resolve, END_MS).unref();
      });
      worker.postMessage('end' satisfies Task);
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
    worker.on('message', (reply: Reply) => this.take(member, reply));
    // Both are told of a worker that dies; the second finds nothing left to do.
    worker.on('error', () => this.lose(member));
    worker.on('exit', () => this.lose(member));
  }

  private take(member: Member, reply: Reply): void {
    if (reply === 'ended') return;
    if (reply === 'ready') member.isReady = true;
    else {
      member.at = undefined;
      this.waiting.get(reply.at)?.settle(reply);
    }
    this.share();
  }

  private lose(member: Member): void {
    if (!this.members.delete(member) || this.isClosed) return;
    if (member.at !== undefined) this.waiting.get(member.at)?.settle(undefined);
    if (++this.deaths < MAX_DEATHS) this.add();
    else if (this.members.size === 0) for (const each of this.waiting.values()) each.settle(undefined);
  }

  private share(): void {
    for (const member of this.members) {
      if (!member.isReady || member.at !== undefined) continue;
      const [next] = this.left;
      if (next === undefined || this.isAhead()) return;
      this.left.shift();
      const [at, candidate] = next;
      member.at = at;
      member.worker.postMessage({ at, candidate } satisfies Task);
    }
  }

  private isAhead(): boolean {
    return this.waiting.size - this.left.length > this.count * AHEAD;
  }
}

function waitingFor(): Waiting {
  let settle: Waiting['settle'] = () => {};
  const promise = new Promise<Answered | undefined>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
