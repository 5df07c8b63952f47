/** What a view is: a slice of the state, what commands do to it, and the rows that it shows. */

import type { Command, Destination, Purpose } from './command.ts';
import type { Effect } from './effect.ts';
import type { Answer } from './job-answer.ts';
import type { Notice } from './notice.ts';
import type { Session } from './session.ts';
import type { Theme } from './theme.ts';

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
}
