/**
 * The state of the terminal UI and its reducer: a pure function from a state and an action to the next state and the
 * effects that are to be done outside (copying, the editor, reading again…). `edge/` decodes the terminal into
 * actions, renders `<App state={state}/>` and does the effects; views have no hooks and touch nothing.
 *
 * The parts:
 * - `session.ts`: what is explored, and what the worker has found out so far. Actions `loaded`, `analysed`, `secrets`.
 * - `command.ts`: what a key or the command line asks for; `keys.ts`: which key asks for what, in which view.
 * - `view.ts`: what a view is. Its slice and reducer are in `<view>/state.ts`, what it shows in `<view>/view.tsx`.
 * - `command-line.ts`: the commands of `:`, and their completion.
 *
 * How a view is added: (1) its name into VIEW_NAMES and, where others lead to a place in it, a Destination
 * (`command.ts`); (2) `<view>/state.ts` with `export const xView: View<XSlice>`, into `views.ts` and `Slices`; (3)
 * `<view>/view.tsx` with a component of {@link BodyProps}, into `bodies.tsx`; (4) its keys into `keys.ts`, new commands
 * into `Command`. Returning `go` leads to another place and keeps this one for Esc; returning undefined means that the
 * command means nothing here. What it needs from outside is an Effect (`effect.ts`), what comes back an Action.
 *
 * Laws, held by tests: every action gives a state whose cursors are inside their lists; Esc after `go` restores the
 * slice and the view exactly; nothing here looks at a clock or is changed in place.
 */

import type { Redact } from '../report/redact.ts';
import type { Answer } from './answer.ts';
import type { Command, Destination, Purpose, ViewName } from './command.ts';
import { VIEW_NAMES } from './command.ts';
import { completed, runCommandLine } from './command-line.ts';
import type { Effect } from './effect.ts';
import type { EdgeEvent, KeyPress } from './events.ts';
import { commandFor } from './key-lookup.ts';
import { editLine, insertText, type LineInput, lineOf } from './line-input.ts';
import { type Notice, note, warn } from './notice.ts';
import type { ExploredAnalysis, Session } from './session.ts';
import type { ThemeName } from './theme.ts';
import type { Size, View, ViewContext } from './view.ts';
import { type Slices, views } from './views.ts';

/** What the worker is at. */
export interface Job {
  readonly name: 'analysis' | 'diff' | 'edits';
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

/** A place that Esc returns to. */
export type Past = { readonly [V in ViewName]: { readonly view: V; readonly slice: Slices[V] } }[ViewName];

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
  /** What was typed before, for each purpose, the latest first. */
  readonly typed: { readonly [purpose in Purpose]: readonly string[] };
  readonly notice?: Notice;
  readonly jobs: readonly Job[];
}

export type Action =
  | EdgeEvent
  | { readonly kind: 'command'; readonly command: Command }
  /** The files were read again. What was known about the older ones is dropped. */
  | { readonly kind: 'loaded'; readonly session: Session }
  | { readonly kind: 'analysed'; readonly analysis: ExploredAnalysis }
  | { readonly kind: 'secrets'; readonly redact: Redact }
  | ({ readonly kind: 'progress' } & Job)
  | { readonly kind: 'failed'; readonly job: Job['name']; readonly problem: string }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** The worker, or writing, has answered. */
  | { readonly kind: 'answered'; readonly answer: Answer };

