/** The outcome of a route that forwards. */

import { quoted } from '../../traffic/words.ts';
import type { RouteVisit } from '../context.ts';
import type { Steps } from '../steps.ts';
import { type Candidate, type Part, partsOf } from './clusters.ts';
import { changedHeader } from './final-headers.ts';
import { hashInputs } from './hash-policy.ts';
import { levelsOf, requestHeaderChanges, responseHeaderChanges } from './header-changes.ts';
import { mirrorsOf } from './mirror.ts';
import {
  type Branch,
  type ClusterShare,
  NOTHING,
  notFound,
  type Outcome,
  type RouteRef,
  undecided,
} from './outcome.ts';
import { corsPolicyOf, metadataMatchOf, retryPolicyOf } from './policies.ts';
import { descriptors, namesCluster, rateLimitsOf } from './rate-limit.ts';
import { type UpstreamHost, upstreamHost, upstreamPath } from './rewrite.ts';
import { effectiveTimeout } from './timeouts.ts';

/**
 * What happens to a request on a route with an action: forwarded, or answered because its cluster does not exist.
 * Where the weights let some requests pass and others not, the outcome is `random`.
 */
export function forwardOutcome(visit: RouteVisit, route: RouteRef, steps: Steps | undefined): Outcome {
  const parts = partsOf(visit.route.route ?? {}, visit.request, visit.context, steps);
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

function partOutcome(part: Part, visit: RouteVisit, steps: Steps | undefined): Outcome {
  if (part.kind === 'missing') return notFound(part.status);
  if (part.kind === 'undecided') return undecided(part.reason);
  return forwarded(part.candidates, visit, steps);
}

function forwarded(candidates: readonly Candidate[], visit: RouteVisit, steps: Steps | undefined): Outcome {
  const { request, context } = visit;
  const action = visit.route.route ?? {};
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const path = upstreamPath(visit.route, request, context.regexes);
  if (request.rawPath === '' && path !== '') {
    steps?.add('path rewrite', false, 'a request for a tunnel that gets a path is refused (fact 72)');
    return notFound(503);
  }
  const limits = rateLimitsOf(visit);
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
  if (action.auto_host_rewrite === true && !isNamed)
    steps?.add('host rewrite', false, 'only hosts of STRICT_DNS and LOGICAL_DNS clusters have names');
  const entries = candidates.map(({ entry }) => entry);
  // The name of the upstream host is there at once where a connection to it is open, else later (fact 99).
  const upstream = host.auto_host_rewrite
    ? { undecided: 'the host may have become the name of the upstream host already' }
    : host.host;
  const { mirror, undecided: openMirror } = mirrorsOf(visit, steps, (name) =>
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
    max_grpc_timeout: action.max_grpc_timeout ?? null,
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
  { request, virtualHost, context: { namespace } }: RouteVisit,
  path: ReturnType<typeof upstreamPath>,
  { host, auto_host_rewrite: automatic }: ReturnType<typeof upstreamHost>,
  steps: Steps,
): void {
  if (typeof path !== 'string') steps.add('path rewrite', false, path.undecided);
  else if (path !== request.rawPath)
    steps.add(
      'path rewrite',
      true,
      `:path becomes ${quoted(path)}, x-${namespace}-original-path keeps the old one`,
    );
  if (typeof host !== 'string') steps.add('host rewrite', false, host.undecided);
  else if (host !== request.request.authority)
    steps.add('host rewrite', true, `the host becomes ${quoted(host)}`);
  if (automatic) steps.add('host rewrite', true, 'the host becomes the name of the upstream host');
  if (virtualHost.include_request_attempt_count === true)
    steps.add('attempt count', true, `x-${namespace}-attempt-count says which attempt it is`);
}

/** A cluster that may be picked among others, with what holds for it alone. */
function clusterShare({ name, weight, entry }: Candidate, visit: RouteVisit): ClusterShare {
  const { context } = visit;
  const limits = rateLimitsOf(visit);
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
