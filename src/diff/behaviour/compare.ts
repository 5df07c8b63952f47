/**
 * Which requests two configurations treat differently (DESIGN, Behavioural diff): the set of such requests, grouped by
 * what changes, each group with one short request that was replayed through both sides.
 */
import { DEFAULT_NAMESPACE } from '../../model/namespace.ts';
import type { Configuration } from '../../model/open.ts';
import { contextsOf, type RoutingContext } from '../../routing/context.ts';
import { regexEngine } from '../../routing/regex/engine.ts';
import { type Meter, startMeter } from '../../routing/regex/meter.ts';
import type { Regexes } from '../../routing/regex/regexes.ts';
import { type FoundRouting, findRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { counted } from '../../source/counted.ts';
import { type NamesOfSide, OWN_NAMES } from '../cluster-names.ts';
import { lacksPlaceFor } from '../fetched.ts';
import type { SettledRoutes } from '../paired-routes.ts';
import { pairSides, type SidesPairing } from '../pairing.ts';
import type { Refused } from '../refused.ts';
import { type Access, accessOf } from './access.ts';
import { accessChanges } from './access-changes.ts';
import { ASPECTS, type Aspect, DESTINATION } from './aspects.ts';
import { behindFilters } from './behind-filters.ts';
import { type ChangedRequests, changeOf, changeOfAccess, type Open } from './changed-requests.ts';
import { compareHosts, type HostsResult } from './compare-hosts.ts';
import { type Reorder, reorderOf } from './describe/reorders.ts';
import { startFolding } from './effective.ts';
import { groupsOf } from './groups.ts';
import { openAround, openLimits, openParts, unknownParts, vhostHeader } from './open-parts.ts';
import { pairConfigurations } from './pairing/configurations.ts';
import { hostPairs } from './pairing/host-pairs.ts';
import { isSameHost, sameNames } from './pairing/same-hosts.ts';
import { refusedParts } from './refused.ts';
import { Settling } from './same-outcome.ts';
import { type HostPlace, hostPlace, type RoutePair, type Served, SIDES, type Side } from './served-host.ts';

export interface BehaviourOptions {
  /** `destination` looks at clusters, redirects and responses only. */
  readonly aspect?: 'all' | 'destination';
  /** A clock in milliseconds and how long the whole comparison may run; without one only work counts. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
  /** Units of work for the whole comparison. */
  readonly work?: number;
  /** Units of work for one pair of routes. */
  readonly workPerPair?: number;
  /** For which errors the proxy refuses a side: of what they are about nothing is claimed. */
  readonly refused?: Refused | undefined;
  /** What {@link findRouting} finds in both, where it is known already. */
  readonly routing?: readonly [before: FoundRouting, after: FoundRouting];
  /** What of the one side belongs to what of the other, where it is known already. */
  readonly pairing?: Pick<SidesPairing, 'hostsOf' | 'clusters'> | undefined;
}

export interface BehaviourResult {
  /** Every request has the same outcome, for certain. */
  readonly equal: boolean;
  /** How many pairs of route configurations were compared. */
  readonly compared: number;
  readonly changes: readonly ChangedRequests[];
  readonly undecided: readonly Open[];
  readonly reorders: readonly Reorder[];
  /** Route configurations that are there on one side only. */
  readonly removed: readonly FoundRoutes[];
  readonly added: readonly FoundRoutes[];
  /** Which routes make no difference to any request. */
  readonly isSettled: SettledRoutes;
  /** The routing of the second input, for making tests. */
  readonly served: { readonly after: FoundRouting };
}

/** Some ten seconds. */
const WORK = 200_000_000;
const WORK_PER_PAIR = 5_000_000;
/** What a pair of virtual hosts costs beside its routes. */
const PAIRING = 100;

/** So many routes are gone through to replay requests once more through whole lists. */
const MAX_SCANNED = 3_000_000;

function bothSides<T>(of: (side: Side) => T): { readonly before: T; readonly after: T } {
  return { before: of('before'), after: of('after') };
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
  const words = namespacesOf(before, after);
  const [first, second] = options.routing ?? [findRouting(before), findRouting(after)];
  const routing = { before: first, after: second };
  const contexts = bothSides((side) => contextsIn(routing[side], regexes, words[side]));
  const refused = refusedParts(options.refused, words);
  const { pairs, ...alone } = pairConfigurations(first.routes, second.routes);
  const isTold = (side: Side) => (found: FoundRoutes) => !refused.touchesRoutes(side, found);
  const isClaimed = (change: ChangedRequests): boolean =>
    !SIDES.some((side) => refused.touchesOutcome(side, change[side].outcome));
  const removed = withPlace(alone.removed, after).filter(isTold('before'));
  const added = withPlace(alone.added, before).filter(isTold('after'));
  const changes: ChangedRequests[] = [];
  const undecided: Open[] = [...refused.open];
  const reorders: Reorder[] = [];
  const settling = new Settling();
  let { pairing } = options;
  // Where all have the names they had, none was renamed, and most comparisons need no pairing.
  if (!sameNames(first.clusters, second.clusters)) pairing ??= pairSides(before, after);
  const names = pairing?.clusters ?? OWN_NAMES;
  const effective = startFolding(before, after, () => names);
  const scan = { left: MAX_SCANNED };
  for (const pair of pairs) {
    if (!SIDES.every((side) => isTold(side)(pair[side]))) continue;
    const written = bothSides((side) => servedBy(pair[side], contexts[side], names[side]));
    const served = effective.of(written);
    const { results, unseen } = comparedHosts(served, { aspects, meter, workPerPair });
    const members = results.flatMap((each) =>
      each.members.filter((member) => !refused.touchesMember(member)),
    );
    const meetings = SIDES.map((side) => ({ routing: routing[side], found: pair[side] }));
    for (const group of groupsOf(members, aspects, meetings)) {
      const change = changeOf(group, served, written, { aspects, scan, meter });
      if ('reason' in change) undecided.push(change);
      else if (isClaimed(change)) changes.push(change);
    }
    for (const part of [...results.flatMap(openParts), ...results.flatMap(unknownParts), ...unseen])
      undecided.push(part);
    // That nothing differs is known only where all was looked at.
    if (aspect === 'destination' || !refused.none) continue;
    if (results.length > 0) pairing ??= pairSides(before, after);
    const { hostsOf } = pairing ?? {};
    for (const reorder of results.flatMap((result) => (hostsOf && reorderOf(result, hostsOf)) ?? []))
      reorders.push(reorder);
    settling.add(results);
  }
  const found = withAccess(changes, refused.none ? pairs : [], { contexts, names, routing, regexes, meter });
  undecided.push(...found.undecided);
  return {
    equal: found.changes.length + undecided.length + removed.length + added.length === 0,
    compared: pairs.length,
    changes: found.changes,
    undecided,
    reorders,
    removed,
    added,
    isSettled: settling.isSettled,
    served: { after: second },
  };
}

type ContextFor = (found: FoundRoutes) => RoutingContext;

function contextsIn(routing: FoundRouting, regexes: Regexes, namespace: string): ContextFor {
  const contextFor = contextsOf(routing, { regexes });
  return (found) => ({ ...contextFor(found), namespace });
}

function servedBy(found: FoundRoutes, contextFor: ContextFor, names: NamesOfSide): Served {
  return { found, context: contextFor(found), names };
}

type Pairs = readonly { readonly before: FoundRoutes; readonly after: FoundRoutes }[];

/** What both sides are asked about access with. */
interface AccessContext {
  readonly contexts: { readonly [side in Side]: ContextFor };
  readonly names: typeof OWN_NAMES;
  readonly routing: { readonly [side in Side]: FoundRouting };
  readonly regexes: Regexes;
  readonly meter: Meter;
}

/** The groups that pass on one side only are said to, and those that filters let pass there are added. */
function withAccess(
  changes: readonly ChangedRequests[],
  pairs: Pairs,
  { contexts, names, routing, regexes, meter }: AccessContext,
): { readonly changes: readonly ChangedRequests[]; readonly undecided: readonly Open[] } {
  const sides = bothSides((side) => ({ routing: routing[side], contextFor: contexts[side] }));
  const ofRoutes = changes.map((change) => {
    const access = change.aspects.some((aspect) => DESTINATION.includes(aspect))
      ? accessOf(change, sides.before, sides.after, regexes)
      : undefined;
    const behind = behindFilters(change, sides, meter);
    if (access === undefined) return behind;
    // What a group stands for holds for the request that shows it, and for the one that shows that access changed.
    const { message, standsFor } = behind;
    return { ...behindFilters({ ...change, ...access }, sides, meter), message, standsFor };
  });
  const found = pairs.map((pair) => {
    const isKnown = knownAccess(ofRoutes.filter(({ served }) => served.found === pair.after));
    return { pair, ...accessChanges({ sides, pair, isKnown, regexes, meter }) };
  });
  const unseen = found.reduce((sum, each) => sum + each.unseen, 0);
  const reason = 'their filters differ, and so many routes are not looked at one by one';
  return {
    changes: [
      ...ofRoutes,
      ...found.flatMap(({ pair, changes: made }) => {
        const served = bothSides((side) => servedBy(pair[side], contexts[side], names[side]));
        return made.map((change) => changeOfAccess(change, served));
      }),
    ],
    undecided: unseen === 0 ? [] : [{ where: `access to ${counted(unseen, 'more route')}`, reason }],
  };
}

/** Whether the requests of a pair of routes are said already to pass on one side only. */
function knownAccess(changes: readonly ChangedRequests[]): (access: Access, routes: RoutePair) => boolean {
  const keyOf = (access: Access, { before, after }: RoutePair): string =>
    [access, before.virtualHost, before.route, after.virtualHost, after.route].join();
  const known = new Set(
    changes.flatMap(({ access, routePairs }) =>
      access === undefined ? [] : routePairs.map((each) => keyOf(access, each)),
    ),
  );
  return (access, routes) => known.has(keyOf(access, routes));
}

/** What comparing the virtual hosts of two route configurations comes to, and what was not looked at. */
function comparedHosts(
  served: { readonly before: Served; readonly after: Served },
  options: { readonly aspects: readonly Aspect[]; readonly meter: Meter; readonly workPerPair: number },
): { readonly results: readonly HostsResult[]; readonly unseen: readonly Open[] } {
  const { aspects, meter } = options;
  const [before, after] = [served.before.found, served.after.found];
  const all = hostPairs(before.routeConfiguration, after.routeConfiguration);
  const results: HostsResult[] = [];
  let unseen = 0;
  for (const hosts of all.pairs) {
    const [one, other] = [hostPlace(served.before, hosts.before), hostPlace(served.after, hosts.after)];
    // What is not looked at any more is said once: it may be most of what there is.
    if (meter.exhausted() !== undefined) {
      unseen++;
      continue;
    }
    meter.spend(costOf(one, other));
    if (!isSameHost(one, other)) results.push(compareHosts(one, other, hosts, options));
  }
  const header = [after, before].map(vhostHeader).find((each) => each !== '');
  // What is known of hosts is not known of such a header.
  const known = header === undefined ? results : [];
  const around = openAround(before, after, results.length > known.length ? header : undefined);
  const open = [...around, ...(aspects.includes('rate_limits') ? known.flatMap(openLimits) : [])];
  if (unseen === 0 && all.isWhole) return { results: known, unseen: open };
  const reason = meter.exhausted() ?? 'the domains of both sides overlap in too many ways to look at all';
  const where =
    unseen === 1 ? 'one more pair of virtual hosts' : `${unseen || 'some'} more pairs of virtual hosts`;
  return { results: known, unseen: [...open, { reason, where }] };
}

/** What it takes to see that two virtual hosts need no comparison, in units of work. */
function costOf(...places: readonly HostPlace[]): number {
  return places.reduce((sum, { virtualHost }) => sum + 5 * (virtualHost?.routes?.length ?? 0), PAIRING);
}

/** Route configurations of one side without those that the other side has no place for. */
function withPlace(
  alone: readonly FoundRoutes[],
  otherSide: readonly Configuration[],
): readonly FoundRoutes[] {
  const hasNoPlace = lacksPlaceFor(otherSide);
  return alone.filter(
    ({ routeConfiguration, rootOf }) => !hasNoPlace(rootOf(0), routeConfiguration, 'RouteConfiguration'),
  );
}

/** An input that shows none is taken to have the word of the other one. */
function namespacesOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
): { readonly before: string; readonly after: string } {
  const [first, second] = [shown(before), shown(after)];
  const assumed = before[0]?.namespace ?? after[0]?.namespace ?? DEFAULT_NAMESPACE;
  return { before: first ?? second ?? assumed, after: second ?? first ?? assumed };
}

function shown(configurations: readonly Configuration[]): string | undefined {
  return configurations.find(({ namespaceIsAssumed }) => !namespaceIsAssumed)?.namespace;
}
