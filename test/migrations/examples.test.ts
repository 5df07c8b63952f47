import { describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { opened } from '../opened.ts';

/** The text with each enum of the message itself as the number that stands for it. */
function numberedIn(text: string, type: string, api: ApiVersion): readonly string[] {
  return compiledMessage(type, api).fields.flatMap(({ name, element }) => {
    if (element.kind !== 'enum') return [];
    const written = new RegExp(`^(${name}: )([A-Z][A-Z0-9_]+)$`, 'm').exec(text);
    const [whole = '', key = '', value = ''] = written ?? [];
    const number = element.spec.values[value]?.number;
    return number === undefined ? [] : [text.replace(whole, `${key}${number}`)];
  });
}

describe.each(migrations.map((migration) => [migration.id, migration] as const))(
  '%s',
  (id, { example, optional, title, why, how, source, versions }) => {
    const api = versions?.includes('v2') === false ? ('v3' as const) : ('v2' as const);
    const read = { type: example.type, api };
    const options = { older: false, only: [id] };

    test('turns its example into what it shows, and nothing more the second time', () => {
      const result = migrateConfiguration(opened(example.before, read), options);
      expect(result.text).toBe(example.after);
      expect(result.equivalent).toBe(true);
      expect(result.left).toEqual([]);
      expect([...new Set(result.applied.map((each) => each.migration))]).toEqual([id]);
      const again = migrateConfiguration(opened(result.text, read), options);
      expect(again.changed).toBe(false);
    });

    test('keeps the normalized form', () => {
      const forms = [example.before, example.after].map(
        (text) =>
          normalizeConfiguration(opened(text, read), {
            onlyWritten: false,
            showSecrets: true,
          })[0]?.value,
      );
      expect(JSON.parse(JSON.stringify(forms[0]))).toEqual(JSON.parse(JSON.stringify(forms[1])));
    });

    test('is run by default unless it is optional', () => {
      const result = migrateConfiguration(opened(example.before, read), { older: false });
      expect(result.applied.some((each) => each.migration === id)).toBe(!optional);
    });

    test('14.12 a null in the other spelling, where a new field goes, gives way to it', () => {
      const { before, after } = example;
      const [old, made] = [before, after].map((text) => new Set(text.match(/^[a-z_]+(?=:)/gm)));
      const nulls = [...(made ?? [])]
        .filter((key) => old?.has(key) === false && key.includes('_'))
        .map((key) => `${key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}: null\n`);
      if (nulls.length === 0) return;
      const result = migrateConfiguration(opened(before + nulls.join(''), read), options);
      expect(result.difference).toBeUndefined();
      expect([...new Set(result.applied.map((each) => each.migration))]).toEqual([id]);
      expect(result.text).toContain(nulls[0]?.replace(': null\n', ':'));
    });

    test('an enum may be written as its number', () => {
      for (const text of numberedIn(example.before, example.type, api)) {
        const result = migrateConfiguration(opened(text, read), options);
        expect([text, result.difference]).toEqual([text, undefined]);
        expect(result.applied.map(({ migration }) => migration)).toContain(id);
      }
    });

    test('says what it does in full sentences', () => {
      for (const text of [why, how]) expect(text).toMatch(/[.]$/);
      for (const text of [title, source]) expect(text.length).toBeGreaterThan(10);
    });
  },
);

test('ids are unique and written like file names', () => {
  const ids = migrations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
});
