/** What a whole file may hold. */
import { tableNames } from '../../schema/index.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';
import { definitionRef, type Schema } from './schema.ts';

/** Messages that stand in files by themselves. */
const rootMessages = [
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

/** Those of them that a version has. */
export function rootsOf(version: ApiVersion): readonly string[] {
  // Dumps that old are of no proxy that reads version 3.
  return rootMessages.filter((name) => version === 'v2' || name !== 'OlderConfigDump');
}

/** Messages of version 3 that stand under an `@type`: extensions and resources. */
export function messagesInAny(): readonly string[] {
  return tableNames().filter((name) => {
    const type = typeIn('v3', name) ?? '';
    return /^(?:extensions|config)\.[^A-Z]*\.[A-Z]\w*$/.test(type);
  });
}

/** One of the root messages, a list of them, or a ConfigMap. */
export function fileSchema(version: ApiVersion): Schema {
  const alternatives = rootsOf(version).map((name) => ({ $ref: definitionRef(name) }));
  return {
    type: ['object', 'array'],
    anyOf: [...alternatives, { type: 'array', items: { anyOf: alternatives } }, CONFIG_MAP],
  };
}
