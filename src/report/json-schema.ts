/**
 * JSON Schema (2020-12) of the data model, derived from the tables, for editors and other tools. It accepts what the
 * proxy accepts and cfgtool reads, in every spelling, and refuses fields that no table has.
 */

import { isOutside } from '../model/limits.ts';
import { historyOf } from '../schema/at-release.ts';
import {
  type CompiledField,
  type CompiledMessage,
  type CompiledOneof,
  compiledAt,
} from '../schema/compiled.ts';
import { tableNames } from '../schema/index.ts';
import type { Limits } from '../schema/language.ts';
import { isIn, type Release } from '../schema/release.ts';
import { isDemandedAnyway, isNeverChecked } from '../schema/unchecked.ts';
import { type ApiVersion, typeIn } from '../schema/version.ts';
import { limitsText } from './explain/facts.ts';
import { fieldHistory, sinceText } from './explain/versions.ts';
import {
  anyDefinition,
  definitionRef,
  elementName,
  enumDefinition,
  impliedAny,
  namedOnly,
  type Schema,
  scalarDefinition,
  structDefinition,
  when,
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

/**
 * The definition of a message.
 *
 * @param typed whether it may carry its own type as `@type`, as resources in lists and dumps do
 * @param release of the proxy, whose fields and demands these are; the newest where absent
 */
function messageDefinition(name: string, typed: boolean, version: ApiVersion, release?: Release): Schema {
  const table = compiledAt(name, version, release);
  const properties = Object.fromEntries<Schema>([
    ...table.fields.map((field) => [field.name, property(table, field)] as const),
    // The tables say nothing of what such a field holds.
    ...[...(table.carried ?? [])].map((field) => [field, {}] as const),
  ]);
  const { required, demands } = demandsOf(table);
  return {
    type: ['object', 'null'],
    ...(table.spec.doc === '' ? {} : { description: table.spec.doc }),
    ...(required.length > 0 ? { required } : {}),
    properties: typed ? { '@type': { type: 'string' }, ...properties } : properties,
    ...otherSpellings(table),
    additionalProperties: false,
    ...(demands.length > 0 ? when({ type: 'object' }, { allOf: demands }) : {}),
  };
}

/** Names in lowerCamelCase and aliases as patterns, so that editors accept them and offer the plain ones. */
function otherSpellings(table: CompiledMessage): Schema {
  const others = table.fields.flatMap((field) => {
    const names = spellingsOf(table, field).filter((name) => name !== field.name);
    return names.map((name) => [
      `^${name}$`,
      { $ref: `${definitionRef(table.name)}/properties/${field.name}` },
    ]);
  });
  return others.length === 0 ? {} : { patternProperties: Object.fromEntries(others) };
}

function property(table: CompiledMessage, field: CompiledField): Schema {
  const { name } = table;
  const { spec } = field;
  const isTaken = isNeverChecked(name) && !isDemandedAnyway(name, field.name);
  return {
    ...described(table, field),
    ...valueSchema(isTaken ? unbounded(field) : field),
    ...(spec.required && !spec.requiredUnless && !isTaken ? { not: { type: 'null' } } : {}),
    ...(spec.default && 'value' in spec.default ? { default: spec.default.value } : {}),
    ...(spec.deprecated ? { deprecated: true } : {}),
  };
}

/** A field whose demands the API states and nobody checks. */
function unbounded(field: CompiledField): CompiledField {
  const { limits: _, required: _required, ...spec } = field.spec;
  return { ...field, spec };
}

function described({ name, version }: CompiledMessage, { name: field, spec }: CompiledField): Schema {
  const limits = limitsText(spec.limits);
  const since = version === 'v3' ? sinceText(name, fieldHistory(name, field)) : undefined;
  const parts = [
    spec.doc,
    limits === undefined ? '' : `Limits: ${limits}.`,
    since === undefined ? '' : `Since ${since}.`,
    spec.deprecated?.use ? `Deprecated: use ${spec.deprecated.use}.` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

/** What a field holds: one value, a list of which a single entry may stand alone, or a map. */
function valueSchema(field: CompiledField): Schema {
  const { spec, shape } = field;
  const limits = spec.limits ?? {};
  const isText = field.element.kind === 'scalar' && field.element.scalar === 'string';
  if (shape === 'map') return { type: ['object', 'null'], additionalProperties: element(field) };
  if (shape === 'one') {
    const filled = spec.required && isText && !limits.unlessEmpty ? { minLength: 1 } : {};
    return { ...element(field), ...filled, ...limitKeywords(field, limits) };
  }
  const entry = { ...element(field), ...limitKeywords(field, limits.items ?? {}) };
  const minItems = Math.max(limits.minItems ?? 0, spec.required ? 1 : 0);
  const list = {
    items: entry,
    ...(minItems > 0 ? { minItems } : {}),
    ...(limits.maxItems === undefined ? {} : { maxItems: limits.maxItems }),
  };
  return when({ type: 'array' }, list, minItems > 1 ? { type: 'null' } : entry);
}

function element(field: CompiledField): Schema {
  if (field.element.kind === 'any' && field.spec.holds !== undefined) return impliedAny(field.spec.holds);
  return { $ref: definitionRef(elementName(field.element, field.wrapper)) };
}

/** Fields with one spelling go into `required`, the rest is said as alternatives. */
function demandsOf(table: CompiledMessage): {
  readonly required: readonly string[];
  readonly demands: readonly Schema[];
} {
  const required: string[] = [];
  const demands: Schema[] = [];
  const isTaken = (demand: string): boolean =>
    isNeverChecked(table.name) && !isDemandedAnyway(table.name, demand);
  for (const field of table.required) {
    if (isTaken(field.name)) continue;
    const unless = table.byName.get(field.spec.requiredUnless ?? '');
    const names = [field, ...(unless ? [unless] : [])].flatMap((each) => spellingsOf(table, each));
    if (names.length === 1) required.push(...names);
    else demands.push({ anyOf: names.map((name) => ({ required: [name] })) });
  }
  for (const oneof of table.oneofs)
    demands.push(exclusion(table, isTaken(oneof.name) ? { ...oneof, need: 'at most one' } : oneof));
  return { required, demands };
}

function exclusion(table: CompiledMessage, oneof: CompiledOneof): Schema {
  const members = oneof.members.map((member) => isSet(table, member));
  return { oneOf: oneof.need === 'exactly one' ? members : [...members, { not: { anyOf: members } }] };
}

/** The field is there, in one spelling or another, and is not null. */
function isSet(table: CompiledMessage, field: CompiledField): Schema {
  const ways = spellingsOf(table, field).map((name) => ({
    required: [name],
    properties: { [name]: { not: { type: 'null' } } },
  }));
  const [only, ...others] = ways;
  return others.length === 0 && only !== undefined ? only : { anyOf: ways };
}

function spellingsOf(table: CompiledMessage, field: CompiledField): readonly string[] {
  return [...table.bySpelling].filter(([, each]) => each === field).map(([name]) => name);
}

/** Keywords for one value of a field: they stand beside the reference to its type. */
function limitKeywords(field: CompiledField, limits: Omit<Limits, 'items'>): Schema {
  const { element } = field;
  if (limits.oneOf !== undefined) return { enum: allowed(limits.oneOf) };
  if (element.kind === 'enum' && limits.definedOnly) return namedOnly(element.spec);
  if (element.kind !== 'scalar' || isOutside(limits)) return {};
  if (element.scalar === 'string') return textKeywords(limits);
  if (element.scalar === 'bytes') return base64Keywords(limits);
  if (element.scalar === 'duration') return durationKeywords(limits);
  return {
    ...(typeof limits.gt === 'number' ? { exclusiveMinimum: limits.gt } : {}),
    ...(typeof limits.gte === 'number' ? { minimum: limits.gte } : {}),
    ...(typeof limits.lt === 'number' ? { exclusiveMaximum: limits.lt } : {}),
    ...(typeof limits.lte === 'number' ? { maximum: limits.lte } : {}),
  };
}

/** The values, and numbers and booleans as text too; null stands for absence. */
function allowed(values: readonly (string | number | boolean)[]): readonly unknown[] {
  const texts = values.filter((value) => typeof value !== 'string').map(String);
  return [...values, ...texts, null];
}

/** A character is one to four bytes. */
function textKeywords(limits: Limits): Schema {
  if (limits.unlessEmpty) return {};
  const least = limits.minChars ?? (limits.minBytes && Math.ceil(limits.minBytes / 4));
  const most = limits.maxChars ?? limits.maxBytes;
  const pattern = limits.pattern ?? (limits.text && '^[^\\u0000\\r\\n]*$');
  return {
    ...(least === undefined ? {} : { minLength: least }),
    ...(most === undefined ? {} : { maxLength: most }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** Three bytes are four characters; padding may be left out. */
function base64Keywords(limits: Limits): Schema {
  return {
    ...(limits.minBytes === undefined ? {} : { minLength: Math.ceil((limits.minBytes * 4) / 3) }),
    ...(limits.maxBytes === undefined ? {} : { maxLength: Math.ceil(limits.maxBytes / 3) * 4 }),
  };
}

/** Texts cannot be compared as times; only sign and zero can be seen in them. */
function durationKeywords(limits: Limits): Schema {
  if (limits.gt !== undefined) return { pattern: '^(?!-).*[1-9]' };
  if (limits.gte === '0s') return { pattern: '^(?!-)' };
  return limits.gte === undefined ? {} : { pattern: '^(?!-).*[1-9]' };
}
