/** To other places, and the way back from them. */
import type { Destination, ViewName } from './command.ts';
import { VIEW_NAMES } from './command.ts';
import { note } from './notice.ts';
import type { Session } from './session.ts';
import { contextOf, type Past, type State } from './state.ts';
import type { View } from './view.ts';
import { views } from './views.ts';

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
