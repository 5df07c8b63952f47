/** Forwarding to an upstream: target, rewrites, timeouts, mirroring, upgrades. */
import type { EnumTables, MessageTables } from './language.ts';

export const routeActionMessages = {
  'route.RouteAction': {
    doc: 'Forwards a request: to which cluster, with which rewrites, timeouts and retries.',
    section: 'route.RouteAction',
    oneofs: { cluster_specifier: 'exactly one', host_rewrite_specifier: 'at most one' },
    fields: {
      cluster: {
        type: 'string',
        doc: 'Name of the one cluster that gets the traffic.',
        oneof: 'cluster_specifier',
        limits: { minBytes: 1 },
        names: 'cluster',
      },
      cluster_header: {
        type: 'string',
        doc: 'Request header that holds the cluster name; 404 when it is missing or names no cluster.',
        oneof: 'cluster_specifier',
        limits: { minBytes: 1, text: 'header-name' },
      },
      weighted_clusters: {
        type: 'route.WeightedCluster',
        doc: 'Several clusters that share the traffic by weight.',
        oneof: 'cluster_specifier',
        presence: true,
      },
      cluster_not_found_response_code: {
        type: 'route.RouteAction.ClusterNotFoundResponseCode',
        doc: 'Status when the configured cluster does not exist; absent means 503.',
        limits: { definedOnly: true },
      },
      metadata_match: {
        type: 'core.Metadata',
        doc: 'Narrows the hosts to a subset by their metadata under `proxy.lb`; a weighted cluster can override keys.',
      },
      prefix_rewrite: {
        type: 'string',
        doc: 'Replaces the matched prefix or path byte for byte; mind the trailing slash.',
        limits: { text: 'header-value' },
      },
      regex_rewrite: {
        type: 'type.matcher.RegexMatchAndSubstitute',
        doc: 'Replaces every regex hit in the path, leaving the query alone; not together with prefix_rewrite.',
        presence: true,
        beyond: true,
      },
      host_rewrite_literal: {
        type: 'string',
        doc: 'Host sent upstream in place of the one requested, port included.',
        oneof: 'host_rewrite_specifier',
        limits: { text: 'header-value' },
        in: { v2: { name: 'host_rewrite' } },
      },
      auto_host_rewrite: {
        type: 'BoolValue',
        doc: 'Sends the DNS name of the chosen upstream host as Host; works with STRICT_DNS and LOGICAL_DNS only.',
        oneof: 'host_rewrite_specifier',
      },
      host_rewrite_header: {
        type: 'string',
        doc: 'Request header whose value becomes the Host; an absent or empty one changes nothing.',
        oneof: 'host_rewrite_specifier',
        limits: { text: 'header-name' },
        beyond: true,
        in: { v2: { name: 'auto_host_rewrite_header' } },
      },
      timeout: {
        type: 'Duration',
        doc: 'Time from the end of the request to the end of the response, all retries included; 0 means no limit.',
        default: { value: '15s' },
      },
      idle_timeout: {
        type: 'Duration',
        doc: 'Longest silence on the stream; 0 means no limit, absent leaves it to the connection manager.',
      },
      retry_policy: {
        type: 'route.RetryPolicy',
        doc: 'Retries on this route; even an empty one hides the retry policy of the virtual host.',
        presence: true,
      },
      retry_policy_typed_config: {
        type: 'Any',
        doc: 'Retry policy supplied by an extension; not supported by the proxy of this API version.',
        beyond: true,
      },
      request_mirror_policy: {
        type: 'route.RouteAction.RequestMirrorPolicy',
        doc: 'Sends a copy of the requests to a second cluster.',
        presence: true,
        deprecated: { use: 'request_mirror_policies', migration: 'mirror-policy-to-policies' },
        only: 'v2',
      },
      request_mirror_policies: {
        type: 'repeated route.RouteAction.RequestMirrorPolicy',
        doc: 'Sends copies of the requests to other clusters, one policy each.',
        beyond: true,
      },
      priority: {
        type: 'core.RoutingPriority',
        doc: 'Connection pool and circuit breaker thresholds to use; absent means DEFAULT.',
        limits: { definedOnly: true },
      },
      rate_limits: {
        type: 'repeated route.RateLimit',
        doc: 'Rate limit descriptors of this route; they replace those of the virtual host.',
      },
      include_vh_rate_limits: {
        type: 'BoolValue',
        doc: 'Keeps the rate limits of the virtual host although the route has its own.',
        default: { value: false },
        in: {
          v3: {
            deprecated: {
              use: 'typed_per_filter_config with a RateLimitPerRoute',
              migration: 'deprecated-without-successor',
            },
          },
        },
      },
      hash_policy: {
        type: 'repeated route.RouteAction.HashPolicy',
        doc: 'What consistent hashing hashes, combined in this order; nothing hashed means a random host.',
      },
      cors: {
        type: 'route.CorsPolicy',
        doc: 'Cross-origin policy of this route; even an empty one hides that of the virtual host.',
        presence: true,
        in: {
          v3: {
            deprecated: {
              use: 'typed_per_filter_config with a CorsPolicy',
              migration: 'cors-to-per-filter-config',
            },
          },
        },
      },
      max_grpc_timeout: {
        type: 'Duration',
        doc: 'Makes gRPC requests use their grpc-timeout, capped at this; 0 means no cap, absent ignores grpc-timeout.',
        in: {
          v3: {
            deprecated: {
              use: 'max_stream_duration.grpc_timeout_header_max',
              migration: 'grpc-timeouts-to-stream-duration',
            },
          },
        },
      },
      grpc_timeout_offset: {
        type: 'Duration',
        doc: 'Time taken off grpc-timeout, so that the proxy gives up before the client does.',
        beyond: true,
        in: {
          v3: {
            deprecated: {
              use: 'max_stream_duration.grpc_timeout_header_offset',
              migration: 'grpc-timeouts-to-stream-duration',
            },
          },
        },
      },
      upgrade_configs: {
        type: 'repeated route.RouteAction.UpgradeConfig',
        doc: 'Protocol upgrades switched on or off for this route.',
        order: 'set',
      },
      internal_redirect_action: {
        type: 'route.RouteAction.InternalRedirectAction',
        doc: 'Whether redirects from the upstream go to the client or are followed here; absent passes them on.',
        in: {
          v3: { deprecated: { use: 'internal_redirect_policy', migration: 'internal-redirects-to-policy' } },
        },
      },
      max_internal_redirects: {
        type: 'UInt32Value',
        doc: 'How many redirects from the upstream are followed for one request.',
        default: { value: 1 },
        beyond: true,
        in: {
          v3: {
            deprecated: {
              use: 'internal_redirect_policy.max_internal_redirects',
              migration: 'internal-redirects-to-policy',
            },
          },
        },
      },
      hedge_policy: {
        type: 'route.HedgePolicy',
        doc: 'Request hedging on this route; even an empty one hides that of the virtual host.',
        presence: true,
        beyond: true,
      },
      cluster_specifier_plugin: {
        type: 'string',
        doc: 'Name of a plugin in the route configuration that chooses the cluster.',
        oneof: 'cluster_specifier',
        only: 'v3',
      },
      inline_cluster_specifier_plugin: {
        type: 'route.ClusterSpecifierPlugin',
        doc: 'A plugin, configured here, that chooses the cluster.',
        oneof: 'cluster_specifier',
        only: 'v3',
      },
      path_rewrite_policy: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that rewrites the path, such as by URI template; not with another path rewrite.',
        only: 'v3',
      },
      path_rewrite: {
        type: 'string',
        doc: 'Format of the whole new path without query; an empty result keeps the old one. Not with another path rewrite.',
        only: 'v3',
      },
      host_rewrite_path_regex: {
        type: 'type.matcher.RegexMatchAndSubstitute',
        doc: 'Makes the Host out of the path by regex and substitution, query left out.',
        oneof: 'host_rewrite_specifier',
        presence: true,
        only: 'v3',
      },
      host_rewrite: {
        type: 'string',
        doc: 'Template with command operators that makes the new Host header.',
        oneof: 'host_rewrite_specifier',
        only: 'v3',
      },
      append_x_forwarded_host: {
        type: 'bool',
        doc: 'Adds the old Host to `x-forwarded-host` when a rewrite changes it.',
        only: 'v3',
      },
      flush_timeout: {
        type: 'Duration',
        doc: 'Longest wait for the peer to take the rest of a stream; 0 means no limit, absent follows the connection manager.',
        only: 'v3',
      },
      early_data_policy: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that decides which requests go upstream as TLS early data; absent allows safe methods.',
        only: 'v3',
      },
      internal_redirect_policy: {
        type: 'route.InternalRedirectPolicy',
        doc: 'Follows redirects of the upstream here instead of passing them on; even an empty one turns this on.',
        presence: true,
        only: 'v3',
      },
      max_stream_duration: {
        type: 'route.RouteAction.MaxStreamDuration',
        doc: 'Longest life of a stream on this route, and what becomes of grpc-timeout.',
        only: 'v3',
      },
    },
  },
  'route.RouteAction.RequestMirrorPolicy': {
    doc: 'Sends copies of requests to another cluster and ignores the answers; the copy has `-shadow` on its Host.',
    section: 'route.RouteAction.RequestMirrorPolicy',
    fields: {
      cluster: {
        type: 'string',
        doc: 'Cluster that gets the copies.',
        required: true,
        names: 'cluster',
        in: { v3: { required: false } },
      },
      runtime_key: {
        type: 'string',
        doc: 'Runtime key with the mirrored share, 0 to 10000 in steps of 0.01%; an unset key mirrors nothing.',
        deprecated: { use: 'runtime_fraction', migration: 'mirror-runtime-key-to-fraction' },
        names: 'runtime key',
        only: 'v2',
      },
      runtime_fraction: {
        type: 'core.RuntimeFractionalPercent',
        doc: 'Share of requests to mirror; wins over runtime_key. With neither, all are mirrored.',
        presence: true,
        default: {
          derived: 'every-request',
          why: 'With neither runtime_fraction nor runtime_key all requests are mirrored.',
        },
      },
      trace_sampled: {
        type: 'BoolValue',
        doc: 'Whether the span of the copy is sampled.',
        default: { value: true },
        beyond: true,
      },
      cluster_header: {
        type: 'string',
        doc: 'Request header that names the cluster for the copies; none is sent when it is missing. Not with cluster.',
        limits: { text: 'header-name' },
        only: 'v3',
      },
      disable_shadow_host_suffix_append: {
        type: 'bool',
        doc: 'Leaves `-shadow` off the Host of the copy.',
        only: 'v3',
      },
      request_headers_mutations: {
        type: 'repeated mutation_rules.HeaderMutation',
        doc: 'Changes to the headers of the copy, in this order; the original keeps its own.',
        limits: { maxItems: 1000 },
        only: 'v3',
      },
      host_rewrite_literal: {
        type: 'string',
        doc: 'Host of the copy, to which no `-shadow` is added.',
        limits: { text: 'header-value' },
        only: 'v3',
      },
    },
  },
  'route.RouteAction.UpgradeConfig': {
    doc: 'Allows or forbids one kind of protocol upgrade on a route.',
    section: 'route.RouteAction.UpgradeConfig',
    identity: ['upgrade_type'],
    fields: {
      upgrade_type: {
        type: 'string',
        doc: 'Value of the Upgrade header in any letter case, such as `websocket`.',
        limits: { text: 'header-value' },
        in: { v3: { required: true } },
      },
      enabled: {
        type: 'BoolValue',
        doc: 'Whether the upgrade is allowed here, whatever the connection manager says.',
        default: { value: true },
      },
      connect_config: {
        type: 'route.RouteAction.UpgradeConfig.ConnectConfig',
        doc: 'Ends CONNECT here and sends its payload upstream as raw TCP; even an empty one turns this on.',
        presence: true,
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const routeActionEnums = {
  'route.RouteAction.ClusterNotFoundResponseCode': {
    doc: 'What the client gets when the cluster of a route does not exist.',
    section: 'route.RouteAction',
    values: {
      SERVICE_UNAVAILABLE: { number: 0, doc: '503 Service Unavailable.' },
      NOT_FOUND: { number: 1, doc: '404 Not Found.' },
      INTERNAL_SERVER_ERROR: { number: 2, doc: '500 Internal Server Error.', only: 'v3' },
    },
  },
  'route.RouteAction.InternalRedirectAction': {
    doc: 'What happens to a redirect that the upstream answers with.',
    section: 'route.RouteAction',
    values: {
      PASS_THROUGH_INTERNAL_REDIRECT: { number: 0, doc: 'The client gets it.' },
      HANDLE_INTERNAL_REDIRECT: {
        number: 1,
        doc: 'A 302 is followed by the proxy itself, with a new routing decision.',
      },
    },
  },
} as const satisfies EnumTables;
