/** Configurations of cluster types that are extensions: aggregate and dynamic forward proxy. */
import type { MessageTables } from './language.ts';

export const clusterTypeMessages = {
  'aggregate.ClusterConfig': {
    doc: 'A cluster made of others: the next takes over when the ones before have no healthy hosts.',
    section: 'wider model',
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
    section: 'wider model',
    fields: {
      dns_cache_config: {
        type: 'DnsCacheConfig',
        doc: 'The DNS cache; must equal that of the HTTP filter of the same name.',
        required: true,
      },
    },
  },
  DnsCacheConfig: {
    doc: 'A DNS cache that a cluster and an HTTP filter share by name.',
    section: 'wider model',
    fields: {
      name: {
        type: 'string',
        doc: 'Name of the cache; caches with one name must have one configuration.',
        required: true,
      },
      dns_lookup_family: { type: 'Cluster.DnsLookupFamily', doc: 'Which address families are looked up.' },
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
    },
  },
} as const satisfies MessageTables;
