/** One request through the plain one-request matcher on both sides, compared by the aspects of its outcomes. */
import type { RouteVisit } from '../../../routing/context.ts';
import { levelsOf } from '../../../routing/outcome/header-changes.ts';
import type { Outcome, RouteRef } from '../../../routing/outcome/outcome.ts';
import { writesPath } from '../../../routing/outcome/rewrite.ts';
import type { Request } from '../../../routing/request/request.ts';
import { type Trace, traceRequest } from '../../../routing/trace.ts';
import type { Message } from '../../../schema/types.ts';
import { lowerAscii } from '../../../traffic/text.ts';
import { type NamesOfSide, OWN_NAMES } from '../../cluster-names.ts';
import { ASPECTS, type Aspect } from '../aspects.ts';
import type { Route, Served, VirtualHost } from '../served-host.ts';
import { filterSettings } from './filter-settings.ts';
import { headerEffect } from './header-effect.ts';
import { namesInHeaders, withNames } from './renamed.ts';
import { canonicalText, type Settings, sorted } from './settings.ts';

export interface Replayed {
  readonly trace: Trace;
  /** The outcome by aspects; of one by chance the shares of all outcomes, under `destination`. */
  readonly aspects: Settings;
  /** Why it stays open what happens to the request. */
  readonly open?: string;
}

/** The aspects in which two replays differ. */
export function differingAspects(
  before: Replayed,
  after: Replayed,
  among: readonly Aspect[] = ASPECTS,
): readonly Aspect[] {
  return among.filter((aspect) => (before.aspects[aspect] ?? '') !== (after.aspects[aspect] ?? ''));
}

export function replay(served: Served, request: Request, among: readonly Aspect[] = ASPECTS): Replayed {
  const { routeConfiguration } = served.found;
  const trace = traceRequest(routeConfiguration, request, served.context);
  return replayed(served, routeConfiguration, trace, among);
}

/**
 * The same with some routes of a virtual host only, among which all that take the request must be; the positions of
 * the routes are then those of the whole list.
 */
export function replayAmong(
  served: Served,
  virtualHost: VirtualHost,
  routes: readonly number[],
  request: Request,
  among: readonly Aspect[],
): Replayed {
  const all = virtualHost.routes ?? [];
  const some = routes.flatMap((route) => all[route] ?? []);
  const made = {
    ...served.found.routeConfiguration,
    virtual_hosts: [{ ...withoutMatcher(virtualHost), domains: ['*'], routes: some }],
  };
  const found = replayed(served, made, traceRequest(made, request, served.context), among);
  return { ...found, trace: inWholeList(found.trace, routes) };
}

/** The list of routes stands for the matcher, if there is one. */
function withoutMatcher({ matcher: _, ...host }: VirtualHost): VirtualHost {
  return host;
}

/** A trace through some routes with their positions in the whole list. */
function inWholeList(trace: Trace, routes: readonly number[]): Trace {
  const moved = <R extends RouteRef | null>(ref: R): R =>
    ref === null ? ref : { ...ref, index: routes[ref.index] ?? ref.index };
  const { outcome } = trace;
  if (outcome.kind !== 'random') return { ...trace, route: moved(trace.route) };
  const branches = outcome.branches.map((branch) => ({ ...branch, route: moved(branch.route) }));
  return { ...trace, outcome: { ...outcome, branches } };
}

function replayed(
  { context, names = OWN_NAMES.before }: Served,
  routeConfiguration: Message<'RouteConfiguration'>,
  trace: Trace,
  among: readonly Aspect[],
): Replayed {
  const virtualHost = routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const routeOf = (ref: RouteRef | null): Route | undefined =>
    ref === null ? undefined : virtualHost?.routes?.[ref.index];
  const visitOf = (route: Route | undefined) =>
    route && virtualHost && ({ routeConfiguration, virtualHost, route, context } as RouteVisit);
  const one = (outcome: Outcome, ref: RouteRef | null): Settings =>
    aspectsOf(outcome, visitOf(routeOf(ref)), context.namespace, names);
  const { outcome } = trace;
  if (outcome.kind !== 'random') {
    const open = outcome.kind === 'undecided' ? { open: outcome.reason } : {};
    return { trace, aspects: one(outcome, trace.route), ...open };
  }
  const shares = new Map<string, number>();
  let last: Settings = {};
  // It does not depend on the route.
  const drawn = among.filter((aspect) => aspect !== 'virtual_cluster');
  for (const { share, route, outcome: each } of outcome.branches) {
    const aspects = one(each, route);
    last = aspects;
    const text = JSON.stringify(drawn.map((aspect) => aspects[aspect] ?? ''));
    shares.set(text, (shares.get(text) ?? 0) + Math.round(share * 1_000_000));
  }
  // However it is drawn, the same happens.
  if (shares.size === 1 && last.destination?.startsWith('undecided') !== true)
    return { trace, aspects: last };
  const open = outcome.branches.find(({ outcome: each }) => each.kind === 'undecided')?.outcome;
  return {
    trace,
    aspects: {
      destination: JSON.stringify([...shares].sort(([one], [two]) => (one < two ? -1 : 1))),
      virtual_cluster: outcome.virtual_cluster ?? '',
    },
    ...(open?.kind === 'undecided' ? { open: open.reason } : {}),
  };
}

