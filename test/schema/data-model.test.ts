/** The tables against the specification's Markdown, field by field. */
import { describe, expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enums, messageSpec, messages } from '../../src/schema/index.ts';
import type { EnumSpec, EnumTables, FieldSpec, MessageTables } from '../../src/schema/language.ts';
import { messageOfType } from '../../src/schema/version.ts';
import { parseSpecification, specificationLines } from './specification.ts';
import { noDefaultStated, type StatedValue, statedDefaults, statedLimits } from './specified-defaults.ts';

const messageTables: MessageTables = messages;
const enumTables: EnumTables = enums;
const lines = specificationLines ?? [];
const specification = parseSpecification(lines);

/** The full name of a message or enum that the specification may shorten under a heading. */
function fullName(name: string, heading: string): string {
  const names = [...Object.keys(messageTables), ...Object.keys(enumTables)];
  if (names.includes(name)) return name;
  const typed = messageOfType(`api.v2.${name}`);
  if (typed !== undefined) return typed.id;
  const area = /^[\w.]+(?=\.)/.exec(heading)?.[0] ?? '';
  const candidates = names.filter((full) => full.endsWith(`.${name}`) && full.startsWith(area));
  const [only, ...others] = candidates;
  return only === undefined || others.length > 0 ? `${name}, which is no table` : only;
}

function fullType(type: string, heading: string): string {
  const [, shape = '', element = ''] =
    /^((?:repeated |map<string, )?)(.*?)>?$/.exec(
      type.replace(/^list of /, 'repeated ').replace(/^repeated (?=map<)/, ''),
    ) ?? [];
  const known = /^([a-z]\w*|BoolValue|UInt\d+Value|Duration|Struct|Any)$/.test(element);
  return `${shape}${known ? element : fullName(element, heading)}${shape.startsWith('map') ? '>' : ''}`;
}

/** The fields that the message has in version 2, of which the specification is. */
function fieldsOf(message: string): { readonly [name: string]: FieldSpec } | undefined {
  if (messageSpec(message) === undefined) return undefined;
  return Object.fromEntries(compiledMessage(message).fields.map(({ name, spec }) => [name, spec]));
}

/** Its values in version 2. */
function valuesOf(name: string): EnumSpec['values'] | undefined {
  const values = Object.entries(enumTables[name]?.values ?? {}).filter(([, { only }]) => only !== 'v3');
  return enumTables[name] && Object.fromEntries(values);
}

function fieldSpec(path: string): FieldSpec | undefined {
  const at = path.lastIndexOf('.');
  return fieldsOf(path.slice(0, at))?.[path.slice(at + 1)];
}

function expectDefault(path: string, is: StatedValue): void {
  const spec = fieldSpec(path);
  if ('enumZero' in is) {
    expect(enumTables[spec?.type ?? '']?.values[is.enumZero]?.number).toBe(0);
    expect(spec?.default ?? { value: is.enumZero }).toMatchObject({ value: is.enumZero });
  } else expect(spec?.default).toMatchObject(is);
}

