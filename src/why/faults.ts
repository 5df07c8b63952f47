/**
 * What an access log says of failures: response flags and response code details of all releases, each with its cause,
 * the field that decides it and what to do. `why` and `explain` share this table.
 */

/** The part of a configuration that decides a failure. */
export type Decider = 'route' | 'virtual_host' | 'cluster' | 'manager' | 'filter' | 'nobody';

/** What a failure comes from. */
export interface Fault {
  /** One main clause, without a full stop. */
  readonly cause: string;
  /** The field that decides it, as `explain` names it. */
  readonly field?: string;
  readonly remedy: string;
  readonly decidedBy: Decider;
  /** The kind of HTTP filter, where one decides. */
  readonly filter?: string;
}

export interface ResponseFlag extends Fault {
  readonly short: string;
  readonly long: string;
}

export interface ResponseDetail extends Fault {
  /** The whole text, or how it begins where the rest names a policy or a reason. */
  readonly name: string;
}

type Row<Names extends readonly string[]> = readonly [
  ...names: Names,
  decidedBy: Decider | `filter ${string}`,
  field: string,
  cause: string,
  remedy: string,
];

/** `%RESPONSE_FLAGS%` writes the short names, `%RESPONSE_FLAGS_LONG%` the long ones. */
const FLAGS: readonly Row<[short: string, long: string]>[] = [
  [
    'LH',
    'FailedLocalHealthCheck',
    'filter health_check',
    'HealthCheck.cluster_min_healthy_percentages',
    'the proxy itself failed its health check',
    'look at the clusters that the health_check filter counts, and whether the proxy is draining',
  ],
  [
    'UH',
    'NoHealthyUpstream',
    'cluster',
    'Cluster.load_assignment',
    'no host of the cluster could be picked',
    'check that the cluster has endpoints, that its health checks and outlier detection leave some of them in, and that the subset which the route asks for has hosts',
  ],
  [
    'UT',
    'UpstreamRequestTimeout',
    'route',
    'RouteAction.timeout',
    'the upstream did not answer within the timeout of the route',
    'raise the timeout of the route (15s where none is set), or find out why the upstream is slow',
  ],
  [
    'LR',
    'LocalReset',
    'cluster',
    'Cluster.typed_extension_protocol_options',
    'the proxy reset the stream to the upstream itself',
    'look at the details of the line: limits of the codec and the overload manager end streams this way',
  ],
  [
    'UR',
    'UpstreamRemoteReset',
    'cluster',
    '',
    'the upstream reset the stream',
    'look at the log of the upstream; a retry policy with reset retries it',
  ],
  [
    'UF',
    'UpstreamConnectionFailure',
    'cluster',
    'Cluster.connect_timeout',
    'no connection to the upstream could be made',
    'check addresses and ports of the endpoints, that the upstream listens, connect_timeout, and TLS settings on both sides',
  ],
  [
    'UC',
    'UpstreamConnectionTermination',
    'cluster',
    'HttpProtocolOptions.idle_timeout',
    'the upstream closed the connection before its answer was whole',
    'let the idle timeout of the cluster be shorter than the keep-alive of the upstream; a retry policy with reset-before-request or reset retries it',
  ],
  [
    'UO',
    'UpstreamOverflow',
    'cluster',
    'Cluster.circuit_breakers',
    'a circuit breaker of the cluster was open',
    'raise max_connections, max_pending_requests or max_requests of its circuit breakers, or send it less',
  ],
  [
    'NR',
    'NoRouteFound',
    'virtual_host',
    'VirtualHost.domains',
    'no route takes the request',
    'add a virtual host for the host, or a route for the path; cfgtool trace shows why each one was passed over',
  ],
  [
    'DI',
    'DelayInjected',
    'filter fault',
    'HTTPFault.delay',
    'a fault filter delayed the request on purpose',
    'take the delay out of the fault filter, or out of the x-envoy-fault-delay-request header',
  ],
  [
    'FI',
    'FaultInjected',
    'filter fault',
    'HTTPFault.abort',
    'a fault filter answered the request on purpose',
    'take the abort out of the fault filter, or out of the x-envoy-fault-abort-request header',
  ],
  [
    'RL',
    'RateLimited',
    'filter ratelimit',
    'RateLimit',
    'a rate limit was reached',
    'raise the limit in the rate limit service or in the token bucket of the filter',
  ],
  [
    'UAEX',
    'UnauthorizedExternalService',
    'filter ext_authz',
    'ExtAuthz',
    'the external authorization service refused the request',
    'ask that service why; its own log says it',
  ],
  [
    'RLSE',
    'RateLimitServiceError',
    'filter ratelimit',
    'RateLimit.failure_mode_deny',
    'the rate limit service did not answer, and failure_mode_deny is set',
    'bring the service back, or let requests pass without it (failure_mode_deny: false)',
  ],
  [
    'DC',
    'DownstreamConnectionTermination',
    'nobody',
    '',
    'the client closed the connection before the answer was whole',
    'look at the timeout of the client; a route timeout shorter than that answers it with 504 instead',
  ],
  [
    'URX',
    'UpstreamRetryLimitExceeded',
    'route',
    'RetryPolicy.num_retries',
    'every retry failed too',
    'find out why the upstream fails; more retries (num_retries) only help where failures are short',
  ],
  [
    'SI',
    'StreamIdleTimeout',
    'manager',
    'HttpConnectionManager.stream_idle_timeout',
    'nothing moved on the stream for its idle timeout',
    'raise idle_timeout of the route or stream_idle_timeout of the connection manager (5 minutes where none is set); long polls need 0s',
  ],
  [
    'IH',
    'InvalidEnvoyRequestHeaders',
    'filter router',
    'Router.strict_check_headers',
    'a header that the router checks strictly holds an invalid value',
    'correct the header in the client, or take it out of strict_check_headers',
  ],
  [
    'DPE',
    'DownstreamProtocolError',
    'manager',
    'HttpConnectionManager',
    'the client broke the protocol of HTTP',
    'look at the details of the line, which name the rule; TLS sent to a plaintext port reads like this too',
  ],
  [
    'UMSDR',
    'UpstreamMaxStreamDurationReached',
    'route',
    'RouteAction.max_stream_duration',
    'the stream to the upstream was open for its longest duration',
    'raise max_stream_duration of the route, of the cluster or of the connection manager',
  ],
  [
    'RFCF',
    'ResponseFromCacheFilter',
    'filter cache',
    'CacheConfig',
    'the cache filter answered from its store',
    'nothing is wrong',
  ],
  [
    'NFCF',
    'NoFilterConfigFound',
    'filter',
    'core.ExtensionConfigSource',
    'the configuration of a filter that is fetched over ECDS did not come in time',
    'look at the management server; a default_config serves until it answers',
  ],
  [
    'DT',
    'DurationTimeout',
    'manager',
    'core.HttpProtocolOptions.max_connection_duration',
    'the request or its connection was open for its longest duration',
    'raise request_timeout, max_stream_duration or max_connection_duration of the connection manager',
  ],
  [
    'UPE',
    'UpstreamProtocolError',
    'cluster',
    'HttpProtocolOptions',
    'the upstream broke the protocol of HTTP',
    'check that the cluster speaks the protocol of its upstream: HTTP/1 or HTTP/2, with or without TLS',
  ],
  [
    'NC',
    'NoClusterFound',
    'route',
    'RouteAction.cluster',
    'the cluster that the route names does not exist',
    'define the cluster, correct its name in the route, or let the management server send clusters before routes',
  ],
  [
    'OM',
    'OverloadManagerTerminated',
    'nobody',
    'OverloadManager.actions',
    'the overload manager ended the request',
    'the proxy was short of memory or file handles: look at its resource monitors and at its size',
  ],
  [
    'DF',
    'DnsResolutionFailed',
    'cluster',
    'Cluster.load_assignment',
    'the name of the upstream could not be resolved',
    'check the host name in the endpoints of the cluster, and the DNS servers of the proxy',
  ],
  [
    'DO',
    'DropOverload',
    'cluster',
    'ClusterLoadAssignment.Policy.drop_overloads',
    'drop_overloads of the cluster dropped a share of the requests',
    'take drop_overloads out of the load assignment, or lower its share; a management server may have set it',
  ],
  [
    'DR',
    'DownstreamRemoteReset',
    'nobody',
    '',
    'the client reset the stream',
    'look at the timeout of the client: it cancelled the request',
  ],
  [
    'UDO',
    'UnconditionalDropOverload',
    'cluster',
    'ClusterLoadAssignment.Policy.drop_overloads',
    'drop_overloads of the cluster drops all requests',
    'take drop_overloads out of the load assignment, or lower its share; a management server may have set it',
  ],
];

