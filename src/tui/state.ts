/**
 * The state of the terminal UI: one value that is never changed in place. `reduce.ts` makes the next one of it and of
 * an action, `<App state={state}/>` draws it.
 */
import type { Purpose, ViewName } from './command.ts';
import type { LineInput } from './line-input.ts';
import type { Notice } from './notice.ts';
import type { Session } from './session.ts';
import type { ThemeName } from './theme.ts';
import type { Size, View, ViewContext } from './view.ts';
import { type Slices, slicesOf, views } from './views.ts';

/** What is being worked out: by the worker, or (`reading`) by this thread itself. */
export interface ShownJob {
  readonly name: 'reading' | 'secrets' | 'analysis' | 'diff' | 'edits';
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** A line that is being typed at the foot of the screen. */
export interface OpenLine {
  readonly purpose: Purpose;
  readonly input: LineInput;
  /** Position in the lines typed before, from the latest; -1 for a new one. */
  readonly recalled: number;
  /** What Tab completes, before it did, and which completion stands there. */
  readonly completing?: { readonly from: string; readonly at: number; readonly of: number };
}

/** A place that Esc returns to, with what was known and how large the screen was when it was left. */
export interface Past {
  readonly view: ViewName;
  /** Of that view. */
  readonly slice: unknown;
  readonly session: Session;
  readonly size: Size;
}

export interface State {
  readonly session: Session;
  /** Of the whole screen. */
  readonly size: Size;
  readonly theme: ThemeName;
  readonly view: ViewName;
  readonly slices: Slices;
  /** The latest last. */
  readonly past: readonly Past[];
  readonly line?: OpenLine;
  /** A line that was no good, to be fixed. */
  readonly refused?: { readonly purpose: Purpose; readonly text: string };
  /** What was typed before, for each purpose, the latest first. */
  readonly typed: { readonly [purpose in Purpose]: readonly string[] };
  readonly notice?: Notice;
  readonly jobs: readonly ShownJob[];
  /** The files on disk are newer than what is shown, and could not be read. */
  readonly isOutdated: boolean;
}

/** Rows of the screen that are no view's: tabs, the line for notices and typing, the keys. */
export const CHROME_ROWS = 3;
/** Below this the screen only says so. */
export const SMALLEST: Size = { columns: 60, rows: 16 };

/** The state before the first key. */
export function initialState(session: Session, size: Size, theme: ThemeName = 'any'): State {
  const context: ViewContext = { session, size: bodySize(size) };
  const start = <V extends ViewName>(view: V): Slices[V] => (views[view] as View<Slices[V]>).start(context);
  return {
    session,
    size,
    theme,
    view: 'overview',
    slices: slicesOf(start),
    past: [],
    typed: { search: [], command: [], request: [], patch: [] },
    jobs: [],
    isOutdated: false,
  };
}

/** What a view has for itself. */
export function bodySize({ columns, rows }: Size): Size {
  return {
    columns: Math.max(SMALLEST.columns, columns),
    rows: Math.max(SMALLEST.rows, rows) - CHROME_ROWS,
  };
}

export function contextOf({ session, size }: State): ViewContext {
  return { session, size: bodySize(size) };
}

/** Every slice brought in line with a new session or size. */
export function refreshed(state: State, before: Session): State {
  const context = contextOf(state);
  const fresh = <V extends ViewName>(view: V): Slices[V] =>
    (views[view] as View<Slices[V]>).refresh(state.slices[view], context, before);
  return { ...state, slices: slicesOf(fresh) };
}
