/** Asks the worker one question after the other. Newer texts take the place of older ones, and so do questions. */
import type { Answers, PaneId, PaneText, QuestionName, Questions, Refusal } from '../questions.ts';
import type { FromWorker, ToWorker } from './wire.ts';

interface Waiting {
  readonly send: (worker: Worker, id: number) => void;
  readonly settle: (answer: Answers[QuestionName] | Refusal | undefined) => void;
}

/** Milliseconds that an answer about texts that have changed since is still waited for. */
const PATIENCE = 2500;

export class WorkerClient {
  private readonly start: () => Worker;
  private readonly asking: () => void;
  private readonly texts = new Map<PaneId, PaneText>();
  private readonly stale = new Set<PaneId>();
  private readonly waiting = new Map<string, Waiting>();
  private worker: Worker | undefined;
  private asked: { readonly id: number; readonly settle: Waiting['settle'] } | undefined;
  private count = 0;
  private patience: number | undefined;

  /**
   * @param start makes the worker, also anew where it is busy with what nobody wants any more
   * @param asking is called before each question, so that it is about the texts as they are
   */
  constructor(start: () => Worker, asking: () => void) {
    this.start = start;
    this.asking = asking;
  }

  put(text: PaneText): void {
    this.texts.set(text.pane, text);
    this.changed(text.pane);
  }

  forget(pane: PaneId): void {
    this.texts.delete(pane);
    this.changed(pane);
  }

  /** The answer; undefined where a newer question of the same kind has taken its place. */
  ask<N extends QuestionName>(name: N, question: Questions[N]): Promise<Answers[N] | Refusal | undefined> {
    this.asking();
    return new Promise((resolve) => {
      const key = `${name} ${'pane' in question ? question.pane : ''}`;
      this.waiting.get(key)?.settle(undefined);
      this.waiting.delete(key);
      this.waiting.set(key, {
        send: (to, id) => tell(to, { kind: 'ask', id, name, question } as ToWorker),
        // The worker answers each question with what its name promises.
        settle: (answer) => resolve(answer as Answers[N] | Refusal | undefined),
      });
      this.next();
    });
  }

  private startWorker(): Worker {
    const made = this.start();
    made.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (made === this.worker) this.answered(data);
    });
    made.addEventListener('error', (event) => {
      event.preventDefault();
      if (made === this.worker)
        this.restart({ problem: 'the page could not start its worker, or it failed' });
    });
    for (const pane of this.texts.keys()) this.stale.add(pane);
    return made;
  }

  private answered(message: FromWorker): void {
    if (message.id !== this.asked?.id) return;
    const { settle } = this.asked;
    this.asked = undefined;
    window.clearTimeout(this.patience);
    this.patience = undefined;
    settle(message.kind === 'answer' ? message.answer : { problem: message.problem });
    this.next();
  }

  private restart(answer: Refusal | undefined): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.patience = undefined;
    const { settle } = this.asked ?? {};
    this.asked = undefined;
    settle?.(answer);
    this.next();
  }

  private next(): void {
    const [first] = this.waiting;
    if (this.asked !== undefined || first === undefined) return;
    const [key, { send, settle }] = first;
    this.waiting.delete(key);
    this.worker ??= this.startWorker();
    for (const pane of this.stale) {
      const text = this.texts.get(pane);
      tell(this.worker, text === undefined ? { kind: 'forget', pane } : { kind: 'put', text });
    }
    this.stale.clear();
    this.asked = { id: ++this.count, settle };
    send(this.worker, this.asked.id);
  }

  /** Nobody waits long for what is said of an older text. */
  private changed(pane: PaneId): void {
    this.stale.add(pane);
    if (this.asked === undefined || this.patience !== undefined) return;
    this.patience = window.setTimeout(() => this.restart(undefined), PATIENCE);
  }
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
