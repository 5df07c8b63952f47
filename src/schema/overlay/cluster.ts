/** Upstream clusters, how their hosts are found and connected to. */
import type { EnumOverlay, MessageOverlay, Replacement } from './language.ts';

const HTTP_OPTIONS: Replacement = [
  'typed_extension_protocol_options with an HttpProtocolOptions',
  'http-options-to-typed',
];
const DNS_CLUSTER: Replacement = ['cluster_type with a DnsCluster', 'dns-settings-to-typed'];
const DNS_RESOLVER: Replacement = ['typed_dns_resolver_config', 'dns-settings-to-typed'];

export const clusterMessages: MessageOverlay = {
  Cluster: {
    doc: 'A named group of upstream hosts: how they are found, picked, reached and watched.',
    section: 'Cluster',
    identity: ['name'],
    fields: {
      transport_socket_matches:
        'Transport sockets picked by endpoint metadata, first match first; transport_socket if none fits.',
      name: 'Name that routes refer to, unique among clusters; stats show it with : as _.',
      alt_stat_name: 'Name in stats instead of name, with : as _.',
      type: 'How hosts are found; absent, without cluster_type, is STATIC.',
      cluster_type: 'An extension that finds the hosts, in place of type.',
      eds_cluster_config: 'Where endpoints come from when type is EDS.',
      connect_timeout:
        'Longest wait for a new connection to a host; absent is 5 s, which older proxies refuse.',
      per_connection_buffer_limit_bytes: "Soft limit on each connection's read and write buffers, in bytes.",
      lb_policy: 'How a host is picked for each request or connection.',
      hosts: 'Hosts of a STATIC, STRICT_DNS or LOGICAL_DNS cluster; nothing while load_assignment is set.',
      load_assignment:
        'Hosts of a STATIC, STRICT_DNS or LOGICAL_DNS cluster, with localities, weights and metadata.',
      health_checks: 'Active probes of the hosts; without any, every host counts as healthy.',
      max_requests_per_connection:
        'Requests after which a connection is closed; 1 ends keep-alive, absent sets no limit.',
      circuit_breakers: 'Limits on connections, requests and retries under way.',
      tls_context: 'TLS to the hosts; even an empty one turns TLS on. Nothing while transport_socket is set.',
      upstream_http_protocol_options:
        'SNI and certificate checks taken from the request, for HTTP of any version.',
      common_http_protocol_options: 'Timeouts and limits of upstream HTTP/1 and HTTP/2 connections.',
      http_protocol_options: 'Settings of upstream HTTP/1 connections.',
      http2_protocol_options:
        'Even when empty, makes upstream connections HTTP/2, without asking the host (also over TLS).',
      extension_protocol_options: 'Upstream protocol settings by filter name, without their types.',
      typed_extension_protocol_options: 'Upstream protocol settings by filter name.',
      dns_refresh_rate:
        'How often names are looked up again in STRICT_DNS and LOGICAL_DNS clusters; at least 1 ms.',
      dns_failure_refresh_rate:
        'How often names are looked up again while look-ups fail; absent keeps dns_refresh_rate.',
      respect_dns_ttl: 'Look names up again when their DNS record expires, instead of by dns_refresh_rate.',
      dns_lookup_family: 'Which IP versions are asked for, in STRICT_DNS and LOGICAL_DNS clusters.',
      dns_resolvers: 'DNS servers for STRICT_DNS and LOGICAL_DNS; absent uses those of the system.',
      use_tcp_for_dns_lookups: 'Ask DNS over TCP only.',
      outlier_detection:
        'Takes failing hosts out of rotation; even an empty one turns this on with the defaults.',
      cleanup_interval: 'ORIGINAL_DST only: hosts without traffic for this long are forgotten.',
      upstream_bind_config: 'Local address of upstream connections, in place of the one in the bootstrap.',
      lb_subset_config: 'Divides the hosts into subsets by metadata, which routes choose from.',
      ring_hash_lb_config: 'Settings of lb_policy RING_HASH.',
      original_dst_lb_config: 'Settings of load balancing to the original destination.',
      least_request_lb_config: 'Settings of lb_policy LEAST_REQUEST.',
      common_lb_config: 'Settings that every load balancing policy shares.',
      transport_socket:
        'How bytes reach the hosts, most often TLS; absent, with no tls_context, is plaintext.',
      metadata: 'Extra data about the cluster for stats, logs and filters.',
      protocol_selection: 'What decides the HTTP version used upstream.',
      upstream_connection_options: 'TCP settings of upstream connections.',
      close_connections_on_host_health_failure:
        'Close all connections to a host the moment it turns unhealthy; for the TCP proxy only.',
      ignore_health_on_host_removal:
        'Drop a host as soon as discovery no longer lists it, even while its probes still succeed.',
      filters: 'Network filters for all connections to the hosts, in the order they apply.',
      load_balancing_policy: 'Load balancing by extension, used with LOAD_BALANCING_POLICY_CONFIG.',
      lrs_server: 'Server that load reports go to; absent sends none for this cluster.',
      track_timeout_budgets:
        'Publish what share of its timeout each request used, as a histogram of percents.',
      transport_socket_matcher:
        'Match tree that picks one of transport_socket_matches by name, from endpoint data or shared filter state.',
      dns_jitter: 'Longest random delay added to each repeated look-up, for STRICT_DNS and LOGICAL_DNS.',
      dns_resolution_config: 'DNS servers and options of look-ups for the cluster.',
      typed_dns_resolver_config:
        'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
      wait_for_warm_on_init:
        'Whether start-up waits for the first look-up; for STRICT_DNS, LOGICAL_DNS and Redis clusters.',
      maglev_lb_config: 'Settings of lb_policy MAGLEV.',
      round_robin_lb_config: 'Settings of lb_policy ROUND_ROBIN.',
      lrs_report_endpoint_metrics:
        'Metrics from the load reports of endpoints to pass on to the LRS server, such as `named_metrics.foo`.',
      upstream_config:
        'Extension that makes the upstream connection pools of HTTP traffic; absent uses the generic one.',
      track_cluster_stats: 'Optional stats of the cluster, such as timeout budgets and message sizes.',
      preconnect_policy: 'How many connections are opened ahead of need.',
      connection_pool_per_downstream_connection:
        'Gives each client connection an upstream connection pool of its own.',
    },
    defaults: {
      type: 'STATIC',
      connect_timeout: {
        value: '5s',
        why: 'The specification names no default; 5 s is what proxies that accept its absence take.',
      },
      per_connection_buffer_limit_bytes: 1048576,
      dns_refresh_rate: '5s',
      dns_failure_refresh_rate: {
        derived: 'dns-refresh-rate',
        why: 'Without it, failed look-ups are repeated at the same rate as successful ones.',
      },
      dns_lookup_family: 'AUTO',
      cleanup_interval: '5s',
      wait_for_warm_on_init: true,
    },
    deprecated: {
      hosts: ['load_assignment', 'hosts-to-load-assignment'],
      max_requests_per_connection: [
        'max_requests_per_connection of common_http_protocol_options in an HttpProtocolOptions',
        'http-options-to-typed',
      ],
      tls_context: ['transport_socket with an UpstreamTlsContext', 'tls-context-to-transport-socket'],
      upstream_http_protocol_options: HTTP_OPTIONS,
      common_http_protocol_options: HTTP_OPTIONS,
      http_protocol_options: HTTP_OPTIONS,
      http2_protocol_options: HTTP_OPTIONS,
      extension_protocol_options: ['typed_extension_protocol_options', 'protocol-options-to-typed'],
      dns_refresh_rate: DNS_CLUSTER,
      dns_failure_refresh_rate: DNS_CLUSTER,
      respect_dns_ttl: DNS_CLUSTER,
      dns_resolvers: DNS_RESOLVER,
      use_tcp_for_dns_lookups: DNS_RESOLVER,
      protocol_selection: HTTP_OPTIONS,
      track_timeout_budgets: ['track_cluster_stats', 'fields-to-successors'],
      dns_jitter: DNS_CLUSTER,
      dns_resolution_config: DNS_RESOLVER,
    },
    sets: ['lrs_report_endpoint_metrics'],
    presence: [
      'load_assignment',
      'tls_context',
      'http2_protocol_options',
      'outlier_detection',
      'lrs_server',
      'eds_cluster_config',
      'upstream_bind_config',
    ],
    unmodelled: ['load_balancing_policy', 'lrs_server'],
    was: { ignore_health_on_host_removal: 'drain_connections_on_host_removal' },
    facts: { dns_refresh_rate: { in: { v2: { limits: { gte: '0.001s' } } } } },
  },
  'Cluster.CustomClusterType': {
    doc: 'An extension that finds the hosts of a cluster.',
    section: 'Cluster.CustomClusterType',
    fields: { name: 'Registered cluster type.', typed_config: 'Settings of that cluster type.' },
  },
  'Cluster.EdsClusterConfig': {
    doc: 'Where an EDS cluster gets its endpoints.',
    section: 'Cluster.EdsClusterConfig',
    fields: {
      eds_config: 'Source of the endpoints.',
      service_name: "Name to ask that source for; absent is the cluster's name.",
    },
  },
  'Cluster.RefreshRate': {
    doc: 'Growing waits between repeated look-ups.',
    section: 'Cluster.RefreshRate',
    fields: {
      base_interval: 'The first wait; has to be less than max_interval.',
      max_interval: 'The longest wait; absent is ten times base_interval.',
    },
    defaults: {
      max_interval: {
        derived: 'ten-times-base-interval',
        why: 'The specification sets the longest wait to ten times the base interval.',
      },
    },
    facts: {
      base_interval: { in: { v2: { limits: { gt: '0s' } } } },
      max_interval: { in: { v2: { limits: false } } },
    },
  },
  'Cluster.TransportSocketMatch': {
    doc: 'A transport socket for those endpoints whose metadata fits.',
    section: 'Cluster.TransportSocketMatch',
    identity: ['name'],
    fields: {
      name: 'Name of this entry in stats.',
      match: 'Values the endpoint must have under proxy.transport_socket_match; empty fits every endpoint.',
      transport_socket: 'The socket for endpoints that fit.',
    },
  },
  UpstreamBindConfig: {
    doc: 'Local side of upstream connections.',
    section: 'UpstreamBindConfig and UpstreamConnectionOptions',
    fields: { source_address: 'Local address to connect from.' },
  },
  UpstreamConnectionOptions: {
    doc: 'TCP settings of upstream connections.',
    section: 'UpstreamBindConfig and UpstreamConnectionOptions',
    fields: {
      tcp_keepalive:
        "Even when empty, turns keepalive probes on, with the system's values where none are set.",
      set_local_interface_name_on_upstream_connections:
        'Notes the network interface of each upstream connection for extensions; costs some speed.',
      happy_eyeballs_config: 'Order in which the addresses of a host with several are tried.',
    },
    presence: ['tcp_keepalive'],
  },
  'cluster.Filter': {
    doc: 'A network filter on upstream connections.',
    identity: ['name'],
    fields: {
      name: 'Registered filter.',
      typed_config: 'Settings of the filter.',
      config_discovery:
        'Where the filter settings come from instead of typed_config; until they are there, connections are closed.',
    },
  },
  'aggregate.ClusterConfig': {
    doc: 'A cluster made of others: the next takes over when the ones before have no healthy hosts.',
    fields: { clusters: 'The clusters, most wanted first.' },
    names: { clusters: 'cluster' },
  },
  'composite.ClusterConfig': {
    doc: 'A cluster made of others: each retry goes to the next one.',
    fields: { clusters: 'The clusters, that of the first attempt first.' },
  },
  'composite.ClusterConfig.ClusterEntry': {
    doc: 'A member of a composite cluster.',
    fields: { name: 'The cluster.' },
    names: { name: 'cluster' },
  },
  'dynamic_forward_proxy.ClusterConfig': {
    doc: 'A cluster whose hosts are looked up as requests name them.',
    fields: {
      dns_cache_config: 'The DNS cache; must equal that of the HTTP filter of the same name.',
      sub_clusters_config:
        'Makes a full cluster for each host and port, in place of dns_cache_config; even an empty one does.',
      allow_insecure_cluster_options: 'Lets the cluster turn off auto_sni and auto_san_validation.',
      allow_coalesced_connections:
        'Reuses HTTP/2 and HTTP/3 connections for other hosts with the same address and a fitting certificate.',
    },
    presence: ['sub_clusters_config'],
  },
  DnsCacheConfig: {
    doc: 'A DNS cache that a cluster and an HTTP filter share by name.',
    fields: {
      name: 'Name of the cache; caches with one name must have one configuration.',
      dns_lookup_family: 'Which address families are looked up.',
      dns_refresh_rate: 'Time between two lookups of a cached host, at least 1 ms.',
      host_ttl: 'A host that no request named for this long is dropped.',
      max_hosts: 'Most hosts the cache holds; requests for more are refused.',
      dns_failure_refresh_rate: 'Backoff after failed lookups; absent means dns_refresh_rate.',
      dns_min_refresh_rate:
        'Shortest time between look-ups of a host, even where its TTL is shorter; at least 1 s.',
      disable_dns_refresh_on_failure:
        'Forgets hosts whose look-up failed instead of trying again; the next request does.',
      dns_cache_circuit_breaker:
        'Limit on requests that wait for a look-up; absent still applies one of 1024.',
      use_tcp_for_dns_lookups: 'Ask DNS over TCP only.',
      dns_resolution_config: 'DNS servers and options of look-ups for the cache.',
      typed_dns_resolver_config:
        'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
      preresolve_hostnames: 'Hosts looked up at the start, before a request needs them.',
      dns_query_timeout: 'Longest wait for a look-up; 0 leaves it to the resolver.',
      key_value_config: 'Store that keeps the cache beyond a restart; absent keeps it in memory only.',
    },
    defaults: {
      dns_refresh_rate: '60s',
      host_ttl: '300s',
      max_hosts: 1024,
      dns_min_refresh_rate: '5s',
      dns_query_timeout: '5s',
    },
    deprecated: {
      use_tcp_for_dns_lookups: DNS_RESOLVER,
      dns_resolution_config: DNS_RESOLVER,
    },
    sets: ['preresolve_hostnames'],
  },
};

