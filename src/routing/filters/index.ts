/** A trace with what the HTTP filters of the connection manager make of its outcome. */

import { type BoundMessage, NODE } from '../../model/bound.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import { NEWEST_RELEASE } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { leftOutOf } from '../../traffic/paths-of-releases.ts';
import type { RouteVisit, RoutingContext } from '../context.ts';
import { type Branch, LEFT, NOTHING, type Outcome, type RouteRef, UNFILTERED } from '../outcome/outcome.ts';
import { type Request, seen } from '../request/request.ts';
import { type Trace, traceRequest } from '../trace.ts';
import type { Connection } from '../where/filter-chains.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { type FoundManager, placeInManager } from '../where/manager.ts';
import { filtersFor } from './chain.ts';
import { clientOf } from './client.ts';
import type { RouteMet } from './filter.ts';
import { type Replying, type ReplyLevels, replied } from './replies.ts';
import { levelsIn } from './settings.ts';
import { type Branching, type Passage, typeOf, waysThrough } from './through.ts';

export interface Arrived {
  readonly manager: FoundManager;
  readonly connection: Connection | undefined;
  readonly found: FoundRoutes;
  readonly context: RoutingContext;
  /** Whether a request that filters changed meets the same routes; always where it is left out. */
  readonly stays?: ((request: Request) => boolean) | undefined;
}

/** @param trace of the request as the connection manager hands it on */
export function throughFilters(trace: Trace, arrived: Arrived): Trace {
  const { manager, connection, found, context } = arrived;
  const { request, outcome } = trace;
  if (outcome.kind === 'closed') return trace;
  if (outcome[UNFILTERED] && trace.virtual_host_index === null) return answeredBefore(trace, arrived);
  const replying = replyingTo(request, arrived);
  const { filters, request: looked } = replying;
  if (filters.length === 0) return { ...trace, outcome: withoutRouter(outcome, manager) };
  const passage: Passage = {
    filters,
    client: clientOf(manager, looked, connection),
    context,
    request,
    leftOut: leftOutOf(found.routeConfiguration),
    release: manager.root.release ?? NEWEST_RELEASE,
    placeOf: replying.placeOf,
    placeOfSettings: (message) => placeInRoutes(found, trace, message),
    pickAnew: (changed) =>
      arrived.stays?.(changed) === false ? [] : pickedAnew(changed, trace, found, passage),
  };
  const branches: readonly Branch[] =
    outcome.kind === 'random' ? outcome.branches : [{ share: 1, route: trace.route, outcome }];
  const ended = branches.flatMap((branch): readonly Branch[] => {
    if (branch.outcome.kind === 'undecided') return [branch];
    const ways = branch.outcome[UNFILTERED] ? [branch] : through(branch, trace, found, passage);
    return ways.map((each) =>
      replied(each, levelsAround(visitOf(each.route, trace, found, looked, context)), replying),
    );
  });
  const [only] = ended;
  if (only !== undefined && ended.length === 1)
    return { ...trace, route: branches.length === 1 ? only.route : trace.route, outcome: only.outcome };
  return { ...trace, outcome: { kind: 'random', branches: ended, ...NOTHING } };
}

/** The trace of what the connection manager answers before it looks for routes: filters see nothing but that answer. */
export function answeredBefore(trace: Trace, arrived: Arrived): Trace {
  // Routes have a say in it only where the client tells the scheme itself (fact 134).
  const possible = saysScheme(trace.request, arrived)
    ? levelsIn(arrived.found.routeConfiguration).map(({ level }) => level)
    : [];
  const branch = { share: 1, route: null, outcome: trace.outcome };
  const { outcome } = replied(branch, { certain: [], possible }, replyingTo(trace.request, arrived));
  return { ...trace, outcome };
}

/** Whether the request has x-forwarded-proto when it comes in: only that tells of another scheme than the connection's. */
function saysScheme({ headers, scheme }: Request, { manager }: Arrived): boolean {
  const { transport } = manager;
  return (
    Object.hasOwn(headers, 'x-forwarded-proto') ||
    transport === 'unknown' ||
    (transport === 'tls') !== (scheme === 'https')
  );
}

function replyingTo(request: Request, { manager, found, context }: Arrived): Replying {
  return {
    manager: manager.message,
    filters: filtersFor(manager.message, request, manager.namespace),
    request: seen(request, context.namespace, { leftOut: leftOutOf(found.routeConfiguration) }),
    regexes: context.regexes,
    placeOf: cached((message) => placeInManager(manager, message)),
    typeOf: ({ type }) => typeOf(type, context),
    namespace: context.namespace,
  };
}

/** The routes that a request comes to once filters changed it; none where that is in another virtual host. */
function pickedAnew(
  request: Request,
  trace: Trace,
  found: FoundRoutes,
  passage: Passage,
): readonly Branching[] {
  const { explain: _, candidates: __, ...context } = passage.context;
  const other = traceRequest(found.routeConfiguration, request, context);
  if (other.virtual_host_index !== trace.virtual_host_index && other.outcome.kind !== 'not_found') return [];
  const { outcome } = other;
  const branches: readonly Branch[] =
    outcome.kind === 'random' ? outcome.branches : [{ share: 1, route: other.route, outcome }];
  return branches.flatMap((branch): readonly Branching[] => {
    const met = routeMet(branch, trace, found, { ...passage, request });
    const parts = partsOf(branch, met);
    return parts.length > 0 ? parts : [{ ...branch, met }];
  });
}

