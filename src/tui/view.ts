/**
 * What a view is: a slice of the state, what commands do to it, and the rows that it shows; with what it is given (the
 * session, answers) and what it may hand back (notices, effects as data, which `edge/` does).
 */
import type { Redact } from '../results/secrets/redact.ts';
import type { Position } from '../source/lines.ts';
import type { SourceFile } from '../source/load.ts';
import type { Command, Destination, Purpose } from './command.ts';
import type { ExploredAnalysis } from './jobs/analysis.ts';
import type { ExploredDiff } from './jobs/comparison.ts';
import type { Answers, Job, JobName } from './jobs/job.ts';
import type { EditOffer } from './jobs/migration.ts';
import type { Side } from './model/side.ts';
import type { Theme } from './theme.ts';

export interface Session {
  /** What is explored: the only input, or the newer one of two. */
  readonly side: Side;
  /** With two inputs the older one. */
  readonly before?: Side;
  /** Of `side`; absent while it is being worked out. */
  readonly analysis?: ExploredAnalysis;
  /** Hides secrets in source text; absent while they are being looked for. */
  readonly redact?: Redact;
  /** What differs between `before` and `side`; absent while it is being worked out. */
  readonly comparison?: ExploredDiff;
  /** What a migration of `side` would change; absent while it is being worked out. */
  readonly offer?: EditOffer;
}
/** A line at the foot of the screen about what just happened; the next key takes it away. */
export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export function note(text: string): Notice {
  return { level: 'info', text };
}

export function fail(text: string): Notice {
  return { level: 'error', text };
}

export function warn(text: string): Notice {
  return { level: 'warning', text };
}

// What the reducer wants done outside, as data; `edge/` does it and answers with actions.

export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'reload' }
  /** To the clipboard; `what` names it for the notice. */
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  /** In the person's editor; line and column from 1. */
  | { readonly kind: 'edit'; readonly file: string; readonly line: number; readonly column: number }
  /** A question for the worker. */
  | { readonly kind: 'ask'; readonly job: Job }
  /** Changes the files in place by the accepted edits of the migration, as `migrate --write` does. */
  | { readonly kind: 'write-edits'; readonly accepted: readonly string[] }
  /** Saves the accepted edits as a patch instead. */
  | { readonly kind: 'save-patch'; readonly accepted: readonly string[]; readonly file: string };

// What comes back from the worker and from writing, for the views that asked.

type Told = { readonly [J in JobName]: { readonly job: J; readonly answer: Answers[J] } }[JobName];

export type Answer =
  | Told
  /** A question that has no answer, and why. */
  | { readonly job: 'failed'; readonly of: JobName; readonly problem: string }
  /** What became of writing the accepted edits: files that were written, and what went wrong with others. */
  | { readonly job: 'written'; readonly files: readonly string[]; readonly problems: readonly string[] };

// What a view is: a slice of the state, what commands do to it, and the rows that it shows.

/** Columns and rows that a view has for itself. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface ViewContext {
  readonly session: Session;
  readonly size: Size;
}

/** What the rows of a view are made from. */
export interface Drawing<Slice> extends ViewContext {
  readonly slice: Slice;
  readonly theme: Theme;
}

/** What a command came to. */
export interface ViewStep<Slice> {
  readonly slice: Slice;
  readonly effects?: readonly Effect[];
  /** Leave for another place; where it came from is kept for Esc. */
  readonly go?: Destination;
  readonly notice?: Notice;
  /** A line is to be typed for this. */
  readonly ask?: Purpose;
  /** What was typed is no good: it stands there again when the line is next typed. */
  readonly isRefused?: true;
}

export interface View<Slice> {
  /** Of its tab. */
  readonly title: string;
  /** Why it has nothing to show with these inputs (Diff with one input); undefined where it has. */
  missing?(session: Session): string | undefined;
  /** The slice before anything happened. */
  start(context: ViewContext): Slice;
  /** What a command does; undefined where it means nothing here. */
  reduce(slice: Slice, command: Command, context: ViewContext): ViewStep<Slice> | undefined;
  /** Takes an answer that it may have asked for; undefined where it did not. */
  hear?(slice: Slice, answer: Answer, context: ViewContext): ViewStep<Slice> | undefined;
  /** Shows what a destination names. */
  arrive?(slice: Slice, to: Destination, context: ViewContext): Slice;
  /** A slice that Esc returns to, with what has been decided or answered in the view since; as it was where absent. */
  kept?(was: Slice, now: Slice, context: ViewContext): Slice;
  /** The same slice after the session or the size changed: rows may have gone, cursors must stay within. */
  refresh(slice: Slice, context: ViewContext, before: Session): Slice;
  /** The painted rows, each of at most the columns of its size, and at most as many as it has rows. */
  draw(drawing: Drawing<Slice>): readonly string[];
}

// What leaves the screen from a place in a file: its pointer to the clipboard, the place itself to the editor.

/** @param embedded the pointer of the text that the pointer counts in, where it is not the document itself */
export function copyOfPointer({
  pointer,
  embedded,
}: {
  readonly pointer: string;
  readonly embedded?: string | undefined;
}): Effect {
  const text = embedded === undefined ? pointer : `${embedded}#${pointer}`;
  return { kind: 'copy', text, what: `the pointer ${text === '' ? '(the root)' : text}` };
}

/** Opens a file where something begins; what came from no file on disk is told. @param start the first line where absent */
export function editing<Slice>(
  slice: Slice,
  { name, path }: Pick<SourceFile, 'name' | 'path'>,
  start: Position = { line: 1, column: 1 },
): ViewStep<Slice> {
  if (path === undefined) return { slice, notice: note(`${name} is no file that could be edited`) };
  const { line, column } = start;
  return { slice, effects: [{ kind: 'edit', file: path, line, column }] };
}
