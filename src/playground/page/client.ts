/** Asks the worker of the page. Newer texts take the place of older ones, and so do questions. */
import { BrokeDown, Cancelled, type FromWorker, WorkerClient } from '../../rpc/client.ts';
import type { Answers, News, PaneId, PaneText, Question, Refusal } from '../questions.ts';

/** Milliseconds that an answer about texts that have changed since is still waited for. */
const PATIENCE = 2500;

export class PageClient {
  private readonly client: WorkerClient<News, Question>;
  private readonly asking: () => void;
  private readonly texts = new Map<PaneId, PaneText>();
  /** The newest question of each kind. */
  private readonly newest = new Map<string, number>();
  private count = 0;
  private patience: number | undefined;

  /**
   * @param start makes the worker, also anew where it is busy with what nobody wants any more
   * @param asking is called before each question, so that it is about the texts as they are
   */
  constructor(start: () => Worker, asking: () => void) {
    this.asking = asking;
    this.client = new WorkerClient(
      (hearing) => {
        const worker = start();
        worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hearing.message(data));
        worker.addEventListener('error', (event) => {
          event.preventDefault();
          hearing.gone(event.message);
        });
        return worker;
      },
      () => [...this.texts.values()].map((text) => ({ kind: 'put', text })),
    );
  }

  put(text: PaneText): void {
    this.texts.set(text.pane, text);
    this.tell(text.pane, { kind: 'put', text });
  }

  forget(pane: PaneId): void {
    this.texts.delete(pane);
    this.tell(pane, { kind: 'forget', pane });
  }

  /** The answer; undefined where a newer question of the same kind has taken its place, or nobody waits for it. */
  async ask<Q extends Question>(question: Q): Promise<Answers[Q['asked']] | Refusal | undefined> {
    this.asking();
    const key = `${question.asked} ${'pane' in question ? question.pane : ''}`;
    const own = ++this.count;
    this.newest.set(key, own);
    try {
      return await this.client.ask(question, { isCancelled: () => this.newest.get(key) !== own });
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      if (error instanceof BrokeDown) return { problem: 'the page could not start its worker, or it failed' };
      return { problem: error instanceof Error ? error.message : '' };
    } finally {
      window.clearTimeout(this.patience);
      this.patience = undefined;
    }
  }

  /** Nobody waits long for what is said of an older text. */
  private tell(pane: PaneId, news: News): void {
    this.client.tell(pane, news);
    if (!this.client.isIdle) this.patience ??= window.setTimeout(() => this.client.restart(), PATIENCE);
  }
}
