/**
 * The state of the terminal UI: one value that is never changed in place. `reduce.ts` makes the next one of it and of
 * an action, `<App state={state}/>` draws it.
 */

import type { Redact } from '../results/secrets/redact.ts';
import { type Destination, type EdgeEvent, type Purpose, VIEW_NAMES, type ViewName } from './command.ts';
import type { LineInput } from './command-line.ts';
import { diffView } from './diff/view.ts';
import { findingsView } from './findings/view.ts';
import { helpView } from './help.ts';
import type { ExploredAnalysis } from './jobs/analysis.ts';
import { migrateView } from './migrate/view.ts';
import { overviewView } from './overview/view.ts';
import type { ThemeName } from './theme.ts';
import { traceView } from './trace/view.ts';
import { treeView } from './tree/view.ts';
import {
  type Answer,
  type Notice,
  note,
  type Session,
  type Size,
  type View,
  type ViewContext,
} from './view.ts';

export const views = {
  overview: overviewView,
  tree: treeView,
  findings: findingsView,
  trace: traceView,
  migrate: migrateView,
  diff: diffView,
  help: helpView,
} as const satisfies { readonly [V in ViewName]: unknown };

export type Slices = {
  readonly [V in ViewName]: (typeof views)[V] extends View<infer Slice> ? Slice : never;
};

/** A slice for each view. */
function slicesOf(slice: <V extends ViewName>(view: V) => Slices[V]): Slices {
  return {
    overview: slice('overview'),
    tree: slice('tree'),
    findings: slice('findings'),
    trace: slice('trace'),
    migrate: slice('migrate'),
    diff: slice('diff'),
    help: slice('help'),
  };
}

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
  /** It stands there as it was typed before: what is typed now takes its place. */
  readonly isOffered?: true;
  /** What Tab completes, before it did, and which completion stands there. */
  readonly completing?: { readonly from: string; readonly at: number; readonly of: number };
}

/** A place that Esc returns to, with what was known and how large the screen was when it was left. */
interface Past {
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
  /** Nothing was pressed so far: the foot says which keys to begin with, where there is room. */
  readonly isNew?: true;
  readonly jobs: readonly ShownJob[];
  /** The files on disk are newer than what is shown, and could not be read. */
  readonly isOutdated: boolean;
}

/** Rows of the screen that are no view's: tabs, the line for notices and typing, the keys. */
const CHROME_ROWS = 3;
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

// What happens: keys and the terminal's own events, what was read, what the worker has found out.

export type Action =
  | EdgeEvent
  /** The files were read again, which is said at once. What was known about the older ones is dropped. */
  | { readonly kind: 'loaded'; readonly session: Session; readonly why: string }
  /** The files hold what is shown again: what could not be read was taken back. */
  | { readonly kind: 'current' }
  | { readonly kind: 'analysed'; readonly analysis: ExploredAnalysis }
  | { readonly kind: 'secrets'; readonly redact: Redact }
  | ({ readonly kind: 'progress' } & ShownJob)
  | { readonly kind: 'failed'; readonly job: ShownJob['name']; readonly problem: string }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** The worker, or writing, has answered. */
  | { readonly kind: 'answered'; readonly answer: Answer };

// To other places, and the way back from them.

/** So many places Esc leads back through. */
const MAX_PAST = 200;
/** Finding one again costs some milliseconds in a large file. */
const MAX_FOUND_AGAIN = 50;

/** Views with something to show; help is not among those that Tab goes through. */
export function openViews(session: Session): readonly ViewName[] {
  return VIEW_NAMES.filter((view) => view !== 'help' && views[view].missing?.(session) === undefined);
}

/** At another place; this one is kept. */
export function gone(state: State, to: Destination): State {
  const view = views[to.view] as View<unknown>;
  const missing = view.missing?.(state.session);
  if (missing !== undefined) return { ...state, notice: note(missing) };
  const slice: unknown = state.slices[to.view];
  const arrived = view.arrive?.(slice, to, contextOf(state)) ?? slice;
  if (to.view === state.view && arrived === slice) return state;
  return {
    ...state,
    view: to.view,
    slices: { ...state.slices, [to.view]: arrived },
    past: [...state.past, here(state)].slice(-MAX_PAST),
  };
}

function here({ view, slices, session, size }: State): Past {
  return { view, slice: slices[view], session, size };
}

/** Back at the place before, as it was left; what has come in since counts there too. */
export function returned(state: State): State {
  const last = state.past.at(-1);
  if (last === undefined) return { ...state, notice: note('this is where you began; q quits') };
  const { view } = last;
  const was = current(last, state);
  const slice = (views[view] as View<unknown>).kept?.(was, state.slices[view], contextOf(state)) ?? was;
  return {
    ...state,
    view,
    slices: { ...state.slices, [view]: slice },
    past: state.past.slice(0, -1),
  };
}

/** The slice of a place in line with what is known now. */
function current({ view, slice, session, size }: Past, state: State): unknown {
  if (session === state.session && size === state.size) return slice;
  return (views[view] as View<unknown>).refresh(slice, contextOf(state), session);
}

/** The latest places before, found again in files that were read anew, so that the older ones can be forgotten. */
export function foundAgain(state: State, past: readonly Past[]): readonly Past[] {
  const { session, size } = state;
  return past
    .slice(-MAX_FOUND_AGAIN)
    .map((each) => ({ view: each.view, slice: current(each, state), session, size }));
}
