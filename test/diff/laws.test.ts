/** Laws of the comparison, for configurations generated from the tables. */
import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { diffConfigurations } from '../../src/diff/index.ts';
import { patchBetween } from '../../src/diff/patch.ts';
import { migrateConfiguration, normalizeConfiguration } from '../../src/migrate/index.ts';
import { messages } from '../../src/schema/index.ts';
import type { Data } from '../../src/source/data.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { choices, type Message, messageOf, renamed } from '../arbitraries/message.ts';
import { diffOfValues, lines, sideOf } from './sides.ts';

const types = [
  'Cluster',
  'route.VirtualHost',
  'RouteConfiguration',
  'Listener',
  'Bootstrap',
  'route.Route',
  'core.Node',
  'ClusterLoadAssignment',
];
const ofMainType = fc.constantFrom(...types).chain((type) => fc.tuple(fc.constant(type), messageOf(type)));
const ofAnyType = fc
  .constantFrom(...Object.keys(messages).sort())
  .chain((type) => fc.tuple(fc.constant(type), messageOf(type, { depth: 2, most: 3 })));
const twoOfOneType = fc
  .constantFrom(...types)
  .chain((type) => fc.tuple(fc.constant(type), messageOf(type), messageOf(type)));

test('nothing differs from itself', () => {
  fc.assert(
    fc.property(fc.oneof(ofMainType, ofAnyType), ([type, message]) => {
      const result = diffOfValues(message, message, { type, cosmetic: true });
      expect(result).toMatchObject({ equal: true, changes: [], summary: { cosmetic: 0 } });
    }),
    { numRuns: 200 },
  );
});

test('a normal form means what it is the form of', () => {
  fc.assert(
    fc.property(fc.oneof(ofMainType, ofAnyType), ([type, message]) => {
      const before = sideOf(printJson(message, ''), 'a.yaml', type);
      const [form] = normalizeConfiguration(before, { onlyWritten: false, showSecrets: true });
      const after = sideOf(printYaml(form?.value ?? null, { indent: 0, step: 2 }), 'b.yaml', type);
      expect(lines(diffConfigurations([before], [after]))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a migrated file means what it did', () => {
  fc.assert(
    fc.property(ofMainType, ([type, message]) => {
      const before = sideOf(printYaml(message, { indent: 0, step: 2 }), 'a.yaml', type);
      const { text } = migrateConfiguration(before, { also: ['all'], older: false });
      const after = sideOf(text, 'b.yaml', type);
      expect(lines(diffConfigurations([before], [after]))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('spelling makes no difference', () => {
  fc.assert(
    fc.property(ofMainType, fc.nat(), ([type, message], seed) => {
      const other = renamed(type, message, choices(seed));
      expect(lines(diffOfValues(message, other, { type }))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('the patch between two normal forms leads from one to the other', () => {
  const prove = (type: string, one: Message, two: Message): void => {
    const [before, after] = [sideOf(printJson(one, ''), 'a', type), sideOf(printJson(two, ''), 'b', type)];
    const { base, operations } = patchBetween([before], [after], { showSecrets: true });
    const { base: expected } = patchBetween([after], [before], { showSecrets: true });
    // An applier refuses to touch such a name.
    fc.pre(!JSON.stringify(operations).includes('__proto__'));
    const patched = jsonPatch.applyPatch(plain(base), plain(operations) as never).newDocument;
    expect(patched).toEqual(plain(expected));
  };
  fc.assert(
    fc.property(twoOfOneType, ([type, one, two]) => prove(type, one, two)),
    { numRuns: 150 },
  );
});

function plain(value: unknown): Data {
  return JSON.parse(JSON.stringify(value)) as Data;
}

const OPPOSITE: { readonly [kind: string]: string } = { added: 'removed', removed: 'added' };

test('swapping the sides swaps the facts', () => {
  fc.assert(
    fc.property(twoOfOneType, ([type, one, two]) => {
      const there = diffOfValues(one, two, { type }).changes;
      const back = diffOfValues(two, one, { type }).changes;
      const told = (value: unknown): string => JSON.stringify(value ?? null);
      const forward = there.map(({ kind, before, after }) =>
        [OPPOSITE[kind] ?? kind, told(after?.value), told(before?.value)].join(' '),
      );
      const backward = back.map(({ kind, before, after }) =>
        [kind, told(before?.value), told(after?.value)].join(' '),
      );
      expect(backward.sort()).toEqual(forward.sort());
    }),
    { numRuns: 150 },
  );
});
