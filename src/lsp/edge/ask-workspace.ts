/**
 * Our side of the wire. The worker does one thing at a time, so texts and questions wait here: of the texts of a file
 * only the newest is sent, and what nobody waits for any more is not asked.
 */
import type { CancellationToken } from 'vscode-languageserver';
import type { Baseline } from '../../analyze/suppression/baseline.ts';
import { ownEdition, ownTablesInUse } from '../../schema/own.ts';
import type { Answers, Question, QuestionName } from '../question.ts';
import type { WorkspaceText } from '../shapes.ts';
import type { FromWorker, ToWorker } from './serve-workspace.ts';

/** What it needs of a worker thread. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  terminate(): unknown;
}

/** Nobody waits for the answer any more, or there is nobody who could give it. */
export class Unanswered extends Error {}

type Waiting =
  | { readonly kind: 'own' }
  | { readonly kind: 'put'; text: WorkspaceText }
  | { readonly kind: 'forget'; readonly name: string }
  | {
      readonly kind: 'ask';
      readonly question: Question;
      readonly token: CancellationToken | undefined;
      readonly resolve: (answer: Answers[QuestionName]) => void;
      readonly reject: (error: Error) => void;
    };

export class WorkspaceDesk {
  private readonly start: () => WorkerLike;
  private readonly baseline: Baseline | undefined;
  private readonly waiting: Waiting[] = [];
  private readonly texts = new Map<string, WorkspaceText>();
  private worker: WorkerLike | undefined;
  private current: Extract<Waiting, { readonly kind: 'ask' }> | undefined;
  private next = 0;
  /** Of the user's own messages that the worker has. */
  private edition = ownEdition();
  private isClosed = false;

  constructor(start: () => WorkerLike, baseline: Baseline | undefined) {
    this.start = start;
    this.baseline = baseline;
  }

  /** Whether a question would be answered at once. */
  get isIdle(): boolean {
    return this.current === undefined && this.waiting.length === 0;
  }

  put(text: WorkspaceText): void {
    if (this.edition !== ownEdition()) this.renew();
    this.texts.set(text.name, text);
    // Questions that were asked about the older text are answered from the newer one: editors ask again anyway.
    const known = this.waiting.find((each) => each.kind === 'put' && each.text.name === text.name);
    if (known?.kind === 'put') known.text = text;
    else this.waiting.push({ kind: 'put', text });
    this.go();
  }

  /** Other messages are known than when texts were read: all of them are read again. */
  private renew(): void {
    this.edition = ownEdition();
    this.waiting.push({ kind: 'own' });
    for (const text of this.texts.values()) this.put(text);
  }

  forget(name: string): void {
    this.texts.delete(name);
    this.waiting.push({ kind: 'forget', name });
    this.go();
  }

  ask<Q extends Question>(question: Q, token?: CancellationToken): Promise<Answers[Q['asked']]> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) {
        reject(new Unanswered('the server ends'));
        return;
      }
      this.waiting.push({
        kind: 'ask',
        question,
        token,
        resolve: resolve as (answer: Answers[QuestionName]) => void,
        reject,
      });
      this.go();
    });
  }

  close(): void {
    this.isClosed = true;
    this.worker?.terminate();
    this.worker = undefined;
    this.fail('the server ends');
    for (const each of this.waiting.splice(0))
      if (each.kind === 'ask') each.reject(new Unanswered('the server ends'));
  }

  private go(): void {
    while (this.current === undefined && !this.isClosed) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.kind === 'ask' && next.token?.isCancellationRequested) {
        next.reject(new Unanswered('cancelled'));
        continue;
      }
      const worker = this.started();
      if (next.kind === 'own') worker.postMessage({ kind: 'own', tables: ownTablesInUse() });
      else if (next.kind !== 'ask') worker.postMessage(next);
      else {
        this.current = next;
        worker.postMessage({ kind: 'ask', id: ++this.next, question: next.question });
      }
    }
  }

  private started(): WorkerLike {
    if (this.worker !== undefined) return this.worker;
    const worker = this.start();
    this.worker = worker;
    worker.on('message', (message) => {
      if (worker === this.worker) this.hear(message);
    });
    // One that ran out of memory is gone; the texts that it had go to the next one.
    worker.on('error', () => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      this.fail('the worker broke down');
      this.go();
    });
    if (this.baseline !== undefined) worker.postMessage({ kind: 'baseline', baseline: this.baseline });
    if (this.edition > 0) worker.postMessage({ kind: 'own', tables: ownTablesInUse() });
    for (const text of this.texts.values()) worker.postMessage({ kind: 'put', text });
    return worker;
  }

  private hear(message: FromWorker): void {
    const { current } = this;
    if (current === undefined || message.id !== this.next) return;
    this.current = undefined;
    if (message.kind === 'failed') current.reject(new Error(message.problem));
    else if (current.token?.isCancellationRequested) current.reject(new Unanswered('cancelled'));
    else current.resolve(message.answer as Answers[QuestionName]);
    this.go();
  }

  private fail(why: string): void {
    this.current?.reject(new Unanswered(why));
    this.current = undefined;
  }
}