export interface Reduced {
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** Rows of the screen that are no view's: tabs, the line for notices and typing, the keys. */
export const CHROME_ROWS = 3;
/** Below this the screen only says so. */
export const SMALLEST: Size = { columns: 80, rows: 24 };

const MOST_PAST = 200;
const MOST_TYPED = 50;

/** The state before the first key. */
export function initialState(session: Session, size: Size, theme: ThemeName = 'any'): State {
  const context: ViewContext = { session, size: bodySize(size) };
  const start = <V extends ViewName>(view: V): Slices[V] => (views[view] as View<Slices[V]>).start(context);
  const slices = Object.fromEntries(VIEW_NAMES.map((view) => [view, start(view)])) as unknown as Slices;
  return {
    session,
    size,
    theme,
    view: 'overview',
    slices,
    past: [],
    typed: { search: [], command: [], request: [], patch: [] },
    jobs: [],
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

export function reduce(state: State, action: Action): Reduced {
  switch (action.kind) {
    case 'key':
      return pressed(withoutNotice(state), action.key);
    case 'paste':
      return state.line === undefined
        ? only(state)
        : typing(state, state.line, insertText(state.line.input, action.text));
    case 'wheel': {
      const { lines, column, row } = action;
      return run(state, { do: 'scroll', lines, column, row: row - 1 });
    }
    case 'resize':
      return only(
        refreshed({ ...state, size: { columns: action.columns, rows: action.rows } }, state.session),
      );
    case 'command':
      return run(withoutNotice(state), action.command);
    case 'loaded': {
      const reloaded = refreshed({ ...state, session: action.session, past: [] }, state.session);
      return only({ ...reloaded, jobs: [] });
    }
    case 'analysed': {
      const session: Session = { ...state.session, analysis: action.analysis };
      const jobs = state.jobs.filter(({ name }) => name !== 'analysis');
      return only(refreshed({ ...state, session, jobs }, state.session));
    }
    case 'secrets':
      return only({ ...state, session: { ...state.session, redact: action.redact } });
    case 'progress': {
      const { kind: _, ...job } = action;
      return only({ ...state, jobs: [...state.jobs.filter(({ name }) => name !== job.name), job] });
    }
    case 'failed': {
      const jobs = state.jobs.filter(({ name }) => name !== action.job);
      return only({ ...state, jobs, notice: { level: 'error', text: action.problem } });
    }
    case 'notice':
      return only({ ...state, notice: action.notice });
    case 'answered':
      return heard(remembered(state, action.answer), action.answer);
  }
}

/** What counts for all views goes into the session. */
function remembered(state: State, answer: Answer): State {
  const done = answer.job === 'comparison' ? 'diff' : answer.job;
  const jobs = state.jobs.filter(({ name }) => name !== done);
  const { session } = state;
  if (answer.job === 'comparison')
    return refreshed({ ...state, jobs, session: { ...session, comparison: answer.answer } }, session);
  if (answer.job === 'edits')
    return refreshed({ ...state, jobs, session: { ...session, offer: answer.answer } }, session);
  return state;
}

/** An answer handed to every view; the one that asked takes it. */
function heard(state: State, answer: Answer): Reduced {
  let next = state;
  const effects: Effect[] = [];
  for (const name of VIEW_NAMES) {
    const step = (views[name] as View<unknown>).hear?.(next.slices[name], answer, contextOf(next));
    if (step === undefined) continue;
    const stayed: State = {
      ...next,
      slices: { ...next.slices, [name]: step.slice },
      ...(step.notice === undefined ? {} : { notice: step.notice }),
    };
    next = step.go === undefined ? stayed : gone(stayed, step.go);
    effects.push(...(step.effects ?? []));
  }
  return only(next, ...effects);
}

function only(state: State, ...effects: readonly Effect[]): Reduced {
  return { state, effects };
}

function withoutNotice(state: State): State {
  if (state.notice === undefined) return state;
  const { notice: _, ...rest } = state;
  return rest;
}

function withoutLine(state: State): State {
  const { line: _, ...rest } = state;
  return rest;
}

/** Every slice brought in line with a new session or size. */
function refreshed(state: State, before: Session): State {
  const context = contextOf(state);
  const fresh = <V extends ViewName>(view: V): Slices[V] =>
    (views[view] as View<Slices[V]>).refresh(state.slices[view], context, before);
  const slices = Object.fromEntries(VIEW_NAMES.map((view) => [view, fresh(view)])) as unknown as Slices;
  return { ...state, slices };
}

function pressed(state: State, key: KeyPress): Reduced {
  if (state.line !== undefined) return pressedInLine(state, state.line, key);
  const command = commandFor(key, state.view);
  return command === undefined ? only(state) : run(state, command);
}

/** A key while a line is typed. */
function pressedInLine(state: State, line: OpenLine, key: KeyPress): Reduced {
  const { purpose, input } = line;
  if (key.ctrl && key.name === 'c') return leaveLine(state, line);
  switch (key.name) {
    case 'escape':
      return leaveLine(state, line);
    case 'enter':
      return takeLine(state, line);
    case 'backspace':
      if (input.text === '') return leaveLine(state, line);
      break;
    case 'tab':
      return complete(state, line, key.shift ? -1 : 1);
    case 'up':
    case 'down':
    case 'pageup':
    case 'pagedown':
      if (purpose === 'search') {
        const command = commandFor(key, state.view);
        return command === undefined ? only(state) : run(state, command);
      }
      return key.name === 'up' || key.name === 'down' ? recall(state, line, key.name) : only(state);
  }
  const edited = editLine(input, key);
  return edited === undefined ? only(state) : typing(state, line, edited);
}

/** The line after it changed; a search is done while it is typed. */
function typing(state: State, line: OpenLine, input: LineInput): Reduced {
  const { purpose } = line;
  const next: State = { ...state, line: { purpose, input, recalled: -1 } };
  return purpose === 'search' && input.text !== line.input.text
    ? run(next, { do: 'search', text: input.text, isFinal: false })
    : only(next);
}

function leaveLine(state: State, { purpose }: OpenLine): Reduced {
  const left = withoutLine(state);
  return purpose === 'search' ? run(left, { do: 'search', text: '', isFinal: true }) : only(left);
}

function takeLine(state: State, { purpose, input }: OpenLine): Reduced {
  const text = input.text.trim();
  const before = state.typed[purpose];
  const lines = text === '' ? before : [text, ...before.filter((each) => each !== text)].slice(0, MOST_TYPED);
  const next: State = { ...withoutLine(state), typed: { ...state.typed, [purpose]: lines } };
  switch (purpose) {
    case 'search':
      return run(next, { do: 'search', text: input.text, isFinal: true });
    case 'request':
    case 'patch':
      return text === '' ? only(next) : run(next, { do: 'submit', purpose, text });
    case 'command': {
      if (text === '') return only(next);
      const command = runCommandLine(text, next.session);
      return typeof command === 'string' ? only({ ...next, notice: warn(command) }) : run(next, command);
    }
  }
}

function recall(state: State, line: OpenLine, key: 'up' | 'down'): Reduced {
  const lines = state.typed[line.purpose];
  const at = Math.max(-1, Math.min(lines.length - 1, line.recalled + (key === 'up' ? 1 : -1)));
  return only({ ...state, line: { purpose: line.purpose, input: lineOf(lines[at] ?? ''), recalled: at } });
}

function complete(state: State, line: OpenLine, by: 1 | -1): Reduced {
  if (line.purpose !== 'command') return only(state);
  const from = line.completing?.from ?? line.input.text;
  const choices = completed(from, state.session);
  if (choices.length === 0) return only({ ...state, notice: note('nothing to complete with') });
  const last = line.completing?.at ?? (by === 1 ? -1 : 0);
  const at = (last + by + choices.length) % choices.length;
  const input = lineOf(choices[at] ?? '');
  return only({ ...state, line: { ...line, input, completing: { from, at, of: choices.length } } });
}

/** What a command does: first what counts in every view, then what the view makes of it. */
function run(state: State, command: Command): Reduced {
  switch (command.do) {
    case 'quit':
    case 'suspend':
    case 'redraw':
    case 'reload':
      return only(state, { kind: command.do });
    case 'go':
      return only(gone(state, command.to));
    case 'next-view': {
      const open = openViews(state.session);
      const at = open.indexOf(state.view);
      const to = open[(Math.max(at, 0) + command.by + open.length) % open.length];
      return only(to === undefined ? state : gone(state, { view: to }));
    }
    case 'ask': {
      const { purpose } = command;
      // The overview is short; what is searched is looked for in everything.
      if (purpose === 'search' && state.view === 'overview')
        return run(gone(state, { view: 'tree' }), command);
      return only({ ...state, line: { purpose, input: lineOf(''), recalled: -1 } });
    }
    case 'theme':
      return only({ ...state, theme: command.theme });
    default:
      return inView(state, state.view, command);
  }
}

/** Views with something to show; help is not among those that Tab goes through. */
export function openViews(session: Session): readonly ViewName[] {
  return VIEW_NAMES.filter((view) => view !== 'help' && views[view].missing?.(session) === undefined);
}

function inView<V extends ViewName>(state: State, name: V, command: Command): Reduced {
  const view = views[name] as View<Slices[V]>;
  const step = view.reduce(state.slices[name], command, contextOf(state));
  if (step === undefined) return only(unanswered(state, command));
  const slices = step.slice === state.slices[name] ? state.slices : { ...state.slices, [name]: step.slice };
  const next: State = {
    ...state,
    slices,
    ...(step.notice === undefined ? {} : { notice: step.notice }),
  };
  return only(step.go === undefined ? next : gone(next, step.go), ...(step.effects ?? []));
}

/** What a command means where the view makes nothing of it. */
function unanswered(state: State, command: Command): State {
  if (command.do === 'back') return returned(state);
  if (command.do === 'copy' || command.do === 'edit')
    return { ...state, notice: note(`there is nothing to ${command.do} here`) };
  return state;
}

/** At another place; this one is kept. */
function gone(state: State, to: Destination): State {
  const view = views[to.view] as View<unknown>;
  const missing = view.missing?.(state.session);
  if (missing !== undefined) return { ...state, notice: note(missing) };
  const slice: unknown = state.slices[to.view];
  const arrived = view.arrive?.(slice, to, contextOf(state)) ?? slice;
  if (to.view === state.view && arrived === slice) return state;
  const here = { view: state.view, slice: state.slices[state.view] } as Past;
  return {
    ...state,
    view: to.view,
    slices: { ...state.slices, [to.view]: arrived },
    past: [...state.past, here].slice(-MOST_PAST),
  };
}

/** Back at the place before. */
function returned(state: State): State {
  const last = state.past.at(-1);
  if (last === undefined) return { ...state, notice: note('this is where you began; q quits') };
  return {
    ...state,
    view: last.view,
    slices: { ...state.slices, [last.view]: last.slice },
    past: state.past.slice(0, -1),
  };
}
