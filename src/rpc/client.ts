/**
 * A worker that is asked one question after the other: our side of the wire. What it is told and asked waits here, so
 * that newer news take the place of older ones, and what nobody waits for any more is not asked. The other side is
 * `serve.ts`.
 *
 * @typeParam News what it is told, such as texts that changed
 * @typeParam Question what it is asked
 */

export type ToWorker<News, Question> =
  | { readonly kind: 'tell'; readonly news: News }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
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

/** A worker that was started. */
export interface Started<News, Question> {
  postMessage(message: ToWorker<News, Question>): void;
  terminate(): unknown;
}

/** Who listens to it. */
export interface Hearing {
  message(message: FromWorker): void;
  /** @param problem empty where it ended by itself */
  gone(problem: string): void;
}

/** A thread of node. */
export interface WorkerLike<News, Question> extends Started<News, Question> {
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

export function heardBy<News, Question>(
  worker: WorkerLike<News, Question>,
  hearing: Hearing,
): Started<News, Question> {
  worker.on('message', (message) => hearing.message(message));
  worker.on('error', ({ message }) => hearing.gone(message));
  worker.on('exit', () => hearing.gone(''));
  return worker;
}

/** Nobody waits for the answer any more: it was cancelled, or the client was closed. */
export class Cancelled extends Error {}
/** The worker is gone, such as one that ran out of memory; the next question is answered by a new one. */
export class BrokeDown extends Error {}

export type Progress = (text: string, done: number, total: number) => void;

export interface Asking {
  readonly progress?: Progress | undefined;
  /** Looked at before the question is sent and when its answer comes. */
  readonly isCancelled?: () => boolean;
}

interface Asked<Question> extends Asking {
  readonly question: Question;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Waiting<News, Question> =
  | { readonly kind: 'tell'; readonly key: string; news: News }
  | ({ readonly kind: 'ask' } & Asked<Question>);

export class WorkerClient<News, Question> {
  private readonly start: (hearing: Hearing) => Started<News, Question>;
  private readonly greeting: () => readonly News[];
  private waiting: Waiting<News, Question>[] = [];
  private worker: Started<News, Question> | undefined;
  private current: (Asked<Question> & { readonly lists: Map<string, unknown[]> }) | undefined;
  private id = 0;
  private isClosed = false;

  /**
   * @param start makes the worker, at the first news or question, and anew after it broke down
   * @param greeting all that a new worker has to know
   */
  constructor(start: (hearing: Hearing) => Started<News, Question>, greeting: () => readonly News[]) {
    this.start = start;
    this.greeting = greeting;
  }

  /** Whether a question would be answered at once. */
  get isIdle(): boolean {
    return this.current === undefined && this.waiting.length === 0;
  }

  /** @param key of news with the same key only the latest are sent, in the place of the first */
  tell(key: string, news: News): void {
    const known = this.waiting.find((each) => each.kind === 'tell' && each.key === key);
    if (known?.kind === 'tell') known.news = news;
    else this.waiting.push({ kind: 'tell', key, news });
    this.go();
  }

  /** The answer, which is what the question's own type promises. @throws Cancelled, BrokeDown, Error with what the worker says */
  ask<Answer>(question: Question, asking: Asking = {}): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.isClosed) {
        reject(new Cancelled('the worker is closed'));
        return;
      }
      this.waiting.push({
        kind: 'ask',
        question,
        resolve: resolve as Asked<Question>['resolve'],
        reject,
        ...asking,
      });
      this.go();
    });
  }

  /** Ends the worker at once: what it is asked is cancelled, and the next question is answered by a new one. */
  restart(): unknown {
    const ended = this.worker?.terminate();
    this.worker = undefined;
    this.settle()?.reject(new Cancelled('the worker was ended'));
    this.go();
    return ended;
  }

  /** Ends the worker at once, for good. @returns what `terminate` returns, to be awaited */
  close(): unknown {
    this.isClosed = true;
    const closed = new Cancelled('the worker is closed');
    for (const each of this.waiting.splice(0)) if (each.kind === 'ask') each.reject(closed);
    return this.restart();
  }

  private go(): void {
    while (this.current === undefined && !this.isClosed && this.waiting.length > 0) {
      const worker = this.started();
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.kind === 'tell') worker.postMessage({ kind: 'tell', news: next.news });
      else if (next.isCancelled?.()) next.reject(new Cancelled('cancelled'));
      else {
        this.current = { ...next, lists: new Map() };
        worker.postMessage({ kind: 'ask', id: ++this.id, question: next.question });
      }
    }
  }

  private started(): Started<News, Question> {
    if (this.worker !== undefined) return this.worker;
    const worker = this.start({
      message: (message) => {
        if (worker === this.worker) this.hear(message);
      },
      gone: (problem) => {
        if (worker !== this.worker) return;
        this.worker = undefined;
        this.settle()?.reject(new BrokeDown(problem));
        this.go();
      },
    });
    this.worker = worker;
    for (const news of this.greeting()) worker.postMessage({ kind: 'tell', news });
    // The greeting has all news.
    this.waiting = this.waiting.filter(({ kind }) => kind === 'ask');
    return worker;
  }

  private hear(message: FromWorker): void {
    const { current } = this;
    if (current === undefined || message.id !== this.id) return;
    switch (message.kind) {
      case 'progress':
        current.progress?.(message.text, message.done, message.total);
        return;
      case 'piece': {
        const list = current.lists.get(message.field) ?? [];
        for (const entry of message.entries) list.push(entry);
        current.lists.set(message.field, list);
        // Whatever was typed meanwhile comes first.
        setTimeout(() => this.worker?.postMessage({ kind: 'more' }), 0);
        return;
      }
      case 'answer':
        this.settle();
        if (current.isCancelled?.()) current.reject(new Cancelled('cancelled'));
        else current.resolve(whole(message.answer, current.lists));
        break;
      case 'failed':
        this.settle();
        current.reject(new Error(message.problem));
    }
    this.go();
  }

  private settle(): Asked<Question> | undefined {
    const { current } = this;
    this.current = undefined;
    return current;
  }
}

function whole(answer: unknown, lists: ReadonlyMap<string, unknown[]>): unknown {
  return lists.size === 0 ? answer : { ...(answer as object), ...Object.fromEntries(lists) };
}
