import { expect, it } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { WITHOUT_ROUTES } from '../../../src/diff/behaviour/without-routes.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';

const CLUSTERS = 'clusters: [{name: shop, connect_timeout: 1s, type: STATIC}]\n';

it('says of inputs without route configurations what comparing them says', () => {
  for (const [one, other] of [
    [CLUSTERS, CLUSTERS.replace('1s', '2s')],
    [CLUSTERS, 'listeners: []\n'],
  ] as const) {
    const [before, after] = [[opened(one)], [opened(other)]];
    expect([...findRouting(before).routes, ...findRouting(after).routes]).toEqual([]);
    expect(compareBehaviour(before, after)).toEqual({
      ...WITHOUT_ROUTES,
      isSettled: expect.any(Function),
      served: { after: findRouting(after) },
    });
  }
});
