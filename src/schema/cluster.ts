/**
 * Upstream clusters. What a cluster holds is in `discovery.ts`, `upstream-connection.ts`, `load-balancing.ts`
 * and `protection.ts`.
 */
import type { MessageTables } from './language.ts';

export const clusterMessages = {
  Cluster: {
    doc: 'A named group of upstream hosts: how they are found, picked, reached and watched.',
    section: 'Cluster',
    oneofs: { cluster_discovery_type: 'at most one', lb_config: 'at most one' },
    identity: ['name'],
    fields: {
      transport_socket_matches: {
        type: 'repeated Cluster.TransportSocketMatch',
        doc: 'Transport sockets picked by endpoint metadata, first match first; transport_socket if none fits.',
      },
      name: {
        type: 'string',
        doc: 'Name that routes refer to, unique among clusters; stats show it with : as _.',
        required: true,
      },
      alt_stat_name: {
        type: 'string',
        doc: 'Name in stats instead of name, with : as _.',
      },
      type: {
        type: 'Cluster.DiscoveryType',
        doc: 'How hosts are found; absent, without cluster_type, is STATIC.',
        oneof: 'cluster_discovery_type',
        default: { value: 'STATIC' },
        limits: { definedOnly: true },
      },
      cluster_type: {
        type: 'Cluster.CustomClusterType',
        doc: 'An extension that finds the hosts, in place of type.',
        oneof: 'cluster_discovery_type',
      },
      eds_cluster_config: {
        type: 'Cluster.EdsClusterConfig',
        doc: 'Where endpoints come from when type is EDS.',
      },
      connect_timeout: {
        type: 'Duration',
        doc: 'Longest wait for a new connection to a host; absent is 5 s, which older proxies refuse.',
        limits: { gt: '0s' },
        default: {
          value: '5s',
          why: 'The specification names no default; 5 s is what proxies that accept its absence take.',
        },
      },
      per_connection_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: "Soft limit on each connection's read and write buffers, in bytes.",
        default: { value: 1048576 },
      },
      lb_policy: {
        type: 'Cluster.LbPolicy',
        doc: 'How a host is picked for each request or connection.',
        limits: { definedOnly: true },
      },
      hosts: {
        type: 'repeated core.Address',
        doc: 'Hosts of a STATIC, STRICT_DNS or LOGICAL_DNS cluster; nothing while load_assignment is set.',
        deprecated: { use: 'load_assignment', migration: 'hosts-to-load-assignment' },
        only: 'v2',
      },
      load_assignment: {
        type: 'ClusterLoadAssignment',
        doc: 'Hosts of a STATIC, STRICT_DNS or LOGICAL_DNS cluster, with localities, weights and metadata.',
        presence: true,
      },
      health_checks: {
        type: 'repeated core.HealthCheck',
        doc: 'Active probes of the hosts; without any, every host counts as healthy.',
        in: { v3: { limits: { maxItems: 8 } } },
      },
      max_requests_per_connection: {
        type: 'UInt32Value',
        doc: 'Requests after which a connection is closed; 1 ends keep-alive, absent sets no limit.',
        in: {
          v3: {
            deprecated: {
              use: 'max_requests_per_connection of common_http_protocol_options in an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      circuit_breakers: {
        type: 'cluster.CircuitBreakers',
        doc: 'Limits on connections, requests and retries under way.',
      },
      tls_context: {
        type: 'UpstreamTlsContext',
        doc: 'TLS to the hosts; even an empty one turns TLS on. Nothing while transport_socket is set.',
        deprecated: {
          use: 'transport_socket with an UpstreamTlsContext',
          migration: 'tls-context-to-transport-socket',
        },
        presence: true,
        only: 'v2',
      },
      upstream_http_protocol_options: {
        type: 'core.UpstreamHttpProtocolOptions',
        doc: 'SNI and certificate checks taken from the request, for HTTP of any version.',
        in: {
          v3: {
            deprecated: {
              use: 'typed_extension_protocol_options with an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      common_http_protocol_options: {
        type: 'core.HttpProtocolOptions',
        doc: 'Timeouts and limits of upstream HTTP/1 and HTTP/2 connections.',
        in: {
          v3: {
            deprecated: {
              use: 'typed_extension_protocol_options with an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      http_protocol_options: {
        type: 'core.Http1ProtocolOptions',
        doc: 'Settings of upstream HTTP/1 connections.',
        in: {
          v3: {
            deprecated: {
              use: 'typed_extension_protocol_options with an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      http2_protocol_options: {
        type: 'core.Http2ProtocolOptions',
        doc: 'Even when empty, makes upstream connections HTTP/2, without asking the host (also over TLS).',
        presence: true,
        in: {
          v3: {
            deprecated: {
              use: 'typed_extension_protocol_options with an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      extension_protocol_options: {
        type: 'map<string, Struct>',
        doc: 'Upstream protocol settings by filter name, without their types.',
        deprecated: { use: 'typed_extension_protocol_options', migration: 'protocol-options-to-typed' },
        only: 'v2',
      },
      typed_extension_protocol_options: {
        type: 'map<string, Any>',
        doc: 'Upstream protocol settings by filter name.',
      },
      dns_refresh_rate: {
        type: 'Duration',
        doc: 'How often names are looked up again in STRICT_DNS and LOGICAL_DNS clusters; at least 1 ms.',
        limits: { gte: '0.001s' },
        default: { value: '5s' },
        in: {
          v3: {
            limits: { gt: '0.001s' },
            deprecated: { use: 'cluster_type with a DnsCluster', migration: 'dns-settings-to-typed' },
          },
        },
      },
      dns_failure_refresh_rate: {
        type: 'Cluster.RefreshRate',
        doc: 'How often names are looked up again while look-ups fail; absent keeps dns_refresh_rate.',
        default: {
          derived: 'dns-refresh-rate',
          why: 'Without it, failed look-ups are repeated at the same rate as successful ones.',
        },
        in: {
          v3: { deprecated: { use: 'cluster_type with a DnsCluster', migration: 'dns-settings-to-typed' } },
        },
      },
      respect_dns_ttl: {
        type: 'bool',
        doc: 'Look names up again when their DNS record expires, instead of by dns_refresh_rate.',
        in: {
          v3: { deprecated: { use: 'cluster_type with a DnsCluster', migration: 'dns-settings-to-typed' } },
        },
      },
      dns_lookup_family: {
        type: 'Cluster.DnsLookupFamily',
        doc: 'Which IP versions are asked for, in STRICT_DNS and LOGICAL_DNS clusters.',
        default: { value: 'AUTO' },
        limits: { definedOnly: true },
      },
      dns_resolvers: {
        type: 'repeated core.Address',
        doc: 'DNS servers for STRICT_DNS and LOGICAL_DNS; absent uses those of the system.',
        in: { v3: { deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' } } },
      },
      use_tcp_for_dns_lookups: {
        type: 'bool',
        doc: 'Ask DNS over TCP only.',
        in: { v3: { deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' } } },
      },
      outlier_detection: {
        type: 'cluster.OutlierDetection',
        doc: 'Takes failing hosts out of rotation; even an empty one turns this on with the defaults.',
        presence: true,
      },
      cleanup_interval: {
        type: 'Duration',
        doc: 'ORIGINAL_DST only: hosts without traffic for this long are forgotten.',
        limits: { gt: '0s' },
        default: { value: '5s' },
      },
      upstream_bind_config: {
        type: 'core.BindConfig',
        doc: 'Local address of upstream connections, in place of the one in the bootstrap.',
      },
      lb_subset_config: {
        type: 'Cluster.LbSubsetConfig',
        doc: 'Divides the hosts into subsets by metadata, which routes choose from.',
      },
      ring_hash_lb_config: {
        type: 'Cluster.RingHashLbConfig',
        doc: 'Settings of lb_policy RING_HASH.',
        oneof: 'lb_config',
      },
      original_dst_lb_config: {
        type: 'Cluster.OriginalDstLbConfig',
        doc: 'Settings of load balancing to the original destination.',
        oneof: 'lb_config',
      },
      least_request_lb_config: {
        type: 'Cluster.LeastRequestLbConfig',
        doc: 'Settings of lb_policy LEAST_REQUEST.',
        oneof: 'lb_config',
      },
      common_lb_config: {
        type: 'Cluster.CommonLbConfig',
        doc: 'Settings that every load balancing policy shares.',
      },
      transport_socket: {
        type: 'core.TransportSocket',
        doc: 'How bytes reach the hosts, most often TLS; absent, with no tls_context, is plaintext.',
      },
      metadata: {
        type: 'core.Metadata',
        doc: 'Extra data about the cluster for stats, logs and filters.',
      },
      protocol_selection: {
        type: 'Cluster.ClusterProtocolSelection',
        doc: 'What decides the HTTP version used upstream.',
        in: {
          v3: {
            deprecated: {
              use: 'typed_extension_protocol_options with an HttpProtocolOptions',
              migration: 'http-options-to-typed',
            },
          },
        },
      },
      upstream_connection_options: {
        type: 'UpstreamConnectionOptions',
        doc: 'TCP settings of upstream connections.',
      },
      close_connections_on_host_health_failure: {
        type: 'bool',
        doc: 'Close all connections to a host the moment it turns unhealthy; for the TCP proxy only.',
      },
      ignore_health_on_host_removal: {
        type: 'bool',
        doc: 'Drop a host as soon as discovery no longer lists it, even while its probes still succeed.',
        in: { v2: { name: 'drain_connections_on_host_removal' } },
      },
      filters: {
        type: 'repeated cluster.Filter',
        doc: 'Network filters for all connections to the hosts, in the order they apply.',
      },
      load_balancing_policy: {
        type: 'LoadBalancingPolicy',
        doc: 'Load balancing by extension, used with LOAD_BALANCING_POLICY_CONFIG.',
        beyond: true,
      },
      lrs_server: {
        type: 'core.ConfigSource',
        doc: 'Server that load reports go to; absent sends none for this cluster.',
        presence: true,
        beyond: true,
      },
      track_timeout_budgets: {
        type: 'bool',
        doc: 'Publish what share of its timeout each request used, as a histogram of percents.',
        in: { v3: { deprecated: { use: 'track_cluster_stats', migration: 'fields-to-successors' } } },
      },
      transport_socket_matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that picks one of transport_socket_matches by name, from endpoint data or shared filter state.',
        only: 'v3',
      },
      dns_jitter: {
        type: 'Duration',
        doc: 'Longest random delay added to each repeated look-up, for STRICT_DNS and LOGICAL_DNS.',
        limits: { gte: '0s' },
        deprecated: { use: 'cluster_type with a DnsCluster', migration: 'dns-settings-to-typed' },
        only: 'v3',
      },
      dns_resolution_config: {
        type: 'core.DnsResolutionConfig',
        doc: 'DNS servers and options of look-ups for the cluster.',
        deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' },
        only: 'v3',
      },
      typed_dns_resolver_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
        only: 'v3',
      },
      wait_for_warm_on_init: {
        type: 'BoolValue',
        doc: 'Whether start-up waits for the first look-up; for STRICT_DNS, LOGICAL_DNS and Redis clusters.',
        default: { value: true },
        only: 'v3',
      },
      maglev_lb_config: {
        type: 'Cluster.MaglevLbConfig',
        doc: 'Settings of lb_policy MAGLEV.',
        oneof: 'lb_config',
        only: 'v3',
      },
      round_robin_lb_config: {
        type: 'Cluster.RoundRobinLbConfig',
        doc: 'Settings of lb_policy ROUND_ROBIN.',
        oneof: 'lb_config',
        only: 'v3',
      },
      lrs_report_endpoint_metrics: {
        type: 'repeated string',
        doc: 'Metrics from the load reports of endpoints to pass on to the LRS server, such as `named_metrics.foo`.',
        order: 'set',
        only: 'v3',
      },
      upstream_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that makes the upstream connection pools of HTTP traffic; absent uses the generic one.',
        only: 'v3',
      },
      track_cluster_stats: {
        type: 'TrackClusterStats',
        doc: 'Optional stats of the cluster, such as timeout budgets and message sizes.',
        only: 'v3',
      },
      preconnect_policy: {
        type: 'Cluster.PreconnectPolicy',
        doc: 'How many connections are opened ahead of need.',
        only: 'v3',
      },
      connection_pool_per_downstream_connection: {
        type: 'bool',
        doc: 'Gives each client connection an upstream connection pool of its own.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