/** What filters are told by the levels of the route counts too. */
function aspectsOf(
  outcome: Outcome,
  visit: RouteVisit | undefined,
  namespace: string,
  names: NamesOfSide,
): Settings {
  const settings = settingsOfOutcome(outcome, visit, namespace, names);
  const filters = visit === undefined ? '' : filterSettings(visit);
  return filters === '' ? settings : { ...settings, filters };
}

function settingsOfOutcome(
  outcome: Outcome,
  visit: RouteVisit | undefined,
  namespace: string,
  names: NamesOfSide,
): Settings {
  const virtual_cluster = outcome.virtual_cluster ?? '';
  const action = visit?.route.route;
  const effect = (which: 'request' | 'response'): string => {
    const text = visit ? headerEffect(levelsOf(visit), which) : '';
    return withNames(text, namesInHeaders(text, action, names));
  };
  // Whoever asks for a cluster by its name asks for another one now.
  const common = action?.cluster_header === undefined ? names.of : (name: string) => name;
  switch (outcome.kind) {
    case 'not_found':
      return { response: String(outcome.status), virtual_cluster };
    case 'undecided':
      return { destination: `undecided ${outcome.reason}`, virtual_cluster };
    case 'redirect':
      return {
        redirect: `${outcome.status} ${outcome.location}`,
        response_headers: effect('response'),
        virtual_cluster,
      };
    case 'direct_response': {
      const { status, location } = outcome;
      return {
        response: JSON.stringify([status, location, sorted(visit?.route.direct_response?.body ?? null)]),
        response_headers: effect('response'),
        virtual_cluster,
      };
    }
    case 'random':
    // A route configuration closes no connections, and runs no filters.
    case 'closed':
    case 'answered':
      return {};
    case 'forward':
      return {
        destination: destinationOf(outcome, common),
        path: `${outcome.path ?? ''}${action !== undefined && writesPath(action) ? ' kept' : ''}`,
        host: JSON.stringify([lowerAscii(outcome.host ?? ''), outcome.auto_host_rewrite ?? false]),
        timeout: outcome.timeout ?? '',
        idle_timeout: outcome.idle_timeout ?? '',
        // No cap: how long such a request may take is what its timeout says.
        max_grpc_timeout: outcome.max_grpc_timeout === '0s' ? '' : (outcome.max_grpc_timeout ?? ''),
        priority: String(outcome.priority),
        retry_policy: canonicalText('route.RetryPolicy', outcome.retry_policy, namespace),
        mirror: JSON.stringify(
          outcome.mirror.map(({ cluster, numerator, denominator }) => [
            names.of(cluster),
            Math.min(numerator / denominator, 1),
          ]),
        ),
        cors: canonicalText('route.CorsPolicy', outcome.cors, namespace),
        hash_policy: outcome.hash_policy
          .map(({ hashed, generated, ...policy }) =>
            JSON.stringify([
              canonicalText('route.RouteAction.HashPolicy', policy, namespace),
              hashed,
              generated,
            ]),
          )
          .join(),
        metadata_match: JSON.stringify(sorted(outcome.metadata_match)),
        request_headers: `${effect('request')}${ofClusters(outcome, 'request_headers', common)}`,
        response_headers: `${effect('response')}${ofClusters(outcome, 'response_headers', common)}`,
        rate_limits: `${JSON.stringify(outcome.rate_limit_descriptors)}${ofClusters(outcome, 'rate_limit_descriptors', common)}`,
        virtual_cluster,
      };
  }
}

function destinationOf({ clusters }: Outcome, common: NamesOfSide['of']): string {
  const total = clusters.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Map<string, number>();
  for (const { name, weight, metadata_match } of clusters) {
    const place = JSON.stringify([common(name), sorted(metadata_match ?? null)]);
    weights.set(place, (weights.get(place) ?? 0) + weight);
  }
  const shares = [...weights].map(([place, weight]) =>
    JSON.stringify([place, total === 0 ? 0 : weight / total]),
  );
  return shares.sort().join();
}

/** What single clusters of a split add to an aspect. */
function ofClusters(
  { clusters }: Outcome,
  aspect: 'request_headers' | 'response_headers' | 'rate_limit_descriptors',
  common: NamesOfSide['of'],
): string {
  const said = clusters.flatMap((cluster) =>
    cluster[aspect] === undefined ? [] : JSON.stringify([common(cluster.name), sorted(cluster[aspect])]),
  );
  return said.sort().join();
}
