/** Fields of routes, and of what they hold, that have no effect as the rest stands, each with its reason. */
import { versionOf } from '../model/bound.ts';
import { withoutNamespace } from '../model/extension-config.ts';
import { type Frame, isOf } from '../model/walk.ts';
import { leavesCorsToHost } from '../routing/outcome/policies.ts';
import { findExtension } from '../schema/extensions.ts';
import type { Message } from '../schema/types.ts';
import {
  discoveryOf,
  hasNamelessHosts,
  isWritten,
  NAMED_HOSTS,
  policyOf,
  shownCluster,
} from '../traffic/cluster.ts';
import { lowerMatch } from '../traffic/predicate.ts';
import { lowerAscii } from '../traffic/text.ts';
import { clustersOfAction } from './clusters-of-action.ts';
import { filtersAround, type KnownFilters } from './manager.ts';
import { type EffectContext, type FieldReasons, keep, type Reason, usual } from './reason.ts';

type RouteAction = Message<'route.RouteAction'>;
/** Fields of virtual hosts that none of their routes leaves any effect, each with its reason. */
type HostReason = Reason<'route.VirtualHost'>;

/** The actions of the routes that forward; undefined where there is no route, or one whose action is unknown. */
function actionsOf({ routes = [] }: Message<'route.VirtualHost'>): readonly RouteAction[] | undefined {
  if (routes.length === 0) return undefined;
  const actions: RouteAction[] = [];
  for (const { route, redirect, direct_response: direct } of routes) {
    if (route !== undefined) actions.push(route);
    else if (redirect === undefined && direct === undefined) return undefined;
  }
  return actions;
}

const NOTHING_FORWARDED = 'no route of this virtual host forwards requests';

const forwardsNothing: HostReason = (host) => (actionsOf(host)?.length === 0 ? NOTHING_FORWARDED : undefined);

/** A field of the host that a route's own one hides. */
const hiddenBy =
  (hides: (action: RouteAction, host: Message<'route.VirtualHost'>) => boolean, why: string): HostReason =>
  (host) => {
    const actions = actionsOf(host);
    if (actions === undefined) return undefined;
    if (actions.length === 0) return NOTHING_FORWARDED;
    return actions.every((action) => hides(action, host)) ? why : undefined;
  };

const overriddenRetries = hiddenBy(
  ({ retry_policy }) => retry_policy !== undefined,
  'every route has a retry_policy of its own, which takes precedence entirely',
);

const overriddenCors = hiddenBy(
  ({ cors }, host) => cors !== undefined && !leavesCorsToHost(cors, host.cors ?? {}),
  'every route has a cors policy of its own, which leaves nothing to this one',
);

const overriddenLimits = hiddenBy(
  // In version 3 a filter, and what a route has for it, may include them by vh_rate_limits.
  ({ rate_limits = [], include_vh_rate_limits: included }, host) =>
    versionOf(host) === 'v2' && rate_limits.length > 0 && included !== true,
  'every route has rate_limits of its own and none sets include_vh_rate_limits',
);

const unless =
  (reason: HostReason, filter: string, what: string): Reason<'route.VirtualHost', EffectContext> =>
  (host, frame, effects) => {
    const known = filtersAround(frame, effects.namespace);
    return known === undefined || known.names.has(filter)
      ? reason(host, frame, effects)
      : `the connection manager around it runs no ${what} filter, which alone reads it`;
  };

const hostFields: FieldReasons = {
  'route.VirtualHost': {
    retry_policy: overriddenRetries,
    hedge_policy: hiddenBy(
      ({ hedge_policy }) => hedge_policy !== undefined,
      'every route has a hedge_policy of its own, which takes precedence entirely',
    ),
    include_request_attempt_count: forwardsNothing,
    request_headers_to_add: forwardsNothing,
    request_headers_to_remove: forwardsNothing,
  },
};

type ActionReason = Reason<'route.RouteAction'>;
type ReasonAround = Reason<'route.RouteAction', EffectContext>;
type RouteReason = Reason<'route.Route'>;

const RATE_LIMIT = 'filters.http.ratelimit';
const RATE_LIMIT_MESSAGE = 'http.ratelimit.RateLimit';

/** Policies that pick a host without a hash; all others hash, or may. */
const HASHLESS = new Set(['ROUND_ROBIN', 'LEAST_REQUEST', 'RANDOM']);

const noUpstreamName: ReasonAround = (action, _frame, effects) => {
  const clusters = clustersOfAction(effects, action);
  const [first] = clusters ?? [];
  if (clusters === undefined || first === undefined || !clusters.every(hasNamelessHosts)) return undefined;
  return `${NAMED_HOSTS}, and ${shownCluster(first)} is STATIC without any`;
};

