/**
 * Which requests two configurations treat differently (DESIGN, Behavioural diff): the set of such requests, grouped by
 * what changes, each group with one short request that was replayed through both sides.
 */
import type { BoundMessage } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import {
  type FoundRoutes,
  type FoundRouting,
  findRouting,
  type Outcome,
  type Place,
  type Regexes,
  type Request,
  type RouteRef,
  type RoutingContext,
  regexEngine,
  routePlace,
  startMeter,
  virtualHostPlace,
} from '../../routing/index.ts';
import type { Meter } from '../../routing/regex/meter.ts';
import type { Message } from '../../schema/types.ts';
import { isFetched, lacksPlaceFor } from '../fetched.ts';
import type { SettledRoutes } from '../settled-routes.ts';
import { compareHosts, type HostsResult, type Member } from './compare-hosts.ts';
import { type Group, groupsOf, telling } from './groups.ts';
import { differingAspects, type Replayed, replay } from './outcomes/replay.ts';
import { ASPECTS, type Aspect, DESTINATION } from './outcomes/settings.ts';
import { pairConfigurations } from './pairing/configurations.ts';
import { hostPairs } from './pairing/host-pairs.ts';
import { isSameHost } from './pairing/same-hosts.ts';
import { hostPlace, type Served } from './place.ts';
import { wordsOf } from './reserved-words.ts';
import { Settling } from './settled.ts';
import { strangeParts } from './strange-parts.ts';
import { changeMessage, whereWords } from './telling/describe.ts';
import { missingCluster } from './telling/missing.ts';
import { type Reorder, reorderOf } from './telling/reorders.ts';
import { standsFor } from './telling/stands-for.ts';

export interface BehaviourOptions {
  /** `destination` looks at clusters, redirects and responses only. */
  readonly aspect?: 'all' | 'destination';
  /** A clock in milliseconds and how long the whole comparison may run; without one only work counts. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
  /** Units of work for the whole comparison. */
  readonly work?: number;
  /** Units of work for one pair of routes. */
  readonly workPerPair?: number;
  /** What {@link findRouting} finds in both, where it is known already. */
  readonly routing?: readonly [before: FoundRouting, after: FoundRouting];
}

/** What happens to a request on one side. */
export interface Landing {
  readonly outcome: Outcome;
  /** Of a direct response. */
  readonly body?: Message<'core.DataSource'>;
  readonly virtual_host: string | null;
  readonly route: RouteRef | null;
  /** Why a route that takes the request leads nowhere. */
  readonly why?: string;
  /** Of the route, or of the virtual host where no route decides. */
  readonly place?: Place;
}

export interface RoutePair {
  /** Positions in `virtual_hosts` and `routes`; undefined where there is none. */
  readonly before: { readonly virtualHost: number | undefined; readonly route: number | undefined };
  readonly after: { readonly virtualHost: number | undefined; readonly route: number | undefined };
}

/** Requests that change in the same way. */
export interface MovedRequests {
  /** Names of the route configurations. */
  readonly routeConfiguration: { readonly before: string | null; readonly after: string | null };
  /** A short one of them, replayed through both sides. */
  readonly request: Request;
  readonly before: Landing;
  readonly after: Landing;
  /** What of its outcome differs. */
  readonly aspects: readonly Aspect[];
  readonly message: string;
  /** All the requests, in words. */
  readonly standsFor: string;
  /** How many pairs of routes have requests that change so, and which. */
  readonly pairs: number;
  readonly routePairs: readonly RoutePair[];
  /** Where the request goes after the change, for making a test of it. */
  readonly served: Served;
}