const absent = specificationLines === undefined;
describe.skipIf(absent)(
  `tables against data-model.md${absent ? ' (skipped: ../shared is not there)' : ''}`,
  () => {
    test('the specification is read whole', () => {
      expect(specification.fields.length).toBe(275);
      expect(specification.enums.length).toBe(15);
      expect(specification.groups.length).toBe(25);
      for (const group of specification.groups)
        expect(group.members.length, group.message).toBeGreaterThan(1);
    });

    describe.each(byMessage())('$message', ({ message, heading, fields }) => {
      test('has a table that names its heading', () => {
        expect(messageSpec(message)?.section).toBe(heading);
      });

      test.each(fields)('$field', ({ field, type, required, empty }) => {
        const spec = fieldsOf(message)?.[field];
        expect(spec?.type).toBe(fullType(type, heading));
        expect(spec?.required ?? false).toBe(required);
        expect(spec?.unmodelled, 'beyond the specification').toBeUndefined();
        if (empty) expect(fieldsOf(type)).toEqual({});
      });

      test('marks all other fields as beyond the specification', () => {
        const described = new Set(fields.map(({ field }) => field));
        const others = Object.entries(fieldsOf(message) ?? {}).filter(([name]) => !described.has(name));
        expect(others.filter(([, spec]) => spec.unmodelled !== true).map(([name]) => name)).toEqual([]);
      });
    });

    describe.each(specification.enums)('$name', ({ name, heading, values }) => {
      const table = enumTables[fullName(name, heading)];
      const held = valuesOf(fullName(name, heading));

      test('has its values, the default at number 0', () => {
        expect(table?.section).toBe(heading);
        const described = new Set(values.map((value) => value.name));
        for (const value of values) {
          const spec = held?.[value.name];
          expect(spec, value.name).toBeDefined();
          expect(spec?.number === 0, value.name).toBe(value.remark.startsWith('default'));
          if (value.remark.startsWith('deprecated')) expect(spec?.deprecated, value.name).toBeDefined();
          expect(spec?.unmodelled, value.name).toBeUndefined();
        }
        const others = Object.entries(held ?? {}).filter(([value]) => !described.has(value));
        expect(others.filter(([, spec]) => spec.unmodelled !== true).map(([value]) => value)).toEqual([]);
      });
    });

    test.each(specification.groups)('$message: $need of $members', ({ message, heading, members, need }) => {
      const table = messageSpec(fullName(message, heading));
      const all = fieldsOf(fullName(message, heading));
      const groups = new Set(members.map((member) => all?.[member]?.oneof));
      expect(groups.size).toBe(1);
      const [name] = groups;
      expect(name).toBeDefined();
      const stated = table?.oneofs?.[name ?? ''];
      if (need === 'exclusive') {
        expect(stated).toBeDefined();
        return;
      }
      expect(stated).toBe(need);
      const others = Object.entries(all ?? {}).filter(
        ([member, field]) => field.oneof === name && !members.includes(member) && field.unmodelled !== true,
      );
      expect(others).toEqual([]);
    });

    describe('deprecations', () => {
      const marked = specification.fields.filter((field) => field.rules.startsWith('deprecated'));

      test.each(marked)('$message.$field', ({ message, field, heading }) => {
        expect(fieldsOf(fullName(message, heading))?.[field]?.deprecated).toBeDefined();
      });

      const versioning = lines.find((line) => line.startsWith('1. Deprecated fields kept')) ?? '';
      const listed = [...versioning.matchAll(/([\w.]+)\.(\w+)(?: ([A-Z_]+))? \(use (\w+)/g)].map(
        ([, message = '', field = '', value, use = '']) => ({ message, field, value, use }),
      );

      test('Versioning lists six', () => {
        expect(listed.length).toBe(6);
      });

      test.each(listed)('Versioning: $message.$field $value', ({ message, field, value, use }) => {
        const spec =
          value === undefined
            ? fieldsOf(fullName(message, 'route.RouteAction.RequestMirrorPolicy'))?.[field]
            : enumTables[`${message}.${field}`]?.values[value];
        expect(spec?.deprecated?.use).toContain(use);
      });
    });

    describe('the older form', () => {
      test.each([
        ['core.Node', 'An older form of core.Node has only '],
        ['core.TransportSocket', 'The older form has only '],
      ])('%s', (message, words) => {
        const line = lines.find((text) => text.startsWith(words)) ?? '';
        const fields = Object.entries(fieldsOf(message) ?? {});
        expect(fields.length).toBeGreaterThan(0);
        for (const [name, spec] of fields) {
          expect(spec.newer ?? false, name).toBe(!new RegExp(`\\b${name}\\b`).test(line.slice(words.length)));
        }
      });

      test('core.RequestMethod', () => {
        expect(lines.filter((line) => line.includes('PATCH is absent in the older form')).length).toBe(1);
        expect(enumTables['core.RequestMethod']?.values.PATCH?.newer).toBe(true);
      });
    });

    describe('defaults', () => {
      test.each(statedDefaults)('$field: $words', ({ words, field, is }) => {
        expect(lines.filter((line) => line.includes(words)).length).toBe(1);
        expectDefault(field, is);
      });

      test.each(noDefaultStated)('stated by no field: $words', ({ words, why }) => {
        expect(lines.filter((line) => line.includes(words)).length).toBe(1);
        expect(why).not.toBe('');
      });

      test('every line with the word is accounted for', () => {
        const limits = lines.indexOf('## Limits');
        const held = new Set(specification.enums.map((listed) => listed.line));
        const known = [...statedDefaults, ...noDefaultStated];
        const left = lines.filter(
          (line, index) =>
            /\bdefaults?\b/.test(line) &&
            index < limits &&
            !held.has(index + 1) &&
            !known.some(({ words }) => line.includes(words)),
        );
        expect(left).toEqual([]);
      });
    });

    describe('limits', () => {
      const section = lines.slice(lines.indexOf('## Limits'), lines.indexOf('## Versioning'));
      const items = section
        .flatMap((line) => /^\| (.+?) \| /.exec(line)?.[1] ?? [])
        .filter((item) => item !== 'Item');

      test('every row of the table is accounted for', () => {
        expect(items).toEqual([...new Set(statedLimits.map((limit) => limit.item))]);
      });

      test.each(statedLimits)('$item: $field', ({ field, limits, is, noDefault, doc }) => {
        const spec = fieldSpec(field);
        expect(spec).toBeDefined();
        if (limits !== undefined) expect(spec?.limits).toMatchObject(limits);
        if (is !== undefined) expectDefault(field, is);
        if (noDefault) expect(spec?.default).toBeUndefined();
        if (doc !== undefined) expect(spec?.doc).toContain(doc);
      });
    });
  },
);

function byMessage() {
  const grouped = new Map<
    string,
    { message: string; heading: string; fields: typeof specification.fields }
  >();
  for (const field of specification.fields) {
    const message = fullName(field.message, field.heading);
    const fields = [...(grouped.get(message)?.fields ?? []), field];
    grouped.set(message, { message, heading: field.heading, fields });
  }
  return [...grouped.values()];
}
