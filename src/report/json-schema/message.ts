/** The definition of a message: its fields in every spelling, what it requires, what excludes each other. */
import { isOutside } from '../../model/limits.ts';
import {
  type CompiledField,
  type CompiledMessage,
  type CompiledOneof,
  compiledAt,
} from '../../schema/compiled.ts';
import type { Limits } from '../../schema/language.ts';
import type { Release } from '../../schema/release.ts';
import { isDemandedAnyway, isNeverChecked } from '../../schema/unchecked.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { limitsText } from '../explain/facts.ts';
import { fieldHistory, sinceText } from '../explain/versions.ts';
import { definitionRef, elementName, impliedAny, namedOnly, type Schema, when } from './values.ts';

/**
 * The definition of a message.
 *
 * @param typed whether it may carry its own type as `@type`, as resources in lists and dumps do
 * @param release of the proxy, whose fields and demands these are; the newest where absent
 */
export function messageDefinition(
  name: string,
  typed: boolean,
  version: ApiVersion,
  release?: Release,
): Schema {
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
export function limitKeywords(field: CompiledField, limits: Omit<Limits, 'items'>): Schema {
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
