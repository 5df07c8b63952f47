/** The endpoints of a cluster, by locality and priority. */
import type { MessageTables } from './language.ts';

export const endpointMessages = {
  'endpoint.Endpoint': {
    doc: 'One upstream host.',
    section: 'full API',
    fields: {
      address: {
        type: 'core.Address',
        doc: 'Where the host is: an IP in STATIC and EDS clusters, a name in those that use DNS.',
      },
      health_check_config: {
        type: 'endpoint.Endpoint.HealthCheckConfig',
        doc: 'What health checks of this host do differently.',
      },
      hostname: {
        type: 'string',
        doc: 'Name of the host, for auto_host_rewrite and for hashing by name.',
      },
      additional_addresses: {
        type: 'repeated endpoint.Endpoint.AdditionalAddress',
        doc: 'Further addresses of the same host, most wanted first, tried after address; STATIC and EDS only.',
        only: 'v3',
      },
    },
  },
  'endpoint.Endpoint.HealthCheckConfig': {
    doc: 'What health checks of one host do differently.',
    section: 'full API',
    fields: {
      port_value: {
        type: 'uint32',
        doc: "Port to probe; 0 probes the host's own port.",
        limits: { lte: 65535 },
      },
      hostname: { type: 'string', doc: 'Host that HTTP and gRPC probes of this endpoint name.' },
      address: {
        type: 'core.Address',
        doc: 'IP address that is probed in place of the one of the endpoint.',
        only: 'v3',
      },
      disable_active_health_check: {
        type: 'bool',
        doc: 'Leaves this endpoint out of active probes.',
        only: 'v3',
      },
    },
  },
  'endpoint.LbEndpoint': {
    doc: 'An upstream host with what load balancing has to know about it.',
    section: 'full API',
    oneofs: { host_identifier: 'at most one' },
    identity: ['endpoint.address'],
    fields: {
      endpoint: { type: 'endpoint.Endpoint', doc: 'The host itself.', oneof: 'host_identifier' },
      endpoint_name: {
        type: 'string',
        doc: 'A host described under named_endpoints of the same assignment.',
        oneof: 'host_identifier',
      },
      health_status: { type: 'core.HealthStatus', doc: 'Its health as the management server sees it.' },
      metadata: {
        type: 'core.Metadata',
        doc: 'Data that subsets, transport_socket_matches and the canary mark are taken from.',
      },
      load_balancing_weight: {
        type: 'UInt32Value',
        doc: 'Its share of the load relative to the other hosts of the locality; at least 1.',
        limits: { gte: 1 },
        default: { value: 1 },
      },
    },
  },
  'endpoint.LocalityLbEndpoints': {
    doc: 'The hosts of one locality at one priority.',
    section: 'full API',
    identity: ['priority', 'locality'],
    oneofs: { lb_config: 'at most one' },
    fields: {
      locality: { type: 'core.Locality', doc: 'Where these hosts run.' },
      lb_endpoints: { type: 'repeated endpoint.LbEndpoint', doc: 'The hosts.' },
      load_balancing_weight: {
        type: 'UInt32Value',
        doc: 'Share of the load under locality_weighted_lb_config; absent gets none there.',
        limits: { gte: 1 },
      },
      priority: {
        type: 'uint32',
        doc: 'Rank: 0 takes the load first, higher numbers take over as lower ones fail; without gaps.',
        limits: { lte: 128 },
      },
      proximity: {
        type: 'UInt32Value',
        doc: 'Distance of the locality, for load balancing by extension; smaller is nearer.',
      },
      metadata: { type: 'core.Metadata', doc: 'Extra data about the locality as a whole.', only: 'v3' },
      load_balancer_endpoints: {
        type: 'endpoint.LocalityLbEndpoints.LbEndpointList',
        doc: 'A list of endpoints; never implemented.',
        oneof: 'lb_config',
        deprecated: { use: 'lb_endpoints', migration: 'deprecated-without-successor' },
        only: 'v3',
      },
      leds_cluster_locality_config: {
        type: 'endpoint.LedsClusterLocalityConfig',
        doc: 'Endpoints of the locality by discovery of their own; lb_endpoints then counts for nothing.',
        oneof: 'lb_config',
        presence: true,
        only: 'v3',
      },
    },
  },
  ClusterLoadAssignment: {
    doc: 'All endpoints of a cluster, with the policy for sharing load among them.',
    section: 'full API',
    identity: ['cluster_name'],
    fields: {
      cluster_name: {
        type: 'string',
        doc: 'Cluster (or its EDS service_name) that the endpoints belong to.',
        required: true,
        default: {
          derived: 'own-cluster-name',
          why: 'Inside a cluster it can only be that cluster, so the name may be left out there.',
        },
      },
      endpoints: {
        type: 'repeated endpoint.LocalityLbEndpoints',
        doc: 'The endpoints by locality and priority.',
      },
      named_endpoints: {
        type: 'map<string, endpoint.Endpoint>',
        doc: 'Hosts that endpoint_name can refer to.',
      },
      policy: { type: 'ClusterLoadAssignment.Policy', doc: 'How load is shared, dropped and moved on.' },
    },
  },
  'ClusterLoadAssignment.Policy': {
    doc: 'How load is shared, dropped and moved on.',
    section: 'full API',
    fields: {
      drop_overloads: {
        type: 'repeated ClusterLoadAssignment.Policy.DropOverload',
        doc: 'Shares of the traffic to drop; each applies to what those before it left.',
      },
      overprovisioning_factor: {
        type: 'UInt32Value',
        doc: 'Spare capacity in percent: at 140, load spills over once fewer than about 71% are healthy.',
        limits: { gt: 0 },
        default: { value: 140 },
      },
      endpoint_stale_after: {
        type: 'Duration',
        doc: 'Without news for this long the endpoints count as stale; absent means never.',
        limits: { gt: '0s' },
      },
      disable_overprovisioning: {
        type: 'bool',
        doc: 'Never move load to other priorities or localities as hosts fail.',
        deprecated: { use: 'overprovisioning_factor', migration: 'settings-without-successor' },
        only: 'v2',
      },
      weighted_priority_health: {
        type: 'bool',
        doc: 'Weighs hosts by load_balancing_weight when the health of a priority is worked out, instead of counting them.',
        only: 'v3',
      },
    },
  },
  'ClusterLoadAssignment.Policy.DropOverload': {
    doc: 'Traffic that is dropped for one reason.',
    section: 'full API',
    identity: ['category'],
    fields: {
      category: { type: 'string', doc: 'Name of the reason, in stats.', required: true },
      drop_percentage: { type: 'type.FractionalPercent', doc: 'Share that is dropped.' },
    },
  },
} as const satisfies MessageTables;
