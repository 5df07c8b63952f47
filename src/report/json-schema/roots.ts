/** What a whole file may hold. */
import { definitionRef, type Schema } from './schema.ts';

/** Messages that stand in files by themselves. */
export const rootMessages = [
  'config.bootstrap.v2.Bootstrap',
  'admin.v2alpha.ConfigDump',
  'OlderConfigDump',
  'DiscoveryResponse',
  'Resources',
  'Cluster',
  'ClusterLoadAssignment',
  'Listener',
  'RouteConfiguration',
  'ScopedRouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'auth.Secret',
  'core.Node',
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager',
  'admin.v2alpha.BootstrapConfigDump',
  'admin.v2alpha.ClustersConfigDump',
  'admin.v2alpha.ListenersConfigDump',
  'admin.v2alpha.RoutesConfigDump',
  'admin.v2alpha.ScopedRoutesConfigDump',
  'admin.v2alpha.SecretsConfigDump',
] as const;

/** A Kubernetes ConfigMap with configurations as text, which a schema cannot look into. */
const CONFIG_MAP: Schema = {
  type: 'object',
  required: ['kind', 'data'],
  properties: {
    kind: { const: 'ConfigMap' },
    data: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** One of the root messages, a list of them, or a ConfigMap. */
export function fileSchema(): Schema {
  const messages = rootMessages.map((name) => ({ $ref: definitionRef(name) }));
  return {
    type: ['object', 'array'],
    anyOf: [...messages, { type: 'array', items: { anyOf: messages } }, CONFIG_MAP],
  };
}
