/** Route configurations as wholes, and how they are scoped. */
import type { MessageTables } from './language.ts';

export const routeConfigurationMessages = {
  RouteConfiguration: {
    doc: 'A routing table: the virtual hosts one connection manager chooses from.',
    section: 'full API',
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
      max_direct_response_body_size_bytes: {
        type: 'UInt32Value',
        doc: 'Largest body of a direct response, in bytes; all of it is kept in memory.',
        default: { value: 4096 },
        only: 'v3',
      },
      cluster_specifier_plugins: {
        type: 'repeated route.ClusterSpecifierPlugin',
        doc: 'Plugins that choose clusters, for routes to refer to by name.',
        order: 'set',
        only: 'v3',
      },
      request_mirror_policies: {
        type: 'repeated route.RouteAction.RequestMirrorPolicy',
        doc: 'Mirroring for routes when neither they nor their virtual host have policies.',
        only: 'v3',
      },
      ignore_port_in_host_matching: {
        type: 'bool',
        doc: 'Leaves the port of the requested host aside when a virtual host is picked; ports in domains stay.',
        only: 'v3',
      },
      vhost_header: {
        type: 'string',
        doc: 'Request header that picks the virtual host in place of the host.',
        only: 'v3',
        limits: { text: 'header-name' },
      },
      ignore_path_parameters_in_path_matching: {
        type: 'bool',
        doc: 'Matches the path only up to the first semicolon, without its parameters.',
        only: 'v3',
      },
      typed_per_filter_config: {
        type: 'map<string, Any>',
        doc: 'Settings for single HTTP filters on all routes here, by filter name; virtual hosts and routes override them.',
        only: 'v3',
      },
      metadata: {
        type: 'core.Metadata',
        doc: 'Extra data about the route configuration for filters, stats and logs.',
        only: 'v3',
      },
    },
  },
  Vhds: {
    doc: 'Virtual host discovery.',
    section: 'full API',
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
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the scope, unique among scopes.', required: true },
      route_configuration_name: {
        type: 'string',
        doc: 'Route configuration that serves the scope, fetched over RDS.',
        required: true,
        in: { v3: { required: false } },
      },
      key: { type: 'ScopedRouteConfiguration.Key', doc: 'Scope key a request must produce.', required: true },
      on_demand: {
        type: 'bool',
        doc: 'Loads the route configuration only when the first request needs it.',
        only: 'v3',
      },
      route_configuration: {
        type: 'RouteConfiguration',
        doc: 'The route configuration itself, in place of route_configuration_name.',
        only: 'v3',
      },
    },
  },
  'ScopedRouteConfiguration.Key': {
    doc: 'A scope key made of fragments.',
    section: 'full API',
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
    section: 'full API',
    oneofs: { type: 'exactly one' },
    fields: {
      string_key: { type: 'string', doc: 'Text the fragment of the request must equal.', oneof: 'type' },
    },
  },
} as const satisfies MessageTables;
