import type { EnumTables, MessageTables } from './language.ts';

export const clusterMessages = {
  'cluster.CircuitBreakers': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      thresholds: { type: 'repeated cluster.CircuitBreakers.Thresholds', doc: 'TODO' },
    },
  },
  'cluster.CircuitBreakers.Thresholds': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      priority: { type: 'core.RoutingPriority', doc: 'TODO' },
      max_connections: { type: 'UInt32Value', doc: 'TODO' },
      max_pending_requests: { type: 'UInt32Value', doc: 'TODO' },
      max_requests: { type: 'UInt32Value', doc: 'TODO' },
      max_retries: { type: 'UInt32Value', doc: 'TODO' },
      retry_budget: { type: 'cluster.CircuitBreakers.Thresholds.RetryBudget', doc: 'TODO' },
      track_remaining: { type: 'bool', doc: 'TODO' },
      max_connection_pools: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'cluster.CircuitBreakers.Thresholds.RetryBudget': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      budget_percent: { type: 'type.Percent', doc: 'TODO' },
      min_retry_concurrency: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'cluster.Filter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      typed_config: { type: 'Any', doc: 'TODO' },
    },
  },
  'cluster.OutlierDetection': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      consecutive_5xx: { type: 'UInt32Value', doc: 'TODO' },
      interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      base_ejection_time: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      max_ejection_percent: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      enforcing_consecutive_5xx: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      enforcing_success_rate: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      success_rate_minimum_hosts: { type: 'UInt32Value', doc: 'TODO' },
      success_rate_request_volume: { type: 'UInt32Value', doc: 'TODO' },
      success_rate_stdev_factor: { type: 'UInt32Value', doc: 'TODO' },
      consecutive_gateway_failure: { type: 'UInt32Value', doc: 'TODO' },
      enforcing_consecutive_gateway_failure: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      split_external_local_origin_errors: { type: 'bool', doc: 'TODO' },
      consecutive_local_origin_failure: { type: 'UInt32Value', doc: 'TODO' },
      enforcing_consecutive_local_origin_failure: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      enforcing_local_origin_success_rate: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      failure_percentage_threshold: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      enforcing_failure_percentage: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      enforcing_failure_percentage_local_origin: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 100 } },
      failure_percentage_minimum_hosts: { type: 'UInt32Value', doc: 'TODO' },
      failure_percentage_request_volume: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'Cluster': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { cluster_discovery_type: 'at most one', lb_config: 'at most one' },
    fields: {
      transport_socket_matches: { type: 'repeated Cluster.TransportSocketMatch', doc: 'TODO' },
      name: { type: 'string', doc: 'TODO', required: true },
      alt_stat_name: { type: 'string', doc: 'TODO' },
      type: { type: 'Cluster.DiscoveryType', doc: 'TODO', oneof: 'cluster_discovery_type' },
      cluster_type: { type: 'Cluster.CustomClusterType', doc: 'TODO', oneof: 'cluster_discovery_type' },
      eds_cluster_config: { type: 'Cluster.EdsClusterConfig', doc: 'TODO' },
      connect_timeout: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      per_connection_buffer_limit_bytes: { type: 'UInt32Value', doc: 'TODO' },
      lb_policy: { type: 'Cluster.LbPolicy', doc: 'TODO' },
      hosts: { type: 'repeated core.Address', doc: 'TODO', deprecated: { use: 'TODO' } },
      load_assignment: { type: 'ClusterLoadAssignment', doc: 'TODO' },
      health_checks: { type: 'repeated core.HealthCheck', doc: 'TODO' },
      max_requests_per_connection: { type: 'UInt32Value', doc: 'TODO' },
      circuit_breakers: { type: 'cluster.CircuitBreakers', doc: 'TODO' },
      tls_context: { type: 'auth.UpstreamTlsContext', doc: 'TODO', deprecated: { use: 'TODO' } },
      upstream_http_protocol_options: { type: 'core.UpstreamHttpProtocolOptions', doc: 'TODO' },
      common_http_protocol_options: { type: 'core.HttpProtocolOptions', doc: 'TODO' },
      http_protocol_options: { type: 'core.Http1ProtocolOptions', doc: 'TODO' },
      http2_protocol_options: { type: 'core.Http2ProtocolOptions', doc: 'TODO' },
      extension_protocol_options: { type: 'map<string, Struct>', doc: 'TODO', deprecated: { use: 'TODO' } },
      typed_extension_protocol_options: { type: 'map<string, Any>', doc: 'TODO' },
      dns_refresh_rate: { type: 'Duration', doc: 'TODO', limits: { gt: '0.001s' } },
      dns_failure_refresh_rate: { type: 'Cluster.RefreshRate', doc: 'TODO' },
      respect_dns_ttl: { type: 'bool', doc: 'TODO' },
      dns_lookup_family: { type: 'Cluster.DnsLookupFamily', doc: 'TODO' },
      dns_resolvers: { type: 'repeated core.Address', doc: 'TODO' },
      use_tcp_for_dns_lookups: { type: 'bool', doc: 'TODO' },
      outlier_detection: { type: 'cluster.OutlierDetection', doc: 'TODO' },
      cleanup_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      upstream_bind_config: { type: 'core.BindConfig', doc: 'TODO' },
      lb_subset_config: { type: 'Cluster.LbSubsetConfig', doc: 'TODO' },
      ring_hash_lb_config: { type: 'Cluster.RingHashLbConfig', doc: 'TODO', oneof: 'lb_config' },
      original_dst_lb_config: { type: 'Cluster.OriginalDstLbConfig', doc: 'TODO', oneof: 'lb_config' },
      least_request_lb_config: { type: 'Cluster.LeastRequestLbConfig', doc: 'TODO', oneof: 'lb_config' },
      common_lb_config: { type: 'Cluster.CommonLbConfig', doc: 'TODO' },
      transport_socket: { type: 'core.TransportSocket', doc: 'TODO' },
      metadata: { type: 'core.Metadata', doc: 'TODO' },
      protocol_selection: { type: 'Cluster.ClusterProtocolSelection', doc: 'TODO' },
      upstream_connection_options: { type: 'UpstreamConnectionOptions', doc: 'TODO' },
      close_connections_on_host_health_failure: { type: 'bool', doc: 'TODO' },
      drain_connections_on_host_removal: { type: 'bool', doc: 'TODO' },
      filters: { type: 'repeated cluster.Filter', doc: 'TODO' },
      load_balancing_policy: { type: 'LoadBalancingPolicy', doc: 'TODO' },
      lrs_server: { type: 'core.ConfigSource', doc: 'TODO' },
      track_timeout_budgets: { type: 'bool', doc: 'TODO' },
    },
  },
  'Cluster.TransportSocketMatch': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      match: { type: 'Struct', doc: 'TODO' },
      transport_socket: { type: 'core.TransportSocket', doc: 'TODO' },
    },
  },
  'Cluster.CustomClusterType': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      typed_config: { type: 'Any', doc: 'TODO' },
    },
  },
  'Cluster.EdsClusterConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      eds_config: { type: 'core.ConfigSource', doc: 'TODO' },
      service_name: { type: 'string', doc: 'TODO' },
    },
  },
  'Cluster.LbSubsetConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      fallback_policy: { type: 'Cluster.LbSubsetConfig.LbSubsetFallbackPolicy', doc: 'TODO' },
      default_subset: { type: 'Struct', doc: 'TODO' },
      subset_selectors: { type: 'repeated Cluster.LbSubsetConfig.LbSubsetSelector', doc: 'TODO' },
      locality_weight_aware: { type: 'bool', doc: 'TODO' },
      scale_locality_weight: { type: 'bool', doc: 'TODO' },
      panic_mode_any: { type: 'bool', doc: 'TODO' },
      list_as_any: { type: 'bool', doc: 'TODO' },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      keys: { type: 'repeated string', doc: 'TODO' },
      fallback_policy: { type: 'Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy', doc: 'TODO' },
      fallback_keys_subset: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'Cluster.LeastRequestLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      choice_count: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 2 } },
    },
  },
  'Cluster.RingHashLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      minimum_ring_size: { type: 'UInt64Value', doc: 'TODO', limits: { lte: 8388608 } },
      hash_function: { type: 'Cluster.RingHashLbConfig.HashFunction', doc: 'TODO' },
      maximum_ring_size: { type: 'UInt64Value', doc: 'TODO', limits: { lte: 8388608 } },
    },
  },
  'Cluster.OriginalDstLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      use_http_header: { type: 'bool', doc: 'TODO' },
    },
  },
  'Cluster.CommonLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { locality_config_specifier: 'at most one' },
    fields: {
      healthy_panic_threshold: { type: 'type.Percent', doc: 'TODO' },
      zone_aware_lb_config: { type: 'Cluster.CommonLbConfig.ZoneAwareLbConfig', doc: 'TODO', oneof: 'locality_config_specifier' },
      locality_weighted_lb_config: { type: 'Cluster.CommonLbConfig.LocalityWeightedLbConfig', doc: 'TODO', oneof: 'locality_config_specifier' },
      update_merge_window: { type: 'Duration', doc: 'TODO' },
      ignore_new_hosts_until_first_hc: { type: 'bool', doc: 'TODO' },
      close_connections_on_host_set_change: { type: 'bool', doc: 'TODO' },
      consistent_hashing_lb_config: { type: 'Cluster.CommonLbConfig.ConsistentHashingLbConfig', doc: 'TODO' },
    },
  },
  'Cluster.CommonLbConfig.ZoneAwareLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      routing_enabled: { type: 'type.Percent', doc: 'TODO' },
      min_cluster_size: { type: 'UInt64Value', doc: 'TODO' },
      fail_traffic_on_panic: { type: 'bool', doc: 'TODO' },
    },
  },
  'Cluster.CommonLbConfig.LocalityWeightedLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'Cluster.CommonLbConfig.ConsistentHashingLbConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      use_hostname_for_hashing: { type: 'bool', doc: 'TODO' },
    },
  },
  'Cluster.RefreshRate': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      base_interval: { type: 'Duration', doc: 'TODO', required: true, limits: { gt: '0.001s' } },
      max_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0.001s' } },
    },
  },
  'LoadBalancingPolicy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      policies: { type: 'repeated LoadBalancingPolicy.Policy', doc: 'TODO' },
    },
  },
  'LoadBalancingPolicy.Policy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO' },
    },
  },
  'UpstreamBindConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      source_address: { type: 'core.Address', doc: 'TODO' },
    },
  },
  'UpstreamConnectionOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      tcp_keepalive: { type: 'core.TcpKeepalive', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const clusterEnums = {
  'Cluster.DiscoveryType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      STATIC: { number: 0, doc: 'TODO' },
      STRICT_DNS: { number: 1, doc: 'TODO' },
      LOGICAL_DNS: { number: 2, doc: 'TODO' },
      EDS: { number: 3, doc: 'TODO' },
      ORIGINAL_DST: { number: 4, doc: 'TODO' },
    },
  },
  'Cluster.LbPolicy': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      ROUND_ROBIN: { number: 0, doc: 'TODO' },
      LEAST_REQUEST: { number: 1, doc: 'TODO' },
      RING_HASH: { number: 2, doc: 'TODO' },
      RANDOM: { number: 3, doc: 'TODO' },
      ORIGINAL_DST_LB: { number: 4, doc: 'TODO' },
      MAGLEV: { number: 5, doc: 'TODO' },
      CLUSTER_PROVIDED: { number: 6, doc: 'TODO' },
      LOAD_BALANCING_POLICY_CONFIG: { number: 7, doc: 'TODO' },
    },
  },
  'Cluster.DnsLookupFamily': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      AUTO: { number: 0, doc: 'TODO' },
      V4_ONLY: { number: 1, doc: 'TODO' },
      V6_ONLY: { number: 2, doc: 'TODO' },
    },
  },
  'Cluster.ClusterProtocolSelection': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      USE_CONFIGURED_PROTOCOL: { number: 0, doc: 'TODO' },
      USE_DOWNSTREAM_PROTOCOL: { number: 1, doc: 'TODO' },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetFallbackPolicy': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      NO_FALLBACK: { number: 0, doc: 'TODO' },
      ANY_ENDPOINT: { number: 1, doc: 'TODO' },
      DEFAULT_SUBSET: { number: 2, doc: 'TODO' },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      NOT_DEFINED: { number: 0, doc: 'TODO' },
      NO_FALLBACK: { number: 1, doc: 'TODO' },
      ANY_ENDPOINT: { number: 2, doc: 'TODO' },
      DEFAULT_SUBSET: { number: 3, doc: 'TODO' },
      KEYS_SUBSET: { number: 4, doc: 'TODO' },
    },
  },
  'Cluster.RingHashLbConfig.HashFunction': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      XX_HASH: { number: 0, doc: 'TODO' },
      MURMUR_HASH_2: { number: 1, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
