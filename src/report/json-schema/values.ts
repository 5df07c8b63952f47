/** Definitions of scalars, enumerations and free-form values: every spelling the proxy takes. null is absence. */
import type { Element, Scalar } from '../../schema/compiled.ts';
import type { EnumSpec } from '../../schema/language.ts';
import { type ApiVersion, typeIn } from '../../schema/version.ts';

/** Numbers as text: decimal, with fraction and exponent, hexadecimal or octal. */
const NUMBER_TEXT = '^[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?$|^0[xo][0-9a-fA-F]+$';
const DURATION_TEXT = '^-?[0-9]+(?:\\.[0-9]{1,9})?s$';
const BOOLEAN_WORDS = ['true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n'];

/** The name of the definition for an element of a field; wrappers have definitions of their own. */
export function elementName(element: Element, wrapper: boolean): string {
  switch (element.kind) {
    case 'scalar':
      return wrapper ? `wrapped-${element.scalar}` : element.scalar;
    case 'enum':
    case 'message':
      return element.name;
    case 'struct':
    case 'value':
    case 'any':
      return element.kind;
  }
}

/** The definition of a scalar that a field holds; of a wrapper also in the form `{ value: … }`. */
export function scalarDefinition(scalar: Scalar, wrapper: boolean): Schema {
  if (!wrapper) return SCALARS[scalar];
  const value = { type: 'object', properties: { value: SCALARS[scalar] }, additionalProperties: false };
  return { anyOf: [SCALARS[scalar], value] };
}

const SCALARS: { readonly [scalar in Scalar]: Schema } = {
  string: { type: ['string', 'null'] },
  bool: { type: ['boolean', 'string', 'null'], pattern: `^(?:${anyCase(BOOLEAN_WORDS)})$` },
  uint32: integer(0, 4294967295),
  int32: integer(-2147483648, 2147483647),
  // The bounds of 64 bits are no exact numbers in JSON; the lower one of uint64 is.
  uint64: integer(0),
  int64: integer(),
  double: {
    type: ['number', 'string', 'null'],
    pattern: `${NUMBER_TEXT}|^(?:NaN|-?Infinity)$`,
  },
  bytes: { type: ['string', 'null'], pattern: '^[A-Za-z0-9+/_-]*={0,2}$' },
  duration: {
    anyOf: [
      { type: ['string', 'null'], pattern: DURATION_TEXT },
      {
        type: 'object',
        properties: { seconds: integer(), nanos: integer(-999999999, 999999999) },
        additionalProperties: false,
      },
    ],
  },
  timestamp: { type: ['string', 'null'] },
};

function integer(minimum?: number, maximum?: number): Schema {
  return {
    type: ['integer', 'string', 'null'],
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    pattern: NUMBER_TEXT,
  };
}

/** Each word in lower case, capitalised and in upper case, as alternatives of a pattern. */
function anyCase(words: readonly string[]): string {
  const spelled = words.flatMap((word) => [
    word,
    word.charAt(0).toUpperCase() + word.slice(1),
    word.toUpperCase(),
  ]);
  return [...new Set(spelled)].join('|');
}

/**
 * Names first, since editors offer them; then what is read as well: other case, numbers, numbers as text. In version 3
 * the proxy takes numbers without a name too, where a field does not say otherwise ({@link namedOnly}).
 */
export function enumDefinition(spec: EnumSpec, version: ApiVersion): Schema {
  const entries = Object.entries(spec.values);
  const meanings = entries.map(([name, value]) => `${name}: ${value.doc}`);
  const numbers = numbersOf(spec);
  const isOpen = version === 'v3';
  const otherCase = entries.map(([name]) => anyLetterCase(name)).join('|');
  return {
    description: [spec.doc, ...meanings].join('\n'),
    anyOf: [
      { enum: [...entries.map(([name]) => name), null] },
      { type: 'string', pattern: `^(?:${[otherCase, ...(isOpen ? [] : numbers)].join('|')})$` },
      isOpen ? SCALARS.int32 : { type: 'integer', enum: numbers },
    ],
  };
}

/** What a field adds to its enum that takes no number without a name. */
export function namedOnly(spec: EnumSpec): Schema {
  return when({ type: 'integer' }, { enum: numbersOf(spec) });
}

const numbersOf = ({ values }: EnumSpec): readonly number[] =>
  Object.values(values).map(({ number }) => number);

/** `[Aa][Bb]_1` for `AB_1`: JSON Schema has no flag to ignore case. */
function anyLetterCase(name: string): string {
  return name.replace(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}

export const structDefinition: Schema = { type: ['object', 'null'] };

/**
 * A message that says by `@type` which one it is.
 *
 * @param messages of version 3 that are looked into; all others may hold anything
 */
export function anyDefinition(messages: readonly string[]): Schema {
  const example = messages.length === 0 ? 'api.v2.Cluster' : 'config.cluster.v3.Cluster';
  return {
    type: ['object', 'null'],
    description: 'A message together with its type.',
    properties: {
      '@type': { type: 'string', description: `Type URL, such as type.googleapis.com/proxy.${example}.` },
    },
    anyOf: [{ type: 'null' }, { required: ['@type'] }, { maxProperties: 0 }],
    ...(messages.length === 0 ? {} : { allOf: messages.map(ofType) }),
  };
}

function ofType(message: string): Schema {
  const type = (typeIn('v3', message) ?? '').replaceAll('.', '\\.');
  const isNamed = { required: ['@type'], properties: { '@type': { pattern: `^(?:.*/)?\\w+\\.${type}$` } } };
  return when(isNamed, { $ref: definitionRef(message) });
}

/** An Any that may leave out its type, because only one type can stand there. */
export function impliedAny(message: string): Schema {
  return { anyOf: [{ $ref: definitionRef('any') }, { $ref: definitionRef(message) }] };
}

/** A JSON Schema: its keywords and what they hold. */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to the definition of a table or scalar. */
export function definitionRef(name: string): string {
  return `#/$defs/${name}`;
}

/** What holds where a condition is met, and otherwise, if anything. */
export function when(condition: Schema, consequence: Schema, otherwise?: Schema): Schema {
  return {
    if: condition,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits a schema
    then: consequence,
    ...(otherwise === undefined ? {} : { else: otherwise }),
  };
}
