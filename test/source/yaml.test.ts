/** YAML into trees: values as js-yaml's own loader gives them, and an exact place for every node. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { CORE_SCHEMA, dump, loadAll } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ExactNumber } from '../../src/source/data.ts';
import {
  endOf,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  ROOT,
  type SourceTree,
  scalarText,
  startOf,
} from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml.ts';

function valuesOf(text: string): unknown[] {
  return readYaml('in.yaml', text).map((tree) => plainValue(tree, ROOT));
}

function loaded(text: string): unknown[] {
  return loadAll(text, { schema: CORE_SCHEMA, json: true });
}

/** Text of a node as it stands in the file. */
function slice(tree: SourceTree, node: NodeId): string {
  return tree.text.slice(startOf(tree, node), endOf(tree, node));
}

/** Fails unless every node's text, read alone, gives that node's value and lies within its parent's. */
function expectExactPlaces(tree: SourceTree): void {
  for (let node = 0; node < tree.size; node++) {
    const text = slice(tree, node);
    const parent = tree.parents[node] ?? -1;
    if (parent !== -1) {
      expect(startOf(tree, node)).toBeGreaterThanOrEqual(startOf(tree, parent));
      expect(endOf(tree, node)).toBeLessThanOrEqual(endOf(tree, parent));
    }
    switch (kindOf(tree, node)) {
      case NodeKind.Empty:
        expect(text).toBe('');
        break;
      case NodeKind.Alias:
        expect(text).toMatch(/^\*/);
        break;
      case NodeKind.Map:
      case NodeKind.List:
        if (tree.aliases.size === 0 && /^[[{]/.test(text))
          expect(valuesOf(text)).toEqual([plainValue(tree, node)]);
        break;
      case NodeKind.Plain:
      case NodeKind.Single:
      case NodeKind.Double: {
        // As a value of a list the text may hold what would be a key or a comment at the start of a file.
        const [again] = readYaml('again.yaml', `- ${text.replace(/\n(?=\S)/g, '\n  ')}`);
        expect(again && scalarText(again, 1)).toBe(scalarText(tree, node));
        break;
      }
      default:
        expect(text).toMatch(/^[|>]/);
    }
  }
}

/** Texts that YAML readers stumble over. */
const awkward = fc.constantFrom(
  ...[
    '',
    ' ',
    '#',
    'a #b',
    'a: b',
    '- a',
    '[',
    '}',
    '|',
    '>',
    '"',
    "'",
    '\\',
    'null',
    '~',
    'true',
    '1',
    '0x1f',
  ],
  ...[
    '1e3',
    '.5',
    '-',
    '?',
    ':',
    '*a',
    '&a',
    '!t',
    '%',
    '@',
    '`',
    'a\nb',
    'a\n\nb\n',
    ' a',
    'a ',
    '\ta',
    '---',
  ],
  ...[
    '...',
    '<<',
    '=',
    '2001-01-01',
    '1:30',
    '+1',
    '__proto__',
    'constructor',
    'toString',
    'é',
    '😀',
    '\u2028',
  ],
);
const text = fc.oneof(awkward, fc.string({ maxLength: 12 }));
const key = fc.oneof(awkward, fc.string({ maxLength: 8 }));
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { value: document } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
/** Ways to lay out a value. */
const layout = fc.constantFrom<(value: unknown) => string>(
  (value) => dump(value, { schema: CORE_SCHEMA }),
  (value) => dump(value, { schema: CORE_SCHEMA, indent: 4, flowLevel: 2 }),
  (value) => dump(value, { schema: CORE_SCHEMA, flowLevel: 0 }),
  (value) => stringify(value, { aliasDuplicateObjects: false }),
  (value) => stringify(value, { indentSeq: false, defaultStringType: 'QUOTE_SINGLE' }),
  (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 20 }),
  (value) => stringify(value, { defaultStringType: 'BLOCK_LITERAL', defaultKeyType: 'PLAIN', lineWidth: 0 }),
  (value) => stringify(value, { blockQuote: 'folded', lineWidth: 12 }),
  (value) => JSON.stringify(value, null, 2),
);

describe('values are those of the loader', () => {
  test('for generated values in every layout', () => {
    fc.assert(
      fc.property(document, layout, (value, print) => {
        const text = print(value);
        const expected = loaded(text);
        expect(valuesOf(text)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['several documents', '---\na: 1\n---\n- b\n...\n---\nc\n'],
    ['an empty document between others', '---\na: 1\n---\n---\nb: 2\n'],
    ['a byte order mark', '\uFEFFa: 1\nb: [2]\n'],
    ['carriage returns', 'a: 1\r\nb:\r\n  - x\r\n  - "y\r\n    z"\r\nc: |\r\n  one\r\n  two\r\n'],
    ['anchors and aliases', 'a: &one {x: [1, 2]}\nb: *one\nc: [*one, &two y, *two]\n'],
    ['an anchor used again', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n'],
    ['an anchor with a bar before a block', 'a: &b|c |\n  text\n'],
    ['an alias as a key', 'a: &k name\n*k : 1\n'],
    ['tags for text', 'a: !!str 5\nb: !!str\nc: !!str null\nd: ! 7\n'],
    [
      'comments that hold indicators',
      'a: | # | > "\n  x # no comment\nb: > # it\'s [\n  y\nc: 1 # {\n# ]\nd: [1, # }\n 2]\n',
    ],
    ['keys of every style', '"a b": 1\n\'c\': 2\n? d\n: 3\n? |\n  e\n: 4\n'],
    ['empty values', 'a:\nb: \nc: []\nd:\n-\n- x\n-\n'],
    ['flow without values', '{a, b: , "c":1, ? d, ? e : 2}'],
    ['pairs in flow lists', '[a: 1, b: , ? c : 2, {d}]'],
    ['numbers', '[0, -0, 1., .5, +1, 0xfF, 1e3, -1.5E-3, .inf, -.Inf, .NaN, 007, 1_000, 1:30, +.5]'],
    ['words', '[null, Null, NULL, ~, nUll, true, True, TRUE, tRue, <<, =]'],
    ['proto keys', '__proto__: {a: 1}\nconstructor: 2\ntoString: 3\nhasOwnProperty: 4\n'],
    ['duplicate keys', 'a: 1\nb: 2\na: 3\n'],
    ['folded plain text', 'a: one\n  two\n\n  three\nb: "x\n  y\\\n  z"\nc: \'p\n\n  q\'\n'],
    ['quotes inside', "a: it's\nb: 'it''s'\nc: \"\\u00e9\\t\\x41\\\\\"\nd: say \"hi\"\n"],
    ['a list below its key without indentation', 'a:\n- 1\n- - 2\n  - 3\n- b: 4\n  c: 5\n'],
  ])('%s', (_, text) => {
    expect(valuesOf(text)).toEqual(loaded(text));
    for (const tree of readYaml('in.yaml', text)) expectExactPlaces(tree);
  });

  const bodies = [
    '  one\n  two\n',
    '\n  one\n\n   two\n\n',
    '  one\n \n\nnext: 1\n',
    '   one\n    two\n  \n\n',
  ];
  const headers = ['', '-', '+'].flatMap((chomp) =>
    ['|', '>'].flatMap((style) => [`${style}${chomp}`, `${style}2${chomp}`, `${style}${chomp}1`]),
  );
  test.each(headers)('block scalars: %s', (header) => {
    for (const body of bodies) {
      const text = `a: ${header} # why\n${body}`;
      expect(valuesOf(text)).toEqual(loaded(text));
      for (const tree of readYaml('in.yaml', text)) expectExactPlaces(tree);
    }
  });
});

describe('places', () => {
  test('of generated documents', () => {
    fc.assert(
      fc.property(document, layout, (value, print) => {
        for (const tree of readYaml('in.yaml', print(value))) expectExactPlaces(tree);
      }),
      { numRuns: 200 },
    );
  });

  test.each(['clusters', 'listeners', 'routes', 'front-proxy', 'configmap'])(
    'of examples/%s.yaml',
    (name) => {
      const text = readFileSync(new URL(`../../examples/${name}.yaml`, import.meta.url), 'utf8');
      for (const tree of readYaml(name, text)) expectExactPlaces(tree);
    },
  );

  test('are the same where lines end in carriage returns alone', () => {
    const same = (text: string): void => {
      const trees = readYaml('in.yaml', text);
      const others = readYaml('in.yaml', text.replaceAll('\n', '\r'));
      for (const [index, { kinds, starts, ends }] of trees.entries())
        expect({ kinds, starts, ends }).toEqual({
          kinds: others[index]?.kinds,
          starts: others[index]?.starts,
          ends: others[index]?.ends,
        });
    };
    for (const text of [
      'a: [1, # [ "c"]\n 2]\nb: # c\nc: 1\n',
      '- # | a\n  |- # > b\n  one\n\n# end\n-\n',
      'a: |\n  x\n\nb: >+\n  y\n\n',
    ])
      same(text);
    fc.assert(
      fc.property(document, layout, (value, print) => same(print(value))),
      { numRuns: 100 },
    );
  });

  test('of what is not written: after the colon, the dash or the marker', () => {
    const at = (text: string, document: number, node: NodeId) =>
      startOf(readYaml('in.yaml', text)[document] as SourceTree, node);
    expect(at('a:\nb: 1\n', 0, 2)).toBe(2);
    expect(at('# top\n---\n-\n- x\n', 0, 1)).toBe(11);
    expect(at('a: 1\n---\n-\n', 1, 1)).toBe(10);
    expect(at('a: 1\n---\n---\nb: 1\n', 1, 0)).toBe(8);
  });

  test('of properties', () => {
    const [tree] = readYaml('in.yaml', 'a: &x !t {b: 1}\n');
    expect(tree?.propertyStarts.get(2)).toBe(3);
    expect(tree?.tags.get(2)).toBe('!t');
    expect(tree?.anchors.get(2)).toBe('x');
    expect(tree && slice(tree, 2)).toBe('{b: 1}');
  });
});

test('keys are text as written: nothing is the empty text, a number is its digits', () => {
  expect(valuesOf(': 1\n0x1f: 2\n1.0: 3\n~: 4\n')).toEqual([{ '': 1, '0x1f': 2, '1.0': 3, '~': 4 }]);
  expect(valuesOf('[: e, ? ]')).toEqual([[{ '': 'e' }, { '': null }]]);
});

test('long integers stay exact', () => {
  expect(
    valuesOf('[9223372036854775807, -18446744073709551615, +9007199254740993, 0x7fffffffffffffff]'),
  ).toEqual([
    ['9223372036854775807', '-18446744073709551615', '9007199254740993', '9223372036854775807'].map(
      (digits) => new ExactNumber(digits),
    ),
  ]);
});

test('an entry with an ignored key is no part of the value and no duplicate; the tag of a value says nothing', () => {
  const [tree] = readYaml('in.yaml', 'a: 1\n!ignore a: 2\nb: !ignore 3\n');
  expect(tree && plainValue(tree, ROOT)).toEqual({ a: 1, b: 3 });
  expect(tree?.notices).toEqual([]);
});
