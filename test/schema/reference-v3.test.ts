/** The tables of version 3, held to the reference beside the project: every message, field, limit and value of it. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { factsOf, oneofsOf, type Reference, typeOf } from '../../scripts/api-facts.ts';
import { generatedText, readReference } from '../../scripts/api-tables.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enumSpec, enums, messageSpec, messages } from '../../src/schema/index.ts';
import { messageOfType, typeIn } from '../../src/schema/version.ts';

const FOLDER = '../shared/reference';
const isThere = existsSync(FOLDER);
const reference: Reference = isThere ? readReference(FOLDER) : { messages: {}, enums: {} };

/** Types of the reference without a table, each kind with its reason. */
const LEFT_OUT: readonly { readonly types: RegExp; readonly why: string }[] = [
  {
    types: /^config\.filter\.|^service\.discovery\.v2\./,
    why: 'of version 2, which no proxy of version 3 reads',
  },
  { types: /^udpa\.(?:data|service)\.orca\./, why: 'load reports: no configuration' },
  { types: /^udpa\.type\.v1\.TypedStruct$/, why: 'read as what its type_url names' },
];

/** Of messages that hands wrote the reference shows these otherwise, and the tables are right. */
const NOT_AS_SHOWN: { readonly [field: string]: string } = {};

describe.skipIf(!isThere)('version 3 in the tables', () => {
  test('the generated tables are what the script makes of the reference', async () => {
    await expect(generatedText(FOLDER)).toMatchFileSnapshot('../../src/schema/generated.ts');
  });

  test('every message and enum of the reference has a table, or stands in the list of those left out', () => {
    const without = [...Object.keys(reference.messages), ...Object.keys(reference.enums)].filter((type) => {
      const id = messageOfType(type)?.id;
      return id === undefined || (messageSpec(id) === undefined && enumSpec(id) === undefined);
    });
    const unexplained = without.filter((type) => !LEFT_OUT.some(({ types }) => types.test(type)));
    expect(unexplained).toEqual([]);
    for (const { types, why } of LEFT_OUT)
      expect(
        without.some((type) => types.test(type)),
        why,
      ).toBe(true);
  });

  const handWritten = Object.keys(messages).flatMap((id) => {
    const type = typeIn('v3', id);
    return type === undefined || reference.messages[type] === undefined ? [] : [[id, type] as const];
  });

  test.each(handWritten)('%s has the fields of %s, and nothing else', (id, type) => {
    const shown = reference.messages[type] ?? { fields: {} };
    const table = compiledMessage(id, 'v3');
    expect(table.fields.map(({ name }) => name).sort()).toEqual(Object.keys(shown.fields).sort());
    for (const { name, spec } of table.fields) {
      if (`${id}.${name}` in NOT_AS_SHOWN) continue;
      const { oneof: _, deprecated, refused, ...facts } = factsOf(reference, shown, name);
      const { type: stated, required, limits, secret } = spec;
      const found = { type: stated, ...(required && { required }), ...(limits && { limits }) };
      expect({ ...found, ...(facts.secret && { secret }) }, name).toEqual(facts);
      expect(spec.deprecated !== undefined, `${name} is deprecated`).toBe(deprecated === true);
      expect(spec.refused === true, `${name} is refused`).toBe(refused === true);
    }
    const groups = (of: readonly { readonly need: string; readonly members: readonly string[] }[]): unknown =>
      of.map(({ need, members }) => `${need}: ${[...members].sort().join(' ')}`).sort();
    const stated = table.oneofs.map(({ need, members }) => ({
      need,
      members: members.map(({ name }) => name),
    }));
    const needs = oneofsOf(shown);
    const listed = Object.entries(shown.oneofs ?? {}).map(([name, { fields }]) => ({
      need: needs[name] ?? '',
      members: fields,
    }));
    expect(groups(stated)).toEqual(groups(listed));
  });

  test.each(Object.keys(enums).filter((id) => reference.enums[typeIn('v3', id) ?? ''] !== undefined))(
    'the values of %s',
    (id) => {
      const shown = reference.enums[typeIn('v3', id) ?? ''];
      const values = Object.entries(enumSpec(id)?.values ?? {}).filter(([, { only }]) => only !== 'v2');
      expect(Object.fromEntries(values.map(([name, { number }]) => [name, number]))).toEqual(shown?.values);
      const outdated = values.filter(([, each]) => each.deprecated ?? each.in?.v3?.deprecated);
      expect(outdated.map(([name]) => name).sort()).toEqual([...(shown?.deprecated ?? [])].sort());
    },
  );

  test('a type without a table is named as the reference names it', () => {
    expect(typeOf('repeated config.core.v3.Node')).toBe('repeated core.Node');
    expect(typeOf('map<uint32, config.core.v3.Node>')).toBe('map<string, core.Node>');
    expect(typeOf('google.rpc.Status')).toBe('Struct');
  });
});
