/** What a route does with a request (data-model, route.Route). */
import { isObject } from '../../model/bound.ts';
import { durationNanos, durationText } from '../../model/values.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { redirectStatus } from '../../traffic/action.ts';
import { NAMED_HOSTS } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import type { RouteVisit } from '../context.ts';
import { isGrpc } from '../match/headers.ts';
import type { SeenRequest } from '../request/request.ts';
import type { Steps } from '../steps.ts';
import { type Candidate, type Part, partsOf } from './clusters.ts';
import { changedHeader } from './final-headers.ts';
import { hashInputs } from './hash-policy.ts';
import { levelsOf, requestHeaderChanges, responseHeaderChanges } from './header-changes.ts';
import { byCopies, mirrorsOf } from './mirror.ts';
import {
  type Branch,
  type ClusterShare,
  NOTHING,
  notFound,
  type Outcome,
  type RouteRef,
  undecided,
  VALUES,
} from './outcome.ts';
import { corsPolicyOf, metadataMatchOf, retryPolicyOf } from './policies.ts';
import { descriptors, namesCluster, rateLimitsOf } from './rate-limit.ts';
import { directLocation, redirectLocation } from './redirect.ts';
import { givesPath, keptPath, type UpstreamHost, upstreamHost, upstreamPath } from './rewrite.ts';

/** The outcome of a route for a request that it takes. */
export function routeOutcome(visit: RouteVisit, ref: RouteRef, steps: Steps | undefined): Outcome {
  const { route, request } = visit;
  if (route.route) return forwardOutcome(visit, ref, steps);
  if (route.redirect) {
    const location = redirectLocation(route.redirect, route.match, request, visit.context.regexes);
    const isKnown = typeof location === 'string';
    steps?.add('redirect', isKnown, isKnown ? `the client is sent to ${location}` : location.undecided);
    return {
      kind: 'redirect',
      ...NOTHING,
      status: redirectStatus(route.redirect),
      location: isKnown ? location : null,
      ...(isKnown ? {} : { undecided: [`location: ${location.undecided}`] }),
      response_headers: responseHeaderChanges(levelsOf(visit)),
    };
  }
  if (route.direct_response) {
    const status = route.direct_response.status ?? 0;
    steps?.add('direct response', true, `the client gets status ${status} at once`);
    return {
      kind: 'direct_response',
      ...NOTHING,
      status,
      location: directLocation(status, request),
      response_headers: responseHeaderChanges(levelsOf(visit)),
    };
  }
  if (route.non_forwarding_action !== undefined)
    return undecided('the route leaves the answer to the program that asks (non_forwarding_action)');
  return undecided(
    route.filter_action
      ? 'the route leaves the answer to an HTTP filter (filter_action)'
      : 'the route has none of route, redirect and direct_response',
  );
}

/**
 * What happens to a request on a route with an action: forwarded, or answered because its cluster does not exist.
 * Where the weights let some requests pass and others not, or some are copied more than others, it is `random`.
 */
function forwardOutcome(visit: RouteVisit, route: RouteRef, steps: Steps | undefined): Outcome {
  const parts = partsOf(visit.route.route ?? {}, visit, steps).flatMap((part) => inCopies(part, visit));
  const [first] = parts;
  if (first === undefined || parts.length === 1)
    return first === undefined ? notFound(503) : partOutcome(first, visit, steps);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const branches: readonly Branch[] = parts.map((part) => ({
    share: part.weight / total,
    route,
    outcome: partOutcome(part, visit, steps),
  }));
  return { kind: 'random', branches, ...NOTHING };
}

/** A part for each share of copies: the value that picks a cluster decides about them too (fact 159). */
function inCopies(part: Part, visit: RouteVisit): readonly Part[] {
  if (part.kind !== 'clusters') return [part];
  const groups = byCopies(visit, part.candidates);
  if (groups.length === 1) return [part];
  return groups.map((candidates) => ({
    kind: 'clusters',
    weight: candidates.reduce((sum, { weight }) => sum + weight, 0),
    candidates,
  }));
}

function partOutcome(part: Part, visit: RouteVisit, steps: Steps | undefined): Outcome {
  if (part.kind === 'missing') return notFound(part.status);
  if (part.kind === 'undecided') return undecided(part.reason);
  const outcome = forwarded(part.candidates, visit, steps);
  return visit.values === undefined ? outcome : { ...outcome, [VALUES]: visit.values };
}

