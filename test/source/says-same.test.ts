/** Two subtrees that say the same have the same values, and the same values in another layout say the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';

import { openConfiguration } from '../../src/model/index.ts';
import { sameData } from '../../src/source/edit/same-data.ts';
import { sourceFile } from '../../src/source/load.ts';
import { saysTheSame } from '../../src/source/says-same.ts';
import { plainValue, ROOT, type SourceTree, untypedValue } from '../../src/source/tree.ts';
import { messageOf } from '../arbitraries/message.ts';

function treeOf(text: string, name = 'a.yaml'): SourceTree {
  const [tree] = sourceFile(name, text, 'named').trees;
  if (tree === undefined) throw new Error(text);
  return tree;
}

const same = (one: SourceTree, other: SourceTree): boolean => saysTheSame(one, ROOT, other, ROOT);

const WORDS = ['a', 'max_requests', 'maxRequests', 'max-requests', 'on', 'y', '1', '__proto__', 'é'];
/** Plain scalars that some reader takes for something else than text, and their neighbours. */
const SCALARS = [
  ...['1', '1.0', '1.50', '0x10', '010', '+1', '1e3', '.5', '.inf', '9007199254740993', '4294967296'],
  ...['true', 'True', 'yes', 'Yes', 'on', 'y', 'N', 'null', '~', 'Null', '', 'text', '/x', '1s', '-'],
];

/** A document as text: each scalar quoted or not, each map in braces or not. */
const { any: node } = fc.letrec<{ any: string; scalar: string; map: string; list: string }>((tie) => ({
  scalar: fc
    .tuple(fc.constantFrom(...SCALARS), fc.constantFrom('plain', 'single', 'double', 'text'))
    .map(([text, how]) =>
      how === 'plain' && text !== '-'
        ? text === ''
          ? '~'
          : text
        : how === 'single'
          ? `'${text}'`
          : how === 'text'
            ? `!!str "${text}"`
            : `"${text}"`,
    ),
  map: fc
    .array(fc.tuple(fc.constantFrom(...WORDS), tie('any')), { maxLength: 4 })
    .map((entries) => `{${entries.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`),
  list: fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  any: fc.oneof({ maxDepth: 4 }, tie('scalar'), tie('map'), tie('list')),
}));

const PLAIN = { aliasDuplicateObjects: false } as const;
const QUOTED = { ...PLAIN, sortMapEntries: true, defaultStringType: 'QUOTE_DOUBLE' } as const;

