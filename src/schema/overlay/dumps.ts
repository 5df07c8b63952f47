/** What configurations come in: dumps, discovery responses, lists written by hand. */
import type { MessageOverlay } from './language.ts';

export const dumpsMessages: MessageOverlay = {
  OlderConfigDump: {
    doc: 'Answer of the admin server of the oldest proxies to /config_dump, with a section under each name.',
    section: 'CONTRACT: Inputs',
    fields: { configs: 'The sections by name.' },
    facts: { configs: { type: 'map<string, Any>' } },
  },
  ConfigDump: {
    doc: 'Answer of the admin server to /config_dump.',
    fields: {
      configs: 'One dump per kind of configuration: bootstrap, clusters, listeners, routes, secrets.',
    },
    sets: ['configs'],
  },
  UpdateFailureState: {
    doc: 'The last update that was refused.',
    fields: {
      failed_configuration: 'What was refused.',
      last_update_attempt: 'When.',
      details: 'Why.',
      version_info: 'Version of the resource that was refused; not implemented.',
    },
  },
  BootstrapConfigDump: {
    doc: 'The bootstrap that the proxy started with, command line included.',
    fields: { bootstrap: 'The bootstrap.', last_updated: 'When it was loaded.' },
  },
  ListenersConfigDump: {
    doc: 'All listeners of the proxy.',
    fields: {
      version_info: 'Version of the last listener update that was accepted.',
      static_listeners: 'Listeners from the bootstrap.',
      dynamic_listeners: 'Listeners from a management server.',
      dynamic_active_listeners: 'Listeners in use, as older proxies print them.',
      dynamic_warming_listeners: 'Listeners that wait for routes or secrets, as older proxies print them.',
      dynamic_draining_listeners: 'Listeners about to go, as older proxies print them.',
    },
    sets: [
      'static_listeners',
      'dynamic_listeners',
      'dynamic_active_listeners',
      'dynamic_warming_listeners',
      'dynamic_draining_listeners',
    ],
    facts: {
      dynamic_active_listeners: { type: 'repeated ListenersConfigDump.DynamicListenerState', only: 'v2' },
      dynamic_warming_listeners: { type: 'repeated ListenersConfigDump.DynamicListenerState', only: 'v2' },
      dynamic_draining_listeners: { type: 'repeated ListenersConfigDump.DynamicListenerState', only: 'v2' },
    },
  },
  'ListenersConfigDump.StaticListener': {
    doc: 'A listener from the bootstrap.',
    identity: ['listener.name'],
    fields: { listener: 'The listener.', last_updated: 'When it was loaded.' },
    facts: { listener: { holds: 'Listener' } },
  },
  'ListenersConfigDump.DynamicListenerState': {
    doc: 'A fetched listener in one of its states.',
    fields: {
      version_info: 'Version of the update that brought it.',
      listener: 'The listener.',
      last_updated: 'When it came.',
    },
    facts: { listener: { holds: 'Listener' } },
  },
  'ListenersConfigDump.DynamicListener': {
    doc: 'A fetched listener with all its states.',
    identity: ['name'],
    fields: {
      name: 'Name of the listener.',
      active_state: 'What takes connections now.',
      warming_state: 'What waits for its routes or secrets before it takes over.',
      draining_state: 'What takes no new connections and is about to go.',
      error_state: 'The last update that was refused; absent when the last one was accepted.',
      client_status: 'How far the resource got with the proxy; not implemented.',
    },
  },
  ClustersConfigDump: {
    doc: 'All clusters of the proxy.',
    fields: {
      version_info: 'Version of the last cluster update that was accepted.',
      static_clusters: 'Clusters from the bootstrap.',
      dynamic_active_clusters: 'Fetched clusters in use.',
      dynamic_warming_clusters: 'Fetched clusters that wait for their hosts before they are used.',
    },
    sets: ['static_clusters', 'dynamic_active_clusters', 'dynamic_warming_clusters'],
  },
  'ClustersConfigDump.StaticCluster': {
    doc: 'A cluster from the bootstrap.',
    identity: ['cluster.name'],
    fields: { cluster: 'The cluster.', last_updated: 'When it was loaded.' },
    facts: { cluster: { holds: 'Cluster' } },
  },
  'ClustersConfigDump.DynamicCluster': {
    doc: 'A fetched cluster.',
    identity: ['cluster.name'],
    fields: {
      version_info: 'Version of the update that brought it.',
      cluster: 'The cluster.',
      last_updated: 'When it came.',
      error_state: 'Why the last update was refused, absent after one that succeeded; not implemented.',
      client_status: 'How far the resource got with the proxy; not implemented.',
    },
    facts: { cluster: { holds: 'Cluster' } },
  },
  RoutesConfigDump: {
    doc: 'All route configurations of the proxy.',
    fields: {
      static_route_configs: 'Route configurations written inside listeners.',
      dynamic_route_configs: 'Fetched route configurations.',
    },
    sets: ['static_route_configs', 'dynamic_route_configs'],
  },
  'RoutesConfigDump.StaticRouteConfig': {
    doc: 'A route configuration written inside a listener.',
    identity: ['route_config.name'],
    fields: { route_config: 'The route configuration.', last_updated: 'When it was loaded.' },
    facts: { route_config: { holds: 'RouteConfiguration' } },
  },
  'RoutesConfigDump.DynamicRouteConfig': {
    doc: 'A fetched route configuration.',
    identity: ['route_config.name'],
    fields: {
      version_info: 'Version of the update that brought it.',
      route_config: 'The route configuration.',
      last_updated: 'When it came.',
      error_state: 'Why the last update was refused, absent after one that succeeded; not implemented.',
      client_status: 'How far the resource got with the proxy; not implemented.',
    },
    facts: { route_config: { holds: 'RouteConfiguration' } },
  },
  ScopedRoutesConfigDump: {
    doc: 'All sets of scopes of the proxy.',
    fields: {
      inline_scoped_route_configs: 'Scopes written inside listeners.',
      dynamic_scoped_route_configs: 'Fetched scopes.',
    },
    sets: ['inline_scoped_route_configs', 'dynamic_scoped_route_configs'],
  },
  'ScopedRoutesConfigDump.InlineScopedRouteConfigs': {
    doc: 'A set of scopes written inside a listener.',
    identity: ['name'],
    fields: {
      name: 'Name of the set.',
      scoped_route_configs: 'The scopes.',
      last_updated: 'When it was loaded.',
    },
    sets: ['scoped_route_configs'],
  },
  'ScopedRoutesConfigDump.DynamicScopedRouteConfigs': {
    doc: 'A fetched set of scopes.',
    identity: ['name'],
    fields: {
      name: 'Name of the set.',
      version_info: 'Version of the update that brought it.',
      scoped_route_configs: 'The scopes.',
      last_updated: 'When it came.',
      error_state: 'Why the last update was refused, absent after one that succeeded; not implemented.',
      client_status: 'How far the resource got with the proxy; not implemented.',
    },
    sets: ['scoped_route_configs'],
  },
  SecretsConfigDump: {
    doc: 'All secrets of the proxy; their private parts come redacted.',
    fields: {
      static_secrets: 'Secrets from the bootstrap.',
      dynamic_active_secrets: 'Fetched secrets in use.',
      dynamic_warming_secrets: 'Secrets asked for that have not come yet.',
    },
    sets: ['static_secrets', 'dynamic_active_secrets', 'dynamic_warming_secrets'],
  },
  'SecretsConfigDump.DynamicSecret': {
    doc: 'A fetched secret.',
    identity: ['name'],
    fields: {
      name: 'Name of the secret.',
      version_info: 'Version of the update that brought it.',
      last_updated: 'When it came.',
      secret: 'The secret.',
      error_state: 'Why the last update was refused, absent after one that succeeded; not implemented.',
      client_status: 'How far the resource got with the proxy; not implemented.',
    },
    facts: { secret: { holds: 'Secret' } },
  },
  'SecretsConfigDump.StaticSecret': {
    doc: 'A secret from the bootstrap.',
    identity: ['name'],
    fields: { name: 'Name of the secret.', last_updated: 'When it was loaded.', secret: 'The secret.' },
    facts: { secret: { holds: 'Secret' } },
  },
  DiscoveryResponse: {
    doc: 'Resources of one kind as a management server sends them.',
    fields: {
      version_info: 'Version of this set of resources.',
      resources: 'The resources, each with its type; or wrapped as Resource with a version of its own.',
      canary: 'The server asks that this update be treated as a trial; not implemented by the proxy.',
      type_url: 'Type of the resources, the same for all of them.',
      nonce: 'Token that the proxy repeats when it accepts or refuses this response.',
      control_plane: 'Which instance of the management server answered.',
      resource_errors:
        'Errors of single resources, each standing until that resource arrives; not implemented.',
    },
    sets: ['resources', 'resource_errors'],
    facts: { resources: { holds: 'Resource' } },
  },
  Resource: {
    doc: 'One resource with its name and version, as incremental discovery wraps it.',
    identity: ['name'],
    fields: {
      name: 'Name of the resource.',
      aliases: 'Other names it answers to.',
      version: 'Version of this resource.',
      resource: 'The resource.',
      resource_name: 'Name with constraints, for one of several variants of the resource; not with name.',
      ttl: 'Time after which the resource is dropped unless it is sent again; absent keeps it.',
      cache_control: 'Whether discovery proxies may keep a copy; not implemented.',
      metadata: 'Extra data about the resource, such as for debugging.',
    },
    sets: ['aliases'],
  },
  Resources: {
    doc: 'An object written by hand that holds resources of one or more kinds, outside any bootstrap.',
    section: 'CONTRACT: Inputs',
    fields: {
      clusters: 'Clusters.',
      virtual_hosts: 'Virtual hosts, as in a route configuration.',
      listeners: 'Listeners.',
      routes: 'Routes in order, as in a virtual host.',
      route_configs: 'Route configurations.',
      route_config: 'One route configuration, as in an HTTP connection manager.',
      filter_chains: 'Filter chains, as in a listener.',
      secrets: 'Secrets.',
    },
    sets: ['clusters', 'virtual_hosts', 'listeners', 'route_configs', 'secrets'],
    facts: {
      clusters: { type: 'repeated Cluster' },
      virtual_hosts: { type: 'repeated route.VirtualHost' },
      listeners: { type: 'repeated Listener' },
      routes: { type: 'repeated route.Route' },
      route_configs: { type: 'repeated RouteConfiguration' },
      route_config: { type: 'RouteConfiguration' },
      filter_chains: { type: 'repeated listener.FilterChain' },
      secrets: { type: 'repeated Secret' },
    },
  },
};
