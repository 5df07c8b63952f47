/**
 * Each statement of the tables, broken once: a required field left out and empty, two members of a one-of and none, a
 * value of another type, an enumeration's value that there is not, a bound passed, a deprecated field used.
 */
import { describe, expect, test } from 'vitest';
import { checkText } from '../../src/model/index.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { messages } from '../../src/schema/index.ts';
import type { Limits } from '../../src/schema/language.ts';

type Fields = { readonly [field: string]: unknown };

/** All messages, also those of the full API; a list written by hand may carry what it likes. */
const tables = Object.keys(messages).filter((name) => name !== 'Resources');

/** One valid value of a field, as YAML would hold it. */
function sampleOf(field: CompiledField): unknown {
  const one = elementOf(field);
  if (field.shape === 'list') return Array.from({ length: field.spec.limits?.minItems ?? 1 }, () => one);
  return field.shape === 'map' ? { 'shop.key': one } : one;
}

function elementOf({ element, spec: { limits } }: CompiledField): unknown {
  switch (element.kind) {
    case 'struct':
      return { shop: 1 };
    case 'any':
      return { '@type': 'type.googleapis.com/shop.Own' };
    case 'message':
      return valid(element.name);
    case 'enum':
      return Object.entries(element.spec.values).find(([, { deprecated }]) => deprecated === undefined)?.[0];
    case 'scalar':
      return scalarOf(element.scalar, limits);
  }
}

function scalarOf(scalar: string, limits: Limits | undefined): unknown {
  if (limits?.oneOf !== undefined) return limits.oneOf[0];
  if (scalar === 'duration') return '1s';
  if (scalar === 'bool') return true;
  if (scalar === 'bytes') return 'c2hvcA==';
  if (scalar === 'string') return 'shop';
  if (scalar === 'timestamp') return '2020-01-01T00:00:00Z';
  const least = Math.max(Number(limits?.gte ?? 0), Number(limits?.gt ?? -1) + 1);
  return Math.min(Math.max(least, 1), Number(limits?.lte ?? Number.POSITIVE_INFINITY));
}

/** The least valid message: what is required, and the first member of each one-of that needs one. */
function valid(name: string): Fields {
  const table = compiledMessage(name);
  const fields = table.required.map((field) => [field.name, sampleOf(field)]);
  for (const { need, members } of table.oneofs) {
    const current = members.filter(({ spec }) => spec.deprecated === undefined);
    // A message may hold itself; plain values end that.
    const first = current.find(({ element }) => element.kind === 'scalar') ?? current[0] ?? members[0];
    if (need === 'exactly one' && first !== undefined) fields.push([first.name, sampleOf(first)]);
  }
  return Object.fromEntries(fields);
}

/** The checks of binding that fire, with their pointers. */
function fired(name: string, message: Fields, rule: string): readonly string[] {
  return checkText(name, JSON.stringify(message), 'v2')
    .filter((finding) => finding.rule === rule)
    .map(({ pointer }) => pointer);
}

