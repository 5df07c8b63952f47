/**
 * The reducer of the terminal UI: a pure function from a state and an action to the next state and the effects that
 * are to be done outside (copying, the editor, reading again…). `edge/` decodes the terminal into actions, renders
 * `<App state={state}/>` and does the effects.
 *
 * How a view is added: (1) its name into VIEW_NAMES and, where others lead to a place in it, a Destination
 * (`command.ts`); (2) `<view>/view.ts` with `export const xView: View<XSlice>`, into `views` (`state.ts`); (3) its keys
 * into `keys.ts`, new commands into `Command`. Returning `go` leads to another place and keeps this one for Esc;
 * returning undefined means that the command means nothing here. What it needs from outside is an Effect (`view.ts`),
 * what comes back an Action (`state.ts`).
 *
 * Laws, held by tests: every action gives a state whose cursors are inside their lists; Esc after `go` restores the
 * view and its slice, with what has come in since; nothing here looks at a clock or is changed in place.
 */

import { tabAt } from './chrome.ts';
import { type Command, type KeyPress, VIEW_NAMES, type ViewName } from './command.ts';
import { commandFor } from './keys.ts';
import {
  type Action,
  bodySize,
  contextOf,
  foundAgain,
  gone,
  openViews,
  refreshed,
  returned,
  type ShownJob,
  type Slices,
  type State,
  views,
} from './state.ts';
import { isUnasked } from './trace/view.ts';
import { answered, asked, pastedInLine, pressedInLine, type Typed } from './typing.ts';
import { type Answer, type Effect, fail, note, type Session, type View } from './view.ts';

export interface Reduced {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export function reduce(state: State, action: Action): Reduced {
  switch (action.kind) {
    case 'key':
      return pressed(withoutNotice(state), action.key);
    case 'paste':
      return state.line === undefined ? only(state) : typed(pastedInLine(state, state.line, action.text));
    case 'click':
      return clicked(withoutNotice(state), action.column, action.row);
    case 'wheel': {
      const { lines, column, row } = action;
      return run(state, { do: 'scroll', lines, column, row: row - 1 });
    }
    case 'resize':
      return only(
        refreshed({ ...state, size: { columns: action.columns, rows: action.rows } }, state.session),
      );
    case 'loaded': {
      const reloaded = refreshed(
        { ...state, session: action.session, jobs: [], isOutdated: false, notice: note(action.why) },
        state.session,
      );
      return only({ ...reloaded, past: foundAgain(reloaded, state.past) });
    }
    case 'current':
      return only(
        state.isOutdated
          ? { ...state, isOutdated: false, notice: note('the files are again as they are shown') }
          : state,
      );
    case 'analysed': {
      const session: Session = { ...state.session, analysis: action.analysis };
      const jobs = without(state.jobs, 'analysis');
      return only(refreshed({ ...state, session, jobs }, state.session));
    }
    case 'secrets':
      return only({
        ...state,
        session: { ...state.session, redact: action.redact },
        jobs: without(state.jobs, 'secrets'),
      });
    case 'progress': {
      const { kind: _, ...job } = action;
      return only({ ...state, jobs: [...without(state.jobs, job.name), job] });
    }
    case 'failed': {
      return only({
        ...state,
        jobs: without(state.jobs, action.job),
        notice: fail(action.problem),
        isOutdated: state.isOutdated || action.job === 'reading',
      });
    }
    case 'notice':
      return only({ ...state, notice: action.notice });
    case 'answered':
      return heard(remembered(answered(state), action.answer), action.answer);
  }
}

function without(jobs: State['jobs'], done: ShownJob['name']): State['jobs'] {
  return jobs.filter(({ name }) => name !== done);
}

/** What counts for all views goes into the session. */
function remembered(state: State, answer: Answer): State {
  const { session, jobs } = state;
  switch (answer.job) {
    case 'comparison': {
      const known = { ...session, comparison: answer.answer };
      return refreshed({ ...state, jobs: without(jobs, 'diff'), session: known }, session);
    }
    case 'edits': {
      const known = { ...session, offer: answer.answer };
      return refreshed({ ...state, jobs: without(jobs, 'edits'), session: known }, session);
    }
    default:
      return state;
  }
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
  if (state.notice === undefined && state.isNew === undefined) return state;
  const { notice: _, isNew: __, ...rest } = state;
  return rest;
}

function pressed(state: State, key: KeyPress): Reduced {
  if (state.line !== undefined) return typed(pressedInLine(state, state.line, key));
  const command = commandFor(key, state.view);
  return command === undefined ? only(state) : run(state, command);
}

function typed({ state, command }: Typed): Reduced {
  return command === undefined ? only(state) : run(state, command);
}

/** The row of a click counts in the view; a tab above it leads to its view. */
function clicked(state: State, column: number, row: number): Reduced {
  if (row === 0) {
    const view = tabAt(state, column);
    return view === undefined ? only(state) : run(state, { do: 'go', to: { view } });
  }
  return row > bodySize(state.size).rows ? only(state) : run(state, { do: 'click', column, row: row - 1 });
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
      return only(arrived(state, gone(state, command.to)));
    case 'next-view': {
      const open = openViews(state.session);
      const at = open.indexOf(state.view);
      const to = open[(Math.max(at, 0) + command.by + open.length) % open.length];
      return only(to === undefined ? state : arrived(state, gone(state, { view: to })));
    }
    case 'ask': {
      const { purpose } = command;
      // The overview is short; what is searched is looked for in everything.
      if (purpose === 'search' && state.view === 'overview')
        return run(gone(state, { view: 'tree' }), command);
      return only(asked(state, purpose));
    }
    case 'theme':
      return only({ ...state, theme: command.theme });
    default:
      return inView(state, state.view, command);
  }
}

/** The line for a request is open where none was asked: typing types. */
function arrived(before: State, state: State): State {
  const isNew = state.view === 'trace' && before.view !== 'trace' && isUnasked(state.slices.trace);
  return isNew ? asked(state, 'request') : state;
}

function inView<V extends ViewName>(state: State, name: V, command: Command): Reduced {
  const view = views[name] as View<Slices[V]>;
  const step = view.reduce(state.slices[name], command, contextOf(state));
  if (step === undefined) return only(unanswered(state, command));
  if (command.do === 'click' && step.slice === state.slices[name]) return run(state, { do: 'open' });
  const slices = step.slice === state.slices[name] ? state.slices : { ...state.slices, [name]: step.slice };
  const next: State = {
    ...state,
    slices,
    ...(step.notice === undefined ? {} : { notice: step.notice }),
    ...(step.isRefused && command.do === 'submit' ? { refused: command } : {}),
  };
  const there = step.go === undefined ? next : gone(next, step.go);
  return only(step.ask === undefined ? there : asked(there, step.ask), ...(step.effects ?? []));
}

/** What a command means where the view makes nothing of it. */
function unanswered(state: State, command: Command): State {
  switch (command.do) {
    case 'back':
      return returned(state);
    case 'copy':
    case 'edit':
    case 'open':
      return { ...state, notice: note(`there is nothing to ${command.do} here`) };
    case 'in':
      return { ...state, notice: note('there is nothing further in') };
    case 'next-match':
      return { ...state, notice: note('nothing was searched; / does') };
    case 'out':
      return { ...state, notice: note('there is nothing around it; Esc returns to the place before') };
    default:
      return state;
  }
}