export const clusterEnums: EnumOverlay = {
  'Cluster.DiscoveryType': {
    doc: 'How the hosts of a cluster are found.',
    section: 'Cluster enumerations',
    values: {
      STATIC: 'Listed by IP address in the cluster.',
      STRICT_DNS: 'Every address that DNS returns is a host.',
      LOGICAL_DNS: 'One host: the first address that DNS returns when a connection is made.',
      EDS: 'Sent by the source in eds_cluster_config.',
      ORIGINAL_DST: 'The address that a redirected connection was meant for.',
    },
  },
  'Cluster.DnsLookupFamily': {
    doc: 'IP version of the addresses looked up; nothing outside STRICT_DNS and LOGICAL_DNS.',
    section: 'Cluster enumerations',
    values: {
      AUTO: 'IPv6, and IPv4 where there is none.',
      V4_ONLY: 'IPv4 alone.',
      V6_ONLY: 'IPv6 alone.',
      V4_PREFERRED: 'IPv4, and IPv6 only when there is no IPv4 address.',
      ALL: 'Both IPv4 and IPv6, and all addresses are kept.',
    },
  },
  'Cluster.ClusterProtocolSelection': {
    doc: 'What decides the HTTP version used upstream.',
    section: 'Cluster enumerations',
    values: {
      USE_CONFIGURED_PROTOCOL: 'The cluster: HTTP/2 with http2_protocol_options, HTTP/1.1 without.',
      USE_DOWNSTREAM_PROTOCOL: 'The version that the client of the request speaks.',
    },
  },
};
