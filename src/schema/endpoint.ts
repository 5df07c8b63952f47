import type { EnumTables, MessageTables } from './language.ts';

export const endpointMessages = {
  'endpoint.Endpoint': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      address: { type: 'core.Address', doc: 'TODO' },
      health_check_config: { type: 'endpoint.Endpoint.HealthCheckConfig', doc: 'TODO' },
      hostname: { type: 'string', doc: 'TODO' },
    },
  },
  'endpoint.Endpoint.HealthCheckConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      port_value: { type: 'uint32', doc: 'TODO', limits: { lte: 65535 } },
      hostname: { type: 'string', doc: 'TODO' },
    },
  },
  'endpoint.LbEndpoint': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { host_identifier: 'at most one' },
    fields: {
      endpoint: { type: 'endpoint.Endpoint', doc: 'TODO', oneof: 'host_identifier' },
      endpoint_name: { type: 'string', doc: 'TODO', oneof: 'host_identifier' },
      health_status: { type: 'core.HealthStatus', doc: 'TODO' },
      metadata: { type: 'core.Metadata', doc: 'TODO' },
      load_balancing_weight: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
    },
  },
  'endpoint.LocalityLbEndpoints': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      locality: { type: 'core.Locality', doc: 'TODO' },
      lb_endpoints: { type: 'repeated endpoint.LbEndpoint', doc: 'TODO' },
      load_balancing_weight: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      priority: { type: 'uint32', doc: 'TODO', limits: { lte: 128 } },
      proximity: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'ClusterLoadAssignment': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      cluster_name: { type: 'string', doc: 'TODO', required: true },
      endpoints: { type: 'repeated endpoint.LocalityLbEndpoints', doc: 'TODO' },
      named_endpoints: { type: 'map<string, endpoint.Endpoint>', doc: 'TODO' },
      policy: { type: 'ClusterLoadAssignment.Policy', doc: 'TODO' },
    },
  },
  'ClusterLoadAssignment.Policy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      drop_overloads: { type: 'repeated ClusterLoadAssignment.Policy.DropOverload', doc: 'TODO' },
      overprovisioning_factor: { type: 'UInt32Value', doc: 'TODO', limits: { gt: 0 } },
      endpoint_stale_after: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      disable_overprovisioning: { type: 'bool', doc: 'TODO', deprecated: { use: 'TODO' } },
    },
  },
  'ClusterLoadAssignment.Policy.DropOverload': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      category: { type: 'string', doc: 'TODO', required: true },
      drop_percentage: { type: 'type.FractionalPercent', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const endpointEnums = {

} as const satisfies EnumTables;