function forwarded(candidates: readonly Candidate[], visit: RouteVisit, steps: Steps | undefined): Outcome {
  const { request, context } = visit;
  const action = visit.route.route ?? {};
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const path = upstreamPath(visit);
  if (request.rawPath === '' && givesPath(visit, path)) {
    steps?.add('path rewrite', false, 'a request for a tunnel that gets a path is refused (fact 72)');
    return notFound(503);
  }
  const entries = candidates.map(({ entry }) => entry);
  const limits = rateLimitsOf(visit, entries);
  // Limits that name the cluster are given cluster by cluster while it is open which one it will be.
  const byCluster = only === undefined && namesCluster(limits);
  const limited = descriptors(
    limits,
    (only ?? candidates[0])?.name ?? '',
    visit,
    byCluster ? undefined : steps,
  );
  const levels = [...(only?.entry ? [only.entry] : []), ...levelsOf(visit)];
  const isNamed = candidates.some(({ name }) => !context.nameless?.has(name));
  const host = hostFor(candidates, visit, isNamed);
  if (steps !== undefined) tellRewrites(visit, path, host, steps);
  if (action.auto_host_rewrite === true && !isNamed) steps?.add('host rewrite', false, NAMED_HOSTS);
  // The name of the upstream host is there at once where a connection to it is open, else later (fact 99).
  const upstream = host.auto_host_rewrite
    ? { undecided: 'the host may have become the name of the upstream host already' }
    : host.host;
  const { mirror, undecided: openMirror } = mirrorsOf(visit, candidates, steps, (name) =>
    changedHeader(visit, entries, { path, host: upstream }, name),
  );
  const open = [
    ...(typeof path === 'string' ? [] : [`path: ${path.undecided}`]),
    ...(typeof host.host === 'string' ? [] : [`host: ${host.host.undecided}`]),
    ...limited.undecided,
    ...openMirror,
  ];
  return {
    kind: 'forward',
    clusters: candidates.map((candidate) =>
      only === undefined ? clusterShare(candidate, visit) : { name: only.name, weight: only.weight },
    ),
    path: typeof path === 'string' ? path : null,
    ...host,
    host: typeof host.host === 'string' ? host.host : null,
    status: null,
    location: null,
    virtual_cluster: null,
    rate_limit_descriptors: byCluster ? [] : limited.all,
    timeout: effectiveTimeout(action, request),
    idle_timeout: action.idle_timeout ?? null,
    // Beside a limit of the stream it does not count (fact 81).
    max_grpc_timeout: action.max_stream_duration === undefined ? (action.max_grpc_timeout ?? null) : null,
    priority: action.priority ?? 'DEFAULT',
    retry_policy: retryPolicyOf(visit),
    mirror,
    cors: corsPolicyOf(visit),
    hash_policy: hashInputs(action.hash_policy ?? [], request),
    metadata_match: metadataMatchOf(context.namespace, action.metadata_match, only?.entry?.metadata_match),
    request_headers: requestHeaderChanges(levels),
    response_headers: responseHeaderChanges(levels),
    ...(open.length === 0 ? {} : { undecided: open }),
  };
}

/** The host that goes upstream: the route's rewrite, else that of the weighted cluster (fact 78). */
function hostFor(candidates: readonly Candidate[], visit: RouteVisit, isNamed: boolean): UpstreamHost {
  const { route, request, context } = visit;
  const { route: action = {} } = route;
  const { authority } = request.request;
  const entries = candidates.map(({ entry }) => entry);
  // A header is looked at after it was changed (fact 79).
  const headerOf = (name: string) =>
    changedHeader(visit, entries, { path: request.rawPath, host: authority }, name);
  const own = upstreamHost(action, request, isNamed, context.regexes, headerOf);
  const isRewritten = own.auto_host_rewrite === true || own.host !== authority;
  const hosts = new Set(candidates.map(({ entry }) => entry?.host_rewrite_literal ?? ''));
  const [only = ''] = hosts;
  if (isRewritten || (hosts.size < 2 && only === '')) return own;
  return { host: hosts.size < 2 ? only : { undecided: 'it depends on the cluster that is picked' } };
}

/** What the proxy itself changes in the request that goes upstream. */
function tellRewrites(
  visit: RouteVisit,
  path: ReturnType<typeof upstreamPath>,
  { host, auto_host_rewrite: automatic }: ReturnType<typeof upstreamHost>,
  steps: Steps,
): void {
  const {
    request,
    virtualHost,
    context: { namespace },
  } = visit;
  if (typeof path !== 'string') steps.add('path rewrite', false, path.undecided);
  else if (path !== request.rawPath || keptPath(visit) !== undefined)
    steps.add(
      'path rewrite',
      true,
      `:path ${path === request.rawPath ? 'stays' : 'becomes'} ${quoted(path)}, x-${namespace}-original-path keeps the old one unless the router suppresses its headers`,
    );
  if (typeof host !== 'string') steps.add('host rewrite', false, host.undecided);
  else if (host !== request.request.authority)
    steps.add('host rewrite', true, `the host becomes ${quoted(host)}`);
  if (automatic)
    steps.add('host rewrite', true, 'the host becomes the name of the upstream host, where that has one');
  if (virtualHost.include_request_attempt_count === true)
    steps.add('attempt count', true, `x-${namespace}-attempt-count says which attempt it is`);
}

