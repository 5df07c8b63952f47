/** How the hosts of a cluster are found. */
import type { EnumTables, MessageTables } from './language.ts';

export const discoveryMessages = {
  'Cluster.CustomClusterType': {
    doc: 'An extension that finds the hosts of a cluster.',
    section: 'Cluster.CustomClusterType',
    fields: {
      name: { type: 'string', doc: 'Registered cluster type.', required: true },
      typed_config: { type: 'Any', doc: 'Settings of that cluster type.' },
    },
  },
  'Cluster.EdsClusterConfig': {
    doc: 'Where an EDS cluster gets its endpoints.',
    section: 'Cluster.EdsClusterConfig',
    fields: {
      eds_config: { type: 'core.ConfigSource', doc: 'Source of the endpoints.' },
      service_name: { type: 'string', doc: "Name to ask that source for; absent is the cluster's name." },
    },
  },
  'Cluster.RefreshRate': {
    doc: 'Growing waits between repeated look-ups.',
    section: 'Cluster.RefreshRate',
    fields: {
      base_interval: {
        type: 'Duration',
        doc: 'The first wait; has to be less than max_interval.',
        required: true,
        limits: { gt: '0s' },
        in: { v3: { limits: { gt: '0.001s' } } },
      },
      max_interval: {
        type: 'Duration',
        doc: 'The longest wait; absent is ten times base_interval.',
        default: {
          derived: 'ten-times-base-interval',
          why: 'The specification sets the longest wait to ten times the base interval.',
        },
        in: { v3: { limits: { gt: '0.001s' } } },
      },
    },
  },
} as const satisfies MessageTables;

export const discoveryEnums = {
  'Cluster.DiscoveryType': {
    doc: 'How the hosts of a cluster are found.',
    section: 'Cluster enumerations',
    values: {
      STATIC: { number: 0, doc: 'Listed by IP address in the cluster.' },
      STRICT_DNS: { number: 1, doc: 'Every address that DNS returns is a host.' },
      LOGICAL_DNS: {
        number: 2,
        doc: 'One host: the first address that DNS returns when a connection is made.',
      },
      EDS: { number: 3, doc: 'Sent by the source in eds_cluster_config.' },
      ORIGINAL_DST: { number: 4, doc: 'The address that a redirected connection was meant for.' },
    },
  },
  'Cluster.DnsLookupFamily': {
    doc: 'IP version of the addresses looked up; nothing outside STRICT_DNS and LOGICAL_DNS.',
    section: 'Cluster enumerations',
    values: {
      AUTO: { number: 0, doc: 'IPv6, and IPv4 where there is none.' },
      V4_ONLY: { number: 1, doc: 'IPv4 alone.' },
      V6_ONLY: { number: 2, doc: 'IPv6 alone.' },
      V4_PREFERRED: {
        number: 3,
        doc: 'IPv4, and IPv6 only when there is no IPv4 address.',
        only: 'v3',
      },
      ALL: { number: 4, doc: 'Both IPv4 and IPv6, and all addresses are kept.', only: 'v3' },
    },
  },
} as const satisfies EnumTables;