describe('what says the same', () => {
  test('has the same values, for every reader', () => {
    let alike = 0;
    const names = fc.constantFrom('a.yaml', 'a.yaml', 'a.json');
    fc.assert(
      fc.property(node, node, fc.boolean(), names, names, (one, other, isCopy, name, name2) => {
        const [left, right] = [treeOf(`x: ${one}`, name), treeOf(`x: ${isCopy ? one : other}`, name2)];
        if (!same(left, right)) return;
        alike++;
        expect(same(right, left)).toBe(true);
        expect(sameData(plainValue(left, ROOT), plainValue(right, ROOT))).toBe(true);
        expect(sameData(untypedValue(left, ROOT), untypedValue(right, ROOT))).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(alike).toBeGreaterThan(500);
  });

  test('binds to the same values with the same problems, whatever the layout', () => {
    const types = fc.constantFrom('Cluster', 'route.VirtualHost', 'Listener', 'RouteConfiguration');
    const message = types.chain((type) => messageOf(type).map((value) => ({ type, value })));
    let alike = 0;
    fc.assert(
      fc.property(message, ({ type, value }) => {
        const texts = [
          [stringify(value, PLAIN), 'a.yaml'],
          [stringify(value, QUOTED), 'a.yaml'],
          [JSON.stringify(value), 'a.yaml'],
          [JSON.stringify(value, null, 3), 'a.json'],
        ] as const;
        const files = texts.map(([text, name]) => sourceFile(name, text, 'named'));
        const [first] = files.map((file) => openConfiguration(file, { type }));
        for (const file of files) {
          const [one, other] = [files[0]?.trees[0], file.trees[0]];
          if (first === undefined || one === undefined || other === undefined || !same(one, other)) continue;
          alike++;
          const bound = openConfiguration(file, { type });
          expect(sameData(bound.roots[0]?.value, first.roots[0]?.value)).toBe(true);
          const told = (each: typeof bound): readonly string[] =>
            each.problems.map(
              ({ rule, level, message, pointer }) => `${rule} ${level} ${message} ${pointer}`,
            );
          expect(told(bound).toSorted()).toEqual(told(first).toSorted());
        }
      }),
      { numRuns: 120 },
    );
    expect(alike).toBeGreaterThan(200);
  });

  test.each([
    ['layout, quotes and comments', 'a: [x, "z"] # why\nb: {c: text}', '{"b": {"c": "text"}, "a": ["x", z]}'],
    ['an alias and what it stands for', 'a: &x {b: [c]}\nd: *x', 'a: {b: [c]}\nd: {b: [c]}'],
    ['a block of text', 'a: |\n  one\n  two\n', 'a: "one\\ntwo\\n"'],
    ['nothing', 'a:\nb: ~', 'b: null\na: null'],
    ['a key that stands twice, in the same order', 'a: 1\na: 2', '{a: 1, "a": 2}'],
  ])('%s', (_, one, other) => {
    expect(same(treeOf(one), treeOf(other))).toBe(true);
  });

  test.each([
    ['a number and its text', 'a: 1', 'a: "1"'],
    ['two spellings of a number', 'a: 1.0', 'a: 1.00'],
    ['a boolean of YAML 1.1 and its text', 'a: yes', 'a: "yes"'],
    ['nothing and no text', 'a:', 'a: ""'],
    ['an entry less', 'a: 1\nb: 2', 'a: 1'],
    ['an entry of a list less', 'a: [x, x]', 'a: [x]'],
    ['another order of a list', 'a: [x, y]', 'a: [y, x]'],
    ['values of each other', 'a: x\nb: y', 'a: y\nb: x'],
    ['a key that stands twice, in another order', 'a: 1\na: 2', 'a: 2\na: 1'],
    ['one key twice and two keys', 'a: 1\na: 1\nb: 1', 'a: 1\nb: 1\nb: 1'],
    ['two spellings of a key in another order', 'a_b: 1\naB: 2', 'aB: 2\na_b: 1'],
    ['a map and a list', 'a: {}', 'a: []'],
    ['an entry that is passed over', '!ignore a: 1', 'a: 1'],
    ['an alias of what has a tag', 'a: &x !ignore 1\nb: *x', 'a: !ignore 1\nb: !ignore 1'],
    ['a merge key and what it would bring', 'a: &x {b: c}\nd: {<<: *x}', 'a: &x {b: c}\nd: {b: c}'],
  ])('is not %s', (_, one, other) => {
    expect(same(treeOf(one), treeOf(other))).toBe(false);
    expect(same(treeOf(one), treeOf(one))).toBe(true);
  });

  test('is not what two readers take for different things', () => {
    expect(same(treeOf('{"a": 1.5}'), treeOf('{"a": 1.5}', 'a.json'))).toBe(false);
    expect(same(treeOf('{"a": 1, "a": 2}'), treeOf('{"a": 1, "a": 2}', 'a.json'))).toBe(false);
    expect(same(treeOf('{"a": 15, "b": "x"}'), treeOf('{"b": "x", "a": 15}', 'a.json'))).toBe(true);
  });
});

test('what differs at the bottom of very deep maps is compared once, in order or not', () => {
  const deep = (value: string): string => {
    let text = value;
    for (let level = 0; level < 90; level++)
      text = level % 3 === 0 ? `{b: 1, a: ${text}}` : `{a: ${text}, b: 1}`;
    return `x: ${text}`;
  };
  expect(same(treeOf(deep('1')), treeOf(deep('2')))).toBe(false);
  expect(same(treeOf(deep('1')), treeOf(deep('1')))).toBe(true);
  expect(same(treeOf(deep('1')), treeOf(deep('2').replaceAll('b: 1, a', 'c: 1, a')))).toBe(false);
  expect(same(treeOf(`{y: 1, ${deep('1')}}`), treeOf(`{${deep('1')}, y: 1}`))).toBe(true);
  expect(same(treeOf(`{y: 1, ${deep('1')}}`), treeOf(`{${deep('2')}, y: 1}`))).toBe(false);
});
