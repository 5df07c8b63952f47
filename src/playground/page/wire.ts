/** What page and worker say to each other. */
import type { Answers, PaneId, PaneText, QuestionName, Questions } from '../questions.ts';

export type ToWorker =
  | { readonly kind: 'put'; readonly text: PaneText }
  | { readonly kind: 'forget'; readonly pane: PaneId }
  | {
      [N in QuestionName]: {
        readonly kind: 'ask';
        readonly id: number;
        readonly name: N;
        readonly question: Questions[N];
      };
    }[QuestionName];

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[QuestionName] }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };
