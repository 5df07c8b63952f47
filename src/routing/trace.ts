/** Where one request goes, and why: the entry to routing. */

import { VERSION, versionOf } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import type { ApiVersion } from '../schema/version.ts';
import { lowerHeader } from '../traffic/headers.ts';
import { leftOutOf } from '../traffic/paths-of-releases.ts';
import type { RouteVisit, RoutingContext } from './context.ts';
import {
  type Domain,
  domainIndex,
  findDomain,
  fittingDomains,
  hostToMatch,
  missedByPort,
  whyLost,
} from './match/hosts.ts';
import { routesThatTake, type Selected, selectRoutes, type Taker } from './match/select.ts';
import { routeOutcome } from './outcome/action.ts';
import {
  type Branch,
  NOTHING,
  notFound,
  type Outcome,
  type RouteRef,
  UNFILTERED,
  undecided,
} from './outcome/outcome.ts';
import { tlsLocation } from './outcome/redirect.ts';
import { virtualClusterOf } from './outcome/virtual-cluster.ts';
import { HOST, isInternal, isTls, type Request, type SeenRequest, seen } from './request/request.ts';
import { newSteps, type Step, type Steps } from './steps.ts';
import { type FlatTree, isEnd, NO_ROUTE, routesIn, treeOf, withTree, writtenRoute } from './tree/flatten.ts';
import { follow, type ValueOf } from './tree/follow.ts';
import { type Input, inputWords } from './tree/tree.ts';
import type { FoundRoutes } from './where/found-routes.ts';

export interface Trace {
  readonly request: Request;
  /** The request as its route configuration sees it, where the connection manager changes it. */
  readonly arrived?: Request;
  /** Name of the virtual host, null where no domain fits. */
  readonly virtual_host: string | null;
  /** Its position in `virtual_hosts`. */
  readonly virtual_host_index: number | null;
  /** The route that decides; null where none does, or where chance picks among several. */
  readonly route: RouteRef | null;
  readonly outcome: Outcome;
  /** Empty unless the context asks to `explain`. */
  readonly steps: readonly Step[];
}

type RouteConfiguration = Message<'RouteConfiguration'>;
type VirtualHost = Message<'route.VirtualHost'>;
type Route = Message<'route.Route'>;

/**
 * Traces one request through a route configuration: domain search, require_tls, the routes in order, and what the
 * chosen one does. The index over the domains is kept with the configuration, so that further requests cost a lookup
 * and a scan of one route list.
 */
export function traceRequest(
  routeConfiguration: RouteConfiguration,
  request: Request,
  context: RoutingContext,
): Trace {
  const steps = context.explain === true ? newSteps() : undefined;
  const end = (outcome: Outcome): Trace => ({
    request,
    virtual_host: null,
    virtual_host_index: null,
    route: null,
    outcome,
    steps: steps?.all ?? [],
  });
  const refused = refusal(request, versionOf(routeConfiguration));
  if (refused !== undefined) {
    // Answered by the connection manager before any virtual host is looked for.
    steps?.add(refused.what, false, refused.why);
    return end({ ...notFound(refused.status), [UNFILTERED]: true });
  }
  const index = domainIndex(routeConfiguration);
  const host = hostToMatch(routeConfiguration, request, index, context.namespace);
  const domain = host === undefined ? undefined : findDomain(index, host);
  if (steps !== undefined) explainDomains(routeConfiguration, host, domain, steps);
  const virtualHost = domain && routeConfiguration.virtual_hosts?.[domain.virtualHost];
  if (domain === undefined || virtualHost === undefined) return end(notFound(404));
  const looked = seen(request, context.namespace, { leftOut: leftOutOf(routeConfiguration) });
  const { route, outcome } = inVirtualHost(routeConfiguration, virtualHost, looked, context, steps);
  const counted = withVirtualCluster(outcome, virtualClusterOf(virtualHost, looked, context, steps));
  return {
    ...end(counted),
    virtual_host: virtualHost.name ?? '',
    virtual_host_index: domain.virtualHost,
    route,
  };
}