/** A cluster that may be picked among others, with what holds for it alone. */
function clusterShare({ name, weight, entry }: Candidate, visit: RouteVisit): ClusterShare {
  const { context } = visit;
  const limits = rateLimitsOf(visit, [entry]);
  const own = entry ?? {};
  const request = requestHeaderChanges([own]);
  const response = responseHeaderChanges([own]);
  return {
    name,
    weight,
    ...(own.metadata_match === undefined
      ? {}
      : {
          metadata_match: metadataMatchOf(
            context.namespace,
            visit.route.route?.metadata_match,
            own.metadata_match,
          ),
        }),
    ...(request.add.length + request.remove.length === 0 ? {} : { request_headers: request }),
    ...(response.add.length + response.remove.length === 0 ? {} : { response_headers: response }),
    ...(namesCluster(limits)
      ? { rate_limit_descriptors: descriptors(limits, name, visit, undefined).all }
      : {}),
  };
}

// Time limits of a forwarded request (data-model, route.RouteAction: timeout, max_grpc_timeout).

/** The route timeout where none is set. */
const DEFAULT_TIMEOUT = '15s';

/**
 * The timeout in force; `0s` is none. With max_grpc_timeout a gRPC request brings its own in `grpc-timeout` (no header:
 * no limit), which grpc_timeout_offset shortens and max_grpc_timeout caps, unless that is 0.
 */
function effectiveTimeout(action: Message<'route.RouteAction'>, request: SeenRequest): string {
  // Beside it neither the timeout nor the older fields count (fact 81).
  if (action.max_stream_duration !== undefined) return streamTimeout(action.max_stream_duration, request);
  const cap = nanosOf(action.max_grpc_timeout);
  if (cap === undefined || !isGrpc(request)) return action.timeout ?? DEFAULT_TIMEOUT;
  let timeout = grpcTimeout(request.header('grpc-timeout'));
  const offset = nanosOf(action.grpc_timeout_offset) ?? 0n;
  // Taking off the whole of it would mean no limit, so that such an offset is not applied.
  if (offset < timeout) timeout -= offset;
  if (cap !== 0n && (timeout === 0n || timeout > cap)) timeout = cap;
  return durationText(timeout);
}

/** The stream's own limit, or what a `grpc-timeout` says where that is asked for; `0s` where the manager's holds. */
function streamTimeout(duration: unknown, request: SeenRequest): string {
  const {
    max_stream_duration: own,
    grpc_timeout_header_max: max,
    grpc_timeout_header_offset: offset,
  } = readDuration(duration);
  const asked = request.header('grpc-timeout');
  const cap = nanosOf(max);
  if (cap === undefined || asked === undefined) return own ?? '0s';
  let timeout = grpcTimeout(asked);
  if (cap !== 0n && (timeout === 0n || timeout > cap)) timeout = cap;
  const less = nanosOf(offset) ?? 0n;
  return durationText(less < timeout ? timeout - less : timeout);
}

/** As it is bound: nobody wrote a table for it. */
function readDuration(bound: unknown): { readonly [field: string]: string | undefined } {
  const fields = Object.entries(isObject(bound) ? bound : {});
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function nanosOf(duration: string | undefined): bigint | undefined {
  return duration === undefined ? undefined : durationNanos(duration);
}

const UNITS: { readonly [unit: string]: bigint } = {
  H: 3_600_000_000_000n,
  M: 60_000_000_000n,
  S: 1_000_000_000n,
  m: 1_000_000n,
  u: 1_000n,
  n: 1n,
};

const MILLISECOND = 1_000_000n;

/** Nanoseconds of a `grpc-timeout`, rounded up to milliseconds; 0 where it is missing or unreadable. */
function grpcTimeout(header: string | undefined): bigint {
  const [, digits = '', unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header ?? '') ?? [];
  const nanos = BigInt(digits === '' ? '0' : digits) * (lookup(UNITS, unit) ?? 0n);
  return ((nanos + MILLISECOND - 1n) / MILLISECOND) * MILLISECOND;
}
