import { expect, test } from 'vitest';
import { wrapped } from '../../../src/report/text/wrap.ts';

test('lines end between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
});

test('longer words are cut after commas, dots and underscores and before capitals', () => {
  expect(wrapped('connect-failure,refused-stream', 20)).toEqual(['connect-failure,', 'refused-stream']);
  expect(wrapped('core.RuntimeFraction', 10)).toEqual(['core.', 'Runtime', 'Fraction']);
  expect(wrapped('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
});

test('paths and URLs stay whole, so that they can be copied', () => {
  const url = 'http://shop.test/a_b/c,d';
  expect(wrapped(`see ${url} there`, 12)).toEqual(['see', url, 'there']);
});
