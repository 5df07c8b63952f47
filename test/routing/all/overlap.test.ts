import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { overlap, routeList } from '../../../src/routing/all/index.ts';
import { meter, regexes, requests, route, routes, takes, WORD } from './lists.ts';

vi.setConfig({ testTimeout: 60_000 });

const context = { regexes, word: WORD };

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

test('an overlap agrees with the one-request matcher', () => {
  fc.assert(
    fc.property(routes, requests, (list, request) => {
      const [first, second] = list;
      if (first === undefined || second === undefined) return;
      const found = overlap(routeList([first, second], context), 0, 1, meter());
      if (found.kind === 'shared')
        expect([takes(first, found.witness), takes(second, found.witness)]).toEqual([true, true]);
      else expect(takes(first, request) && takes(second, request)).toBe(false);
    }),
    { numRuns: 4000 },
  );
});
