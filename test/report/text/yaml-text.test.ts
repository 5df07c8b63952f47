import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonText, yamlText } from '../../../src/report/data-text.ts';
import { type Data, ExactNumber } from '../../../src/source/data.ts';
import { readJson } from '../../../src/source/json.ts';
import { plainValue, ROOT } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';

function read(text: string): Data {
  const [tree, ...others] = readYaml('printed', text);
  if (!tree || others.length > 0) throw new Error('not one document');
  return plainValue(tree, ROOT);
}

const awkward = fc.constantFrom(
  '',
  ' ',
  'yes',
  'No',
  'null',
  '~',
  '1',
  '0x1f',
  '1e3',
  '1_000',
  '12:30:45',
  '.5',
  '.inf',
  '-',
  '- a',
  '? a',
  'a: b',
  'a #b',
  '#a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  '|',
  '>',
  "'",
  '"',
  '\\',
  'a\nb',
  'a\n',
  'a\n\nb\n\n',
  '\na',
  ' a\nb',
  'a\n b',
  'a \nb',
  'a\t\nb',
  '\ta',
  'a\r\nb',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '\u001b[1m',
  '---',
  '...',
  '--- a\n...',
  'a,b',
  '[a]',
  '{a}',
  'a]',
  '<<',
  '=',
  '10.0.0.1',
  '1.5s',
  '/shop/',
  'https://example.test:8080/x?y=z',
  'a:',
  ':a',
  'ä',
  '😀',
  '\u007f',
  '2001-01-01',
  '0o7',
  '+1',
);
const text = fc.oneof(
  awkward,
  fc.string(),
  fc.string({ unit: 'binary' }).map((any) => any.replace(/\p{Cs}/gu, '')),
);
const key = fc.oneof(awkward, fc.string()).filter((name) => name !== '__proto__');
const data: fc.Arbitrary<Data> = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => number + 0),
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(key, tie('data'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).data;

describe('YAML', () => {
  it('has one style', () => {
    const value = {
      clusters: [
        { name: 'shop', connect_timeout: '1s', hosts: [], metadata: {}, enabled: true, weight: null },
      ],
      lists: [['a', 'b'], []],
      text: 'first\nsecond\n',
      'odd: key': 'yes',
    };
    expect(yamlText(value)).toBe(`clusters:
  - name: shop
    connect_timeout: 1s
    hosts: []
    metadata: {}
    enabled: true
    weight: null
lists:
  - - a
    - b
  - []
text: |
  first
  second
"odd: key": "yes"
`);
  });

  it('says behind each value where it comes from', () => {
    const value = { name: 'shop', hosts: [{ port: 1, more: ['x'] }], text: 'a\nb\n', none: [] };
    const comment = (path: readonly (string | number)[]) => (path.length === 1 ? undefined : path.join('.'));
    expect(yamlText(value, { comment })).toBe(`name: shop
hosts:
  - port: 1 # hosts.0.port
    more: # hosts.0.more
      - x # hosts.0.more.0
text: |
  a
  b
none: []
`);
    expect(yamlText(value, { comment: (path) => path.join('.') })).toContain('text: | # text\n  a\n');
    expect(read(yamlText(value, { comment: (path) => path.join('.') }))).toEqual(value);
  });

  it('keeps every digit of a number', () => {
    const value = { large: new ExactNumber('9223372036854775807') };
    expect(yamlText(value)).toBe('large: 9223372036854775807\n');
    expect(jsonText(value)).toBe('{\n  "large": 9223372036854775807\n}\n');
  });

  it('redacts text values only', () => {
    const redact = (value: string): string => value.replace('x', '<redacted>');
    expect(jsonText({ x: ['x'] }, redact)).toBe('{\n  "x": [\n    "<redacted>"\n  ]\n}\n');
  });

  it('shows nothing that could steer a terminal', () => {
    expect(yamlText({ a: '\u202eb\u001b[1m', 'k\u200b': 1 })).toBe(
      'a: "\\u202eb\\u001b[1m"\n"k\\u200b": 1\n',
    );
    expect(jsonText(['\u202e'])).toBe('[\n  "\\u202e"\n]\n');
  });

  it('reads back as what was printed, by our reader and by another one', () => {
    fc.assert(
      fc.property(data, (value) => {
        const printed = yamlText(value);
        expect(read(printed)).toEqual(value);
        expect(parse(printed, { version: '1.2', schema: 'core' })).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('means the same to a reader of YAML 1.1', () => {
    fc.assert(
      fc.property(text, (value) => {
        // `yaml` takes E0 for a number in YAML 1.1, which no other reader does.
        fc.pre(!/^[-+]?e[-+]?\d/i.test(value));
        expect(parse(yamlText([value]), { version: '1.1' })).toEqual([value]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('JSON', () => {
  it('reads back as what was printed', () => {
    fc.assert(
      fc.property(data, (value) => {
        const [tree] = readJson('printed', jsonText(value));
        expect(tree && plainValue(tree, ROOT)).toEqual(value);
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