/** `%RESPONSE_CODE_DETAILS%`; blanks in it are written as underscores. A name that ends in `*` stands for how it begins; what fails as a flag says names that. */
const DETAILS: readonly (Row<[name: string]> | readonly [name: string, flag: string])[] = [
  ['via_upstream', 'cluster', '', 'the upstream itself answered so', 'look at the log of the upstream'],
  [
    'route_not_found',
    'virtual_host',
    'VirtualHost.routes',
    'no route takes the request',
    'add a virtual host for the host, or a route for the path; cfgtool trace shows why each one was passed over',
  ],
  [
    'route_configuration_not_found',
    'manager',
    'HttpConnectionManager.rds',
    'the route configuration of the connection manager was not there',
    'look at the management server: RDS did not send it, or no scope takes the request',
  ],
  [
    'filter_chain_not_found',
    'nobody',
    'listener.FilterChainMatch',
    'no filter chain of the listener takes the connection',
    'add a filter chain for this server name or address, or a default_filter_chain',
  ],
  ['cluster_not_found', 'NC'],
  [
    'direct_response',
    'route',
    'route.Route.direct_response',
    'the route answers by itself, with a redirect or a direct response',
    'nothing is wrong where that is meant',
  ],
  ['no_healthy_upstream', 'UH'],
  [
    'maintenance_mode',
    'cluster',
    'Cluster',
    'the cluster is in maintenance by its runtime key upstream.maintenance_mode',
    'set the runtime key back to 0',
  ],
  ['drop_overload', 'DO'],
  ['unconditional_drop_overload', 'UDO'],
  ['response_timeout', 'UT'],
  ['upstream_response_timeout', 'UT'],
  [
    'upstream_per_try_timeout',
    'route',
    'RetryPolicy.per_try_timeout',
    'the last try did not answer within per_try_timeout',
    'raise per_try_timeout of the retry policy, or find out why the upstream is slow',
  ],
  [
    'upstream_per_try_idle_timeout',
    'route',
    'RetryPolicy.per_try_idle_timeout',
    'the last try was idle for per_try_idle_timeout',
    'raise per_try_idle_timeout of the retry policy, or find out why the upstream is slow',
  ],
  ['upstream_max_stream_duration_reached', 'UMSDR'],
  ['stream_idle_timeout', 'SI'],
  [
    'request_overall_timeout',
    'manager',
    'HttpConnectionManager.request_timeout',
    'the request was not whole within request_timeout',
    'raise request_timeout of the connection manager, or find out why the client sends so slowly',
  ],
  [
    'request_header_timeout',
    'manager',
    'HttpConnectionManager.request_headers_timeout',
    'the headers were not whole within request_headers_timeout',
    'raise request_headers_timeout of the connection manager, or find out why the client sends so slowly',
  ],
  [
    'downstream_header_timeout',
    'manager',
    'HttpConnectionManager.request_headers_timeout',
    'the headers were not whole within request_headers_timeout',
    'raise request_headers_timeout of the connection manager, or find out why the client sends so slowly',
  ],
  [
    'max_duration_timeout',
    'manager',
    'core.HttpProtocolOptions.max_stream_duration',
    'the request was open for max_stream_duration',
    'raise max_stream_duration of the route or of the connection manager',
  ],
  [
    'duration_timeout',
    'manager',
    'core.HttpProtocolOptions.max_connection_duration',
    'the connection of the client was open for max_connection_duration',
    'raise max_connection_duration of the connection manager',
  ],
  [
    'overload',
    'nobody',
    'OverloadManager.actions',
    'the overload manager refused the request',
    'the proxy was short of memory or file handles: look at its resource monitors and at its size',
  ],
  [
    'low_version',
    'manager',
    'Http1ProtocolOptions.accept_http_10',
    'the client speaks HTTP/1.0, which the connection manager does not accept',
    'set accept_http_10 in http_protocol_options, or let the client speak HTTP/1.1; health checks of load balancers often do not',
  ],
  [
    'missing_host_header',
    'manager',
    'Http1ProtocolOptions.default_host_for_http_10',
    'the request names no host',
    'let the client send a Host header',
  ],
  [
    'missing_path_rejected',
    'manager',
    'HttpConnectionManager',
    'the request has no path',
    'let the client send a path; a CONNECT request needs a route with connect_matcher',
  ],
  [
    'invalid_path',
    'manager',
    'HttpConnectionManager',
    'the path of the request is invalid',
    'correct the path that the client sends',
  ],
  [
    'absolute_path_rejected',
    'manager',
    'Http1ProtocolOptions.allow_absolute_url',
    'the request has an absolute URL, which the connection manager does not accept',
    'set allow_absolute_url in http_protocol_options',
  ],
  [
    'path_normalization_failed',
    'manager',
    'HttpConnectionManager.normalize_path',
    'the path of the request cannot be normalized',
    'correct the path that the client sends; normalize_path and path_with_escaped_slashes_action decide what is refused',
  ],
  [
    'rejecting_because_detection_failed',
    'manager',
    'HttpConnectionManager.original_ip_detection_extensions',
    'the address of the client could not be detected',
    'send the header that the detection extension reads, or let it pass requests without (reject_with_status)',
  ],
  [
    'upgrade_failed',
    'manager',
    'HttpConnectionManager.upgrade_configs',
    'the connection manager and the route do not allow the upgrade that was asked for',
    'add the upgrade (websocket, CONNECT) to upgrade_configs of the connection manager or of the route',
  ],
  [
    'websocket_handshake_unsuccessful',
    'cluster',
    'RouteAction.upgrade_configs',
    'the upstream did not agree to the WebSocket',
    'look at the log of the upstream',
  ],
  [
    'request_payload_too_large',
    'filter buffer',
    'Buffer.max_request_bytes',
    'the body of the request is larger than may be buffered',
    'raise max_request_bytes of the buffer filter, or per_connection_buffer_limit_bytes of the listener',
  ],
  [
    'response_payload_too_large',
    'manager',
    'Listener.per_connection_buffer_limit_bytes',
    'the body of the answer is larger than may be buffered',
    'raise per_connection_buffer_limit_bytes of the listener',
  ],
  [
    'request_payload_exceeded_retry_buffer_limit',
    'route',
    'route.Route.per_request_buffer_limit_bytes',
    'the body of the request is larger than is kept for a retry',
    'raise per_request_buffer_limit_bytes of the route, or do not retry uploads',
  ],
  ['request_headers_failed_strict_check', 'IH'],
  [
    'upstream_reset_before_response_started*',
    'cluster',
    '',
    'the stream to the upstream ended before its answer began',
    'the reason stands in braces behind it; look at the log of the upstream',
  ],
  [
    'upstream_reset_after_response_started*',
    'cluster',
    '',
    'the stream to the upstream ended before its answer was whole',
    'the reason stands in braces behind it; look at the log of the upstream',
  ],
  ['downstream_remote_disconnect', 'DC'],
  [
    'downstream_local_disconnect*',
    'nobody',
    '',
    'the proxy closed the connection of the client',
    'the reason stands in brackets behind it',
  ],
  [
    'internal_redirect',
    'route',
    'RouteAction.internal_redirect_policy',
    'the answer of the upstream was a redirect, which the proxy followed itself',
    'nothing is wrong: the request that followed has a line of its own',
  ],
  [
    'early_connect_data',
    'nobody',
    '',
    'the client sent data through a tunnel before it was open',
    'let the client wait for the 200 of CONNECT',
  ],
  [
    'filter_removed_required_*',
    'filter',
    '',
    'an HTTP filter removed a header that has to be there',
    'look at filters that change headers: Lua, Wasm, ext_proc, header mutation',
  ],
  [
    'filter_added_invalid_*',
    'filter',
    '',
    'an HTTP filter added data at a wrong time',
    'look at filters of your own',
  ],
  ['admin_filter_response', 'filter', '', 'the admin interface answered', 'nothing is wrong'],
  [
    'rbac_access_denied_matched_policy*',
    'filter rbac',
    'RBAC',
    'the RBAC filter refused the request',
    'the policy stands in brackets behind it; none means that no policy allows the request',
  ],
  [
    'jwt_authn_access_denied*',
    'filter jwt_authn',
    'JwtAuthentication',
    'the JWT filter refused the request',
    'the reason stands in braces behind it: a token that is missing, expired, of another issuer or audience, or whose keys could not be fetched',
  ],
  ['ext_authz_denied', 'UAEX'],
  [
    'ext_authz_error',
    'filter ext_authz',
    'ExtAuthz.failure_mode_allow',
    'the external authorization service could not be asked, and failure_mode_allow is not set',
    'bring the service back: its cluster, its address and timeout',
  ],
  [
    'ext_authz_invalid',
    'filter ext_authz',
    'ExtAuthz.validate_mutations',
    'the external authorization service answered with invalid headers',
    'correct what the service answers',
  ],
  [
    'ext_proc_error*',
    'filter ext_proc',
    'ExternalProcessor.failure_mode_allow',
    'the external processor failed, and failure_mode_allow is not set',
    'bring the processor back: its cluster, its address and message_timeout',
  ],
  [
    'request_rate_limited',
    'filter ratelimit',
    'RateLimit',
    'the rate limit service said that a limit was reached',
    'raise the limit in the rate limit service',
  ],
  ['rate_limiter_error', 'RLSE'],
  [
    'local_rate_limited',
    'filter local_ratelimit',
    'LocalRateLimit.token_bucket',
    'the token bucket of a local rate limit was empty',
    'raise max_tokens or tokens_per_fill of the token bucket',
  ],
  ['fault_filter_abort', 'FI'],
  [
    'fault_filter_overflow',
    'filter fault',
    'HTTPFault.max_active_faults',
    'more faults than max_active_faults were to be injected',
    'nothing is wrong',
  ],
  [
    'csrf_origin_mismatch',
    'filter csrf',
    'CsrfPolicy.additional_origins',
    'the CSRF filter refused the request: its origin is another than its host',
    'add the origin to additional_origins',
  ],
  [
    'no_credential_for_basic_auth',
    'filter basic_auth',
    'BasicAuth.users',
    'the request has no Authorization header, which the basic_auth filter asks for',
    'let the client send a user and a password',
  ],
  [
    'invalid_*_for_basic_auth',
    'filter basic_auth',
    'BasicAuth.users',
    'the basic_auth filter does not know the user with this password',
    'correct the credentials of the client',
  ],
  [
    'missing_api_key',
    'filter api_key_auth',
    'ApiKeyAuth.credentials',
    'the request has no API key',
    'let the client send its key',
  ],
  [
    'unk*n_api_key',
    'filter api_key_auth',
    'ApiKeyAuth.credentials',
    'the API key of the request is not among those that are allowed',
    'correct the key of the client',
  ],
  [
    'client_not_allowed',
    'filter api_key_auth',
    'ApiKeyAuthPerRoute.allowed_clients',
    'the client of this API key may not use the route',
    'add the client to allowed_clients',
  ],
  [
    'cdn_loop_detected',
    'filter cdn_loop',
    'CdnLoopConfig.max_allowed_occurrences',
    'the request came through this proxy before',
    'find the loop: an upstream sends requests back',
  ],
  [
    'invalid_cdn_loop_header',
    'filter cdn_loop',
    'CdnLoopConfig',
    'the CDN-Loop header of the request cannot be read',
    'correct the header',
  ],
  [
    'reached_concurrency_limit',
    'filter adaptive_concurrency',
    'AdaptiveConcurrency',
    'the adaptive_concurrency filter found the upstream too slow for more requests',
    'look at the latency of the upstream',
  ],
  [
    'denied_by_admission_control',
    'filter admission_control',
    'AdmissionControl',
    'the admission_control filter sheds load, since too many requests failed before',
    'find out why the upstream fails',
  ],
  [
    'health_check_*',
    'filter health_check',
    'HealthCheck',
    'the health_check filter answered',
    'nothing is wrong where it answers 200',
  ],
  ['lua_response', 'filter lua', 'Lua', 'a Lua script answered', 'read the script'],
  [
    'dns_cache_overflow',
    'filter dynamic_forward_proxy',
    'DnsCacheConfig.max_hosts',
    'the DNS cache of the dynamic forward proxy is full',
    'raise max_hosts of the DNS cache',
  ],
  [
    'dynamic_forward_proxy_pending_request_overflow',
    'filter dynamic_forward_proxy',
    'DnsCacheConfig.dns_cache_circuit_breaker',
    'too many requests wait for DNS',
    'raise max_pending_requests of dns_cache_circuit_breaker',
  ],
  [
    'http1.headers_too_large',
    'manager',
    'HttpConnectionManager.max_request_headers_kb',
    'the headers of the request are larger than max_request_headers_kb (60)',
    'raise max_request_headers_kb, or find out what fills the headers: cookies, most times',
  ],
  [
    'http1.too_many_headers',
    'manager',
    'core.HttpProtocolOptions.max_headers_count',
    'the request has more headers than max_headers_count (100)',
    'raise max_headers_count in common_http_protocol_options',
  ],
  [
    'http1.*',
    'manager',
    'Http1ProtocolOptions',
    'the request is not proper HTTP/1',
    'the rule that it breaks stands behind http1; TLS sent to a plaintext port reads like this too',
  ],
  [
    'http2.*',
    'manager',
    'Http2ProtocolOptions',
    'the request is not proper HTTP/2',
    'the rule that it breaks stands behind http2',
  ],
  [
    'http3.*',
    'manager',
    'Http3ProtocolOptions',
    'the request is not proper HTTP/3',
    'the rule that it breaks stands behind http3',
  ],
];

