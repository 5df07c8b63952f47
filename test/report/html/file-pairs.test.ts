import { expect, test } from 'vitest';
import { filePairs } from '../../../src/report/html/sides.ts';
import { opened } from '../../opened.ts';

const side = (names: readonly string[]) =>
  names.map((name) => opened('name: a\n', { type: 'Cluster' }, name));
const pairs = (before: readonly string[], after: readonly string[]) =>
  filePairs(side(before), side(after)).map((pair) => [pair.before?.name, pair.after?.name]);

test('one file on each side is a pair, whatever the names', () => {
  expect(pairs(['a.yaml'], ['HEAD:b.yaml'])).toEqual([['a.yaml', 'HEAD:b.yaml']]);
  expect(pairs([], ['b.yaml'])).toEqual([[undefined, 'b.yaml']]);
});

test('of several those with the same name below what all share are a pair', () => {
  expect(
    pairs(
      ['old/x/a.yaml', 'old/y/a.yaml', 'old/gone.yaml'],
      ['new/y/a.yaml', 'new/x/a.yaml', 'new/more.yaml'],
    ),
  ).toEqual([
    ['old/x/a.yaml', 'new/x/a.yaml'],
    ['old/y/a.yaml', 'new/y/a.yaml'],
    ['old/gone.yaml', undefined],
    [undefined, 'new/more.yaml'],
  ]);
});