/** Nothing but the router reads routes, and nobody answers without it. */
function withoutRouter(outcome: Outcome, manager: FoundManager): Outcome {
  const that = 'http_filters ends with the router: with no filter at all the proxy never answers';
  return {
    ...outcome,
    filters: [],
    assuming: [{ filter: null, that, ...placeInManager(manager, manager.message) }],
  };
}

function through(branch: Branch, trace: Trace, found: FoundRoutes, passage: Passage): readonly Branch[] {
  const met = routeMet(branch, trace, found, passage);
  const whole = waysThrough({ ...branch, met }, passage);
  const parts = partsOf(branch, met);
  if (parts.length === 0) return whole;
  const each = parts.map((part) => waysThrough(part, passage));
  // Settings that come to the same do not tell the clusters apart.
  const keys = new Set(
    each.map((ways) =>
      JSON.stringify(ways.map(({ outcome }) => [outcome.kind, outcome.filters, outcome.path, outcome[LEFT]])),
    ),
  );
  const [first] = each;
  const [one] = first?.length === 1 ? first : [];
  if (one !== undefined && one.outcome.kind !== 'forward') {
    const text = JSON.stringify(one.outcome);
    const isOne = each.every((ways) => ways.length === 1 && JSON.stringify(ways[0]?.outcome) === text);
    if (isOne) return [{ ...one, share: branch.share }];
  }
  const isSame = keys.size === 1 && one?.outcome.kind === 'forward';
  const [own] = whole;
  if (isSame && own?.outcome.kind === 'forward') {
    const { filters, assuming, path, [LEFT]: left } = one.outcome;
    const said = {
      ...(filters ? { filters } : {}),
      ...(assuming ? { assuming } : {}),
      ...(left ? { [LEFT]: left, path: path ?? null } : {}),
    };
    return [{ ...branch, outcome: { ...branch.outcome, ...said } }];
  }
  return each.flat();
}

function routeMet(
  { route, outcome }: Branch,
  trace: Trace,
  found: FoundRoutes,
  { context, request, leftOut }: Passage,
): RouteMet {
  const visit = visitOf(route, trace, found, seen(request, context.namespace, { leftOut }), context);
  if (visit === undefined) return outcome.kind === 'redirect' ? { kind: 'tls' } : { kind: 'none' };
  if (visit.route.route === undefined) return { kind: 'answer', visit };
  return { kind: 'forward', visit, clusters: outcome.clusters.map(({ name }) => name) };
}

function visitOf(
  route: RouteRef | null,
  { virtual_host_index: host }: Trace,
  { routeConfiguration }: FoundRoutes,
  request: RouteVisit['request'],
  context: RoutingContext,
): RouteVisit | undefined {
  const virtualHost = routeConfiguration.virtual_hosts?.[host ?? -1];
  const message = route === null ? undefined : virtualHost?.routes?.[route.index];
  if (virtualHost === undefined || message === undefined) return undefined;
  return { routeConfiguration, virtualHost, route: message, request, context };
}

function levelsAround(visit: RouteVisit | undefined): ReplyLevels {
  if (visit === undefined) return { certain: [], possible: [] };
  const { route, virtualHost, routeConfiguration } = visit;
  const possible = route.route?.weighted_clusters?.clusters ?? [];
  return { certain: [route, virtualHost, routeConfiguration], possible };
}

type Entry = Message<'route.WeightedCluster.ClusterWeight'>;

/** A branch for each weighted cluster, where any has settings for filters. */
function partsOf(branch: Branch, met: RouteMet): readonly Branching[] {
  const { outcome } = branch;
  const entries = met.kind === 'forward' ? (met.visit.route.route?.weighted_clusters?.clusters ?? []) : [];
  const hasSettings = ({ typed_per_filter_config: typed, per_filter_config: older }: Entry): boolean =>
    Object.keys({ ...typed, ...older }).length > 0;
  if (outcome.kind !== 'forward' || met.kind !== 'forward' || !entries.some(hasSettings)) return [];
  const total = outcome.clusters.reduce((sum, { weight }) => sum + weight, 0);
  return outcome.clusters.map((cluster): Branching => {
    const entry = entries.find(({ name }) => name === cluster.name);
    return {
      ...branch,
      share: branch.share * (total === 0 ? 0 : cluster.weight / total),
      met: { ...met, clusters: [cluster.name] },
      ...(entry === undefined ? {} : { entry }),
      outcome: { ...outcome, clusters: [cluster] },
    };
  });
}

function placeInRoutes(
  { file, rootOf }: FoundRoutes,
  trace: Trace,
  message: BoundMessage,
): Place | undefined {
  const node = message[NODE];
  return node === undefined ? undefined : placeOfNode(file, rootOf(trace.virtual_host_index ?? 0), node);
}

const places = new WeakMap<BoundMessage, Place>();

/** Lines and columns are counted out once. */
function cached(placeOf: (message: BoundMessage) => Place | undefined) {
  return (message: BoundMessage): Place | undefined => {
    const found = places.get(message) ?? placeOf(message);
    if (found !== undefined) places.set(message, found);
    return found;
  };
}
