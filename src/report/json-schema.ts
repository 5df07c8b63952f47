/**
 * JSON Schema (2020-12) of the data model, derived from the tables, for editors and other tools. It accepts what the
 * proxy accepts and cfgtool reads, in every spelling, and refuses fields that no table has.
 */

import { historyOf } from '../schema/at-release.ts';
import { type CompiledField, compiledAt } from '../schema/compiled.ts';
import { tableNames } from '../schema/index.ts';
import { isIn, type Release } from '../schema/release.ts';
import { type ApiVersion, typeIn } from '../schema/version.ts';
import { messageDefinition } from './json-schema/message.ts';
import {
  anyDefinition,
  definitionRef,
  elementName,
  enumDefinition,
  type Schema,
  scalarDefinition,
  structDefinition,
} from './json-schema/values.ts';

/**
 * The schema of a message, or of a whole file.
 *
 * @param message full name of a table, such as `core.Node`; without it, the schema of files in any recognised shape
 * @param version of the API; a message that only version 3 has is described as of that one
 * @param release of the proxy, for version 3; the newest that is modelled where absent
 */
export function jsonSchema(
  message: string | undefined,
  version: ApiVersion = 'v2',
  release?: Release,
): Schema {
  const roots = message === undefined ? rootsOf(version) : [message];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:cfgtool:schema:1:${version === 'v2' ? '' : `${version}:`}${release === undefined ? '' : `${release}:`}${message ?? 'file'}`,
    title: message ?? 'A proxy configuration file',
    ...(message === undefined ? fileSchema(version) : { $ref: definitionRef(message) }),
    $defs: definitions(roots, version, release),
  };
}

/** A definition for each message, enumeration and scalar that can be reached, in the order of their names. */
function definitions(roots: readonly string[], version: ApiVersion, release: Release | undefined): Schema {
  const isThere = (name: string): boolean =>
    release === undefined || isIn(historyOf(name), release) !== false;
  const inAny = version === 'v3' ? messagesInAny().filter(isThere) : [];
  // A message by itself may say its type, too.
  const typed = new Set<string>([...rootsOf(version), ...inAny, ...roots]);
  const found = new Map<string, Schema>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.set(name, messageDefinition(name, typed.has(name), version, release));
    for (const field of compiledAt(name, version, release).fields) {
      if (field.spec.holds !== undefined) waiting.push(field.spec.holds);
      if (field.element.kind === 'message') waiting.push(field.element.name);
      else if (!found.has(elementName(field.element, field.wrapper))) {
        found.set(elementName(field.element, field.wrapper), valueDefinition(field, inAny, version));
        if (field.element.kind === 'any') waiting.push(...inAny);
      }
    }
  }
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function valueDefinition(
  { element, wrapper }: CompiledField,
  inAny: readonly string[],
  version: ApiVersion,
): Schema {
  switch (element.kind) {
    case 'scalar':
      return scalarDefinition(element.scalar, wrapper);
    case 'enum':
      return enumDefinition(element.spec, version);
    case 'struct':
      return structDefinition;
    case 'value':
      return {};
    default:
      return anyDefinition(inAny);
  }
}

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