export interface BehaviourResult {
  /** Every request has the same outcome, for certain. */
  readonly equal: boolean;
  /** How many pairs of route configurations were compared. */
  readonly compared: number;
  readonly changes: readonly MovedRequests[];
  readonly undecided: readonly { readonly reason: string; readonly where: string }[];
  readonly reorders: readonly Reorder[];
  /** Route configurations that are there on one side only. */
  readonly removed: readonly FoundRoutes[];
  readonly added: readonly FoundRoutes[];
  /** Which routes make no difference to any request. */
  readonly isSettled: SettledRoutes;
  /** The route configurations of the second input, for making tests. */
  readonly served: { readonly after: readonly FoundRoutes[] };
}

/** Some ten seconds. */
const WORK = 200_000_000;
const WORK_PER_PAIR = 5_000_000;

/** So many routes are gone through to replay requests once more through whole lists. */
const MOST_SCANNED = 3_000_000;

function contextOf({ clusters, nameless }: FoundRouting, word: string, regexes: Regexes): RoutingContext {
  return { word, regexes, nameless, ...(clusters ? { clusters } : {}) };
}

/**
 * Compares two inputs. What is asked for by runtime values is compared for the case that none is set, and where that
 * is equal for values of the keys that are named.
 *
 * @param before the files that form one configuration
 */
export function compareBehaviour(
  before: readonly Configuration[],
  after: readonly Configuration[],
  options: BehaviourOptions = {},
): BehaviourResult {
  const { aspect = 'all', clock, work = WORK, workPerPair = WORK_PER_PAIR } = options;
  const aspects = aspect === 'destination' ? DESTINATION : ASPECTS;
  const meter = startMeter({ work, ...(clock ? { clock } : {}) });
  const regexes = regexEngine();
  const words = wordsOf(before, after);
  const [first, second] = options.routing ?? [findRouting(before), findRouting(after)];
  const contexts = {
    before: contextOf(first, words.before, regexes),
    after: contextOf(second, words.after, regexes),
  };
  const { pairs, ...alone } = pairConfigurations(first.routes, second.routes);
  const removed = withPlace(alone.removed, after);
  const added = withPlace(alone.added, before);
  const changes: MovedRequests[] = [];
  const undecided: BehaviourResult['undecided'][number][] = [];
  const reorders: Reorder[] = [];
  const settling = new Settling();
  const scan = { left: MOST_SCANNED };
  for (const pair of pairs) {
    const served = {
      before: { found: pair.before, context: contexts.before },
      after: { found: pair.after, context: contexts.after },
    };
    const results = hostPairs(pair.before.routeConfiguration, pair.after.routeConfiguration).flatMap(
      (hosts) => {
        const [one, other] = [hostPlace(served.before, hosts.before), hostPlace(served.after, hosts.after)];
        return isSameHost(one, other)
          ? []
          : [compareHosts(one, other, hosts, { aspects, meter, workPerPair })];
      },
    );
    for (const group of groupsOf(
      results.flatMap(({ members }) => members),
      aspects,
    )) {
      const change = changeOf(group, served, { aspects, scan, meter });
      if ('reason' in change) undecided.push(change);
      else changes.push(change);
    }
    for (const part of [...results.flatMap(openParts), ...results.flatMap(strangeParts)])
      undecided.push(part);
    // That nothing differs is known only where all was looked at.
    if (aspect === 'destination') continue;
    for (const reorder of results.flatMap((result) => reorderOf(result) ?? [])) reorders.push(reorder);
    settling.add(results);
  }
  const equal = changes.length + undecided.length + removed.length + added.length === 0;
  const compared = pairs.length;
  return {
    equal,
    compared,
    changes,
    undecided,
    reorders,
    removed,
    added,
    isSettled: settling.isSettled,
    served: { after: second.routes },
  };
}

/** Route configurations of one side without those that were fetched and that the other side has no place for. */
function withPlace(
  alone: readonly FoundRoutes[],
  otherSide: readonly Configuration[],
): readonly FoundRoutes[] {
  const hasNoPlace = lacksPlaceFor(otherSide);
  return alone.filter(
    ({ routeConfiguration, rootOf }) =>
      !(hasNoPlace('RouteConfiguration') && isFetched(rootOf(0), routeConfiguration as BoundMessage)),
  );
}

