/** Which routes of the virtual hosts on both sides no request comes to. */
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import { baseOf, boxText, decide, type RouteList, routeList } from '../../routing/all/index.ts';
import { routeText } from '../../routing/match/select.ts';
import { regexEngine } from '../../routing/regex/engine.ts';
import { partOf, startMeter } from '../../routing/regex/meter.ts';
import { findRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import type { SourceTree } from '../../source/tree.ts';
import type { Found } from '../resources/found.ts';

/** Units of work for all routes that are asked about, some two seconds, and for one of them. */
const WORK = 40_000_000;
const WORK_PER_ROUTE = 2_000_000;
/** Of so many routes that take another one's requests the names are given. */
const MAX_NAMED = 3;

/** A route that is dead for certain: not by default only, and not as far as could be seen. */
export interface DeadRoute {
  /** A smallest set of earlier routes that together take all its requests; empty where no request fits it. */
  readonly by: readonly number[];
  /** In words that follow a colon. */
  readonly why: string;
}

export interface HostReachability {
  /** Why a route is dead; undefined where a request comes to it, or where that stays open. */
  deadRoute(route: number): DeadRoute | undefined;
  /** Whether a route stands here that takes the same requests as one of another virtual host, each of them for certain. */
  takesLike(other: HostReachability, route: number): boolean;
  /** The requests that fit a route, as a text; undefined where it takes only some of them, or that stays open. */
  takes(route: number): string | undefined;
}

/** @returns looks up a virtual host on one side; undefined where routing does not find it */
export function startReachability(before: readonly Configuration[], after: readonly Configuration[]) {
  const regexes = regexEngine();
  const meter = startMeter({ work: WORK });
  const deadIn = (list: RouteList, routes: readonly Route[], route: number): DeadRoute | undefined => {
    if (meter.exhausted() !== undefined) return undefined;
    const verdict = decide(list, route, partOf(meter, WORK_PER_ROUTE));
    if (verdict.kind === 'never' && !verdict.byDefault) return { by: [], why: verdict.why };
    if (verdict.kind !== 'hidden' || verdict.byDefault) return undefined;
    return { by: verdict.by, why: takersText(routes, verdict.by) };
  };
  const sides = {
    before: { configurations: before, hosts: new Map() as HostsByPlace },
    after: { configurations: after, hosts: new Map() as HostsByPlace },
  };
  const hostsOf = (which: 'before' | 'after'): HostsByPlace => {
    const side = sides[which];
    if (side.hosts.size === 0) side.hosts = hostsByPlace(findRouting(side.configurations).routes);
    return side.hosts;
  };
  const known = new Map<HostPlace, HostReachability>();
  return (which: 'before' | 'after', { source, frame }: Found): HostReachability | undefined => {
    const node = frame.message[NODE];
    const place = node === undefined ? undefined : hostsOf(which).get(source.root.tree)?.get(node);
    if (place === undefined) return undefined;
    const { found, index } = place;
    const { routes = [] } = found.routeConfiguration.virtual_hosts?.[index] ?? {};
    const list = (): RouteList =>
      routeList(routes, {
        regexes,
        namespace: found.namespace,
        base: baseOf(found.routeConfiguration, index, found.namespace),
      });
    const made = known.get(place) ?? hostReachability(list(), (own, route) => deadIn(own, routes, route));
    known.set(place, made);
    return made;
  };
}

function hostReachability(
  list: RouteList,
  deadIn: (list: RouteList, route: number) => DeadRoute | undefined,
): HostReachability {
  const dead = new Map<number, DeadRoute | undefined>();
  let texts: ReadonlySet<string | undefined> | undefined;
  let isOpen: boolean | undefined;
  const takes = (route: number): string | undefined => {
    const matcher = list.matchers[route];
    return matcher?.chance !== 'always' || matcher.impossible !== undefined ? undefined : boxText(matcher);
  };
  return {
    deadRoute(route) {
      isOpen ??= list.matchers.some(({ asked }) => asked.open !== undefined);
      if (isOpen) return undefined;
      if (!dead.has(route)) dead.set(route, deadIn(list, route));
      return dead.get(route);
    },
    takesLike(other, route) {
      texts ??= new Set([...list.matchers.keys()].map(takes));
      const text = other.takes(route);
      return text !== undefined && texts.has(text);
    },
    takes,
  };
}

/** `route 0 (prefix "/") takes all that would`. */
function takersText(routes: readonly Route[], by: readonly number[]): string {
  const named = by.slice(0, MAX_NAMED).map((each) => routeText(routes[each] ?? {}, each));
  const more = by.length - named.length;
  const last = more > 0 ? `${more} more` : named.length > 1 ? named.pop() : undefined;
  const all = last === undefined ? named.join() : `${named.join(', ')} and ${last}`;
  return by.length === 1 ? `${all} takes all of its requests` : `${all} together take all of its requests`;
}

interface HostPlace {
  readonly found: FoundRoutes;
  readonly index: number;
}

type Route = Message<'route.Route'>;

/** Virtual hosts by the node that each was written as. */
type HostsByPlace = Map<SourceTree, Map<number, HostPlace>>;

function hostsByPlace(all: readonly FoundRoutes[]): HostsByPlace {
  const hosts: HostsByPlace = new Map();
  for (const found of all)
    for (const [index, host] of (found.routeConfiguration.virtual_hosts ?? []).entries()) {
      const node = (host as BoundMessage)[NODE];
      if (node === undefined) continue;
      const { tree } = found.rootOf(index);
      const inTree = hosts.get(tree) ?? new Map<number, HostPlace>();
      hosts.set(tree, inTree);
      if (!inTree.has(node)) inTree.set(node, { found, index });
    }
  return hosts;
}
