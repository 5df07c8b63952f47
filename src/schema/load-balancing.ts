/** How a cluster picks a host: policies, their settings, subsets and localities. */
import type { EnumTables, MessageTables } from './language.ts';

const TABLE_SIZE = {
  type: 'UInt64Value',
  doc: 'Entries of the table; a prime number.',
  limits: { lte: 5_000_011 },
  default: { value: 65_537 },
} as const;

export const loadBalancingMessages = {
  'Cluster.MaglevLbConfig': {
    doc: 'Settings of lb_policy MAGLEV.',
    section: 'full API',
    fields: { table_size: TABLE_SIZE },
  },
  Maglev: {
    doc: 'Picks hosts by a hash, through a table of Maglev.',
    section: 'full API',
    fields: {
      table_size: TABLE_SIZE,
      consistent_hashing_lb_config: {
        type: 'ConsistentHashingLbConfig',
        doc: 'What is hashed of a host, and how uneven the load may become.',
      },
      locality_weighted_lb_config: {
        type: 'LocalityLbConfig.LocalityWeightedLbConfig',
        doc: 'Present: localities are weighted.',
        presence: true,
      },
    },
  },
  'Cluster.LbSubsetConfig': {
    doc: 'Division of the hosts into subsets by endpoint metadata under proxy.lb.',
    section: 'Cluster.LbSubsetConfig',
    fields: {
      fallback_policy: {
        type: 'Cluster.LbSubsetConfig.LbSubsetFallbackPolicy',
        doc: 'What happens to requests that no subset fits.',
        default: { value: 'NO_FALLBACK' },
        limits: { definedOnly: true },
      },
      default_subset: {
        type: 'Struct',
        doc: 'Metadata of the hosts that fallback DEFAULT_SUBSET uses; fitting none acts as NO_FALLBACK.',
      },
      subset_selectors: {
        type: 'repeated Cluster.LbSubsetConfig.LbSubsetSelector',
        doc: 'Sets of keys; each makes one subset per combination of values. Without any there are none.',
        order: 'set by identity',
      },
      locality_weight_aware: {
        type: 'bool',
        doc: 'Keep locality weights inside subsets; a lone host may then carry a whole locality.',
      },
      scale_locality_weight: {
        type: 'bool',
        doc: 'With locality_weight_aware, shrink each weight by the share of its hosts in the subset.',
      },
      panic_mode_any: {
        type: 'bool',
        doc: 'Where even the fallback finds no host, use any host of the cluster.',
      },
      list_as_any: {
        type: 'bool',
        doc: 'A list in endpoint metadata fits when any of its elements does.',
      },
      metadata_fallback_policy: {
        type: 'Cluster.LbSubsetConfig.LbSubsetMetadataFallbackPolicy',
        doc: 'Whether other metadata is tried when the subset of the route yields no host.',
        limits: { definedOnly: true },
        default: { value: 'METADATA_NO_FALLBACK' },
        only: 'v3',
      },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector': {
    doc: 'One set of metadata keys that makes subsets.',
    section: 'Cluster.LbSubsetConfig.LbSubsetSelector',
    identity: ['keys'],
    fields: {
      keys: {
        type: 'repeated string',
        doc: 'Keys that a request has to bring, exactly these, to be sent to a subset of this selector.',
        order: 'set',
      },
      fallback_policy: {
        type: 'Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy',
        doc: 'What happens when no host has the values asked for; comes before the policy of the whole.',
        limits: { definedOnly: true },
      },
      fallback_keys_subset: {
        type: 'repeated string',
        doc: 'For KEYS_SUBSET only: some, but not all, of keys, to look again with.',
        order: 'set',
      },
      single_host_per_subset: {
        type: 'bool',
        doc: 'Keeps one host per subset, which makes updates fast; further hosts with the same value get no traffic.',
        only: 'v3',
      },
    },
  },
  'Cluster.LeastRequestLbConfig': {
    doc: 'Settings of lb_policy LEAST_REQUEST.',
    section: 'Cluster.LeastRequestLbConfig',
    fields: {
      choice_count: {
        type: 'UInt32Value',
        doc: 'How many random healthy hosts are compared; the one with the fewest requests is taken.',
        limits: { gte: 2 },
        default: { value: 2 },
      },
      active_request_bias: {
        type: 'core.RuntimeDouble',
        doc: "How strongly open requests lower a host's weight when weights differ; absent is 1, 0 ignores them.",
        only: 'v3',
      },
      slow_start_config: {
        type: 'Cluster.SlowStartConfig',
        doc: 'Raises the traffic of new hosts step by step; absent gives them their full share at once.',
        only: 'v3',
      },
    },
  },
  'Cluster.RingHashLbConfig': {
    doc: 'Settings of lb_policy RING_HASH.',
    section: 'Cluster.RingHashLbConfig',
    fields: {
      minimum_ring_size: {
        type: 'UInt64Value',
        doc: 'Fewest entries of the ring; more of them follow the weights more closely.',
        limits: { lte: 8388608 },
        default: { value: 1024 },
      },
      hash_function: {
        type: 'Cluster.RingHashLbConfig.HashFunction',
        doc: 'Hash that places hosts on the ring.',
        default: { value: 'XX_HASH' },
        limits: { definedOnly: true },
      },
      maximum_ring_size: {
        type: 'UInt64Value',
        doc: 'Most entries of the ring; lower it to bound memory.',
        limits: { lte: 8388608 },
        default: { value: 8388608 },
      },
    },
  },
  'Cluster.OriginalDstLbConfig': {
    doc: 'Settings of load balancing to the original destination.',
    section: 'Cluster.OriginalDstLbConfig',
    fields: {
      use_http_header: {
        type: 'bool',
        doc: 'Let the header x-proxy-original-dst-host name the host; clients can then reach any address.',
      },
      http_header_name: {
        type: 'string',
        doc: 'Header read for the destination when use_http_header is true.',
        only: 'v3',
      },
      upstream_port_override: {
        type: 'UInt32Value',
        doc: 'Port to connect to, whatever port the destination, header or filter state names.',
        limits: { lte: 65535 },
        only: 'v3',
      },
      metadata_key: {
        type: 'MetadataKey',
        doc: 'Dynamic metadata that holds the destination; that of the request comes before that of the connection.',
        only: 'v3',
      },
    },
  },
  'Cluster.CommonLbConfig': {
    doc: 'Settings that every load balancing policy shares.',
    section: 'Cluster.CommonLbConfig',
    oneofs: { locality_config_specifier: 'at most one' },
    fields: {
      healthy_panic_threshold: {
        type: 'type.Percent',
        doc: 'Below this share of healthy hosts all hosts get traffic; 0 never does so, and {} is 0.',
        default: { value: { value: 50 } },
        presence: true,
        wholePercents: true,
      },
      zone_aware_lb_config: {
        type: 'Cluster.CommonLbConfig.ZoneAwareLbConfig',
        doc: 'Prefer hosts in the zone of the proxy.',
        oneof: 'locality_config_specifier',
      },
      locality_weighted_lb_config: {
        type: 'Cluster.CommonLbConfig.LocalityWeightedLbConfig',
        doc: 'Share load by the weights of localities; one without a weight then gets none.',
        oneof: 'locality_config_specifier',
        presence: true,
      },
      update_merge_window: {
        type: 'Duration',
        doc: 'Changes of health, weight and metadata are gathered this long; 0s applies each at once.',
        default: { value: '1s' },
      },
      ignore_new_hosts_until_first_hc: {
        type: 'bool',
        doc: 'Leave new hosts out of the reckoning until their first active health check.',
      },
      close_connections_on_host_set_change: {
        type: 'bool',
        doc: 'Drain all upstream connections whenever hosts come or go.',
      },
      consistent_hashing_lb_config: {
        type: 'Cluster.CommonLbConfig.ConsistentHashingLbConfig',
        doc: 'Settings that RING_HASH and MAGLEV share.',
      },
      override_host_status: {
        type: 'core.HealthStatusSet',
        doc: 'Health states in which a host forced by a filter is used; an empty set ignores such hosts.',
        presence: true,
        only: 'v3',
      },
    },
  },
  'Cluster.CommonLbConfig.ZoneAwareLbConfig': {
    doc: 'When traffic stays in the zone of the proxy.',
    section: 'Cluster.CommonLbConfig.ZoneAwareLbConfig',
    fields: {
      routing_enabled: {
        type: 'type.Percent',
        doc: 'Share of requests that may be kept in the zone; {} is 0.',
        default: { value: { value: 100 } },
        presence: true,
      },
      min_cluster_size: {
        type: 'UInt64Value',
        doc: 'With fewer hosts than this, zones are not looked at.',
        default: { value: 6 },
      },
      fail_traffic_on_panic: {
        type: 'bool',
        doc: 'In panic mode fail every request instead of trying all hosts.',
      },
    },
  },
  'Cluster.CommonLbConfig.LocalityWeightedLbConfig': {
    doc: 'Empty message that turns locality weights on.',
    section: 'Cluster.CommonLbConfig',
    fields: {},
  },
  'Cluster.CommonLbConfig.ConsistentHashingLbConfig': {
    doc: 'Settings that RING_HASH and MAGLEV share.',
    section: 'Cluster.CommonLbConfig.ConsistentHashingLbConfig',
    fields: {
      use_hostname_for_hashing: {
        type: 'bool',
        doc: 'Hash host names, not addresses; for STRICT_DNS with one address a name.',
      },
      hash_balance_factor: {
        type: 'UInt32Value',
        doc: 'Most load on one host in percent of the average, at least 100; absent sets no bound.',
        limits: { gte: 100 },
        only: 'v3',
      },
    },
  },
  LoadBalancingPolicy: {
    doc: 'Load balancing by extension, in order of preference.',
    section: 'full API',
    fields: {
      policies: {
        type: 'repeated LoadBalancingPolicy.Policy',
        doc: 'Candidates; the first one the proxy knows is used.',
      },
    },
  },
  'LoadBalancingPolicy.Policy': {
    doc: 'One load balancing extension.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Registered policy.', only: 'v2' },
      config: {
        type: 'Struct',
        doc: 'Settings of the policy without their type.',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Settings of the policy.', only: 'v2' },
      typed_extension_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Name and settings of the load balancing extension.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const loadBalancingEnums = {
  'Cluster.LbPolicy': {
    doc: 'How a host is picked.',
    section: 'Cluster enumerations',
    values: {
      ROUND_ROBIN: { number: 0, doc: 'Each in turn.' },
      LEAST_REQUEST: { number: 1, doc: 'The one with the fewest active requests among a few random ones.' },
      RING_HASH: { number: 2, doc: 'By a hash of the request on a ring of hosts.' },
      RANDOM: { number: 3, doc: 'Any healthy one.' },
      ORIGINAL_DST_LB: {
        number: 4,
        doc: 'The address that the connection was meant for; with type ORIGINAL_DST only.',
        deprecated: { use: 'CLUSTER_PROVIDED', migration: 'original-dst-lb-to-cluster-provided' },
        only: 'v2',
      },
      MAGLEV: { number: 5, doc: 'By a hash of the request in a Maglev table of fixed size.' },
      CLUSTER_PROVIDED: {
        number: 6,
        doc: 'As the cluster type itself decides; has to be set for types that do, such as ORIGINAL_DST.',
      },
      LOAD_BALANCING_POLICY_CONFIG: { number: 7, doc: 'As load_balancing_policy says.', beyond: true },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetFallbackPolicy': {
    doc: 'What happens to requests that no subset fits.',
    section: 'Cluster enumerations',
    values: {
      NO_FALLBACK: { number: 0, doc: 'They fail, as if no host were healthy.' },
      ANY_ENDPOINT: { number: 1, doc: 'Any host of the cluster may take them.' },
      DEFAULT_SUBSET: { number: 2, doc: 'Hosts that fit default_subset take them.' },
    },
  },
  'Cluster.LbSubsetConfig.LbSubsetSelector.LbSubsetSelectorFallbackPolicy': {
    doc: 'What happens to requests whose values no host of one selector has.',
    section: 'Cluster enumerations',
    values: {
      NOT_DEFINED: { number: 0, doc: 'The fallback_policy of lb_subset_config decides.' },
      NO_FALLBACK: { number: 1, doc: 'They fail, as if no host were healthy.' },
      ANY_ENDPOINT: { number: 2, doc: 'Any host of the cluster may take them.' },
      DEFAULT_SUBSET: { number: 3, doc: 'Hosts that fit default_subset take them.' },
      KEYS_SUBSET: { number: 4, doc: 'They are tried again with the keys in fallback_keys_subset alone.' },
    },
  },
  'Cluster.RingHashLbConfig.HashFunction': {
    doc: 'Hash that places hosts on the ring.',
    section: 'Cluster enumerations',
    values: {
      XX_HASH: { number: 0, doc: 'xxHash.' },
      MURMUR_HASH_2: { number: 1, doc: 'MurmurHash2; slower, for rings that have to match older systems.' },
    },
  },
} as const satisfies EnumTables;
