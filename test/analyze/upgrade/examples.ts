/** For each change a message that meets it and one that does not. */
import type { ApiVersion } from '../../../src/schema/version.ts';

export interface Example {
  readonly id: string;
  readonly type: string;
  readonly met: string;
  readonly unmet: string;
  readonly api?: ApiVersion;
}

const MANAGER = 'stat_prefix: a\n';
const V2 = 'type.googleapis.com/envoy.config.filter';
const V3 = 'type.googleapis.com/envoy.extensions.filters';
const ADDRESS = 'name: a\naddress: {socket_address: {address: 0.0.0.0, port_value: 443}}\n';
const ENDPOINT = (hostname: string, type: string): string => `name: a
type: ${type}
load_assignment:
  cluster_name: a
  endpoints: [{lb_endpoints: [{endpoint: {${hostname} address: {socket_address: {address: b.test, port_value: 80}}}}]}]
`;
const HOST = (route: string, more = ''): string => `
http_filters: [{name: envoy.ext_authz, config: {}}, {name: envoy.router}]
route_config: {virtual_hosts: [{name: a, domains: ['*'], ${more} routes: [{match: {prefix: /}, ${route}}]}]}
`;
const KEYED = (key: string): string => `
http_filters:
- {name: limits, typed_config: {'@type': ${V3}.http.buffer.v3.Buffer, max_request_bytes: 1}}
route_config:
  virtual_hosts:
  - name: a
    domains: ['*']
    typed_per_filter_config: {${key}: {'@type': ${V3}.http.buffer.v3.BufferPerRoute, disabled: true}}
`;
const PREFIXES = (other: string): string => `
input: {name: a, typed_config: {'@type': type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput, header_name: ':path'}}
prefix_match_map:
  map:
    /a: {action: {name: x}}
    ${other}: {matcher: {on_no_match: {action: {name: "y"}}}}
`;

