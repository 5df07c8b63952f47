/** What the admin server's configuration dump holds. */
import type { MessageTables } from './language.ts';

export const configDumpMessages = {
  OlderConfigDump: {
    doc: 'Answer of the admin server of the oldest proxies to /config_dump, with a section under each name.',
    section: 'CONTRACT: Inputs',
    fields: { configs: { type: 'map<string, Any>', doc: 'The sections by name.' } },
  },
  ConfigDump: {
    doc: 'Answer of the admin server to /config_dump.',
    section: 'full API',
    fields: {
      configs: {
        type: 'repeated Any',
        doc: 'One dump per kind of configuration: bootstrap, clusters, listeners, routes, secrets.',
        order: 'set',
      },
    },
  },
  UpdateFailureState: {
    doc: 'The last update that was refused.',
    section: 'full API',
    fields: {
      failed_configuration: { type: 'Any', doc: 'What was refused.' },
      last_update_attempt: { type: 'Timestamp', doc: 'When.' },
      details: { type: 'string', doc: 'Why.' },
      version_info: {
        type: 'string',
        doc: 'Version of the resource that was refused; not implemented.',
        only: 'v3',
      },
    },
  },
  BootstrapConfigDump: {
    doc: 'The bootstrap that the proxy started with, command line included.',
    section: 'full API',
    fields: {
      bootstrap: { type: 'Bootstrap', doc: 'The bootstrap.' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
    },
  },
  ListenersConfigDump: {
    doc: 'All listeners of the proxy.',
    section: 'full API',
    fields: {
      version_info: { type: 'string', doc: 'Version of the last listener update that was accepted.' },
      static_listeners: {
        type: 'repeated ListenersConfigDump.StaticListener',
        doc: 'Listeners from the bootstrap.',
        order: 'set',
      },
      dynamic_listeners: {
        type: 'repeated ListenersConfigDump.DynamicListener',
        doc: 'Listeners from a management server.',
        order: 'set',
      },
      dynamic_active_listeners: {
        type: 'repeated ListenersConfigDump.DynamicListenerState',
        doc: 'Listeners in use, as older proxies print them.',
        order: 'set',
        only: 'v2',
      },
      dynamic_warming_listeners: {
        type: 'repeated ListenersConfigDump.DynamicListenerState',
        doc: 'Listeners that wait for routes or secrets, as older proxies print them.',
        order: 'set',
        only: 'v2',
      },
      dynamic_draining_listeners: {
        type: 'repeated ListenersConfigDump.DynamicListenerState',
        doc: 'Listeners about to go, as older proxies print them.',
        order: 'set',
        only: 'v2',
      },
    },
  },
  'ListenersConfigDump.StaticListener': {
    doc: 'A listener from the bootstrap.',
    section: 'full API',
    identity: ['listener.name'],
    fields: {
      listener: { type: 'Any', doc: 'The listener.', holds: 'Listener' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
    },
  },
  'ListenersConfigDump.DynamicListenerState': {
    doc: 'A fetched listener in one of its states.',
    section: 'full API',
    fields: {
      version_info: { type: 'string', doc: 'Version of the update that brought it.' },
      listener: { type: 'Any', doc: 'The listener.', holds: 'Listener' },
      last_updated: { type: 'Timestamp', doc: 'When it came.' },
    },
  },
  'ListenersConfigDump.DynamicListener': {
    doc: 'A fetched listener with all its states.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the listener.' },
      active_state: {
        type: 'ListenersConfigDump.DynamicListenerState',
        doc: 'What takes connections now.',
      },
      warming_state: {
        type: 'ListenersConfigDump.DynamicListenerState',
        doc: 'What waits for its routes or secrets before it takes over.',
      },
      draining_state: {
        type: 'ListenersConfigDump.DynamicListenerState',
        doc: 'What takes no new connections and is about to go.',
      },
      error_state: {
        type: 'UpdateFailureState',
        doc: 'The last update that was refused; absent when the last one was accepted.',
      },
      client_status: {
        type: 'ClientResourceStatus',
        doc: 'How far the resource got with the proxy; not implemented.',
        only: 'v3',
      },
    },
  },
  ClustersConfigDump: {
    doc: 'All clusters of the proxy.',
    section: 'full API',
    fields: {
      version_info: { type: 'string', doc: 'Version of the last cluster update that was accepted.' },
      static_clusters: {
        type: 'repeated ClustersConfigDump.StaticCluster',
        doc: 'Clusters from the bootstrap.',
        order: 'set',
      },
      dynamic_active_clusters: {
        type: 'repeated ClustersConfigDump.DynamicCluster',
        doc: 'Fetched clusters in use.',
        order: 'set',
      },
      dynamic_warming_clusters: {
        type: 'repeated ClustersConfigDump.DynamicCluster',
        doc: 'Fetched clusters that wait for their hosts before they are used.',
        order: 'set',
      },
    },
  },
  'ClustersConfigDump.StaticCluster': {
    doc: 'A cluster from the bootstrap.',
    section: 'full API',
    identity: ['cluster.name'],
    fields: {
      cluster: { type: 'Any', doc: 'The cluster.', holds: 'Cluster' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
    },
  },
  'ClustersConfigDump.DynamicCluster': {
    doc: 'A fetched cluster.',
    section: 'full API',
    identity: ['cluster.name'],
    fields: {
      version_info: { type: 'string', doc: 'Version of the update that brought it.' },
      cluster: { type: 'Any', doc: 'The cluster.', holds: 'Cluster' },
      last_updated: { type: 'Timestamp', doc: 'When it came.' },
      error_state: {
        type: 'UpdateFailureState',
        doc: 'Why the last update was refused, absent after one that succeeded; not implemented.',
        only: 'v3',
      },
      client_status: {
        type: 'ClientResourceStatus',
        doc: 'How far the resource got with the proxy; not implemented.',
        only: 'v3',
      },
    },
  },
  RoutesConfigDump: {
    doc: 'All route configurations of the proxy.',
    section: 'full API',
    fields: {
      static_route_configs: {
        type: 'repeated RoutesConfigDump.StaticRouteConfig',
        doc: 'Route configurations written inside listeners.',
        order: 'set',
      },
      dynamic_route_configs: {
        type: 'repeated RoutesConfigDump.DynamicRouteConfig',
        doc: 'Fetched route configurations.',
        order: 'set',
      },
    },
  },
  'RoutesConfigDump.StaticRouteConfig': {
    doc: 'A route configuration written inside a listener.',
    section: 'full API',
    identity: ['route_config.name'],
    fields: {
      route_config: { type: 'Any', doc: 'The route configuration.', holds: 'RouteConfiguration' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
    },
  },
  'RoutesConfigDump.DynamicRouteConfig': {
    doc: 'A fetched route configuration.',
    section: 'full API',
    identity: ['route_config.name'],
    fields: {
      version_info: { type: 'string', doc: 'Version of the update that brought it.' },
      route_config: { type: 'Any', doc: 'The route configuration.', holds: 'RouteConfiguration' },
      last_updated: { type: 'Timestamp', doc: 'When it came.' },
      error_state: {
        type: 'UpdateFailureState',
        doc: 'Why the last update was refused, absent after one that succeeded; not implemented.',
        only: 'v3',
      },
      client_status: {
        type: 'ClientResourceStatus',
        doc: 'How far the resource got with the proxy; not implemented.',
        only: 'v3',
      },
    },
  },
  ScopedRoutesConfigDump: {
    doc: 'All sets of scopes of the proxy.',
    section: 'full API',
    fields: {
      inline_scoped_route_configs: {
        type: 'repeated ScopedRoutesConfigDump.InlineScopedRouteConfigs',
        doc: 'Scopes written inside listeners.',
        order: 'set',
      },
      dynamic_scoped_route_configs: {
        type: 'repeated ScopedRoutesConfigDump.DynamicScopedRouteConfigs',
        doc: 'Fetched scopes.',
        order: 'set',
      },
    },
  },
  'ScopedRoutesConfigDump.InlineScopedRouteConfigs': {
    doc: 'A set of scopes written inside a listener.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the set.' },
      scoped_route_configs: { type: 'repeated Any', doc: 'The scopes.', order: 'set' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
    },
  },
  'ScopedRoutesConfigDump.DynamicScopedRouteConfigs': {
    doc: 'A fetched set of scopes.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the set.' },
      version_info: { type: 'string', doc: 'Version of the update that brought it.' },
      scoped_route_configs: { type: 'repeated Any', doc: 'The scopes.', order: 'set' },
      last_updated: { type: 'Timestamp', doc: 'When it came.' },
      error_state: {
        type: 'UpdateFailureState',
        doc: 'Why the last update was refused, absent after one that succeeded; not implemented.',
        only: 'v3',
      },
      client_status: {
        type: 'ClientResourceStatus',
        doc: 'How far the resource got with the proxy; not implemented.',
        only: 'v3',
      },
    },
  },
  SecretsConfigDump: {
    doc: 'All secrets of the proxy; their private parts come redacted.',
    section: 'full API',
    fields: {
      static_secrets: {
        type: 'repeated SecretsConfigDump.StaticSecret',
        doc: 'Secrets from the bootstrap.',
        order: 'set',
      },
      dynamic_active_secrets: {
        type: 'repeated SecretsConfigDump.DynamicSecret',
        doc: 'Fetched secrets in use.',
        order: 'set',
      },
      dynamic_warming_secrets: {
        type: 'repeated SecretsConfigDump.DynamicSecret',
        doc: 'Secrets asked for that have not come yet.',
        order: 'set',
      },
    },
  },
  'SecretsConfigDump.DynamicSecret': {
    doc: 'A fetched secret.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the secret.' },
      version_info: { type: 'string', doc: 'Version of the update that brought it.' },
      last_updated: { type: 'Timestamp', doc: 'When it came.' },
      secret: { type: 'Any', doc: 'The secret.', holds: 'Secret' },
      error_state: {
        type: 'UpdateFailureState',
        doc: 'Why the last update was refused, absent after one that succeeded; not implemented.',
        only: 'v3',
      },
      client_status: {
        type: 'ClientResourceStatus',
        doc: 'How far the resource got with the proxy; not implemented.',
        only: 'v3',
      },
    },
  },
  'SecretsConfigDump.StaticSecret': {
    doc: 'A secret from the bootstrap.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of the secret.' },
      last_updated: { type: 'Timestamp', doc: 'When it was loaded.' },
      secret: { type: 'Any', doc: 'The secret.', holds: 'Secret' },
    },
  },
} as const satisfies MessageTables;
