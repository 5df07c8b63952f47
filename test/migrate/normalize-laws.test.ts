/** Laws of the normal form, for messages generated from the tables. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleNames } from '../../scripts/gallery.ts';
import { bindMessage } from '../../src/model/bind.ts';
import { messages, tableNames } from '../../src/schema/index.ts';
import { type ApiVersion, typeIn } from '../../src/schema/version.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { readJson } from '../../src/source/json.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';
import { choices, messageOf, renamed } from '../arbitraries/message.ts';
import { documentsOf, formOf, formOfValue, yaml } from './normal-form.ts';

/** Every message that the version has. */
const TYPES: { readonly [version in ApiVersion]: readonly string[] } = {
  v2: Object.keys(messages).sort(),
  v3: tableNames()
    .filter((name) => typeIn('v3', name) !== undefined)
    .sort(),
};
/** The types that people write most. */
const main = ['Cluster', 'route.VirtualHost', 'Listener', 'Bootstrap', 'route.Route', 'core.Node'];

describe.each(['v2', 'v3'] as const)('in version %s', (api) => {
  const types = TYPES[api];
  const options = { api, showSecrets: true };

  test.each(main)('normalizing %s twice is normalizing it once, printed either way', (type) => {
    fc.assert(
      fc.property(messageOf(type, { depth: 3, most: 4, version: api }), (message) => {
        const once = formOfValue(message, type, options);
        expect(formOf(printJson(once, '  '), { ...options, type })).toEqual(once);
        expect(formOf(yaml(once), { ...options, type })).toEqual(once);
      }),
      { numRuns: 40 },
    );
  });

  test('normalizing any message of the tables twice is normalizing it once', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...types)
          .chain((type) => fc.tuple(fc.constant(type), messageOf(type, { depth: 2, most: 3, version: api }))),
        ([type, message]) => {
          const once = formOfValue(message, type, options);
          expect(formOfValue(once, type, options)).toEqual(once);
          const written = formOfValue(message, type, { ...options, onlyWritten: true });
          expect(formOfValue(written, type, options)).toEqual(once);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('spelling does not count: names in camelCase, enums by number, lists of one, durations', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...main)
          .chain((type) => fc.tuple(fc.constant(type), messageOf(type, { depth: 3, most: 4, version: api }))),
        fc.nat(),
        ([type, message], seed) => {
          const other = renamed(type, message, choices(seed), api);
          expect(formOfValue(other, type, { api })).toEqual(formOfValue(message, type, { api }));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('binding never throws, whatever stands there', () => {
    const bind = (type: string, value: unknown) => {
      const [tree] = readJson('a.json', JSON.stringify(value));
      if (tree) bindMessage(tree, ROOT, type, 'proxy', '', api);
    };
    fc.assert(fc.property(fc.constantFrom(...types), fc.jsonValue(), bind), { numRuns: 300 });
    // Right names with wrong values: a message of one table read as one of another.
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.constantFrom(...types).chain((type) => messageOf(type, { depth: 2, most: 6, version: api })),
        bind,
      ),
      { numRuns: 300 },
    );
  });
});

test('what is printed reads as what it was', () => {
  const value = fc.letrec<{ value: Data }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (data) => {
      const [json] = readJson('a.json', printJson(data, '  '));
      expect(json && plainValue(json, ROOT)).toEqual(data);
      const [block] = readYaml('a.yaml', printYaml(data, { indent: 0, step: 2 }));
      expect(block && plainValue(block, ROOT)).toEqual(data);
    }),
    { numRuns: 300 },
  );
});

test('any JSON as any message has a normal form, and that is its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TYPES.v2),
      fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Data>),
      (type, value) => {
        const once = formOfValue(value, type, { showSecrets: true });
        expect(formOfValue(once, type, { showSecrets: true })).toEqual(once);
      },
    ),
    { numRuns: 200 },
  );
});

/** A copy in which one value, somewhere inside, is another one. */
function damaged(value: Data, bad: Data, pick: (below: number) => number): Data {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber || pick(5) === 0)
    return bad;
  const entries = Object.entries(value as { [key: string]: Data });
  const at = pick(Math.max(entries.length, 1));
  const changed = entries.map(
    ([key, item], index) => [key, index === at ? damaged(item, bad, pick) : item] as const,
  );
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

test('a message with something wrong in it keeps its normal form, too', () => {
  const bad = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<Data>,
    fc.constantFrom<Data>('', [], {}, null, 0, false, [null], [[]], [''], -1, '1'),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...main).chain((type) => fc.tuple(fc.constant(type), messageOf(type))),
      bad,
      fc.nat(),
      ([type, message], wrong, seed) => {
        const value = damaged(message, wrong, choices(seed));
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
        const once = formOfValue(value, type, { showSecrets: true });
        expect(formOfValue(once, type, { showSecrets: true })).toEqual(once);
        const written = formOfValue(value, type, { showSecrets: true, onlyWritten: true });
        expect(formOfValue(written, type, { showSecrets: true })).toEqual(once);
      },
    ),
    { numRuns: 400 },
  );
});

const folder = new URL('../../examples/', import.meta.url);
describe.each(exampleNames('examples'))('examples/%s', (name) => {
  test('has a normal form, and that is its own', () => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const once = documentsOf(text, { showSecrets: true }).map(({ value }) => value);
    const again = documentsOf(once.map(yaml).join('---\n'), { showSecrets: true }).map(({ value }) => value);
    expect(again.map(yaml)).toEqual(once.map(yaml));
  });
});
