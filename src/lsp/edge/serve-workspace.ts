/** The worker's side of the wire: texts in, answers out, one after the other. */
import type { Baseline } from '../../analyze/suppression/baseline.ts';
import { knowOwnTables, type OwnTables } from '../../schema/own.ts';
import { answer, type Question } from '../question.ts';
import type { WorkspaceText } from '../shapes.ts';
import { Workspace } from '../workspace.ts';

export type ToWorker =
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  /** Messages of the user's own. */
  | { readonly kind: 'own'; readonly tables: OwnTables }
  | { readonly kind: 'put'; readonly text: WorkspaceText }
  | { readonly kind: 'forget'; readonly name: string }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question };

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };

export interface WorkspacePort {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

export function serveWorkspace(port: WorkspacePort, now: () => number): void {
  let baseline: Baseline | undefined;
  let workspace = new Workspace({ now });
  port.on('message', (message) => {
    if (message.kind === 'baseline') {
      baseline = message.baseline;
      workspace = new Workspace({ now }, baseline);
    } else if (message.kind === 'own') {
      knowOwnTables(message.tables);
      workspace = new Workspace({ now }, baseline);
    } else if (message.kind === 'put') workspace.put(message.text);
    else if (message.kind === 'forget') workspace.forget(message.name);
    else {
      const { id, question } = message;
      try {
        port.postMessage({ kind: 'answer', id, answer: answer(workspace, question, now) });
      } catch (error) {
        // Words of an error may quote the text: only what kind of error it is goes out.
        const problem = error instanceof Error ? error.name : 'Error';
        port.postMessage({ kind: 'failed', id, problem: `a mistake of cfgtool's own (${problem})` });
      }
    }
  });
}