interface Refusal {
  readonly what: ':path' | ':authority';
  readonly status: number;
  readonly why: string;
}

/** What no route configuration sees (facts 16, 17 and 90). A CONNECT request of version 3 may have no path. */
export function refusal({ path, method, authority }: Request, version: ApiVersion): Refusal | undefined {
  const what = ':path';
  if (version === 'v3' && authority !== '' && !HOST.test(authority))
    return {
      what: ':authority',
      status: 400,
      why: `it is ${JSON.stringify(authority)}, which has a character that no host has`,
    };
  const isTunnel = version === 'v3' && method === 'CONNECT' && path === '';
  if (!path.startsWith('/') && !isTunnel)
    return { what, status: 404, why: `it is ${JSON.stringify(path)}, which does not begin with /` };
  if (version === 'v3' && path.includes('#'))
    return { what, status: 400, why: `it is ${JSON.stringify(path)}, and a fragment is refused` };
  return undefined;
}

interface Found {
  readonly route: RouteRef | null;
  readonly outcome: Outcome;
}

function inVirtualHost(
  routeConfiguration: RouteConfiguration,
  virtualHost: VirtualHost,
  request: SeenRequest,
  context: RoutingContext,
  steps: Steps | undefined,
): Found {
  if (wantsTls(virtualHost, request, context, steps)) {
    const outcome = { kind: 'redirect' as const, ...NOTHING, status: 301, location: tlsLocation(request) };
    return { route: null, outcome };
  }
  const visit = { routeConfiguration, virtualHost, request, context };
  if (virtualHost.matcher !== undefined) return inTree(visit, steps);
  return inRoutes(visit, virtualHost.routes ?? [], steps);
}

type Visit = Omit<RouteVisit, 'route'>;

/** The routes of the branch that takes the request; a branch without one ends the search (fact 88). */
function inTree(visit: Visit, steps: Steps | undefined): Found {
  const virtualHost = withTree(visit.virtualHost);
  const tree = treeOf(virtualHost);
  if (tree === undefined) {
    const why = 'the virtual host has a matcher beside its routes, which the proxy refuses';
    return { route: null, outcome: undecided(why) };
  }
  const chosen = chooseInTree(tree, virtualHost.routes ?? [], visit.request, visit.context, steps);
  if (chosen.kind === 'open') return { route: null, outcome: undecided(chosen.why) };
  // Few of the places are taken.
  const { candidates: _, ...context } = visit.context;
  return inRoutes({ ...visit, virtualHost, context }, chosen.routes, steps);
}

function inRoutes(visit: Visit, routes: readonly Route[], steps: Steps | undefined): Found {
  const { request, context } = visit;
  const outcomeOf = (selected: Selected): Found => {
    const route = selected.route === undefined ? undefined : routes[selected.route];
    if (selected.route === undefined || route === undefined) {
      const { undecided: reason } = selected;
      return { route: null, outcome: reason === undefined ? notFound(404) : undecided(reason) };
    }
    if (isEnd(route)) return { route: null, outcome: notFound(404) };
    const ref = { index: selected.route, name: route.name ?? null };
    const { values } = selected;
    const at = { ...visit, route, ...(values === undefined ? {} : { values }) };
    return { route: ref, outcome: routeOutcome(at, ref, steps) };
  };
  const selected = selectRoutes(routes, request, context, steps);
  const [only] = selected;
  if (only !== undefined && selected.length === 1) return outcomeOf(only);
  const branches = selected.flatMap((each) => flattened(each.share, outcomeOf(each)));
  return { route: null, outcome: { kind: 'random', branches, ...NOTHING } };
}

/** Branches inside a branch become branches of their own, so that shares stay those of all requests. */
function flattened(share: number, { route, outcome }: Found): readonly Branch[] {
  if (outcome.kind !== 'random') return [{ share, route, outcome }];
  return outcome.branches.map((branch) => ({ ...branch, share: share * branch.share }));
}

