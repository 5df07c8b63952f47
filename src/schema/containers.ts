/** Messages that only carry resources: discovery responses, and the objects that people write by hand. */
import type { MessageTables } from './language.ts';

export const containerMessages = {
  DiscoveryResponse: {
    doc: 'Resources of one kind as a management server sends them.',
    section: 'full API',
    fields: {
      version_info: { type: 'string', doc: 'Version of this set of resources.' },
      resources: {
        type: 'repeated Any',
        doc: 'The resources, each with its type; or wrapped as Resource with a version of its own.',
        holds: 'Resource',
        order: 'set',
      },
      canary: {
        type: 'bool',
        doc: 'The server asks that this update be treated as a trial; not implemented by the proxy.',
      },
      type_url: { type: 'string', doc: 'Type of the resources, the same for all of them.' },
      nonce: {
        type: 'string',
        doc: 'Token that the proxy repeats when it accepts or refuses this response.',
      },
      control_plane: { type: 'core.ControlPlane', doc: 'Which instance of the management server answered.' },
      resource_errors: {
        type: 'repeated ResourceError',
        doc: 'Errors of single resources, each standing until that resource arrives; not implemented.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  Resource: {
    doc: 'One resource with its name and version, as incremental discovery wraps it.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the resource.' },
      aliases: { type: 'repeated string', doc: 'Other names it answers to.', order: 'set' },
      version: { type: 'string', doc: 'Version of this resource.' },
      resource: { type: 'Any', doc: 'The resource.' },
      resource_name: {
        type: 'discovery.ResourceName',
        doc: 'Name with constraints, for one of several variants of the resource; not with name.',
        only: 'v3',
      },
      ttl: {
        type: 'Duration',
        doc: 'Time after which the resource is dropped unless it is sent again; absent keeps it.',
        only: 'v3',
      },
      cache_control: {
        type: 'Resource.CacheControl',
        doc: 'Whether discovery proxies may keep a copy; not implemented.',
        only: 'v3',
      },
      metadata: {
        type: 'core.Metadata',
        doc: 'Extra data about the resource, such as for debugging.',
        only: 'v3',
      },
    },
  },
  Resources: {
    doc: 'An object written by hand that holds resources of one or more kinds, outside any bootstrap.',
    section: 'CONTRACT: Inputs',
    fields: {
      clusters: { type: 'repeated Cluster', doc: 'Clusters.', order: 'set' },
      virtual_hosts: {
        type: 'repeated route.VirtualHost',
        doc: 'Virtual hosts, as in a route configuration.',
        order: 'set',
      },
      listeners: { type: 'repeated Listener', doc: 'Listeners.', order: 'set' },
      routes: { type: 'repeated route.Route', doc: 'Routes in order, as in a virtual host.' },
      route_configs: { type: 'repeated RouteConfiguration', doc: 'Route configurations.', order: 'set' },
      route_config: {
        type: 'RouteConfiguration',
        doc: 'One route configuration, as in an HTTP connection manager.',
      },
      filter_chains: { type: 'repeated listener.FilterChain', doc: 'Filter chains, as in a listener.' },
      secrets: { type: 'repeated Secret', doc: 'Secrets.', order: 'set' },
    },
  },
} as const satisfies MessageTables;
