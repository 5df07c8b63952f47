/** How a host is picked, and how failing ones are kept away from. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const loadBalancingMessages: MessageOverlay = {
  'Cluster.MaglevLbConfig': {
    doc: 'Settings of lb_policy MAGLEV.',
    fields: { table_size: 'Entries of the table; a prime number.' },
    defaults: { table_size: 65537 },
  },
  Maglev: {
    doc: 'Picks hosts by a hash, through a table of Maglev.',
    fields: {
      table_size: 'Entries of the table; a prime number.',
      consistent_hashing_lb_config: 'What is hashed of a host, and how uneven the load may become.',
      locality_weighted_lb_config: 'Present: localities are weighted.',
    },
    defaults: { table_size: 65537 },
    presence: ['locality_weighted_lb_config'],
  },
  'Cluster.LbSubsetConfig': {
    doc: 'Division of the hosts into subsets by endpoint metadata under proxy.lb.',
    section: 'Cluster.LbSubsetConfig',
    fields: {
      fallback_policy: 'What happens to requests that no subset fits.',
      default_subset:
        'Metadata of the hosts that fallback DEFAULT_SUBSET uses; fitting none acts as NO_FALLBACK.',
      subset_selectors:
        'Sets of keys; each makes one subset per combination of values. Without any there are none.',
      locality_weight_aware:
        'Keep locality weights inside subsets; a lone host may then carry a whole locality.',
      scale_locality_weight:
        'With locality_weight_aware, shrink each weight by the share of its hosts in the subset.',
      panic_mode_any: 'Where even the fallback finds no host, use any host of the cluster.',
      list_as_any: 'A list in endpoint metadata fits when any of its elements does.',
      metadata_fallback_policy:
        'Whether other metadata is tried when the subset of the route yields no host.',
    },
    defaults: { fallback_policy: 'NO_FALLBACK', metadata_fallback_policy: 'METADATA_NO_FALLBACK' },
    facts: { subset_selectors: { order: 'set by identity' } },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector': {
    doc: 'One set of metadata keys that makes subsets.',
    section: 'Cluster.LbSubsetConfig.LbSubsetSelector',
    identity: ['keys'],
    fields: {
      keys: 'Keys that a request has to bring, exactly these, to be sent to a subset of this selector.',
      fallback_policy:
        'What happens when no host has the values asked for; comes before the policy of the whole.',
      fallback_keys_subset: 'For KEYS_SUBSET only: some, but not all, of keys, to look again with.',
      single_host_per_subset:
        'Keeps one host per subset, which makes updates fast; further hosts with the same value get no traffic.',
    },
    sets: ['keys', 'fallback_keys_subset'],
  },
  'Cluster.LeastRequestLbConfig': {
    doc: 'Settings of lb_policy LEAST_REQUEST.',
    section: 'Cluster.LeastRequestLbConfig',
    fields: {
      choice_count: 'How many random healthy hosts are compared; the one with the fewest requests is taken.',
      active_request_bias:
        "How strongly open requests lower a host's weight when weights differ; absent is 1, 0 ignores them.",
      slow_start_config:
        'Raises the traffic of new hosts step by step; absent gives them their full share at once.',
    },
    defaults: { choice_count: 2 },
  },
  'Cluster.RingHashLbConfig': {
    doc: 'Settings of lb_policy RING_HASH.',
    section: 'Cluster.RingHashLbConfig',
    fields: {
      minimum_ring_size: 'Fewest entries of the ring; more of them follow the weights more closely.',
      hash_function: 'Hash that places hosts on the ring.',
      maximum_ring_size: 'Most entries of the ring; lower it to bound memory.',
    },
    defaults: { minimum_ring_size: 1024, hash_function: 'XX_HASH', maximum_ring_size: 8388608 },
  },
  'Cluster.OriginalDstLbConfig': {
    doc: 'Settings of load balancing to the original destination.',
    section: 'Cluster.OriginalDstLbConfig',
    fields: {
      use_http_header:
        'Let the header x-proxy-original-dst-host name the host; clients can then reach any address.',
      http_header_name: 'Header read for the destination when use_http_header is true.',
      upstream_port_override:
        'Port to connect to, whatever port the destination, header or filter state names.',
      metadata_key:
        'Dynamic metadata that holds the destination; that of the request comes before that of the connection.',
    },
  },
  'Cluster.CommonLbConfig': {
    doc: 'Settings that every load balancing policy shares.',
    section: 'Cluster.CommonLbConfig',
    fields: {
      healthy_panic_threshold:
        'Below this share of healthy hosts all hosts get traffic; 0 never does so, and {} is 0.',
      zone_aware_lb_config: 'Prefer hosts in the zone of the proxy.',
      locality_weighted_lb_config:
        'Share load by the weights of localities; one without a weight then gets none.',
      update_merge_window:
        'Changes of health, weight and metadata are gathered this long; 0s applies each at once.',
      ignore_new_hosts_until_first_hc:
        'Leave new hosts out of the reckoning until their first active health check.',
      close_connections_on_host_set_change: 'Drain all upstream connections whenever hosts come or go.',
      consistent_hashing_lb_config: 'Settings that RING_HASH and MAGLEV share.',
      override_host_status:
        'Health states in which a host forced by a filter is used; an empty set ignores such hosts.',
    },
    defaults: { healthy_panic_threshold: { value: { value: 50 } }, update_merge_window: '1s' },
    presence: ['healthy_panic_threshold', 'locality_weighted_lb_config', 'override_host_status'],
    facts: { healthy_panic_threshold: { wholePercents: true } },
  },
  'Cluster.CommonLbConfig.ZoneAwareLbConfig': {
    doc: 'When traffic stays in the zone of the proxy.',
    section: 'Cluster.CommonLbConfig.ZoneAwareLbConfig',
    fields: {
      routing_enabled: 'Share of requests that may be kept in the zone; {} is 0.',
      min_cluster_size: 'With fewer hosts than this, zones are not looked at.',
      fail_traffic_on_panic: 'In panic mode fail every request instead of trying all hosts.',
    },
    defaults: { routing_enabled: { value: { value: 100 } }, min_cluster_size: 6 },
    presence: ['routing_enabled'],
  },
  'Cluster.CommonLbConfig.LocalityWeightedLbConfig': {
    doc: 'Empty message that turns locality weights on.',
    section: 'Cluster.CommonLbConfig',
  },
  'Cluster.CommonLbConfig.ConsistentHashingLbConfig': {
    doc: 'Settings that RING_HASH and MAGLEV share.',
    section: 'Cluster.CommonLbConfig.ConsistentHashingLbConfig',
    fields: {
      use_hostname_for_hashing: 'Hash host names, not addresses; for STRICT_DNS with one address a name.',
      hash_balance_factor:
        'Most load on one host in percent of the average, at least 100; absent sets no bound.',
    },
  },
  LoadBalancingPolicy: {
    doc: 'Load balancing by extension, in order of preference.',
    fields: { policies: 'Candidates; the first one the proxy knows is used.' },
  },
  'LoadBalancingPolicy.Policy': {
    doc: 'One load balancing extension.',
    identity: ['name'],
    fields: {
      name: 'Registered policy.',
      config: 'Settings of the policy without their type.',
      typed_config: 'Settings of the policy.',
      typed_extension_config: 'Name and settings of the load balancing extension.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  'cluster.CircuitBreakers': {
    doc: 'Limits on what may be under way to a cluster at once.',
    fields: {
      thresholds:
        'Limits per priority; the first entry of a priority counts, and without one its defaults hold.',
      per_host_thresholds:
        'Limits for each single host: max_connections of the first entry for DEFAULT; without one, no limit.',
    },
    facts: { per_host_thresholds: { withoutDefaults: true } },
  },
  'cluster.CircuitBreakers.Thresholds': {
    doc: 'Limits for requests of one priority.',
    identity: ['priority'],
    fields: {
      priority: 'Priority that these limits are for.',
      max_connections: 'Most connections to the cluster.',
      max_pending_requests: 'Most requests waiting for a connection.',
      max_requests: 'Most requests under way at once.',
      max_retries: 'Most retries under way at once; nothing while retry_budget is set.',
      retry_budget: 'Limits retries to a share of the requests; even an empty one replaces max_retries.',
      track_remaining: 'Publish how much of each limit is left, as gauges.',
      max_connection_pools: 'Most connection pools held at once; absent sets no limit.',
    },
    defaults: { max_connections: 1024, max_pending_requests: 1024, max_requests: 1024, max_retries: 3 },
    presence: ['retry_budget'],
  },
  'cluster.CircuitBreakers.Thresholds.RetryBudget': {
    doc: 'Retries as a share of the requests under way.',
    fields: {
      budget_percent: 'Retries per active and pending request, in percent; {} is 0.',
      min_retry_concurrency: 'Retries that are allowed whatever the share comes to.',
    },
    defaults: { budget_percent: { value: { value: 20 } }, min_retry_concurrency: 3 },
    presence: ['budget_percent'],
  },
  'cluster.OutlierDetection': {
    doc: 'Takes failing hosts out of rotation for a while; the enforcing_ fields are chances in percent.',
    fields: {
      consecutive_5xx: 'Server errors in a row that make a host an outlier.',
      interval: 'Time between two sweeps, which eject by statistics and let hosts back in.',
      base_ejection_time: 'How long a host stays out, times how often it has been out.',
      max_ejection_percent: 'Most hosts that are out at once, in percent of the cluster; one always may be.',
      enforcing_consecutive_5xx: 'Chance that consecutive_5xx really ejects; 0 only counts.',
      enforcing_success_rate: 'Chance that a low success rate really ejects; 0 only counts.',
      success_rate_minimum_hosts:
        'Success rates are compared only with at least this many hosts of enough volume.',
      success_rate_request_volume:
        'Requests in one interval that a host needs for its success rate to count.',
      success_rate_stdev_factor:
        'Thousandths of a standard deviation below the mean that make an outlier (1900 is 1.9).',
      consecutive_gateway_failure: 'Gateway errors (502, 503, 504) in a row that make a host an outlier.',
      enforcing_consecutive_gateway_failure:
        'Chance that consecutive_gateway_failure really ejects; 0 only counts.',
      split_external_local_origin_errors:
        "Count the proxy's own errors (timeouts, resets) apart from those the host answers with.",
      consecutive_local_origin_failure:
        'Own errors in a row that make a host an outlier, when they are counted apart.',
      enforcing_consecutive_local_origin_failure:
        'Chance that consecutive_local_origin_failure really ejects; 0 only counts.',
      enforcing_local_origin_success_rate:
        'Chance that a low success rate by own errors really ejects; 0 only counts.',
      failure_percentage_threshold: 'Share of failed requests, in percent, at which a host is an outlier.',
      enforcing_failure_percentage: 'Chance that failure_percentage_threshold really ejects; 0 only counts.',
      enforcing_failure_percentage_local_origin:
        'The same chance for own errors, when they are counted apart.',
      failure_percentage_minimum_hosts:
        'Failure shares are looked at only with at least this many hosts of enough volume.',
      failure_percentage_request_volume:
        'Requests in one interval that a host needs for its failure share to count.',
      max_ejection_time:
        'Longest time a host stays out; absent is 300 s, or base_ejection_time where that is longer.',
      max_ejection_time_jitter:
        'Longest random time added to an ejection, so that not all proxies come back at once.',
      successful_active_health_check_uneject_host:
        'Whether a successful probe brings an ejected host back early.',
      monitors: 'Extensions that judge hosts by their traffic; not implemented.',
      always_eject_one_host: 'Lets at least one host be ejected, whatever max_ejection_percent says.',
    },
    defaults: {
      consecutive_5xx: 5,
      interval: '10s',
      base_ejection_time: '30s',
      max_ejection_percent: 10,
      enforcing_consecutive_5xx: 100,
      enforcing_success_rate: 100,
      success_rate_minimum_hosts: 5,
      success_rate_request_volume: 100,
      success_rate_stdev_factor: 1900,
      consecutive_gateway_failure: 5,
      enforcing_consecutive_gateway_failure: 0,
      consecutive_local_origin_failure: 5,
      enforcing_consecutive_local_origin_failure: 100,
      enforcing_local_origin_success_rate: 100,
      failure_percentage_threshold: 85,
      enforcing_failure_percentage: 0,
      enforcing_failure_percentage_local_origin: 0,
      failure_percentage_minimum_hosts: 5,
      failure_percentage_request_volume: 50,
      max_ejection_time_jitter: '0s',
      successful_active_health_check_uneject_host: true,
      always_eject_one_host: false,
    },
  },
  'endpoint.Endpoint': {
    doc: 'One upstream host.',
    fields: {
      address: 'Where the host is: an IP in STATIC and EDS clusters, a name in those that use DNS.',
      health_check_config: 'What health checks of this host do differently.',
      hostname: 'Name of the host, for auto_host_rewrite and for hashing by name.',
      additional_addresses:
        'Further addresses of the same host, most wanted first, tried after address; STATIC and EDS only.',
    },
  },
  'endpoint.Endpoint.HealthCheckConfig': {
    doc: 'What health checks of one host do differently.',
    fields: {
      port_value: "Port to probe; 0 probes the host's own port.",
      hostname: 'Host that HTTP and gRPC probes of this endpoint name.',
      address: 'IP address that is probed in place of the one of the endpoint.',
      disable_active_health_check: 'Leaves this endpoint out of active probes.',
    },
  },
  'endpoint.LbEndpoint': {
    doc: 'An upstream host with what load balancing has to know about it.',
    identity: ['endpoint.address'],
    fields: {
      endpoint: 'The host itself.',
      endpoint_name: 'A host described under named_endpoints of the same assignment.',
      health_status: 'Its health as the management server sees it.',
      metadata: 'Data that subsets, transport_socket_matches and the canary mark are taken from.',
      load_balancing_weight: 'Its share of the load relative to the other hosts of the locality; at least 1.',
    },
    defaults: { load_balancing_weight: 1 },
  },
  'endpoint.LocalityLbEndpoints': {
    doc: 'The hosts of one locality at one priority.',
    identity: ['priority', 'locality'],
    fields: {
      locality: 'Where these hosts run.',
      lb_endpoints: 'The hosts.',
      load_balancing_weight: 'Share of the load under locality_weighted_lb_config; absent gets none there.',
      priority: 'Rank: 0 takes the load first, higher numbers take over as lower ones fail; without gaps.',
      proximity: 'Distance of the locality, for load balancing by extension; smaller is nearer.',
      metadata: 'Extra data about the locality as a whole.',
      load_balancer_endpoints: 'A list of endpoints; never implemented.',
      leds_cluster_locality_config:
        'Endpoints of the locality by discovery of their own; lb_endpoints then counts for nothing.',
    },
    deprecated: { load_balancer_endpoints: ['lb_endpoints', 'deprecated-without-successor'] },
    presence: ['leds_cluster_locality_config'],
  },
  ClusterLoadAssignment: {
    doc: 'All endpoints of a cluster, with the policy for sharing load among them.',
    identity: ['cluster_name'],
    fields: {
      cluster_name: 'Cluster (or its EDS service_name) that the endpoints belong to.',
      endpoints: 'The endpoints by locality and priority.',
      named_endpoints: 'Hosts that endpoint_name can refer to.',
      policy: 'How load is shared, dropped and moved on.',
    },
    defaults: {
      cluster_name: {
        derived: 'own-cluster-name',
        why: 'Inside a cluster it can only be that cluster, so the name may be left out there.',
      },
    },
  },
  'ClusterLoadAssignment.Policy': {
    doc: 'How load is shared, dropped and moved on.',
    fields: {
      drop_overloads: 'Shares of the traffic to drop; each applies to what those before it left.',
      overprovisioning_factor:
        'Spare capacity in percent: at 140, load spills over once fewer than about 71% are healthy.',
      endpoint_stale_after: 'Without news for this long the endpoints count as stale; absent means never.',
      disable_overprovisioning: 'Never move load to other priorities or localities as hosts fail.',
      weighted_priority_health:
        'Weighs hosts by load_balancing_weight when the health of a priority is worked out, instead of counting them.',
    },
    defaults: { overprovisioning_factor: 140 },
    deprecated: { disable_overprovisioning: ['overprovisioning_factor', 'settings-without-successor'] },
  },
  'ClusterLoadAssignment.Policy.DropOverload': {
    doc: 'Traffic that is dropped for one reason.',
    identity: ['category'],
    fields: { category: 'Name of the reason, in stats.', drop_percentage: 'Share that is dropped.' },
  },
  'core.HealthCheck': {
    doc: 'One way the proxy probes the hosts of a cluster.',
    fields: {
      timeout: 'Longest wait for an answer before the probe counts as failed.',
      interval: 'Time between two probes of a host.',
      initial_jitter: 'Random delay of at most this before the first probe.',
      interval_jitter: 'Random time of at most this added to each interval.',
      interval_jitter_percent:
        'Random share of the interval, in percent, added to it on top of interval_jitter.',
      unhealthy_threshold: 'Failures in a row that make a host unhealthy; an HTTP 503 does so at once.',
      healthy_threshold: 'Successes in a row that make a host healthy; the very first probe needs only one.',
      alt_port: "Port to probe; absent probes the host's own port.",
      reuse_connection: 'Keep the connection between probes instead of opening a new one each time.',
      http_health_check: 'Probe with an HTTP request.',
      tcp_health_check: 'Probe with a TCP connection; an empty one only connects.',
      grpc_health_check: 'Probe with the standard gRPC health service.',
      custom_health_check: 'Probe with an extension.',
      no_traffic_interval: 'Interval while the cluster has never had any traffic.',
      unhealthy_interval: 'Interval for hosts that are unhealthy; absent is interval.',
      unhealthy_edge_interval:
        'Time to the next probe right after a host became unhealthy; absent is unhealthy_interval.',
      healthy_edge_interval: 'Time to the next probe right after a host became healthy; absent is interval.',
      event_log_path: 'File that health events are logged to; absent logs none.',
      event_service: 'Service that health events are sent to.',
      always_log_health_check_failures:
        'Log every failed probe, not only those that change the health of a host.',
      tls_options: "TLS settings of the probes where they differ from the cluster's.",
      no_traffic_healthy_interval:
        'Time between probes of a healthy host while its cluster has had no traffic; absent takes no_traffic_interval.',
      event_logger: 'Extensions that record health check events.',
      always_log_health_check_success:
        'Records every successful probe, not only the one that adds a host or turns it healthy.',
      transport_socket_match_criteria:
        'Chooses a transport socket for the probes among transport_socket_matches, in place of the endpoint metadata.',
    },
    defaults: {
      reuse_connection: true,
      no_traffic_interval: '60s',
      unhealthy_interval: { derived: 'interval', why: 'Absent means interval.' },
      unhealthy_edge_interval: { derived: 'unhealthy-interval', why: 'Absent means unhealthy_interval.' },
      healthy_edge_interval: { derived: 'interval', why: 'Absent means interval.' },
    },
    deprecated: { event_log_path: ['event_logger', 'fields-to-successors'] },
    sets: ['event_logger'],
    presence: ['tcp_health_check', 'grpc_health_check'],
  },
  'core.HealthCheck.Payload': {
    doc: 'Bytes to send or to look for.',
    fields: {
      text: 'The bytes in hex, such as 000000FF.',
      binary: 'The bytes themselves (base64 in JSON and YAML).',
    },
  },
  'core.HealthCheck.HttpHealthCheck': {
    doc: 'An HTTP probe; status 200 is a success unless expected_statuses says otherwise.',
    fields: {
      host: "Host header of the probe; absent is the endpoint's hostname or the cluster name.",
      path: 'Path that is requested.',
      send: 'Body of the request; not implemented.',
      receive: 'Body that has to come back; not implemented.',
      service_name:
        'Prefix that the x-proxy-upstream-healthchecked-cluster header of the answer has to carry.',
      request_headers_to_add: 'Headers added to the probe.',
      request_headers_to_remove: 'Headers taken off the probe.',
      use_http2: 'Probe over HTTP/2.',
      expected_statuses: 'Statuses that count as success, as half-open ranges; absent accepts only 200.',
      codec_client_type: 'HTTP version of the probe.',
      service_name_matcher:
        'What the x-proxy-upstream-healthchecked-cluster header of the answer has to match.',
      response_buffer_size: 'Bytes of the response body compared with receive; 0 compares all of it.',
      retriable_statuses:
        'Statuses from 100 to 599 that count as one failed probe instead of failing the host at once.',
      method: 'Method of the probe, any but CONNECT.',
    },
    defaults: { response_buffer_size: 1024, method: 'GET' },
    deprecated: {
      service_name: ['service_name_matcher', 'service-name-to-matcher'],
      use_http2: ['codec_client_type: HTTP2', 'health-check-http-two-to-codec'],
    },
    sets: ['request_headers_to_remove', 'expected_statuses', 'retriable_statuses'],
  },
  'core.HealthCheck.TcpHealthCheck': {
    doc: 'A TCP probe.',
    fields: {
      send: 'Bytes to send; absent sends none.',
      receive: 'Blocks that have to come back in this order, with anything between them.',
      proxy_protocol_config:
        'Starts each probe with a PROXY protocol header; even an empty one turns this on, with version 1.',
    },
    presence: ['proxy_protocol_config'],
  },
  'core.HealthCheck.RedisHealthCheck': {
    doc: 'A Redis probe.',
    fields: { key: 'Key that must not exist for the host to be healthy; absent sends PING instead.' },
  },
  'core.HealthCheck.GrpcHealthCheck': {
    doc: 'A probe of the standard gRPC health service; the cluster has to speak HTTP/2.',
    fields: {
      service_name: 'Service to ask about; absent asks about the whole server.',
      authority: ":authority of the probe; absent is the endpoint's hostname or the cluster name.",
      initial_metadata: 'Headers sent with each gRPC probe.',
    },
  },
  'core.HealthCheck.CustomHealthCheck': {
    doc: 'A probe made by an extension.',
    fields: {
      name: 'Registered health checker.',
      config: 'Settings of the checker without their type.',
      typed_config: 'Settings of the checker.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  'core.HealthCheck.TlsOptions': {
    doc: 'TLS settings of probes alone.',
    fields: { alpn_protocols: "Protocols offered by ALPN in probes, in order; absent offers the cluster's." },
  },
  'core.EventServiceConfig': {
    doc: 'Service that receives health events.',
    fields: { grpc_service: 'The gRPC service to send them to.' },
  },
};

export const loadBalancingEnums: EnumOverlay = {
  'Cluster.LbPolicy': {
    doc: 'How a host is picked.',
    section: 'Cluster enumerations',
    values: {
      ROUND_ROBIN: 'Each in turn.',
      LEAST_REQUEST: 'The one with the fewest active requests among a few random ones.',
      RING_HASH: 'By a hash of the request on a ring of hosts.',
      RANDOM: 'Any healthy one.',
      ORIGINAL_DST_LB: 'The address that the connection was meant for; with type ORIGINAL_DST only.',
      MAGLEV: 'By a hash of the request in a Maglev table of fixed size.',
      CLUSTER_PROVIDED:
        'As the cluster type itself decides; has to be set for types that do, such as ORIGINAL_DST.',
      LOAD_BALANCING_POLICY_CONFIG: 'As load_balancing_policy says.',
    },
    deprecated: { ORIGINAL_DST_LB: ['CLUSTER_PROVIDED', 'original-dst-lb-to-cluster-provided'] },
    unmodelled: ['LOAD_BALANCING_POLICY_CONFIG'],
  },
  'Cluster.LbSubsetConfig.LbSubsetFallbackPolicy': {
    doc: 'What happens to requests that no subset fits.',
    section: 'Cluster enumerations',
    values: {
      NO_FALLBACK: 'They fail, as if no host were healthy.',
      ANY_ENDPOINT: 'Any host of the cluster may take them.',
      DEFAULT_SUBSET: 'Hosts that fit default_subset take them.',
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy': {
    doc: 'What happens to requests whose values no host of one selector has.',
    section: 'Cluster enumerations',
    values: {
      NOT_DEFINED: 'The fallback_policy of lb_subset_config decides.',
      NO_FALLBACK: 'They fail, as if no host were healthy.',
      ANY_ENDPOINT: 'Any host of the cluster may take them.',
      DEFAULT_SUBSET: 'Hosts that fit default_subset take them.',
      KEYS_SUBSET: 'They are tried again with the keys in fallback_keys_subset alone.',
    },
  },
  'Cluster.RingHashLbConfig.HashFunction': {
    doc: 'Hash that places hosts on the ring.',
    section: 'Cluster enumerations',
    values: {
      XX_HASH: 'xxHash.',
      MURMUR_HASH_2: 'MurmurHash2; slower, for rings that have to match older systems.',
    },
  },
  'core.HealthStatus': {
    doc: 'Health of an endpoint as the management server sees it.',
    values: {
      UNKNOWN: 'Not known; treated as healthy.',
      HEALTHY: 'Takes load.',
      UNHEALTHY: 'Takes no load.',
      DRAINING: 'Being taken out of service; treated as unhealthy.',
      TIMEOUT: 'Its probe timed out; treated as unhealthy.',
      DEGRADED: 'Takes load only while too few hosts are fully healthy.',
    },
  },
};
