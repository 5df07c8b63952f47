/** Where one request goes, and why: the entry to routing. */
import type { Message } from '../schema/types.ts';
import type { RoutingContext } from './context.ts';
import {
  type Domain,
  domainIndex,
  findDomain,
  fittingDomains,
  missedByPort,
  whyLost,
} from './match/hosts.ts';
import { type Selected, selectRoutes } from './match/select.ts';
import { routeOutcome } from './outcome/action.ts';
import { type Branch, NOTHING, notFound, type Outcome, type RouteRef, undecided } from './outcome/outcome.ts';
import { tlsLocation } from './outcome/redirect.ts';
import { virtualClusterOf } from './outcome/virtual-cluster.ts';
import { isInternal, isTls, type Request, type SeenRequest, seen } from './request/request.ts';
import { newSteps, type Step, type Steps } from './steps.ts';

export interface Trace {
  readonly request: Request;
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
  if (!request.path.startsWith('/')) {
    // Answered by the connection manager before any virtual host is looked for (fact 17).
    steps?.add(':path', false, `it is ${JSON.stringify(request.path)}, which does not begin with /`);
    return end(notFound(404));
  }
  const index = domainIndex(routeConfiguration);
  const domain = findDomain(index, request.authority);
  if (steps !== undefined) tellDomains(routeConfiguration, request, domain, steps);
  const virtualHost = domain && routeConfiguration.virtual_hosts?.[domain.virtualHost];
  if (domain === undefined || virtualHost === undefined) return end(notFound(404));
  const looked = seen(request, context.word);
  const { route, outcome } = inVirtualHost(routeConfiguration, virtualHost, looked, context, steps);
  const counted = withVirtualCluster(outcome, virtualClusterOf(virtualHost, looked, context, steps));
  return {
    ...end(counted),
    virtual_host: virtualHost.name ?? '',
    virtual_host_index: domain.virtualHost,
    route,
  };
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
  const routes = virtualHost.routes ?? [];
  const outcomeOf = (selected: Selected): Found => {
    const route = selected.route === undefined ? undefined : routes[selected.route];
    if (selected.route === undefined || route === undefined) {
      const { undecided: reason } = selected;
      return { route: null, outcome: reason === undefined ? notFound(404) : undecided(reason) };
    }
    const ref = { index: selected.route, name: route.name ?? null };
    const visit = { routeConfiguration, virtualHost, route, request, context };
    return { route: ref, outcome: routeOutcome(visit, ref, steps) };
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
  { word }: RoutingContext,
  steps: Steps | undefined,
): boolean {
  if (required !== 'ALL' && required !== 'EXTERNAL_ONLY') return false;
  const internal = required === 'EXTERNAL_ONLY' && isInternal(request, word);
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

function tellDomains(
  routeConfiguration: RouteConfiguration,
  { authority }: Request,
  chosen: Domain | undefined,
  steps: Steps,
): void {
  const index = domainIndex(routeConfiguration);
  const what = ({ virtualHost, written }: Domain) =>
    `virtual host ${JSON.stringify(routeConfiguration.virtual_hosts?.[virtualHost]?.name ?? '')}, domain ${JSON.stringify(written)}`;
  const missed = missedByPort(index, authority);
  if (missed !== undefined && missed !== chosen)
    steps.add(what(missed), false, `the port is part of the host ${JSON.stringify(authority)}`, DOMAIN);
  if (chosen === undefined) {
    steps.add(
      'virtual host',
      false,
      `none of ${index.size} domains fits the host ${JSON.stringify(authority)}`,
      DOMAIN,
    );
    return;
  }
  steps.add(what(chosen), true, `it fits the host ${JSON.stringify(authority)}`, DOMAIN);
  for (const loser of fittingDomains(index, authority)) {
    if (loser !== chosen) steps.add(what(loser), false, whyLost(loser, chosen), DOMAIN);
  }
}
