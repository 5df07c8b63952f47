/** To other places, and the way back from them. */
import type { Destination, ViewName } from './command.ts';
import { VIEW_NAMES } from './command.ts';
import { note } from './notice.ts';
import type { Session } from './session.ts';
import { contextOf, type Past, type State } from './state.ts';
import type { View } from './view.ts';
import { views } from './views.ts';

/** So many places Esc leads back through. */
const MOST_PAST = 200;

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
  const here = { view: state.view, slice: state.slices[state.view] } as Past;
  return {
    ...state,
    view: to.view,
    slices: { ...state.slices, [to.view]: arrived },
    past: [...state.past, here].slice(-MOST_PAST),
  };
}

/** Back at the place before. */
export function returned(state: State): State {
  const last = state.past.at(-1);
  if (last === undefined) return { ...state, notice: note('this is where you began; q quits') };
  return {
    ...state,
    view: last.view,
    slices: { ...state.slices, [last.view]: last.slice },
    past: state.past.slice(0, -1),
  };
}