function openParts({ hosts, open }: HostsResult): BehaviourResult['undecided'] {
  return open.flatMap(({ about, differing }) =>
    differing.undecided.map(({ why, before, after }) => ({
      reason: why,
      where:
        about === 'routes'
          ? whereWords(hosts, before, after)
          : `${whereWords(hosts, [], [])}; their virtual clusters`,
    })),
  );
}

interface Telling {
  readonly aspects: readonly Aspect[];
  /** How many routes may still be gone through. */
  readonly scan: { left: number };
  readonly meter: Meter;
}

function changeOf(
  group: Group,
  served: { readonly before: Served; readonly after: Served },
  { aspects, scan, meter }: Telling,
): MovedRequests | BehaviourResult['undecided'][number] {
  const { shown, members } = group;
  const [first] = members;
  if (shown === undefined) {
    const reason =
      group.why ??
      `${(first?.aspects.includes('destination') ? ['destination'] : (first?.aspects ?? [])).join(', ')} may differ: it is configured in another way, but no request that was tried shows a difference`;
    return { reason, where: first === undefined ? '' : whereOf(first) };
  }
  let { before, after } = shown;
  const routes = [shown.member.hosts.before, shown.member.hosts.after].reduce(
    (sum, { virtualHost }) => sum + (virtualHost?.routes?.length ?? 0),
    0,
  );
  scan.left -= routes;
  if (scan.left > 0) {
    // Once more, through everything that a trace goes through.
    before = replay(served.before, shown.request, aspects);
    after = replay(served.after, shown.request, aspects);
    if (!shown.aspects.every((aspect) => differingAspects(before, after, aspects).includes(aspect)))
      return { reason: 'the two ways of matching disagree about a request', where: whereOf(shown.member) };
  }
  return {
    routeConfiguration: { before: served.before.found.name, after: served.after.found.name },
    request: shown.request,
    before: sideOf(served.before, before, shown.request),
    after: sideOf(served.after, after, shown.request),
    aspects: telling({ ...shown, before, after }),
    message: changeMessage({ ...shown, before, after }),
    standsFor: standsFor(shown.member, { ...shown, before, after }, members.length, meter),
    pairs: members.length,
    routePairs: members.map(routePair),
    served: served.after,
  };
}

function sideOf({ found, context }: Served, { trace }: Replayed, request: Request): Landing {
  const host = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[trace.route?.index ?? -1];
  const body = route?.direct_response?.body;
  const why =
    route !== undefined && trace.outcome.kind === 'not_found'
      ? missingCluster(route, request, context)
      : undefined;
  const shown = trace.outcome.kind === 'direct_response' && body !== undefined ? { body } : {};
  const at = trace.virtual_host_index;
  const place =
    at === null
      ? undefined
      : trace.route === null
        ? virtualHostPlace(found, at)
        : routePlace(found, at, trace.route.index);
  return {
    outcome: trace.outcome,
    ...shown,
    virtual_host: trace.virtual_host,
    route: trace.route,
    ...(why === undefined ? {} : { why }),
    ...(place === undefined ? {} : { place }),
  };
}

function routePair({ hosts, difference, region, about }: Member): RoutePair {
  const side = (which: 'before' | 'after') => ({
    virtualHost: hosts[which].index,
    route: about === 'routes' && region[which] === 'routes' ? difference[which].route : undefined,
  });
  return { before: side('before'), after: side('after') };
}

function whereOf({ hosts, difference, about }: Member): string {
  const routes = (side: 'before' | 'after') => {
    const { byChance, route } = difference[side];
    return about === 'routes' ? [...byChance, ...(route === undefined ? [] : [route])] : [];
  };
  return whereWords(hosts, routes('before'), routes('after'));
}
