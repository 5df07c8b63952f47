import { expect, test } from 'vitest';
import { overlap, routeList } from '../../../src/routing/all/index.ts';
import { meter, regexes, route, WORD } from './lists.ts';

const context = { regexes, namespace: WORD };

function shared(left: object, right: object) {
  return overlap(routeList([route(left), route(right)], context), 0, 1, meter());
}

test('routes that share requests have one to show', () => {
  expect(shared({ prefix: '/a' }, { path: '/ab' })).toMatchObject({
    kind: 'shared',
    witness: { path: '/ab' },
  });
  expect(shared({ prefix: '/a' }, { prefix: '/b' })).toEqual({ kind: 'none' });
  expect(shared({ regex: '/.*x' }, { regex: '/y.*' })).toMatchObject({ witness: { path: '/yx' } });
  expect(shared({ prefix: '/a?k=1' }, { path: '/a', query_parameters: [{ name: 'k', value: '2' }] })).toEqual(
    {
      kind: 'none',
    },
  );
});
