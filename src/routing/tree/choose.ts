/** The routes of a matcher tree that one request comes to. */
import { VERSION } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import type { RoutingContext } from '../context.ts';
import type { SeenRequest } from '../request/request.ts';
import type { Steps } from '../steps.ts';
import { type FlatTree, NO_ROUTE, routesIn, writtenRoute } from './flatten.ts';
import { follow, type ValueOf } from './follow.ts';
import { type Input, inputWords } from './tree.ts';

type Route = Message<'route.Route'>;

export type Chosen =
  /** Of the virtual host's list those of the branch, at their places; none where no branch takes the request. */
  | { readonly kind: 'routes'; readonly routes: readonly Route[] }
  | { readonly kind: 'open'; readonly why: string };

/** @param all the list that the tree stands for */
export function chooseInTree(
  { tree, places }: FlatTree,
  all: readonly Route[],
  request: SeenRequest,
  { regexes }: RoutingContext,
  steps: Steps | undefined,
): Chosen {
  const found = follow(tree, {
    valueOf: (input) => valueIn(input, request),
    regexes,
    tell: steps && ((what, matched, why) => steps.add(what, matched, why, { kind: 'matcher' })),
  });
  if (found.kind === 'open') return found;
  const written = found.kind === 'none' ? [] : routesIn(found.action);
  if (written === undefined) return { kind: 'open', why: NO_ROUTE };
  const routes: Route[] = [];
  for (const each of written) {
    const place = places.get(each)?.[0];
    const route = all[place ?? -1];
    if (place !== undefined && route !== undefined) routes[place] = alone(route);
  }
  return { kind: 'routes', routes };
}

function valueIn(input: Input, request: SeenRequest): ReturnType<ValueOf> {
  if (input.type !== 'HttpRequestHeaderMatchInput') return { undecided: inputWords(input) };
  return request.header(lowerHeader({ name: input.header, ...THIRD }).header);
}

/** A route without the conditions of its branch: its own match is still asked when the branch has been chosen. */
function alone(route: Route): Route {
  const known = ownMatches.get(route);
  if (known !== undefined) return known;
  const { headers: _, filter_state: __, ...match } = route.match ?? {};
  const { headers, filter_state: state } = writtenRoute(route).match ?? {};
  const made = {
    ...route,
    match: {
      ...match,
      ...(headers === undefined ? {} : { headers }),
      ...(state === undefined ? {} : { filter_state: state }),
    },
  };
  ownMatches.set(route, made);
  return made;
}

const THIRD = { [VERSION]: 'v3' } as const;

const ownMatches = new WeakMap<Route, Route>();
