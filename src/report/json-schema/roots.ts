/** What a whole file may hold. */
import { definitionRef, type Schema } from './schema.ts';

/** Messages that stand in files by themselves. */
export const rootMessages = [
  'Bootstrap',
  'ConfigDump',
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
  'Secret',
  'core.Node',
  'HttpConnectionManager',
  'BootstrapConfigDump',
  'ClustersConfigDump',
  'ListenersConfigDump',
  'RoutesConfigDump',
  'ScopedRoutesConfigDump',
  'SecretsConfigDump',
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
