/** What is asked of a workspace, as data that can be sent to another thread. */

import type { Action, ActionMaker } from './actions/actions.ts';
import { differenceOf } from './requests/difference.ts';
import type {
  Asked,
  Difference,
  DifferenceWish,
  FileChanges,
  Lens,
  Place,
  PlacedChange,
  Shown,
  SymbolTree,
  TestFile,
  TracedRequest,
} from './shapes.ts';
import type { Workspace } from './workspace.ts';

/** At a position of a text. */
interface At {
  readonly name: string;
  readonly offset: number;
}

export interface Questions {
  readonly show: { readonly name: string };
  readonly definition: At;
  readonly references: At & { readonly withDefinitions: boolean };
  readonly renamable: At;
  readonly rename: At & { readonly to: string };
  readonly symbols: { readonly name: string };
  readonly find: { readonly wanted: string };
  readonly folds: { readonly name: string };
  readonly around: At;
  readonly reach: At & { readonly kind: 'cluster' | 'route' };
  readonly lenses: { readonly name: string; readonly tests: readonly TestFile[] };
  readonly example: At;
  readonly trace: { readonly name: string; readonly request: Asked };
  readonly difference: { readonly name: string; readonly wish: DifferenceWish };
  readonly hints: { readonly name: string; readonly first: number; readonly last: number };
  readonly actions: { readonly name: string; readonly first: number; readonly last: number };
  readonly act: { readonly name: string; readonly maker: ActionMaker };
}

export interface Answers {
  readonly show: Shown;
  readonly definition: readonly Place[];
  readonly references: readonly Place[];
  readonly renamable: ReturnType<Workspace['renamable']>;
  readonly rename: readonly FileChanges[] | string;
  readonly symbols: readonly SymbolTree[];
  readonly find: ReturnType<Workspace['find']>;
  readonly folds: ReturnType<Workspace['folds']>;
  readonly around: ReturnType<Workspace['around']>;
  readonly reach: string | undefined;
  readonly lenses: readonly Lens[];
  readonly example: string | undefined;
  /** Or why nothing is traced. */
  readonly trace: TracedRequest | string;
  /** Or why nothing is compared. */
  readonly difference: Difference | string;
  readonly hints: ReturnType<Workspace['hints']>;
  readonly actions: readonly Action[];
  readonly act: readonly PlacedChange[] | string;
}

export type QuestionName = keyof Questions;

/** One question with its name. */
export type Question = { readonly [N in QuestionName]: Questions[N] & { readonly asked: N } }[QuestionName];

/** @param now milliseconds */
export function answer(workspace: Workspace, question: Question, now: () => number): Answers[QuestionName] {
  switch (question.asked) {
    case 'show':
      return workspace.show(question.name);
    case 'definition':
      return workspace.definition(question.name, question.offset);
    case 'references':
      return workspace.references(question.name, question.offset, question.withDefinitions);
    case 'renamable':
      return workspace.renamable(question.name, question.offset);
    case 'rename':
      return workspace.rename(question.name, question.offset, question.to);
    case 'symbols':
      return workspace.symbols(question.name);
    case 'find':
      return workspace.find(question.wanted);
    case 'folds':
      return workspace.folds(question.name);
    case 'around':
      return workspace.around(question.name, question.offset);
    case 'reach':
      return workspace.reach(question.name, question.offset, question.kind);
    case 'lenses':
      return workspace.lenses(question.name, question.tests);
    case 'example':
      return workspace.example(question.name, question.offset);
    case 'trace':
      return workspace.trace(question.name, question.request);
    case 'difference':
      return differenceOf(workspace, question.name, question.wish, now);
    case 'hints':
      return workspace.hints(question.name, question.first, question.last);
    case 'actions':
      return workspace.actions(question.name, question.first, question.last);
    case 'act':
      return workspace.act(question.name, question.maker);
  }
}
