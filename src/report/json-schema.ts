/**
 * JSON Schema (2020-12) of the data model, derived from the tables, for editors and other tools. It accepts what the
 * proxy accepts and cfgtool reads, in every spelling, and refuses fields that no table has.
 */
import { historyOf } from '../schema/at-release.ts';
import { type CompiledField, compiledAt } from '../schema/compiled.ts';
import { isIn, type Release } from '../schema/release.ts';
import type { ApiVersion } from '../schema/version.ts';
import { messageDefinition } from './json-schema/message.ts';
import { fileSchema, messagesInAny, rootsOf } from './json-schema/roots.ts';
import { definitionRef, type Schema } from './json-schema/schema.ts';
import {
  anyDefinition,
  elementName,
  enumDefinition,
  scalarDefinition,
  structDefinition,
} from './json-schema/values.ts';

export type { Schema } from './json-schema/schema.ts';

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
        found.set(elementName(field.element, field.wrapper), valueDefinition(field, inAny));
        if (field.element.kind === 'any') waiting.push(...inAny);
      }
    }
  }
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function valueDefinition({ element, wrapper }: CompiledField, inAny: readonly string[]): Schema {
  switch (element.kind) {
    case 'scalar':
      return scalarDefinition(element.scalar, wrapper);
    case 'enum':
      return enumDefinition(element.spec);
    case 'struct':
      return structDefinition;
    case 'value':
      return {};
    default:
      return anyDefinition(inAny);
  }
}