const DECIDERS: readonly Decider[] = ['route', 'virtual_host', 'cluster', 'manager', 'filter', 'nobody'];

function faultOf(decider: string, field: string, cause: string, remedy: string): Fault {
  const [, filter] = decider.split(' ');
  return {
    cause,
    remedy,
    decidedBy: DECIDERS.find((each) => decider.startsWith(each)) ?? 'nobody',
    ...(field === '' ? {} : { field }),
    ...(filter === undefined ? {} : { filter }),
  };
}

export const responseFlags: readonly ResponseFlag[] = FLAGS.map(([short, long, ...rest]) => ({
  short,
  long,
  ...faultOf(...rest),
}));

const byName = new Map(
  responseFlags.flatMap(
    (flag) =>
      [
        [flag.short, flag],
        [flag.long, flag],
      ] as const,
  ),
);

/** A flag by its short or long name; undefined for one of an extension. */
export function flagNamed(name: string): ResponseFlag | undefined {
  return byName.get(name);
}

export const responseDetails: readonly ResponseDetail[] = DETAILS.map((row) => {
  if (row.length !== 2) {
    const [name, ...rest] = row;
    return { name, ...faultOf(...rest) };
  }
  const flag = byName.get(row[1]);
  if (flag === undefined) throw new Error(`${row[1]} is no response flag`);
  const { short: _, long: __, ...fault } = flag;
  return { name: row[0], ...fault };
});

/** What a text of `%RESPONSE_CODE_DETAILS%` says; undefined for one of an extension. */
export function detailNamed(text: string): ResponseDetail | undefined {
  return responseDetails.find(({ name }) => {
    const star = name.indexOf('*');
    return star === -1
      ? name === text
      : text.startsWith(name.slice(0, star)) && text.endsWith(name.slice(star + 1));
  });
}