export const examples: readonly Example[] = [
  {
    id: 'tls-client-minimum',
    type: 'UpstreamTlsContext',
    met: 'sni: a.test',
    unmet: 'common_tls_context: {tls_params: {tls_minimum_protocol_version: TLSv1_0}}',
  },
  {
    id: 'tls-client-ciphers',
    type: 'UpstreamTlsContext',
    met: 'sni: a.test',
    unmet: 'common_tls_context: {tls_params: {cipher_suites: [AES128-GCM-SHA256]}}',
  },
  {
    id: 'tls-key-usage',
    type: 'UpstreamTlsContext',
    api: 'v3',
    met: 'sni: a.test',
    unmet: 'enforce_rsa_key_usage: false',
  },
  {
    id: 'upstream-alpn',
    type: 'UpstreamTlsContext',
    met: 'sni: a.test',
    unmet: 'common_tls_context: {alpn_protocols: [h2]}',
  },
  {
    id: 'tls-server-minimum',
    type: 'DownstreamTlsContext',
    met: 'common_tls_context: {tls_params: {tls_minimum_protocol_version: TLS_AUTO}}',
    unmet: 'common_tls_context: {tls_params: {tls_minimum_protocol_version: TLSv1_1}}',
  },
  {
    id: 'tls-server-ciphers',
    type: 'DownstreamTlsContext',
    met: 'common_tls_context: {}',
    unmet: 'common_tls_context: {tls_params: {tls_minimum_protocol_version: TLSv1_3}}',
  },
  {
    id: 'no-tls-inspector-added',
    type: 'Listener',
    met: `${ADDRESS}filter_chains: [{filter_chain_match: {server_names: [a.test]}}]`,
    unmet: `${ADDRESS}filter_chains: [{filter_chain_match: {server_names: [a.test]}}]\nlistener_filters: [{name: envoy.listener.tls_inspector}]`,
  },
  {
    id: 'no-tls-inspector-added',
    type: 'Listener',
    met: `${ADDRESS}filter_chains: [{filter_chain_match: {transport_protocol: tls}}]`,
    unmet: `${ADDRESS}filter_chains: [{filter_chain_match: {transport_protocol: raw_buffer, server_names: [a.test]}}]`,
  },
  { id: 'reuse-port', type: 'Listener', met: ADDRESS, unmet: `${ADDRESS}reuse_port: true` },
  {
    id: 'reuse-port',
    type: 'Listener',
    api: 'v3',
    met: `${ADDRESS}reuse_port: false`,
    unmet: `${ADDRESS}enable_reuse_port: false`,
  },
  {
    id: 'reuse-port',
    type: 'Listener',
    met: ADDRESS,
    unmet: 'name: a\naddress: {pipe: {path: /run/a}}',
  },
  {
    id: 'ipv4-compat',
    type: 'core.SocketAddress',
    met: 'address: 0.0.0.0\nport_value: 80\nipv4_compat: true',
    unmet: "address: '::'\nport_value: 80\nipv4_compat: true",
  },
  {
    id: 'invalid-http1-closes',
    type: 'HttpConnectionManager',
    met: MANAGER,
    unmet: `${MANAGER}codec_type: HTTP2`,
  },
  {
    id: 'invalid-http1-closes',
    type: 'HttpConnectionManager',
    api: 'v3',
    met: MANAGER,
    unmet: `${MANAGER}http_protocol_options: {override_stream_error_on_invalid_http_message: true}`,
  },
  {
    id: 'authorized-answers',
    type: 'HttpConnectionManager',
    met: `${MANAGER}${HOST('direct_response: {status: 200}')}`,
    unmet: `${MANAGER}${HOST('route: {cluster: a}')}`,
  },
  {
    id: 'authorized-answers',
    type: 'HttpConnectionManager',
    met: `${MANAGER}${HOST('redirect: {host_redirect: b.test}')}`,
    unmet: `${MANAGER}${HOST('redirect: {host_redirect: b.test}', 'per_filter_config: {envoy.ext_authz: {disabled: true}},')}`,
  },
  {
    id: 'internal-addresses',
    type: 'HttpConnectionManager',
    met: MANAGER,
    unmet: `${MANAGER}internal_address_config: {unix_sockets: true}`,
  },
  {
    id: 'http2-limits',
    type: 'HttpConnectionManager',
    met: MANAGER,
    unmet: `${MANAGER}http2_protocol_options: {max_concurrent_streams: 9, initial_stream_window_size: 65535, initial_connection_window_size: 65535}`,
  },
  {
    id: 'http2-limits',
    type: 'Cluster',
    met: 'name: a\nhttp2_protocol_options: {max_concurrent_streams: 9}',
    unmet: 'name: a',
  },
  {
    id: 'http2-limits',
    type: 'HttpConnectionManager',
    met: `${MANAGER}http2_protocol_options: {}`,
    unmet: `${MANAGER}codec_type: HTTP1\nhttp2_protocol_options: {}`,
  },
  {
    id: 'websocket-timeout',
    type: 'HttpConnectionManager',
    met: `${MANAGER}upgrade_configs: [{upgrade_type: WebSocket}]`,
    unmet: `${MANAGER}upgrade_configs: [{upgrade_type: websocket, enabled: false}]`,
  },
  {
    id: 'websocket-timeout',
    type: 'route.RouteAction',
    met: 'cluster: a\nupgrade_configs: [{upgrade_type: websocket}]',
    unmet: 'cluster: a\nupgrade_configs: [{upgrade_type: other}]',
  },
  {
    id: 'prefix-without-query',
    type: 'route.RouteMatch',
    met: 'prefix: /s?lang=',
    unmet: 'path: /s?lang=',
  },
  {
    id: 'retry-condition-blanks',
    type: 'route.RetryPolicy',
    met: 'retry_on: "5xx, reset"',
    unmet: 'retry_on: "5xx,reset"',
  },
  {
    id: 'try-timeout-alone',
    type: 'route.RouteAction',
    met: 'cluster: a\ntimeout: 0s\nretry_policy: {retry_on: 5xx, per_try_timeout: 1s}',
    unmet: 'cluster: a\ntimeout: 2s\nretry_policy: {retry_on: 5xx, per_try_timeout: 1s}',
  },
  {
    id: 'redirect-keeps-query',
    type: 'route.RedirectAction',
    met: 'path_redirect: /a',
    unmet: 'path_redirect: /a?b=c',
  },
  {
    id: 'redirect-keeps-query',
    type: 'route.RedirectAction',
    met: 'path_redirect: /a\nstrip_query: false',
    unmet: 'prefix_rewrite: /a',
  },
  {
    id: 'host-matcher',
    type: 'route.HeaderMatcher',
    met: 'name: Host\nexact_match: a.test',
    unmet: "name: ':authority'\nexact_match: a.test",
  },
  { id: 'retried-more', type: 'route.RetryPolicy', met: 'retry_on: 5xx', unmet: 'num_retries: 2' },
  {
    id: 'internal-redirect-scheme',
    type: 'route.RouteAction',
    met: 'cluster: a\ninternal_redirect_action: HANDLE_INTERNAL_REDIRECT',
    unmet: 'cluster: a\ninternal_redirect_action: PASS_THROUGH_INTERNAL_REDIRECT',
  },
  {
    id: 'headers-of-own-answers',
    type: 'route.VirtualHost',
    met: "name: a\ndomains: ['*']\nresponse_headers_to_remove: [server]",
    unmet: "name: a\ndomains: ['*']\nrequest_headers_to_remove: [server]",
  },
  {
    id: 'absent-header',
    type: 'route.HeaderMatcher',
    met: 'name: x-a\npresent_match: false',
    unmet: 'name: x-a\npresent_match: true',
  },
  {
    id: 'weights-of-runtime',
    type: 'route.WeightedCluster',
    met: 'clusters: [{name: a, weight: 100}]\nruntime_key_prefix: split',
    unmet: 'clusters: [{name: a, weight: 100}]',
  },
  {
    id: 'forwarded-host-once',
    type: 'route.RouteAction',
    api: 'v3',
    met: 'cluster: a\nhost_rewrite_literal: b.test\nappend_x_forwarded_host: true',
    unmet: 'cluster: a\nhost_rewrite_literal: b.test',
  },
  {
    id: 'filter-settings-by-name',
    type: 'HttpConnectionManager',
    api: 'v3',
    met: `${MANAGER}${KEYED('envoy.filters.http.buffer')}`,
    unmet: `${MANAGER}${KEYED('limits')}`,
  },
  {
    id: 'connect-is-proxied',
    type: 'route.RouteAction',
    api: 'v3',
    met: 'cluster: a\nupgrade_configs: [{upgrade_type: CONNECT}]',
    unmet: 'cluster: a\nupgrade_configs: [{upgrade_type: CONNECT, connect_config: {}}]',
  },
  {
    id: 'auto-sni-of-rewritten-host',
    type: 'core.UpstreamHttpProtocolOptions',
    met: 'auto_sni: true',
    unmet: 'auto_sni: false',
  },
  {
    id: 'streamed-copies',
    type: 'route.RouteAction',
    met: 'cluster: a\nrequest_mirror_policies: [{cluster: b}]',
    unmet: 'cluster: a\nrequest_mirror_policies: []',
  },
  {
    id: 'streamed-copies',
    type: 'route.RouteAction',
    met: 'cluster: a\nrequest_mirror_policy: {cluster: b}',
    unmet: 'cluster: a',
  },
  {
    id: 'absent-parameter',
    type: 'route.QueryParameterMatcher',
    api: 'v3',
    met: 'name: a\npresent_match: false',
    unmet: 'name: a\npresent_match: true',
  },
  {
    id: 'shorter-prefix-next',
    type: 'common.matcher.Matcher.MatcherTree',
    api: 'v3',
    met: PREFIXES('/a/b'),
    unmet: PREFIXES('/b'),
  },
  {
    id: 'body-limit-of-route',
    type: 'route.Route',
    api: 'v3',
    met: 'match: {prefix: /}\nroute: {cluster: a}\nrequest_body_buffer_limit: 9',
    unmet: 'match: {prefix: /}\nroute: {cluster: a}',
  },
  {
    id: 'ejection-time-cap',
    type: 'Cluster',
    met: 'name: a\noutlier_detection: {}',
    unmet: 'name: a',
  },
  {
    id: 'ejection-time-cap',
    type: 'cluster.OutlierDetection',
    api: 'v3',
    met: 'base_ejection_time: 600s',
    unmet: 'max_ejection_time: 600s',
  },
  {
    id: 'ejection-percent',
    type: 'cluster.OutlierDetection',
    met: 'consecutive_5xx: 3',
    unmet: 'max_ejection_percent: 100',
  },
  {
    id: 'ejection-percent',
    type: 'cluster.OutlierDetection',
    api: 'v3',
    met: 'max_ejection_percent: 50',
    unmet: 'always_eject_one_host: true',
  },
  {
    id: 'dns-hostname',
    type: 'Cluster',
    met: ENDPOINT('hostname: c.test,', 'STRICT_DNS'),
    unmet: ENDPOINT('hostname: c.test,', 'STATIC'),
  },
  {
    id: 'dns-cache-timeout',
    type: 'DnsCacheConfig',
    met: 'name: a',
    unmet: 'name: a\ndns_query_timeout: 9s',
  },
  {
    id: 'dns-cache-ttl',
    type: 'DnsCacheConfig',
    api: 'v3',
    met: 'name: a',
    unmet: 'name: a\ndns_min_refresh_rate: 60s',
  },
  {
    id: 'original-dst-cleanup',
    type: 'Cluster',
    met: 'name: a\ntype: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED',
    unmet: 'name: a\ntype: STATIC',
  },
  {
    id: 'slow-start-after-check',
    type: 'Cluster',
    api: 'v3',
    met: 'name: a\nhealth_checks: [{timeout: 1s, interval: 1s, tcp_health_check: {}}]\nround_robin_lb_config: {slow_start_config: {}}',
    unmet: 'name: a\nround_robin_lb_config: {slow_start_config: {}}',
  },
  {
    id: 'active-check-unejects',
    type: 'Cluster',
    met: 'name: a\nhealth_checks: [{timeout: 1s, interval: 1s, tcp_health_check: {}}]\noutlier_detection: {}',
    unmet: 'name: a\nhealth_checks: []\noutlier_detection: {}',
  },
  {
    id: 'active-check-unejects',
    type: 'Cluster',
    api: 'v3',
    met: 'name: a\nhealth_checks: [{timeout: 1s, interval: 1s, tcp_health_check: {}}]\noutlier_detection: {}',
    unmet:
      'name: a\nhealth_checks: [{timeout: 1s, interval: 1s, tcp_health_check: {}}]\noutlier_detection: {successful_active_health_check_uneject_host: true}',
  },
  {
    id: 'zone-aware-unequal',
    type: 'ClusterManager',
    met: 'local_cluster_name: a',
    unmet: 'outlier_detection: {}',
  },
  {
    id: 'draining-excluded',
    type: 'endpoint.LbEndpoint',
    met: 'endpoint: {address: {pipe: {path: /a}}}\nhealth_status: DRAINING',
    unmet: 'endpoint: {address: {pipe: {path: /a}}}\nhealth_status: UNHEALTHY',
  },
  {
    id: 'authorization-header-case',
    type: 'AuthorizationRequest',
    met: 'allowed_headers: {patterns: [{exact: X-User}]}',
    unmet: 'allowed_headers: {patterns: [{exact: X-User, ignore_case: true}, {prefix: x-}]}',
  },
  {
    id: 'authorization-header-case',
    type: 'AuthorizationResponse',
    met: 'allowed_client_headers: {patterns: [{prefix: X-}]}',
    unmet: 'allowed_client_headers: {patterns: [{prefix: x-}]}',
  },
  {
    id: 'empty-missing-value',
    type: 'header_to_metadata.Config.Rule',
    met: 'header: x-a\non_header_missing: {key: a}',
    unmet: 'header: x-a\non_header_missing: {key: a, value: none}',
  },
  {
    id: 'compressor-vary',
    type: 'HttpFilter',
    met: 'name: envoy.gzip\nconfig: {}',
    unmet: 'name: envoy.buffer\nconfig: {max_request_bytes: 1}',
  },
  {
    id: 'jwt-clock-skew',
    type: 'JwtAuthentication',
    met: 'providers: {a: {issuer: a}}',
    unmet: 'rules: []',
  },
  {
    id: 'jwt-clock-skew',
    type: 'JwtProvider',
    api: 'v3',
    met: 'issuer: a',
    unmet: 'issuer: a\nclock_skew_seconds: 1',
  },
  {
    id: 'jwt-in-query-removed',
    type: 'JwtProvider',
    met: 'issuer: a\nfrom_params: [token]',
    unmet: 'issuer: a\nfrom_params: [token]\nforward: true',
  },
  {
    id: 'grpc-stats-methods',
    type: 'HttpFilter',
    met: `name: envoy.filters.http.grpc_stats\ntyped_config: {'@type': ${V2}.http.grpc_stats.v2alpha.FilterConfig}`,
    unmet: `name: envoy.filters.http.grpc_stats\ntyped_config: {'@type': ${V2}.http.grpc_stats.v2alpha.FilterConfig, stats_for_all_methods: false}`,
  },
  {
    id: 'transcoder-limits',
    type: 'HttpFilter',
    api: 'v3',
    met: `name: a\ntyped_config: {'@type': ${V3}.http.grpc_json_transcoder.v3.GrpcJsonTranscoder}`,
    unmet: `name: a\ntyped_config: {'@type': ${V3}.http.grpc_web.v3.GrpcWeb}`,
  },
  {
    id: 'grpc-bridge-counts',
    type: 'HttpFilter',
    met: 'name: envoy.grpc_http1_bridge',
    unmet: 'name: envoy.grpc_web',
  },
  {
    id: 'admission-rejections',
    type: 'AdmissionControl',
    api: 'v3',
    met: 'sampling_window: 30s',
    unmet: 'max_rejection_probability: {value: 100}',
  },
  {
    id: 'signed-bodies',
    type: 'HttpFilter',
    met: 'name: envoy.filters.http.aws_request_signing\nconfig: {service_name: s3}',
    unmet: 'name: envoy.filters.http.aws_request_signing\nconfig: {use_unsigned_payload: true}',
  },
  {
    id: 'contrib-filters-20',
    type: 'listener.Filter',
    met: 'name: envoy.filters.network.mysql_proxy\nconfig: {stat_prefix: a}',
    unmet: 'name: envoy.filters.network.mongo_proxy\nconfig: {stat_prefix: a}',
  },
  {
    id: 'contrib-filters-23',
    type: 'HttpFilter',
    met: 'name: envoy.http_dynamo_filter',
    unmet: 'name: envoy.filters.http.router',
  },
  {
    id: 'local-reply-content-type',
    type: 'ResponseMapper',
    api: 'v3',
    met: 'body: {inline_string: a}\nheaders_to_add: [{header: {key: Content-Type, value: text/html}}]',
    unmet: 'headers_to_add: [{header: {key: content-type, value: text/html}}]',
  },
  {
    id: 'local-rate-limit-descriptors',
    type: 'http.local_ratelimit.LocalRateLimit',
    api: 'v3',
    met: 'stat_prefix: a\ndescriptors: [{entries: [{key: a}]}, {entries: [{key: b}]}]',
    unmet: 'stat_prefix: a\ndescriptors: [{entries: [{key: a}]}]',
  },
  {
    id: 'lua-respond',
    type: 'http.lua.Lua',
    met: 'inline_code: \'function envoy_on_request(h) h:respond({}, "a") end\'',
    unmet: 'inline_code: \'function envoy_on_request(h) h:logInfo("respond") end\'',
  },
  {
    id: 'overload-actions-refused',
    type: 'OverloadAction',
    api: 'v3',
    met: 'name: envoy.overload_actions.shrink_heaps',
    unmet: 'name: envoy.overload_actions.shrink_heap',
  },
  {
    id: 'authorization-retries',
    type: 'ext_authz.HttpService',
    api: 'v3',
    met: 'server_uri: {uri: a, cluster: a, timeout: 1s}\nretry_policy: {retry_on: reset}',
    unmet: 'server_uri: {uri: a, cluster: a, timeout: 1s}\nretry_policy: {num_retries: 2}',
  },
  {
    id: 'header-mutation-encodes',
    type: 'HttpFilter',
    api: 'v3',
    met: `name: a\ntyped_config: {'@type': ${V3}.http.header_mutation.v3.HeaderMutation, mutations: {query_parameter_mutations: [{append: {record: {key: q, value: '%REQ(a)%'}}}]}}`,
    unmet: `name: a\ntyped_config: {'@type': ${V3}.http.header_mutation.v3.HeaderMutation, mutations: {query_parameter_mutations: [{append: {record: {key: q, value: a-b}}}]}}`,
  },
  {
    id: 'no-timeout-of-zero',
    type: 'http.ratelimit.RateLimit',
    met: 'domain: a\ntimeout: 0s',
    unmet: 'domain: a\ntimeout: 1s',
  },
  {
    id: 'no-timeout-of-zero',
    type: 'http.ext_authz.ExtAuthz',
    met: 'http_service: {server_uri: {uri: a, cluster: a, timeout: 0s}}',
    unmet: 'http_service: {server_uri: {uri: a, cluster: a, timeout: 1s}}',
  },
  {
    id: 'removed-guard',
    type: 'LayeredRuntime',
    met: 'layers: [{name: a, static_layer: {envoy.reloadable_features.fix_wildcard_matching: false}}]',
    unmet: 'layers: [{name: a, static_layer: {envoy.reloadable_features.safe_http2_options: false}}]',
  },
  {
    id: 'removed-guard',
    type: 'LayeredRuntime',
    met: 'layers: [{name: a, static_layer: {envoy: {reloadable_features: {fix_wildcard_matching: false}}}}]',
    unmet: 'layers: [{name: a, static_layer: {other.reloadable_features.fix_wildcard_matching: false}}]',
  },
];
