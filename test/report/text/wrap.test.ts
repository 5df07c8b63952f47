import { expect, test } from 'vitest';
import { wrapped } from '../../../src/present/text.ts';

test('lines end between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
});

test('lists are cut after commas, names never', () => {
  expect(wrapped('connect-failure,refused-stream', 20)).toEqual(['connect-failure,', 'refused-stream']);
  expect(wrapped('a core.RuntimeFraction_of b', 10)).toEqual(['a', 'core.RuntimeFraction_of', 'b']);
});

test('where lines have to fit, names are cut after commas, dots and underscores and before capitals', () => {
  expect(wrapped('core.RuntimeFraction', 10, 'cut')).toEqual(['core.', 'Runtime', 'Fraction']);
  expect(wrapped('abcdefgh', 3, 'cut')).toEqual(['abc', 'def', 'gh']);
});

test('a short quoted name keeps its spaces', () => {
  expect(wrapped('it meets cluster "tea shop", not here', 22)).toEqual([
    'it meets cluster',
    '"tea shop", not here',
  ]);
  expect(wrapped('a 5" screw and a 6" nail', 12)).toEqual(['a 5" screw', 'and a 6"', 'nail']);
  expect(wrapped('say "one two three four five"', 14)).toEqual(['say "one two', 'three four', 'five"']);
});

test('paths and URLs stay whole, so that they can be copied', () => {
  const url = 'http://shop.test/a_b/c,d';
  expect(wrapped(`see ${url} there`, 12)).toEqual(['see', url, 'there']);
});
