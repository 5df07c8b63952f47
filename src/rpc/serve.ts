/** The worker's side of the wire of `client.ts`: news and questions in, answers out, one after the other. */
import type { FromWorker, Progress, ToWorker } from './client.ts';

export interface Port<News, Question> {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker<News, Question>) => void): unknown;
}

export interface Service<News, Question> {
  tell(news: News): void;
  /** Plain data, or a promise of it. */
  answer(question: Question, progress: Progress): unknown;
  /** What is said of an answer that was thrown. */
  problem(error: unknown): string;
  /** Milliseconds. */
  now(): number;
}

/** Entries of a list that go in one message: unpacking them takes about a millisecond. */
const PIECE = 100;
/** Milliseconds between two messages of progress. */
const RARELY = 100;

/**
 * Serves until the worker ends. Long lists of an answer go in pieces, each when the other side has taken the one before,
 * so that nobody waits for a message to be unpacked.
 */
export function serve<News, Question>(port: Port<News, Question>, service: Service<News, Question>): void {
  let taken = (): void => {};
  let turn = Promise.resolve();
  port.on('message', (message) => {
    if (message.kind === 'more') taken();
    else if (message.kind === 'tell') turn = turn.then(() => service.tell(message.news));
    else turn = turn.then(() => work(message.id, message.question));
  });

  async function work(id: number, question: Question): Promise<void> {
    let last = Number.NEGATIVE_INFINITY;
    const progress: Progress = (text, done, total) => {
      if (service.now() - last < RARELY) return;
      last = service.now();
      port.postMessage({ kind: 'progress', id, text, done, total });
    };
    try {
      const answer = await service.answer(question, progress);
      port.postMessage({ kind: 'answer', id, answer: await withoutLists(id, answer) });
    } catch (error) {
      port.postMessage({ kind: 'failed', id, problem: service.problem(error) });
    }
  }

  async function withoutLists(id: number, answer: unknown): Promise<unknown> {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
    const long = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.length > PIECE);
    if (long.length === 0) return answer;
    for (const [field, value] of long)
      for (let from = 0; from < value.length; from += PIECE) {
        const isTaken = new Promise<void>((resolve) => {
          taken = resolve;
        });
        port.postMessage({ kind: 'piece', id, field, entries: value.slice(from, from + PIECE) });
        await isTaken;
      }
    return { ...answer, ...Object.fromEntries(long.map(([field]) => [field, []])) };
  }
}
