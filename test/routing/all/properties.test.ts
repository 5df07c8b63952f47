/** The laws of the sets of requests are in test/laws; here stands how much stays open. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../src/routing/all/decide.ts';
import { routeList } from '../../../src/routing/all/route-list.ts';
import { meter, regexes, routes, WORD } from './lists.ts';

test('hardly any route stays undecided', () => {
  let decided = 0;
  let open = 0;
  for (const list of fc.sample(routes, 1000)) {
    const prepared = routeList(list, { regexes, namespace: WORD });
    for (const index of list.keys()) {
      decided++;
      if (decide(prepared, index, meter()).kind === 'undecided') open++;
    }
  }
  expect(open / decided).toBeLessThan(0.001);
});
