import type { EnumTables, MessageTables } from './language.ts';

export const dynamicForwardMessages = {
  'config.cluster.aggregate.v2alpha.ClusterConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      clusters: { type: 'repeated string', doc: 'TODO', required: true },
    },
  },
  'config.cluster.dynamic_forward_proxy.v2alpha.ClusterConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      dns_cache_config: { type: 'config.common.dynamic_forward_proxy.v2alpha.DnsCacheConfig', doc: 'TODO', required: true },
    },
  },
  'config.common.dynamic_forward_proxy.v2alpha.DnsCacheConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      dns_lookup_family: { type: 'Cluster.DnsLookupFamily', doc: 'TODO' },
      dns_refresh_rate: { type: 'Duration', doc: 'TODO', limits: { gte: '0.001s' } },
      host_ttl: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      max_hosts: { type: 'UInt32Value', doc: 'TODO', limits: { gt: 0 } },
      dns_failure_refresh_rate: { type: 'Cluster.RefreshRate', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const dynamicForwardEnums = {

} as const satisfies EnumTables;
