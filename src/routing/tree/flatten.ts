/**
 * A matcher tree of a virtual host as the list of routes that it stands for, so that what is known of lists holds for
 * it: each route with the conditions of its branch as header matchers, once for each of the branch's alternatives;
 * behind the routes of a branch one entry that stands for "no route", since a branch whose routes do not match ends
 * the search (fact 88).
 */

import { type BoundMessage, isObject, messagesIn, NODE, VERSION } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { openState } from '../../traffic/predicate.ts';
import { joiningMatcher } from '../../traffic/repeated-headers.ts';
import {
  type Input,
  idOf,
  inputWords,
  type Open,
  type Predicate,
  readTree,
  type StringMatcher,
  type Then,
  type Tree,
} from './tree.ts';

type Route = Message<'route.Route'>;
type RouteConfiguration = Message<'RouteConfiguration'>;
type RouteMatch = Message<'route.RouteMatch'>;
type HeaderMatcher = Message<'route.HeaderMatcher'>;
type VirtualHost = Message<'route.VirtualHost'>;

/** On a virtual host whose routes are those of its tree. */
const TREE: unique symbol = Symbol('tree');
/** On a route of such a list: the route as it was written. */
const WRITTEN: unique symbol = Symbol('written');
/** On a route of such a list that stands for the end of a branch. */
const END: unique symbol = Symbol('end');

interface Marked {
  readonly [TREE]?: FlatTree;
  readonly [WRITTEN]?: Route;
  readonly [END]?: true;
}

export interface FlatTree {
  readonly tree: Tree;
  readonly routes: readonly Route[];
  /** The places of each route as written, one for each alternative of its branch. */
  readonly places: ReadonlyMap<BoundMessage, readonly number[]>;
}

/** More entries are not told apart. */
const MAX_ENTRIES = 20_000;
/** More alternatives of one branch are not told apart. */
const MAX_ALTERNATIVES = 200;

/** The routes of a configuration with those of its trees; the same object where it has none. */
export function withTrees(configuration: RouteConfiguration): RouteConfiguration {
  const { virtual_hosts: hosts = [] } = configuration;
  if (!hosts.some(hasTree)) return configuration;
  return { ...configuration, virtual_hosts: hosts.map((host) => (hasTree(host) ? withTree(host) : host)) };
}

/** One with routes of its own is refused. */
function hasTree(host: VirtualHost): boolean {
  return isObject(host.matcher) && (host.routes ?? []).length === 0;
}

/** The same where it has been made already, or has no tree alone. */
export function withTree(host: VirtualHost): VirtualHost {
  const { matcher } = host;
  if (!isObject(matcher) || !hasTree(host)) return host;
  const flat = flatTrees.get(matcher) ?? flattened(matcher);
  flatTrees.set(matcher, flat);
  return { ...host, routes: flat.routes, ...{ [TREE]: flat } };
}

const flatTrees = new WeakMap<BoundMessage, FlatTree>();

export function treeOf(host: VirtualHost & Marked): FlatTree | undefined {
  return host[TREE];
}

/** The route as it was written, without the conditions of its branch. */
export function writtenRoute(route: Route & Marked): Route {
  return route[WRITTEN] ?? route;
}

/** Whether an entry stands for the end of a branch, at which no route is found. */
export function isEnd(route: (Route & Marked) | undefined): boolean {
  return route?.[END] === true;
}

/** The places of a virtual host's list at which its routes stand first, which are all but in trees. */
export function placesOf(host: VirtualHost): readonly number[] {
  const tree = treeOf(host);
  return tree === undefined
    ? [...(host.routes ?? []).keys()]
    : [...tree.places.values()].flatMap(([first = 0]) => first);
}

/** All places of the route that stands at one. */
export function samePlaces(host: VirtualHost, place: number): readonly number[] {
  const route = host.routes?.[place];
  return (route && treeOf(host)?.places.get(writtenRoute(route))) ?? [place];
}

