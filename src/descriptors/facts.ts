/**
 * What descriptors say about fields, in the language of the tables. Used to make the tables that no hand wrote, and to
 * hold those that one did to the descriptors.
 */
import type { FieldSpec, Limits, OneofNeed, TextRule } from '../schema/language.ts';
import { messageOfType } from '../schema/version.ts';

/** Messages and enums by type, without the namespace. */
export interface Reference {
  readonly messages: { readonly [type: string]: ReferenceMessage };
  readonly enums: { readonly [type: string]: ReferenceEnum };
}

export interface ReferenceMessage {
  /** The type of version 2 that it follows. */
  readonly was?: string;
  readonly fields: { readonly [name: string]: ReferenceField };
  readonly oneofs?: {
    readonly [name: string]: { readonly required?: true; readonly fields: readonly string[] };
  };
}

export interface ReferenceField {
  readonly type: string;
  readonly limits?: { readonly [kind: string]: Bounds };
  readonly deprecated?: true;
  /** The proxy refuses a configuration that sets it. */
  readonly refused?: true;
  readonly sensitive?: true;
  /** Its name in JSON, where that is not the one in lowerCamelCase. */
  readonly jsonName?: string;
  /** An absent value is another one than zero. */
  readonly hasPresence?: true;
}

export interface ReferenceEnum {
  readonly values: { readonly [name: string]: number };
  readonly deprecated?: readonly string[];
}

/** Durations are written as JSON has them: `0.010s`. */
type Bound = number | string;

interface Bounds {
  readonly required?: boolean;
  readonly gt?: Bound;
  readonly gte?: Bound;
  readonly lt?: Bound;
  readonly lte?: Bound;
  readonly const?: boolean | Bound;
  readonly in?: readonly Bound[];
  readonly not_in?: readonly Bound[];
  readonly min_len?: number;
  readonly max_len?: number;
  readonly min_bytes?: number;
  readonly max_bytes?: number;
  readonly pattern?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly well_known_regex?: 'HTTP_HEADER_NAME' | 'HTTP_HEADER_VALUE';
  readonly strict?: boolean;
  readonly ignore_empty?: boolean;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly min_pairs?: number;
  readonly unique?: boolean;
  readonly defined_only?: boolean;
  readonly items?: { readonly [kind: string]: Bounds };
  readonly keys?: { readonly [kind: string]: Bounds };
  readonly values?: { readonly [kind: string]: Bounds };
}

/** What a table says about a field of version 3; its words, identity and order are the hand's. */
export type FieldFacts = Pick<FieldSpec, 'type' | 'required' | 'oneof' | 'limits' | 'secret'> & {
  readonly deprecated?: true;
  readonly refused?: true;
};

/** Types of other projects: carried as data. */
const DATA = /^(?:google\.(?:api|rpc)|open(?:telemetry|census)|cel|data\.dns)\./;
const WRAPPERS = new Set([
  'BoolValue',
  'UInt32Value',
  'UInt64Value',
  'DoubleValue',
  'FloatValue',
  'StringValue',
  'BytesValue',
]);
const NUMBERS = new Set(['uint32', 'int32', 'uint64', 'int64', 'double', 'float']);

