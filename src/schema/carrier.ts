import type { EnumTables, MessageTables } from './language.ts';

export const carrierMessages = {
  'admin.v2alpha.ConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      configs: { type: 'repeated Any', doc: 'TODO' },
    },
  },
  'admin.v2alpha.UpdateFailureState': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      failed_configuration: { type: 'Any', doc: 'TODO' },
      last_update_attempt: { type: 'Timestamp', doc: 'TODO' },
      details: { type: 'string', doc: 'TODO' },
    },
  },
  'admin.v2alpha.BootstrapConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      bootstrap: { type: 'config.bootstrap.v2.Bootstrap', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ListenersConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      static_listeners: { type: 'repeated admin.v2alpha.ListenersConfigDump.StaticListener', doc: 'TODO' },
      dynamic_listeners: { type: 'repeated admin.v2alpha.ListenersConfigDump.DynamicListener', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ListenersConfigDump.StaticListener': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      listener: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ListenersConfigDump.DynamicListenerState': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      listener: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ListenersConfigDump.DynamicListener': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      active_state: { type: 'admin.v2alpha.ListenersConfigDump.DynamicListenerState', doc: 'TODO' },
      warming_state: { type: 'admin.v2alpha.ListenersConfigDump.DynamicListenerState', doc: 'TODO' },
      draining_state: { type: 'admin.v2alpha.ListenersConfigDump.DynamicListenerState', doc: 'TODO' },
      error_state: { type: 'admin.v2alpha.UpdateFailureState', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ClustersConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      static_clusters: { type: 'repeated admin.v2alpha.ClustersConfigDump.StaticCluster', doc: 'TODO' },
      dynamic_active_clusters: { type: 'repeated admin.v2alpha.ClustersConfigDump.DynamicCluster', doc: 'TODO' },
      dynamic_warming_clusters: { type: 'repeated admin.v2alpha.ClustersConfigDump.DynamicCluster', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ClustersConfigDump.StaticCluster': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      cluster: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ClustersConfigDump.DynamicCluster': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      cluster: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.RoutesConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      static_route_configs: { type: 'repeated admin.v2alpha.RoutesConfigDump.StaticRouteConfig', doc: 'TODO' },
      dynamic_route_configs: { type: 'repeated admin.v2alpha.RoutesConfigDump.DynamicRouteConfig', doc: 'TODO' },
    },
  },
  'admin.v2alpha.RoutesConfigDump.StaticRouteConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      route_config: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.RoutesConfigDump.DynamicRouteConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      route_config: { type: 'Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ScopedRoutesConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      inline_scoped_route_configs: { type: 'repeated admin.v2alpha.ScopedRoutesConfigDump.InlineScopedRouteConfigs', doc: 'TODO' },
      dynamic_scoped_route_configs: { type: 'repeated admin.v2alpha.ScopedRoutesConfigDump.DynamicScopedRouteConfigs', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ScopedRoutesConfigDump.InlineScopedRouteConfigs': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      scoped_route_configs: { type: 'repeated Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.ScopedRoutesConfigDump.DynamicScopedRouteConfigs': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      version_info: { type: 'string', doc: 'TODO' },
      scoped_route_configs: { type: 'repeated Any', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
    },
  },
  'admin.v2alpha.SecretsConfigDump': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      static_secrets: { type: 'repeated admin.v2alpha.SecretsConfigDump.StaticSecret', doc: 'TODO' },
      dynamic_active_secrets: { type: 'repeated admin.v2alpha.SecretsConfigDump.DynamicSecret', doc: 'TODO' },
      dynamic_warming_secrets: { type: 'repeated admin.v2alpha.SecretsConfigDump.DynamicSecret', doc: 'TODO' },
    },
  },
  'admin.v2alpha.SecretsConfigDump.DynamicSecret': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      version_info: { type: 'string', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
      secret: { type: 'Any', doc: 'TODO' },
    },
  },
  'admin.v2alpha.SecretsConfigDump.StaticSecret': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      last_updated: { type: 'Timestamp', doc: 'TODO' },
      secret: { type: 'Any', doc: 'TODO' },
    },
  },
  'DiscoveryResponse': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version_info: { type: 'string', doc: 'TODO' },
      resources: { type: 'repeated Any', doc: 'TODO' },
      canary: { type: 'bool', doc: 'TODO' },
      type_url: { type: 'string', doc: 'TODO' },
      nonce: { type: 'string', doc: 'TODO' },
      control_plane: { type: 'core.ControlPlane', doc: 'TODO' },
    },
  },
  'Resource': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      aliases: { type: 'repeated string', doc: 'TODO' },
      version: { type: 'string', doc: 'TODO' },
      resource: { type: 'Any', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const carrierEnums = {

} as const satisfies EnumTables;