/** A condition: a header matcher, or one that stays open. */
type Condition =
  | { readonly kind: 'header'; readonly matcher: HeaderMatcher }
  | {
      readonly kind: 'open';
      readonly why: string;
      /** What it asks, as a text. */
      readonly about: string;
    };
/** All of its conditions hold. */
type Alternative = readonly Condition[];
/** One of its alternatives holds. */
type Conditions = readonly Alternative[];

const ALWAYS: Conditions = [[]];

function flattened(matcher: BoundMessage): FlatTree {
  const tree = readTree(matcher);
  const routes: (Route & Marked)[] = [];
  const isWhole = addTree(tree, ALWAYS, routes);
  if (!isWhole) {
    const why = 'its matcher has too many branches';
    const open: Open = { kind: 'open', why, about: JSON.stringify(matcher) };
    return { tree: open, routes: [ending(matcher, [open])], places: new Map() };
  }
  while (isEnd(routes.at(-1)) && routes.at(-1)?.match?.filter_state === undefined) routes.pop();
  const places = new Map<BoundMessage, number[]>();
  for (const [at, route] of routes.entries()) {
    const written = writtenRoute(route);
    if (!isEnd(route)) places.set(written, [...(places.get(written) ?? []), at]);
  }
  return { tree, routes, places };
}

/** @returns false where there would be too many */
function addTree(tree: Tree, conditions: Conditions, routes: Route[]): boolean {
  switch (tree.kind) {
    case 'list':
      return (
        tree.branches.every(({ predicate, then }) =>
          addThen(then, both(conditions, conditionsOf(predicate, true)), routes),
        ) && addThen(tree.otherwise, conditions, routes)
      );
    case 'exact':
    case 'prefix':
      return (
        tree.branches.every(({ text, then }) => {
          const test: Predicate = {
            kind: 'text',
            input: tree.input,
            matcher: { [tree.kind]: text, ...THIRD },
          };
          return addThen(then, both(conditions, conditionsOf(test, true)), routes);
        }) && addThen(tree.otherwise, conditions, routes)
      );
    case 'none':
      return addThen(tree.otherwise, conditions, routes);
    case 'open':
      return addOpen([], tree, conditions, routes);
    case 'addresses':
    case 'names': {
      const why = `its matcher asks for ${tree.kind === 'names' ? 'domains' : 'ranges of addresses'} in a header`;
      const branches = tree.branches.map(({ then }) => then);
      const about = JSON.stringify([tree.input, tree.branches]);
      return (
        addOpen(branches, { kind: 'open', why, about }, conditions, routes) &&
        addThen(tree.otherwise, conditions, routes)
      );
    }
  }
}

/** Branches of which nobody knows what comes to them. */
function addOpen(branches: readonly Then[], what: Open, conditions: Conditions, routes: Route[]): boolean {
  const open = both(conditions, [[what]]);
  if (branches.length > 0) return branches.every((then) => addThen(then, open, routes));
  return add(open, (alternative) => ending({}, alternative), routes);
}

function addThen(then: Then | undefined, conditions: Conditions | undefined, routes: Route[]): boolean {
  if (conditions === undefined) return false;
  if (then === undefined || then.isPassedOver) return true;
  if (then.kind === 'tree') return addTree(then.tree, conditions, routes);
  const own = routesIn(then.action);
  if (own === undefined)
    return addOpen(
      [],
      { kind: 'open', why: NO_ROUTE, about: JSON.stringify(then.action) },
      conditions,
      routes,
    );
  for (const route of own)
    if (!add(conditions, (alternative) => entry(route, alternative), routes)) return false;
  return (
    own.some(takesEverything) || add(conditions, (alternative) => ending(then.message, alternative), routes)
  );
}

export const NO_ROUTE = 'its matcher leads to something that is no route';

/** The routes that an action leads to, in order; undefined where it is nothing that leads to any. */
export function routesIn(action: BoundMessage): readonly Route[] | undefined {
  switch (idOf(action)) {
    case 'route.Route':
      return [action as Route];
    case 'route.RouteList':
      return messagesIn(action.routes) as readonly Route[];
    default:
      return undefined;
  }
}