export function factsOf(reference: Reference, message: ReferenceMessage, name: string): FieldFacts {
  const field = message.fields[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  const oneof = oneofOf(message, name);
  const kinds = Object.entries(field.limits ?? {});
  const limits: { [key: string]: Limits[keyof Limits] } = {};
  let required = false;
  for (const [kind, bounds] of kinds) {
    // A member of a one-of is there where it is chosen.
    required ||= oneof === undefined && (bounds.required === true || demandsValue(field, kind, bounds));
    Object.assign(limits, limitsOf(reference, field.type, kind, bounds));
  }
  // A text or list that must be there says with `required` that it may not be empty.
  if (required && limits.minBytes === 1) delete limits.minBytes;
  if (required && limits.minItems === 1) delete limits.minItems;
  return {
    type: typeOf(field.type),
    ...(required && { required }),
    ...(oneof !== undefined && { oneof }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(field.sensitive && { secret: true }),
    ...(field.deprecated && { deprecated: true }),
    ...(field.refused && { refused: true }),
  };
}

export function oneofsOf(message: ReferenceMessage): { readonly [name: string]: OneofNeed } {
  return Object.fromEntries(
    Object.entries(message.oneofs ?? {}).map(([name, { required }]) => [
      name,
      required ? 'exactly one' : 'at most one',
    ]),
  );
}

function oneofOf(message: ReferenceMessage, field: string): string | undefined {
  return Object.entries(message.oneofs ?? {}).find(([, { fields }]) => fields.includes(field))?.[0];
}

/** The type with ids in place of full names. */
export function typeOf(type: string): string {
  const map = /^map<\w+, (.+)>$/.exec(type)?.[1];
  if (map !== undefined) return `map<string, ${typeOf(map)}>`;
  const repeated = /^repeated (.+)$/.exec(type)?.[1];
  if (repeated !== undefined) return `repeated ${typeOf(repeated)}`;
  if (type === 'float') return 'double';
  if (type === 'FloatValue') return 'DoubleValue';
  if (DATA.test(type)) return 'Struct';
  return messageOfType(type)?.id ?? type;
}

/** Whether a field without a value breaks its bounds: what is not a wrapper then counts as zero or empty. */
function demandsValue(field: ReferenceField, kind: string, bounds: Bounds): boolean {
  if (bounds.ignore_empty || WRAPPERS.has(field.type)) return false;
  if (kind === 'string' || kind === 'bytes') return (bounds.min_len ?? bounds.min_bytes ?? 0) > 0;
  if (kind === 'repeated') return (bounds.min_items ?? 0) > 0;
  if (kind === 'map') return (bounds.min_pairs ?? 0) > 0;
  if (kind === 'bool') return bounds.const === true;
  if (kind === 'enum') return bounds.not_in?.includes(0) ?? false;
  if (!NUMBERS.has(kind)) return false;
  const { gt, gte, lt, lte } = bounds;
  const isBelow = (typeof gt === 'number' && gt >= 0) || (typeof gte === 'number' && gte > 0);
  return isBelow || (typeof lt === 'number' && lt <= 0) || (typeof lte === 'number' && lte < 0);
}

function limitsOf(reference: Reference, type: string, kind: string, bounds: Bounds): Limits {
  // Which types an Any may hold, and how a time compares with now, tables do not say.
  if (kind === 'any' || kind === 'timestamp') return {};
  const element = type.replace(/^repeated |^map<\w+, |>$/g, '');
  const literal = (value: Bound | boolean): Bound | boolean =>
    kind === 'enum' && typeof value === 'number'
      ? namedValue(reference, element, value)
      : typeof value !== 'boolean' && kind === 'duration'
        ? (bound(kind, value) ?? value)
        : value;
  const nested = (part: { readonly [kind: string]: Bounds } | undefined): Limits | undefined => {
    const found = Object.entries(part ?? {}).map(([inner, held]) =>
      limitsOf(reference, element, inner, held),
    );
    const all: Limits = Object.assign({}, ...found);
    return Object.keys(all).length === 0 ? undefined : all;
  };
  const limits: { readonly [key in keyof Limits]: Limits[key] | undefined } = {
    gt: bound(kind, bounds.gt),
    gte: bound(kind, bounds.gte),
    lt: bound(kind, bounds.lt),
    lte: bound(kind, bounds.lte),
    minItems: bounds.min_items ?? bounds.min_pairs,
    maxItems: bounds.max_items,
    unique: bounds.unique ? true : undefined,
    // One character has at least one byte, and nothing less is the same bound in both.
    minBytes: bounds.min_bytes ?? (kind === 'bytes' || bounds.min_len === 1 ? bounds.min_len : undefined),
    maxBytes: bounds.max_bytes ?? (kind === 'bytes' ? bounds.max_len : undefined),
    minChars: kind === 'string' && (bounds.min_len ?? 0) > 1 ? bounds.min_len : undefined,
    maxChars: kind === 'string' ? bounds.max_len : undefined,
    pattern: bounds.pattern,
    prefix: bounds.prefix,
    suffix: bounds.suffix,
    oneOf: (bounds.in ?? (bounds.const === undefined ? undefined : [bounds.const]))?.map(literal),
    noneOf: bounds.not_in?.map(literal),
    definedOnly: bounds.defined_only ? true : undefined,
    text: textRule(bounds),
    unlessEmpty: bounds.ignore_empty ? true : undefined,
    items: nested(bounds.items),
    keys: nested(bounds.keys),
    values: nested(bounds.values),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function textRule({ well_known_regex: rule, strict }: Bounds): TextRule | undefined {
  if (rule === undefined) return undefined;
  const name = rule === 'HTTP_HEADER_NAME' ? 'header-name' : 'header-value';
  return strict === false ? name : `strict-${name}`;
}

function bound(kind: string, value: Bound | undefined): number | string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return value;
  // No number is beyond infinity.
  if (kind !== 'duration') return undefined;
  const [seconds = '', fraction = ''] = value.slice(0, -1).split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${seconds}${digits === '' ? '' : `.${digits}`}s`;
}

/** A value of an enum as it is written: by its name where one is known. */
function namedValue(reference: Reference, type: string, number: number): Bound {
  const values = Object.entries(reference.enums[type]?.values ?? {});
  return values.find(([, each]) => each === number)?.[0] ?? number;
}
