/** Asks the worker one question after the other. Newer texts take the place of older ones, and so do questions. */
import type { Answers, PaneId, PaneText, QuestionName, Questions, Refusal } from '../questions.ts';
import type { FromWorker, ToWorker } from './wire.ts';

/** Undefined where a newer question of the same kind has taken its place. */
type Answered<N extends QuestionName> = Promise<Answers[N] | Refusal | undefined>;

export interface Asker {
  put(text: PaneText): void;
  forget(pane: PaneId): void;
  ask<N extends QuestionName>(name: N, question: Questions[N]): Answered<N>;
}

interface Waiting {
  readonly send: (worker: Worker, id: number) => void;
  readonly settle: (answer: Answers[QuestionName] | Refusal | undefined) => void;
}

/** Milliseconds that an answer about texts that have changed since is still waited for. */
const PATIENCE = 2500;

/** @param start makes the worker, also anew where it is busy with what nobody wants any more */
export function startAsker(start: () => Worker): Asker {
  const texts = new Map<PaneId, PaneText>();
  const stale = new Set<PaneId>();
  const waiting = new Map<string, Waiting>();
  let worker: Worker | undefined;
  let asked: { readonly id: number; readonly settle: Waiting['settle'] } | undefined;
  let count = 0;
  let patience: number | undefined;

  function startWorker(): Worker {
    const made = start();
    made.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (made === worker) answered(data);
    });
    made.addEventListener('error', (event) => {
      event.preventDefault();
      if (made === worker) restart({ problem: 'the page could not start its worker, or it failed' });
    });
    for (const pane of texts.keys()) stale.add(pane);
    return made;
  }

  function answered(message: FromWorker): void {
    if (message.id !== asked?.id) return;
    const { settle } = asked;
    asked = undefined;
    window.clearTimeout(patience);
    patience = undefined;
    settle(message.kind === 'answer' ? message.answer : { problem: message.problem });
    next();
  }

  function restart(answer: Refusal | undefined): void {
    worker?.terminate();
    worker = undefined;
    patience = undefined;
    const { settle } = asked ?? {};
    asked = undefined;
    settle?.(answer);
    next();
  }

  function next(): void {
    const [first] = waiting;
    if (asked !== undefined || first === undefined) return;
    const [key, { send, settle }] = first;
    waiting.delete(key);
    worker ??= startWorker();
    for (const pane of stale) {
      const text = texts.get(pane);
      tell(worker, text === undefined ? { kind: 'forget', pane } : { kind: 'put', text });
    }
    stale.clear();
    asked = { id: ++count, settle };
    send(worker, asked.id);
  }

  /** Nobody waits long for what is said of an older text. */
  function changed(pane: PaneId): void {
    stale.add(pane);
    if (asked === undefined || patience !== undefined) return;
    patience = window.setTimeout(() => restart(undefined), PATIENCE);
  }

  return {
    put(text) {
      texts.set(text.pane, text);
      changed(text.pane);
    },
    forget(pane) {
      texts.delete(pane);
      changed(pane);
    },
    ask: (name, question) =>
      new Promise((resolve) => {
        const key = `${name} ${'pane' in question ? question.pane : ''}`;
        waiting.get(key)?.settle(undefined);
        waiting.delete(key);
        waiting.set(key, {
          send: (to, id) => tell(to, { kind: 'ask', id, name, question } as ToWorker),
          // The worker answers each question with what its name promises.
          settle: (answer) => resolve(answer as Answers[typeof name] | Refusal | undefined),
        });
        next();
      }),
  };
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