function takesEverything({ match }: Route): boolean {
  const { prefix, case_sensitive: _, ...others } = match ?? {};
  return (prefix === '' || prefix === '/') && Object.values(others).every((each) => each === undefined);
}

function add(
  conditions: Conditions | undefined,
  made: (alternative: Alternative) => Route,
  routes: Route[],
): boolean {
  if (conditions === undefined || routes.length + conditions.length > MAX_ENTRIES) return false;
  for (const alternative of conditions) routes.push(made(alternative));
  return true;
}

const THIRD = { [VERSION]: 'v3' } as const;

function entry(route: Route, conditions: Alternative): Route & Marked {
  const { match = {} } = route;
  if (conditions.length === 0) return { ...route, ...{ [WRITTEN]: route } };
  return { ...route, match: withConditions(match, conditions), ...{ [WRITTEN]: route } };
}

/** What of a branch's requests no route takes. It is no route, and compares as none. */
function ending(branch: BoundMessage, conditions: Alternative): Route & Marked {
  const at = branch[NODE] === undefined ? {} : { [NODE]: branch[NODE] };
  const match = withConditions({ prefix: '/', ...THIRD }, conditions);
  return { name: 'no route', match, ...at, ...THIRD, [END]: true };
}

function withConditions(match: RouteMatch, conditions: Alternative): RouteMatch {
  const headers = conditions.flatMap((each) => (each.kind === 'header' ? each.matcher : []));
  const open = conditions.flatMap((each) => (each.kind === 'open' ? openState(each.why, each.about) : []));
  return {
    ...match,
    ...(headers.length === 0 ? {} : { headers: [...headers, ...(match.headers ?? [])] }),
    ...(open.length === 0 ? {} : { filter_state: [...open, ...(match.filter_state ?? [])] }),
  };
}

/** Both, alternative by alternative; undefined where that are too many. */
function both(one: Conditions, other: Conditions | undefined): Conditions | undefined {
  if (other === undefined || one.length * other.length > MAX_ALTERNATIVES) return undefined;
  return one.flatMap((first) => other.map((second) => [...first, ...second]));
}

function conditionsOf(predicate: Predicate, isMeant: boolean): Conditions | undefined {
  switch (predicate.kind) {
    case 'open':
      return [[{ ...predicate, about: `${isMeant} ${predicate.about}` }]];
    case 'not':
      return conditionsOf(predicate.one, !isMeant);
    case 'text':
      return textConditions(predicate.input, predicate.matcher, isMeant);
    default: {
      const all = predicate.all.map((each) => conditionsOf(each, isMeant));
      if ((predicate.kind === 'and') === isMeant)
        return all.reduce((sum, each) => sum && both(sum, each), ALWAYS as Conditions | undefined);
      const some = all.flatMap((each) => each ?? []);
      return all.includes(undefined) || some.length > MAX_ALTERNATIVES ? undefined : some;
    }
  }
}

function textConditions(input: Input, matcher: StringMatcher, isMeant: boolean): Conditions {
  if (input.type !== 'HttpRequestHeaderMatchInput') {
    const about = JSON.stringify([isMeant, input.about, matcher]);
    return [[{ kind: 'open', why: inputWords(input), about }]];
  }
  const header = (fields: HeaderMatcher): Alternative => [
    { kind: 'header', matcher: joiningMatcher({ name: input.header, ...fields, ...THIRD }) },
  ];
  if (isMeant) return [header({ string_match: matcher })];
  // What is missing does not meet the text, whatever that is.
  if (asksForMore(matcher))
    return [header({ string_match: matcher, invert_match: true, treat_missing_header_as_empty: true })];
  return [header({ present_match: false }), header({ string_match: matcher, invert_match: true })];
}

/** Whether an empty text plainly does not meet a matcher. */
function asksForMore({ exact, prefix, suffix, contains }: StringMatcher): boolean {
  return (exact ?? prefix ?? suffix ?? contains ?? '') !== '';
}
