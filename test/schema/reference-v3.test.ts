/** The tables of version 3, held to the descriptors of the newest release: every message, field, limit and value of it. */
import { describe, expect, test } from 'vitest';
import { historyText, modelledText } from '../../scripts/api-history.ts';
import { packagesText } from '../../scripts/api-packages.ts';
import { generatedText } from '../../scripts/api-tables.ts';
import { isConfiguration, readApi } from '../../scripts/api-union.ts';
import { factsOf, oneofsOf, type Reference, typeOf } from '../../src/descriptors/facts.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enumSpec, enums, messageSpec, messages } from '../../src/schema/index.ts';
import { messageOfType, typeIn } from '../../src/schema/version.ts';

const api = readApi();
const newest = api.releases.at(-1)?.reference ?? api.all;
const reference: Reference = {
  messages: { ...newest.messages, ...api.contrib.messages },
  enums: { ...newest.enums, ...api.contrib.enums },
};

describe('version 3 in the tables', () => {
  test('the generated files are what the scripts make of the descriptor sets', async () => {
    await expect(packagesText(api)).toMatchFileSnapshot('../../src/schema/packages.ts');
    await expect(generatedText(api)).toMatchFileSnapshot('../../src/schema/generated.ts');
    await expect(historyText(api)).toMatchFileSnapshot('../../src/schema/history.ts');
    await expect(modelledText(api)).toMatchFileSnapshot('../../src/schema/modelled.ts');
  });

  test('every message and enum of a configuration has a table', () => {
    const types = [...Object.keys(reference.messages), ...Object.keys(reference.enums)];
    const without = types.filter(isConfiguration).filter((type) => {
      const id = messageOfType(type)?.id;
      return id === undefined || (messageSpec(id) === undefined && enumSpec(id) === undefined);
    });
    expect(without).toEqual([]);
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
