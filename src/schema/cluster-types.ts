/** Configurations of cluster types that are extensions: aggregate and dynamic forward proxy. */
import type { MessageTables } from './language.ts';

export const clusterTypeMessages = {
  'aggregate.ClusterConfig': {
    doc: 'A cluster made of others: the next takes over when the ones before have no healthy hosts.',
    section: 'full API',
    fields: {
      clusters: {
        type: 'repeated string',
        doc: 'The clusters, most wanted first.',
        required: true,
        names: 'cluster',
      },
    },
  },
  'dynamic_forward_proxy.ClusterConfig': {
    doc: 'A cluster whose hosts are looked up as requests name them.',
    section: 'full API',
    oneofs: { cluster_implementation_specifier: 'at most one' },
    fields: {
      dns_cache_config: {
        type: 'DnsCacheConfig',
        doc: 'The DNS cache; must equal that of the HTTP filter of the same name.',
        required: true,
        in: { v3: { required: false, oneof: 'cluster_implementation_specifier' } },
      },
      sub_clusters_config: {
        type: 'SubClustersConfig',
        doc: 'Makes a full cluster for each host and port, in place of dns_cache_config; even an empty one does.',
        oneof: 'cluster_implementation_specifier',
        presence: true,
        only: 'v3',
      },
      allow_insecure_cluster_options: {
        type: 'bool',
        doc: 'Lets the cluster turn off auto_sni and auto_san_validation.',
        only: 'v3',
      },
      allow_coalesced_connections: {
        type: 'bool',
        doc: 'Reuses HTTP/2 and HTTP/3 connections for other hosts with the same address and a fitting certificate.',
        only: 'v3',
      },
    },
  },
  DnsCacheConfig: {
    doc: 'A DNS cache that a cluster and an HTTP filter share by name.',
    section: 'full API',
    fields: {
      name: {
        type: 'string',
        doc: 'Name of the cache; caches with one name must have one configuration.',
        required: true,
      },
      dns_lookup_family: {
        type: 'Cluster.DnsLookupFamily',
        doc: 'Which address families are looked up.',
        limits: { definedOnly: true },
      },
      dns_refresh_rate: {
        type: 'Duration',
        doc: 'Time between two lookups of a cached host, at least 1 ms.',
        default: { value: '60s' },
        limits: { gte: '0.001s' },
      },
      host_ttl: {
        type: 'Duration',
        doc: 'A host that no request named for this long is dropped.',
        default: { value: '300s' },
        limits: { gt: '0s' },
      },
      max_hosts: {
        type: 'UInt32Value',
        doc: 'Most hosts the cache holds; requests for more are refused.',
        default: { value: 1024 },
        limits: { gt: 0 },
      },
      dns_failure_refresh_rate: {
        type: 'Cluster.RefreshRate',
        doc: 'Backoff after failed lookups; absent means dns_refresh_rate.',
      },
      dns_min_refresh_rate: {
        type: 'Duration',
        doc: 'Shortest time between look-ups of a host, even where its TTL is shorter; at least 1 s.',
        limits: { gte: '1s' },
        default: { value: '5s' },
        only: 'v3',
      },
      disable_dns_refresh_on_failure: {
        type: 'bool',
        doc: 'Forgets hosts whose look-up failed instead of trying again; the next request does.',
        only: 'v3',
      },
      dns_cache_circuit_breaker: {
        type: 'DnsCacheCircuitBreakers',
        doc: 'Limit on requests that wait for a look-up; absent still applies one of 1024.',
        only: 'v3',
      },
      use_tcp_for_dns_lookups: {
        type: 'bool',
        doc: 'Ask DNS over TCP only.',
        deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' },
        only: 'v3',
      },
      dns_resolution_config: {
        type: 'core.DnsResolutionConfig',
        doc: 'DNS servers and options of look-ups for the cache.',
        deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' },
        only: 'v3',
      },
      typed_dns_resolver_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
        only: 'v3',
      },
      preresolve_hostnames: {
        type: 'repeated core.SocketAddress',
        doc: 'Hosts looked up at the start, before a request needs them.',
        order: 'set',
        only: 'v3',
      },
      dns_query_timeout: {
        type: 'Duration',
        doc: 'Longest wait for a look-up; 0 leaves it to the resolver.',
        limits: { gte: '0s' },
        default: { value: '5s' },
        only: 'v3',
      },
      key_value_config: {
        type: 'KeyValueStoreConfig',
        doc: 'Store that keeps the cache beyond a restart; absent keeps it in memory only.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