/** Whether require_tls redirects the request, which it does before any route is looked at (facts 9 to 11). */
function wantsTls(
  { require_tls: required = 'NONE' }: VirtualHost,
  request: SeenRequest,
  { namespace }: RoutingContext,
  steps: Steps | undefined,
): boolean {
  if (required !== 'ALL' && required !== 'EXTERNAL_ONLY') return false;
  const internal = required === 'EXTERNAL_ONLY' && isInternal(request, namespace);
  const passes = isTls(request) || internal;
  steps?.add(
    `require_tls ${required}`,
    !passes,
    passes
      ? `the request ${internal ? 'is internal' : 'came over TLS'}`
      : `x-forwarded-proto is ${JSON.stringify(request.header('x-forwarded-proto'))}: 301 to https`,
  );
  return !passes;
}

function withVirtualCluster(outcome: Outcome, found: ReturnType<typeof virtualClusterOf>): Outcome {
  const fields =
    found !== null && typeof found === 'object'
      ? { undecided: [...(outcome.undecided ?? []), `virtual_cluster: ${found.undecided}`] }
      : { virtual_cluster: found };
  if (outcome.kind !== 'random') return { ...outcome, ...fields };
  const branches = outcome.branches.map((branch) => ({
    ...branch,
    outcome: withVirtualCluster(branch.outcome, found),
  }));
  return { ...outcome, ...fields, branches };
}

const DOMAIN = { kind: 'domain' } as const;
const DOMAINS = { kind: 'domains' } as const;

function explainDomains(
  routeConfiguration: RouteConfiguration,
  host: string | undefined,
  chosen: Domain | undefined,
  steps: Steps,
): void {
  const index = domainIndex(routeConfiguration);
  const add = ({ virtualHost, written }: Domain, matched: boolean, why: string): void => {
    const name = routeConfiguration.virtual_hosts?.[virtualHost]?.name ?? '';
    const what = `virtual host ${JSON.stringify(name)}, domain ${JSON.stringify(written)}`;
    steps.add(what, matched, why, { kind: 'domain', virtualHost });
  };
  if (host === undefined) {
    steps.add(
      'virtual host',
      false,
      `the header ${routeConfiguration.vhost_header} that picks it is missing`,
      DOMAIN,
    );
    return;
  }
  const missed = missedByPort(index, host);
  if (missed !== undefined && missed !== chosen)
    add(missed, false, `the port is part of the host ${JSON.stringify(host)}`);
  if (chosen === undefined) {
    steps.add('virtual host', false, noneFits(index.size, JSON.stringify(host)), DOMAINS);
    return;
  }
  add(chosen, true, `it fits the host ${JSON.stringify(host)}`);
  for (const loser of fittingDomains(index, host)) {
    if (loser !== chosen) add(loser, false, whyLost(loser, chosen));
  }
}

function noneFits(count: number, host: string): string {
  if (count === 0) return 'the route configuration has no domain';
  return count === 1
    ? `the only domain does not fit the host ${host}`
    : `none of ${count} domains fits the host ${host}`;
}

/** The routes of a matcher tree that one request comes to. */
type Chosen =
  /** Of the virtual host's list those of the branch, at their places; none where no branch takes the request. */
  | { readonly kind: 'routes'; readonly routes: readonly Route[] }
  | { readonly kind: 'open'; readonly why: string };

/** @param all the list that the tree stands for */
function chooseInTree(
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

// Every route of a virtual host that could take a request if the earlier ones were gone.

/** The routes of the virtual host that a trace ended in; none where it ended before. */
export function routesOfTrace(
  { routeConfiguration }: FoundRoutes,
  { request, arrived = request, virtual_host_index: virtualHost }: Trace,
  context: RoutingContext,
): readonly Taker[] {
  const routes = routeConfiguration.virtual_hosts?.[virtualHost ?? -1]?.routes ?? [];
  return routesThatTake(
    routes,
    seen(arrived, context.namespace, { leftOut: leftOutOf(routeConfiguration) }),
    context,
  );
}
