import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Data, ExactNumber } from '../../../src/source/data.ts';
import { printJson, printYaml, sameData, yamlScalar } from '../../../src/source/edit/index.ts';
import { json } from '../../../src/source/edit/print.ts';
import { readJson } from '../../../src/source/json.ts';
import { plainValue, ROOT } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';

function read(text: string): Data {
  const tree = readYaml('printed', text)[0];
  if (!tree) throw new Error('nothing was printed');
  return plainValue(tree, ROOT);
}

const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[-+.0-9:eExob_~ #'"[\]{},yn]{1,8}$/),
);

describe('a printed string', () => {
  test('is read as itself in block style, in brackets and as a key', () => {
    fc.assert(
      fc.property(strings, (text) => {
        const printed = yamlScalar(text);
        expect(read(`a: ${printed}\n`)).toEqual({ a: text });
        expect(read(`[${printed}, {a: ${printed}}]\n`)).toEqual([text, { a: text }]);
        expect(Object.keys(read(`${printed}: 1\n`) as object)).toEqual([text]);
      }),
      { numRuns: 2000 },
    );
  });

  test('is a string for a reader of YAML 1.1 too', () => {
    fc.assert(
      fc.property(strings, (text) => {
        expect(parse(`a: ${yamlScalar(text)}\n`, { version: '1.1' })).toEqual({ a: text });
      }),
      { numRuns: 2000 },
    );
  });

  test('stands without quotes where nothing can mistake it', () => {
    const plain = [
      'a',
      'b c',
      'ROUND_ROBIN',
      '0.25s',
      '10.0.0.1',
      '/x',
      'http://a/b',
      'envoy.filters.http.router',
      '-x',
      "it's",
    ];
    expect(plain.map(yamlScalar)).toEqual(plain);
    const other = [
      '',
      ' a',
      'a ',
      '@type',
      'yes',
      'No',
      'null',
      '~',
      '12',
      '1_0',
      '0x1',
      '1:30',
      '2020-01-01',
      '-',
      '*',
      'a: b',
      'a #b',
      'a:',
      '[',
      '---',
      '<<',
      '=',
    ];
    expect(other.map(yamlScalar)).toEqual(other.map((text) => JSON.stringify(text)));
  });
});

test('numbers keep their digits', () => {
  expect([1, -0.5, 1e21, 1e-7, new ExactNumber('9223372036854775807')].map(yamlScalar)).toEqual([
    '1',
    '-0.5',
    '1.0e+21',
    '1.0e-7',
    '9223372036854775807',
  ]);
  expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(yamlScalar)).toEqual([
    '.nan',
    '.inf',
    '-.inf',
  ]);
});

const values = fc.jsonValue({ maxDepth: 5 }).map((value) => value as Data);

test('printed values are read as themselves', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 4 }), fc.boolean(), (value, step, flat) => {
      const options = { indent: 0, step, listOffset: flat ? 0 : step };
      expect(sameData(read(printYaml(value, options)), value)).toBe(true);
      for (const indent of ['', '  ', '\t']) {
        const tree = readJson('printed', printJson(value, indent))[0];
        expect(tree && sameData(plainValue(tree, ROOT), value)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('JSON is printed alike by V8 and by the printer that knows every number', () => {
  const { value: any } = fc.letrec<{ value: Data }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      strings,
      fc.constantFrom<Data>(null, true, -0, 1e21, Number.NaN, Number.NEGATIVE_INFINITY, '\ufffe', '\ud800'),
      fc.double(),
      fc.bigInt().map((number) => new ExactNumber(`${number}`)),
      fc.array(tie('value')),
      fc.dictionary(fc.oneof(strings, fc.constantFrom('__proto__', 'toJSON', '1')), tie('value')),
    ),
  }));
  fc.assert(
    fc.property(any, fc.constantFrom('', '  ', '\t', ' '.repeat(12)), (value, indent) => {
      expect(printJson(value, indent)).toBe(json(value, indent, '\n'));
    }),
    { numRuns: 2000 },
  );
});

test('blocks are printed as people write them', () => {
  const value = { name: 'a', list: [{ x: 1, y: [] }, [1, 2], 'z'], map: { '@type': 't', empty: {} } };
  expect(printYaml(value, { indent: 2, step: 2 })).toBe(`  name: a
  list:
    - x: 1
      "y": []
    - - 1
      - 2
    - z
  map:
    "@type": t
    empty: {}
`);
  expect(printJson(value, '  ')).toBe(JSON.stringify(value, null, 2));
});
