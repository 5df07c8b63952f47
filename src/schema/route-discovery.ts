/** Where an HTTP connection manager gets its route configuration when it is not written in place. */
import type { MessageTables } from './language.ts';

export const routeDiscoveryMessages = {
  Rds: {
    doc: 'Route discovery: which route configuration to fetch and from where.',
    section: 'full API',
    fields: {
      config_source: {
        type: 'core.ConfigSource',
        doc: 'Where the route configuration comes from.',
        required: true,
        in: { v3: { required: false } },
      },
      route_config_name: {
        type: 'string',
        doc: 'Name of the route configuration to ask for.',
        required: true,
        in: { v3: { required: false } },
      },
    },
  },
  ScopedRouteConfigurationsList: {
    doc: 'Scopes written in place.',
    section: 'full API',
    fields: {
      scoped_route_configurations: {
        type: 'repeated ScopedRouteConfiguration',
        doc: "The scopes, each a key and a route configuration's name.",
        required: true,
        order: 'set',
      },
    },
  },
  ScopedRoutes: {
    doc: 'Chooses a route configuration per request: a key is built from headers and looked up among scopes.',
    section: 'full API',
    oneofs: { config_specifier: 'exactly one' },
    fields: {
      name: {
        type: 'string',
        doc: 'Name of this set of scopes, for logs and the configuration dump.',
        required: true,
      },
      scope_key_builder: {
        type: 'ScopedRoutes.ScopeKeyBuilder',
        doc: 'How the key of a request is built.',
        required: true,
      },
      rds_config_source: {
        type: 'core.ConfigSource',
        doc: 'Where the route configurations that scopes name come from.',
        required: true,
        in: { v3: { required: false } },
      },
      scoped_route_configurations_list: {
        type: 'ScopedRouteConfigurationsList',
        doc: 'Scopes written in place.',
        oneof: 'config_specifier',
      },
      scoped_rds: {
        type: 'ScopedRds',
        doc: 'Scopes fetched from a management server.',
        oneof: 'config_specifier',
      },
    },
  },
  'ScopedRoutes.ScopeKeyBuilder': {
    doc: 'How the key of a request is put together from fragments.',
    section: 'full API',
    fields: {
      fragments: {
        type: 'repeated ScopedRoutes.ScopeKeyBuilder.FragmentBuilder',
        doc: 'Parts of the key in order; a request that lacks one of them matches no scope.',
        required: true,
      },
    },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder': {
    doc: 'One part of the key.',
    section: 'full API',
    oneofs: { type: 'exactly one' },
    fields: {
      header_value_extractor: {
        type: 'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor',
        doc: 'Take the part from a request header.',
        oneof: 'type',
      },
    },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor': {
    doc: "Takes a piece out of a request header's value.",
    section: 'full API',
    oneofs: { extract_type: 'at most one' },
    fields: {
      name: {
        type: 'string',
        doc: 'The header.',
        required: true,
        in: { v3: { limits: { text: 'header-name' } } },
      },
      element_separator: {
        type: 'string',
        doc: 'Text that splits the value into elements; empty keeps it whole.',
      },
      index: {
        type: 'uint32',
        doc: 'Use the element at this position, counted from 0.',
        oneof: 'extract_type',
      },
      element: {
        type: 'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement',
        doc: 'Use the value of the element with a given key.',
        oneof: 'extract_type',
      },
    },
  },
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement': {
    doc: 'An element of the form key, separator, value.',
    section: 'full API',
    fields: {
      separator: { type: 'string', doc: 'Text between key and value, such as `=`.', required: true },
      key: { type: 'string', doc: 'Key whose value is used.', required: true },
    },
  },
  ScopedRds: {
    doc: 'Where scopes are fetched from.',
    section: 'full API',
    fields: {
      scoped_rds_config_source: {
        type: 'core.ConfigSource',
        doc: 'Where the scopes come from.',
        required: true,
      },
      srds_resources_locator: {
        type: 'string',
        doc: 'xdstp URL of the collection of scopes; not implemented.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
