/** Route configurations as wholes, and how they are scoped. */
import type { MessageTables } from './language.ts';

export const routeConfigurationMessages = {
  RouteConfiguration: {
    doc: 'A routing table: the virtual hosts one connection manager chooses from.',
    section: 'wider model',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name that RDS requests it by.' },
      virtual_hosts: {
        type: 'repeated route.VirtualHost',
        doc: 'The virtual hosts; domains decide among them, the order does not.',
        order: 'set',
      },
      vhds: { type: 'Vhds', doc: 'Where further virtual hosts are fetched on demand.', presence: true },
      internal_only_headers: {
        type: 'repeated string',
        doc: 'Headers stripped from requests that come from outside.',
        limits: { items: { text: 'header-name' } },
        order: 'set',
      },
      response_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Response headers added after those of the route and the virtual host.',
        limits: { maxItems: 1000 },
      },
      response_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from every response.',
        limits: { items: { text: 'header-name' } },
        order: 'set',
      },
      request_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Request headers added after those of the route and the virtual host.',
        limits: { maxItems: 1000 },
      },
      request_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers stripped from every request.',
        limits: { items: { text: 'header-name' } },
        order: 'set',
      },
      most_specific_header_mutations_wins: {
        type: 'bool',
        doc: 'Evaluates header changes from the outermost level inwards, so that the route has the last word.',
      },
      validate_clusters: {
        type: 'BoolValue',
        doc: 'Refuses routes to unknown clusters; absent means true for inline tables and false for RDS.',
      },
    },
  },
  Vhds: {
    doc: 'Virtual host discovery.',
    section: 'wider model',
    fields: {
      config_source: {
        type: 'core.ConfigSource',
        doc: 'Server the virtual hosts come from.',
        required: true,
      },
    },
  },
  ScopedRouteConfiguration: {
    doc: 'Assigns a routing table to the requests whose scope key is the given one.',
    section: 'wider model',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the scope, unique among scopes.', required: true },
      route_configuration_name: {
        type: 'string',
        doc: 'Route configuration that serves the scope, fetched over RDS.',
        required: true,
      },
      key: { type: 'ScopedRouteConfiguration.Key', doc: 'Scope key a request must produce.', required: true },
    },
  },
  'ScopedRouteConfiguration.Key': {
    doc: 'A scope key made of fragments.',
    section: 'wider model',
    fields: {
      fragments: {
        type: 'repeated ScopedRouteConfiguration.Key.Fragment',
        doc: 'Compared one by one, in order, with what the scope key builder yields.',
        required: true,
      },
    },
  },
  'ScopedRouteConfiguration.Key.Fragment': {
    doc: 'One part of a scope key.',
    section: 'wider model',
    oneofs: { type: 'exactly one' },
    fields: {
      string_key: { type: 'string', doc: 'Text the fragment of the request must equal.', oneof: 'type' },
    },
  },
} as const satisfies MessageTables;
