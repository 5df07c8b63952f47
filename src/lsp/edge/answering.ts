import type { CancellationToken, Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OpenText } from '../document.ts';
import type { Answers, Question } from '../question.ts';
import type { DifferenceWish, TestFile } from '../shapes.ts';

/** What answering takes of the server. */
export interface Answering {
  readonly connection: Connection;
  readonly texts: TextDocuments<TextDocument>;
  readonly takesSnippets: boolean;
  readonly resolvesEdits: boolean;
  /** Whether defaults of what is not set are wanted beside it. */
  readonly showsDefaults: boolean;
  /** Whether the editor shows by itself what a command answers with. */
  readonly showsAnswers: boolean;
  /** Whether the editor shows a place where it is told to. */
  readonly showsDocuments: boolean;
  /** Whether a question would be answered at once. */
  readonly isIdle: boolean;
  /** Files of tests that belong to a text. */
  testsFor(uri: string): Promise<readonly TestFile[]>;
  /** The text as it is, without reading it. */
  quick(document: TextDocument): Promise<OpenText>;
  /** What comparing a text with the last commit takes, or why it cannot be compared. */
  differenceWish(uri: string, format: DifferenceWish['format']): Promise<DifferenceWish | string>;
  /** Asks about a text as it is now; nothing where nobody waits any more. */
  ask<Q extends Question>(
    uri: string | undefined,
    question: Q,
    token?: CancellationToken,
  ): Promise<Answers[Q['asked']] | undefined>;
}