const nobodyHashes: ReasonAround = (action, _frame, effects) => {
  const { weighted_clusters: weighted = {} } = action;
  if (isWritten(weighted, 'use_hash_policy')) return undefined;
  const clusters = clustersOfAction(effects, action);
  const [first] = clusters ?? [];
  if (clusters === undefined || first === undefined) return undefined;
  const policies = clusters.map(policyOf);
  if (!policies.every((policy) => policy !== undefined && HASHLESS.has(policy))) return undefined;
  return `only RING_HASH and MAGLEV look at hashes, and ${shownCluster(first)} has lb_policy ${policies[0]}`;
};

const routeOf = ({ parent }: Frame): Message<'route.Route'> | undefined =>
  isOf(parent, 'route.Route') ? parent.message : undefined;

/** gRPC requests only, which max_grpc_timeout gives their own timeout; filters of version 3 turn them into others. */
const timedByGrpc: ActionReason = (action, frame) =>
  versionOf(action) === 'v2' &&
  action.max_grpc_timeout !== undefined &&
  routeOf(frame)?.match?.grpc !== undefined
    ? 'the route takes gRPC requests only, and with max_grpc_timeout these bring their own timeout in grpc-timeout'
    : undefined;

const neverGrpc: ActionReason = (action, frame) => {
  if (versionOf(action) === 'v3') return undefined;
  for (const { name, test, inverted } of lowerMatch(routeOf(frame)?.match).headers) {
    if (lowerAscii(name) !== 'content-type' || test.kind !== 'exact' || inverted) continue;
    return test.text.startsWith('application/grpc')
      ? undefined
      : `the route takes requests of content-type ${JSON.stringify(test.text)} only, and those are not gRPC`;
  }
  return undefined;
};

const needsGrpcTimeout: ActionReason = ({ max_grpc_timeout }) =>
  max_grpc_timeout === undefined ? 'grpc-timeout is looked at with max_grpc_timeout only' : undefined;

const passesRedirects: ActionReason = ({ internal_redirect_action: action }) =>
  action === undefined || action === 'PASS_THROUGH_INTERNAL_REDIRECT'
    ? 'redirects are followed with internal_redirect_action HANDLE_INTERNAL_REDIRECT only'
    : undefined;

const nothingToInclude: ActionReason = ({ rate_limits = [] }, frame) => {
  const host = routeOf(frame) === undefined ? undefined : frame.parent?.parent;
  if (!isOf(host, 'route.VirtualHost')) return undefined;
  if ((host.message.rate_limits ?? []).length === 0) return 'the virtual host has no rate_limits';
  // In version 3 a filter's vh_rate_limits may leave them out.
  if (versionOf(host.message) === 'v3') return undefined;
  return rate_limits.length === 0
    ? 'without rate_limits of its own a route takes those of the virtual host anyway'
    : undefined;
};

const noSubsetKeys = (
  { metadata_match }: Pick<RouteAction, 'metadata_match'>,
  namespace: string,
): string | undefined => {
  const namespaces = Object.keys(metadata_match?.filter_metadata ?? {});
  const wanted = `${namespace}.lb`;
  if (namespaces.includes(wanted)) return undefined;
  const others = namespaces.length === 0 ? 'none' : namespaces.slice(0, 5).join(', ');
  return `only keys in filter_metadata under ${wanted} choose a subset, and it has ${others}`;
};

const noSubsets: ReasonAround = (action, _frame, effects) => {
  const without = noSubsetKeys(action, effects.namespace);
  if (without !== undefined) return without;
  const clusters = clustersOfAction(effects, action);
  const [first] = clusters ?? [];
  // A typed policy may divide hosts into subsets, and an extension may hand requests to clusters that do.
  const isWhole = (cluster: Message<'Cluster'>): boolean =>
    policyOf(cluster) !== undefined &&
    discoveryOf(cluster) !== undefined &&
    !isWritten(cluster, 'lb_subset_config');
  if (first === undefined || clusters?.every(isWhole) !== true) return undefined;
  return `${shownCluster(first)} has no lb_subset_config, so its hosts are not divided into subsets`;
};

const inactive =
  (filter: string, what: string): ReasonAround =>
  (_message, frame, { namespace }) => {
    const known = filtersAround(frame, namespace);
    return known === undefined || known.names.has(filter)
      ? undefined
      : `the connection manager around it runs no ${what} filter, which alone reads it`;
  };

/** Stages of the rate limit filters that a request passes; undefined where one is not known. */
function stagesIn({ filters }: KnownFilters, namespace: string): readonly unknown[] | undefined {
  const stages: unknown[] = [];
  for (const { name = '', typed_config: typed, config } of filters) {
    if (findExtension('http filter', withoutNamespace(name, namespace))?.name !== RATE_LIMIT) continue;
    const isTyped = typed?.['@type'] === RATE_LIMIT_MESSAGE;
    const settings = isTyped ? typed : typed === undefined ? config : undefined;
    // Settings in a wrapping that is not looked into have a stage that is not known.
    if (settings === undefined || settings.deprecated_v1 !== undefined) return undefined;
    stages.push(settings.stage ?? 0);
  }
  return stages;
}

