/** Example values derived from the tables: what a field may look like, with what its message demands and no more. */
import { durationNanos } from '../../model/values.ts';
import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  type Scalar,
} from '../../schema/compiled.ts';
import type { EnumSpec, Limits, Literal } from '../../schema/language.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { printYaml } from '../../source/edit/print.ts';

/** Texts by what a field's name says it holds; the first hit counts. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/regex|pattern/, '/item/[0-9]+'],
  [/filename|.+_path$/, '/etc/shop/data'],
  [/^prefix$|^path$|prefix_rewrite|path_redirect|^regex/, '/shop'],
  [/address|_ip$/, '10.0.0.7'],
  [/uri$|url$/, 'https://shop.example/data'],
  [/domain|authority|host|sni|server_name/, 'shop.example'],
  [/version/, '1.4.2'],
  [/retry_on/, '5xx'],
  [/name|id$|cluster|key|prefix/, 'shop'],
];

/** The field with an example value, as YAML. */
export function fieldExample(field: CompiledField, version: ApiVersion): string {
  return printed({ [field.name]: fieldValue(field, version, []) ?? {} });
}

/** The message as YAML, with the fields it demands; where it demands none, with its first one. */
export function messageExample({ name, version }: CompiledMessage): string {
  return printed(messageValue(name, version, []) ?? {});
}

function printed(value: Literal): string {
  return printYaml(value, { indent: 0, step: 2 });
}

/** A value for the field, or nothing where it would have to hold a message that it is part of. */
function fieldValue(
  field: CompiledField,
  version: ApiVersion,
  within: readonly string[],
): Literal | undefined {
  const { limits, default: stated } = field.spec;
  if (stated !== undefined && 'value' in stated && !isEmpty(stated.value)) return stated.value;
  const bounds = field.shape === 'list' ? (limits?.items ?? {}) : (limits ?? {});
  const value = elementValue(field, bounds, version, within);
  if (value === undefined) return undefined;
  if (field.shape === 'map') return { shop: value };
  if (field.shape === 'list') return Array.from({ length: Math.max(1, limits?.minItems ?? 1) }, () => value);
  return value;
}

function isEmpty(value: Literal): boolean {
  return value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

function elementValue(
  field: CompiledField,
  limits: Limits,
  version: ApiVersion,
  within: readonly string[],
): Literal | undefined {
  const { element } = field;
  if (limits.oneOf?.[0] !== undefined) return limits.oneOf[0];
  switch (element.kind) {
    case 'scalar':
      return scalarValue(element.scalar, field, limits);
    case 'enum':
      return enumValue(element.spec);
    case 'message':
      return messageValue(element.name, version, within);
    case 'value':
    case 'struct':
      return { key: 'value' };
    case 'any':
      return { '@type': 'type.googleapis.com/google.protobuf.Struct', value: { key: 'value' } };
  }
}

/** Something other than what absence means, where there is anything else. */
function enumValue(spec: EnumSpec): string {
  const names = Object.entries(spec.values).filter(([, value]) => value.deprecated === undefined);
  return (names.find(([, value]) => value.number !== 0) ?? names[0] ?? [''])[0];
}

function scalarValue(scalar: Scalar, field: CompiledField, limits: Limits): Literal {
  switch (scalar) {
    case 'string':
      return textValue(field, limits);
    case 'bool':
      return true;
    case 'bytes':
      return 'c2hvcA==';
    case 'timestamp':
      return '2026-01-31T12:00:00Z';
    case 'duration':
      return ['1s', '0.1s', '60s', '3600s'].find((text) => withinLimits(durationNanos(text), limits)) ?? '1s';
    default:
      return field.name.includes('port') && withinLimits(8080n, limits) ? 8080 : numberValue(limits);
  }
}

function textValue(field: CompiledField, limits: Limits): string {
  if (limits.text === 'header-name') return 'x-shop';
  const text =
    field.spec.names === 'cluster' ? 'shop' : (TEXTS.find(([name]) => name.test(field.name))?.[1] ?? 'text');
  return text.padEnd(limits.minBytes ?? 0, '0').slice(0, limits.maxBytes);
}

function numberValue(limits: Limits): number {
  const bounds = [limits.gte, limits.gt, limits.lte].filter((bound) => typeof bound === 'number');
  const candidates = [10, 1, ...bounds, ...bounds.map((bound) => bound + 1)];
  return candidates.find((candidate) => withinLimits(BigInt(Math.trunc(candidate)), limits)) ?? 1;
}

function withinLimits(value: bigint | undefined, limits: Limits): boolean {
  if (value === undefined) return false;
  const { gt, gte, lt, lte } = limits;
  return (
    (gt === undefined || value > measure(gt)) &&
    (gte === undefined || value >= measure(gte)) &&
    (lt === undefined || value < measure(lt)) &&
    (lte === undefined || value <= measure(lte))
  );
}

function measure(bound: number | string): bigint {
  return typeof bound === 'number' ? BigInt(Math.trunc(bound)) : (durationNanos(bound) ?? 0n);
}

function messageValue(name: string, version: ApiVersion, within: readonly string[]): Literal | undefined {
  if (within.includes(name)) return undefined;
  const inside = [...within, name];
  const table = compiledMessage(name, version);
  const demanded = new Map<CompiledField, Literal>();
  for (const required of table.required) {
    const instead = required.spec.deprecated && table.byName.get(required.spec.requiredUnless ?? '');
    const field = instead ?? required;
    const value = fieldValue(field, version, inside);
    if (value === undefined) return undefined;
    demanded.set(field, value);
  }
  for (const oneof of table.oneofs) {
    if (oneof.need !== 'exactly one' || oneof.members.some((member) => demanded.has(member))) continue;
    const member = firstPossible(oneof.members, version, inside);
    if (member === undefined) return undefined;
    demanded.set(...member);
  }
  if (demanded.size === 0 && within.length < 2) {
    const first = firstPossible(table.fields, version, inside);
    if (first !== undefined) demanded.set(...first);
  }
  const chosen = table.fields.filter((field) => demanded.has(field));
  return Object.fromEntries(chosen.map((field) => [field.name, demanded.get(field) ?? {}]));
}

function firstPossible(
  fields: readonly CompiledField[],
  version: ApiVersion,
  within: readonly string[],
): [CompiledField, Literal] | undefined {
  for (const field of fields) {
    const value = field.spec.deprecated === undefined ? fieldValue(field, version, within) : undefined;
    if (value !== undefined) return [field, value];
  }
  return undefined;
}
