/** The worker of the language server, which has the texts of a workspace and answers questions about them. */
import type { CancellationToken } from 'vscode-languageserver';
import type { Baseline } from '../../analyze/suppression/baseline.ts';
import { BrokeDown, Cancelled, heardBy, WorkerClient, type WorkerLike } from '../../rpc/client.ts';
import { type Port, serve } from '../../rpc/serve.ts';
import { knowOwnTables, type OwnTables, ownEdition, ownTablesInUse } from '../../schema/own.ts';
import { type Answers, answer, type Question } from '../question.ts';
import type { WorkspaceText } from '../shapes.ts';
import { Workspace } from '../workspace.ts';

type News =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  /** Messages of the user's own. */
  | { readonly kind: 'own'; readonly tables: OwnTables }
  | { readonly kind: 'put'; readonly text: WorkspaceText }
  | { readonly kind: 'forget'; readonly name: string };

export type WorkspaceWorker = WorkerLike<News, Question>;

/** Whether nobody waits for the answer any more, or there is nobody who could give it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof BrokeDown;
}

export class WorkspaceClient {
  private readonly client: WorkerClient<News, Question>;
  private readonly texts = new Map<string, WorkspaceText>();
  /** Of the user's own messages that the worker has. */
  private edition = ownEdition();

  constructor(start: () => WorkspaceWorker, baseline: Baseline | undefined) {
    this.client = new WorkerClient(
      (hearing) => heardBy(start(), hearing),
      () => [
        ...(baseline === undefined ? [] : [{ kind: 'baseline', baseline } as const]),
        ...(this.edition > 0 ? [this.own()] : []),
        ...[...this.texts.values()].map((text) => ({ kind: 'put', text }) as const),
      ],
    );
  }

  /** Whether a question would be answered at once. */
  get isIdle(): boolean {
    return this.client.isIdle;
  }

  /** Questions that were asked about the older text are answered from the newer one: editors ask again anyway. */
  put(text: WorkspaceText): void {
    if (this.edition !== ownEdition()) this.renew();
    this.texts.set(text.name, text);
    this.client.tell(this.keyOf(text.name), { kind: 'put', text });
  }

  /** Other messages are known than when texts were read: all of them are read again. */
  private renew(): void {
    this.edition = ownEdition();
    this.client.tell('own', this.own());
    for (const text of this.texts.values()) this.put(text);
  }

  /** What is put after other messages are known takes the place of nothing that was put before. */
  private keyOf(name: string): string {
    return `${this.edition} ${name}`;
  }

  private own(): News {
    return { kind: 'own', tables: ownTablesInUse() };
  }

  forget(name: string): void {
    this.texts.delete(name);
    this.client.tell(this.keyOf(name), { kind: 'forget', name });
  }

  /** @throws what {@link isUnanswered} knows */
  ask<Q extends Question>(question: Q, token?: CancellationToken): Promise<Answers[Q['asked']]> {
    return this.client.ask(question, { isCancelled: () => token?.isCancellationRequested === true });
  }

  close(): void {
    this.client.close();
  }
}

/** The worker's side. @param now milliseconds */
export function serveWorkspace(port: Port<News, Question>, now: () => number): void {
  let baseline: Baseline | undefined;
  let workspace = new Workspace({ now });
  serve(port, {
    tell(news) {
      if (news.kind === 'put') workspace.put(news.text);
      else if (news.kind === 'forget') workspace.forget(news.name);
      else {
        if (news.kind === 'baseline') baseline = news.baseline;
        else knowOwnTables(news.tables);
        workspace = new Workspace({ now }, baseline);
      }
    },
    answer: (question) => answer(workspace, question, now),
    // Words of an error may quote the text: only what kind of error it is goes out.
    problem: (error) => `a mistake of cfgtool's own (${error instanceof Error ? error.name : 'Error'})`,
    now,
  });
}