const noSuchStage: Reason<'route.RateLimit', EffectContext> = ({ stage = 0 }, frame, { namespace }) => {
  const known = filtersAround(frame, namespace);
  const stages = known === undefined ? undefined : stagesIn(known, namespace);
  // Without any such filter the whole list is told.
  if (stages === undefined || stages.length === 0 || stages.includes(stage)) return undefined;
  return keep(
    `no rate limit filter of the connection manager around it has stage ${stage}, but ${stages.join(', ')}`,
  );
};

/** What is done to a request before it goes upstream. */
const nothingGoesUpstream: RouteReason = ({ redirect, direct_response }) => {
  if (redirect !== undefined) return 'the route redirects, so that no request goes upstream';
  return direct_response === undefined
    ? undefined
    : 'the route answers by itself, so that no request goes upstream';
};

const foldsNoCase: Reason<'route.RouteMatch'> = ({ case_sensitive, regex, safe_regex }) =>
  case_sensitive === false && (regex ?? safe_regex) !== undefined
    ? 'it governs prefix and path; the letter case of a regex always counts'
    : undefined;

/** Those that look beyond the virtual host: at clusters, and at the filters that a connection manager runs. */
export const routeFieldsAround: FieldReasons<EffectContext> = {
  'route.VirtualHost': {
    cors: unless(overriddenCors, 'filters.http.cors', 'CORS'),
    rate_limits: unless(overriddenLimits, 'filters.http.ratelimit', 'rate limit'),
  },
  'route.RouteAction': {
    auto_host_rewrite: noUpstreamName,
    hash_policy: nobodyHashes,
    metadata_match: noSubsets,
    cors: inactive('filters.http.cors', 'CORS'),
    rate_limits: inactive(RATE_LIMIT, 'rate limit'),
  },
  'route.RateLimit': { actions: noSuchStage },
};

export const routeFields: FieldReasons = {
  ...hostFields,
  'route.RouteAction': {
    timeout: timedByGrpc,
    max_grpc_timeout: neverGrpc,
    grpc_timeout_offset: needsGrpcTimeout,
    max_internal_redirects: passesRedirects,
    include_vh_rate_limits: nothingToInclude,
    prefix_rewrite: ({ prefix_rewrite }) =>
      prefix_rewrite === ''
        ? 'an empty prefix_rewrite rewrites nothing; to cut the prefix off, rewrite to /'
        : undefined,
  },
  'route.WeightedCluster.ClusterWeight': {
    metadata_match: (entry, _frame, { namespace }) => noSubsetKeys(entry, namespace),
  },
  'route.Route': {
    request_headers_to_add: nothingGoesUpstream,
    request_headers_to_remove: nothingGoesUpstream,
  },
  'route.RouteMatch': { case_sensitive: foldsNoCase },
  'type.matcher.StringMatcher': {
    // Version 3 refuses it there.
    ignore_case: (matcher) =>
      versionOf(matcher) === 'v2' && (matcher.regex ?? matcher.safe_regex) !== undefined
        ? 'the letter case of a regex always counts'
        : undefined,
  },
  'route.QueryParameterMatcher': {
    regex: ({ value = '', string_match, present_match }) =>
      value !== '' && (string_match ?? present_match) === undefined
        ? undefined
        : 'it says how value is read, and no value counts here',
    value: ({ string_match, present_match }) =>
      (string_match ?? present_match) === undefined
        ? undefined
        : `${string_match === undefined ? 'present_match' : 'string_match'} is set too and decides alone`,
  },
  'route.RouteAction.RequestMirrorPolicy': {
    runtime_key: ({ runtime_fraction }) =>
      runtime_fraction === undefined ? undefined : 'runtime_fraction is set too and takes precedence',
  },
  'route.RouteAction.HashPolicy': {
    connection_properties: ({ connection_properties }) =>
      connection_properties === undefined || connection_properties.source_ip === true
        ? undefined
        : keep('nothing is hashed without source_ip: true'),
  },
  'route.RetryPolicy': {
    per_try_timeout: ({ per_try_timeout }) =>
      per_try_timeout === '0s' ? usual('no time at all stands for no limit of its own') : undefined,
    host_selection_retry_max_attempts: ({ retry_host_predicate = [] }) =>
      retry_host_predicate.length === 0 ? 'no retry_host_predicate is there to reject a host' : undefined,
  },
  'route.CorsPolicy': {
    enabled: (_policy, { parent }) =>
      parent?.type === 'route.VirtualHost'
        ? keep('it is effective on routes only; for a virtual host, filter_enabled switches the policy')
        : undefined,
  },
};
