/** Input made to hurt: a clear error or the right value, in time that grows with the input. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { nodeAt, pointerOf } from '../../src/source/pointer.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';
import { growth, MAX_GROWTH } from './growth.ts';

function read(text: string) {
  return sourceFile('in.yaml', text, 'named').trees;
}

function problemOf(text: string): string {
  try {
    for (const tree of read(text)) plainValue(tree, ROOT);
  } catch (error) {
    if (error instanceof InputError) return error.details.problem;
    throw error;
  }
  return 'none';
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

describe('depth', () => {
  test.each([
    ['block maps', lines(1000, (level) => `${' '.repeat(level)}a:\n`)],
    ['block lists', '- '.repeat(1000)],
    ['flow lists', `a: ${'['.repeat(1000)}`],
    ['flow maps', `x: ${'{a: '.repeat(1000)}`],
    ['JSON lists', '['.repeat(1000) + ']'.repeat(1000)],
    ['JSON objects', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
  ])('%s', (_, text) => {
    expect(problemOf(text)).toMatch(/nest more than 200 levels deep$/);
  });

  test('built of aliases', () => {
    const nested = (levels: number, depth: number) =>
      'a0: &a0 x\n' +
      lines(
        levels,
        (level) => `a${level + 1}: &a${level + 1} ${'['.repeat(depth)}*a${level}${']'.repeat(depth)}\n`,
      );
    expect(problemOf(nested(90, 190))).toBe(
      'written out, the alias *a1 makes maps and lists nest more than 200 levels deep',
    );
    expect(problemOf(nested(3, 40))).toBe('none');
  });

  test('150 levels are read', () => {
    expect(problemOf(`${'{"a":['.repeat(75)}${']}'.repeat(75)}`)).toBe('none');
    expect(problemOf(lines(150, (level) => `${' '.repeat(level)}a:\n`))).toBe('none');
  });

  test.each([
    [
      'anchors on lists',
      (levels: number) =>
        `${lines(levels, (level) => `${'  '.repeat(level)}- &a${level}\n`)}${'  '.repeat(levels)}x`,
    ],
    [
      'tags on maps',
      (levels: number) =>
        `${lines(levels, (level) => `${'  '.repeat(level)}k: !t\n`)}${'  '.repeat(levels)}x`,
    ],
    [
      'anchors on keys',
      (levels: number) =>
        `${lines(levels, (level) => `${'  '.repeat(level)}&a${level} k:\n`)}${'  '.repeat(levels)}x`,
    ],
    [
      'tags above anchored keys',
      (levels: number) =>
        `${lines(levels, (level) => `${'  '.repeat(level)}k: !t\n${'  '.repeat(level + 1)}&a${level}\n`)}${'  '.repeat(levels)}x: 1`,
    ],
    ['flow lists with anchors', (levels: number) => `a: ${'[&a '.repeat(levels)}x${']'.repeat(levels)}`],
    [
      'flow lists that may be keys',
      (levels: number) => `${'- &a\n [[{a: '.repeat(1)}${'[{a: '.repeat(levels)}x${'}]'.repeat(levels)}}]]`,
    ],
  ])('90 levels of %s take no longer than their length', (_, text) => {
    problemOf(text(90));
    expect(growth(text, problemOf, 22)).toBeLessThan(MAX_GROWTH * 4);
  });
});

describe('aliases', () => {
  test('a bomb', () => {
    const bomb = `a0: &a0 [${Array(10).fill('x')}]\n${lines(10, (level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`)}]\n`)}`;
    expect(problemOf(bomb)).toBe('its aliases stand for more than 1,000,000 values');
  });

  test('8,000 of a small map are read, 8,000 of a large one are not', () => {
    const text = (keys: number) =>
      `x: &x {${lines(keys, (index) => `k${index}: 1, `)}}\ny:\n${'- *x\n'.repeat(8000)}`;
    expect(problemOf(text(2))).toBe('none');
    expect(problemOf(text(1000))).toBe('its aliases stand for more than 1,000,000 values');
  });
});

describe('size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['keys of one map', 10_000, (size) => lines(size, (index) => `k${index}: 1\n`)],
    ['equal keys', 10_000, (size) => 'k: 1\n'.repeat(size)],
    ['keys of one object', 10_000, (size) => `{${lines(size, (index) => `"k${index}": 1, `)}"z": 1}`],
    ['JSON documents', 10_000, (size) => '{"a":1}\n'.repeat(size)],
    ['YAML documents', 5_000, (size) => '---\na: 1\n'.repeat(size)],
    ['values left out', 10_000, (size) => `a:\n${'-\n# c\n\n'.repeat(size)}`],
    ['values left out in brackets', 10_000, (size) => `a: {${lines(size, (index) => `k${index}: , `)}}`],
    ['comments before a bracket', 20_000, (size) => `a: [\n${' # ]\n'.repeat(size)} ]`],
    ['block scalars with comments', 5_000, (size) => lines(size, (index) => `k${index}: | # | > \n  a\n`)],
    ['anchors and tags', 5_000, (size) => '- !t &a\n  x\n'.repeat(size)],
    ['a plain text', 500_000, (size) => `a: ${'x y'.repeat(size)}`],
    ['a text over many lines', 50_000, (size) => `a:\n${'  x y\n'.repeat(size)}`],
    ['a text with escapes', 100_000, (size) => `a: "${'\\n\\u0041'.repeat(size)}"`],
    ['a literal block', 50_000, (size) => `a: |\n${'  x\n'.repeat(size)}`],
    ['digits', 500_000, (size) => `a: ${'1'.repeat(size)}`],
    ['hexadecimal digits', 500_000, (size) => `a: 0x${'1'.repeat(size)}`],
    ['unclosed brackets in quotes', 100_000, (size) => `a: "${'[{'.repeat(size)}"`],
  ])('%s', (_, size, text) => {
    expect(growth(text, problemOf, size)).toBeLessThan(MAX_GROWTH);
  });

  test('a text of 20 MB', () => {
    const [tree] = read(`a: ${'x'.repeat(20_000_000)}\n`);
    expect(tree?.ends[2]).toBe(20_000_003);
  });

  test('pointers of every value', () => {
    const work = (text: string) => {
      for (const tree of read(text)) for (let node = 0; node < tree.size; node++) pointerOf(tree, node);
    };
    expect(growth((size) => lines(size, (index) => `k${index}: 1\n`), work, 10_000)).toBeLessThan(MAX_GROWTH);
    expect(growth((size) => '- [x, y]\n'.repeat(size), work, 10_000)).toBeLessThan(MAX_GROWTH);
  });
});

test('property names of JavaScript are names like any other', () => {
  const [tree] = read('__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n');
  if (!tree) throw new Error('no document');
  expect(Object.keys(plainValue(tree, ROOT) as object)).toEqual(['__proto__', 'constructor']);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(nodeAt(tree, '/__proto__/polluted')).toBeDefined();
});