describe.each(tables)('%s', (name) => {
  const table = compiledMessage(name);
  const least = valid(name);
  const without = (field: string): Fields =>
    Object.fromEntries(Object.entries(least).filter(([key]) => key !== field));
  const alone = (field: CompiledField): Fields => {
    const siblings = new Set(
      table.oneofs.find(({ members }) => members.includes(field))?.members.map((member) => member.name),
    );
    return Object.fromEntries(Object.entries(least).filter(([key]) => !siblings.has(key)));
  };

  test('the least valid message breaks nothing', () => {
    const errors = [
      'required-field',
      'one-of',
      'wrong-type',
      'unknown-enum-value',
      'out-of-range',
      'unknown-field',
    ];
    for (const rule of errors) expect(fired(name, least, rule), rule).toEqual([]);
  });

  test('a field that it does not have', () => {
    expect(fired(name, { ...least, no_such_field_of_it: 1 }, 'unknown-field')).toEqual([
      '/no_such_field_of_it',
    ]);
  });

  test.each(
    table.required
      .filter(({ spec }) => spec.requiredUnless === undefined)
      .map((field) => [field.name, field] as const),
  )('REQUIRED %s', (field, { shape, element }) => {
    expect(fired(name, without(field), 'required-field')).toEqual(['']);
    expect(fired(name, { ...least, [field]: null }, 'required-field')).toEqual(['']);
    const empty =
      shape === 'list' ? [] : element.kind === 'scalar' && element.scalar === 'string' ? '' : undefined;
    if (empty !== undefined)
      expect(fired(name, { ...least, [field]: empty }, 'required-field')).toEqual([`/${field}`]);
  });

  test.each(table.oneofs.map((oneof) => [oneof.name, oneof] as const))(
    'one of %s',
    (_, { need, members }) => {
      const none = Object.fromEntries(
        Object.entries(least).filter(([key]) => !members.some((member) => member.name === key)),
      );
      expect(fired(name, none, 'one-of')).toEqual(need === 'exactly one' ? [''] : []);
      for (const one of members) {
        expect(fired(name, { ...none, [one.name]: sampleOf(one) }, 'one-of')).toEqual([]);
        for (const other of members)
          if (other !== one)
            expect(
              fired(name, { ...none, [one.name]: sampleOf(one), [other.name]: sampleOf(other) }, 'one-of'),
            ).toEqual(['']);
      }
    },
  );

  // One way of reading values serves all tables.
  const typed = table.spec.section === 'full API' ? [] : table.fields;
  test.each(typed.map((field) => [field.name, field] as const))('type of %s', (_, field) => {
    const { element, shape } = field;
    const wrong = element.kind === 'scalar' || element.kind === 'enum' ? { shop: { a: 1 } } : 7;
    const written = shape === 'map' ? 7 : wrong;
    expect(fired(name, { ...alone(field), [field.name]: sampleOf(field) }, 'wrong-type')).toEqual([]);
    expect(fired(name, { ...alone(field), [field.name]: written }, 'wrong-type').length).toBeGreaterThan(0);
  });

  test.each(
    table.fields
      .filter(({ element }) => element.kind === 'enum')
      .map((field) => [field.name, field] as const),
  )('enumeration of %s', (_, field) => {
    const wrong = field.shape === 'list' ? ['NO_SUCH_VALUE'] : 'NO_SUCH_VALUE';
    const at = `/${field.name}${field.shape === 'list' ? '/0' : ''}`;
    expect(fired(name, { ...alone(field), [field.name]: wrong }, 'unknown-enum-value')).toEqual([at]);
  });

  test.each(table.limited.map((field) => [field.name, field] as const))('bounds of %s', (_, field) => {
    for (const value of unmodelled(field)) {
      const message = { ...alone(field), [field.name]: value };
      // An empty text to compare with is a finding of its own.
      const rule =
        value === '' && fired(name, message, 'empty-matcher').length > 0 ? 'empty-matcher' : 'out-of-range';
      expect(fired(name, message, rule), JSON.stringify(value).slice(0, 40)).toEqual([`/${field.name}`]);
    }
  });

  test.each(
    table.fields
      .filter(({ spec }) => spec.deprecated !== undefined)
      .map((field) => [field.name, field] as const),
  )('deprecated %s', (_, field) => {
    expect(fired(name, { ...alone(field), [field.name]: sampleOf(field) }, 'deprecated-field')).toContain(
      `/${field.name}`,
    );
  });
});

/** Values just beyond each bound of a field. */
function* unmodelled(field: CompiledField): Generator<unknown> {
  const { gt, gte, lt, lte, maxItems, minBytes, maxBytes, text, oneOf } = field.spec.limits ?? {};
  if (gt !== undefined) yield gt;
  if (gte !== undefined && gte !== 0) yield below(gte);
  if (lt !== undefined) yield lt;
  if (typeof lte === 'number') yield lte + 1;
  if (maxItems !== undefined && maxItems < 10)
    yield Array.from({ length: maxItems + 1 }, () => elementOf(field));
  if (maxBytes !== undefined) yield 'a'.repeat(maxBytes + 1);
  if (minBytes === 1) yield '';
  if (text !== undefined) yield 'shop\nshop';
  if (typeof oneOf?.[0] === 'number') yield 10_000_019;
}

function below(bound: number | string): number | string {
  return typeof bound === 'number' ? bound - 1 : bound === '0s' ? '-1s' : '0.000000001s';
}
