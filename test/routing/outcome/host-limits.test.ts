/** Rate limits of virtual hosts count alike for a trace, for a comparison and for rules. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { contextsOf } from '../../../src/routing/context.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { found } from '../../analyze/analyzed.ts';
import { opened } from '../../opened.ts';
import { requestOf, stubRegexes } from '../traced.ts';
import { bootstrap, LIMITED, type Limited } from './host-limits.ts';

const text = (limited: Limited, isLimited: boolean): string =>
  JSON.stringify(bootstrap(limited, { listener: 10000, cluster: 1, isLimited }));
const input = (limited: Limited, isLimited: boolean) => [opened(text(limited, isLimited), { api: 'v3' })];

describe('fact 142: by which rate limits of a virtual host filters ask', () => {
  test.each(LIMITED.map((each) => [each.what, each] as const))('%s', (_, limited) => {
    const { counts } = limited;
    const routing = findRouting(input(limited, true));
    const routed = routeRequest(routing, requestOf({}), {}, contextsOf(routing, { regexes: stubRegexes }));
    if ('problem' in routed) throw new Error(routed.problem);
    const { outcome } = routed.trace;
    const values = outcome.rate_limit_descriptors.flatMap((each) => each.map(({ value }) => value));
    expect(values.includes('above')).toBe(counts);
    // What the filter is said to ask about is the same.
    expect(JSON.stringify(outcome.filters).includes('above')).toBe(counts);
    const compared = compareBehaviour(input(limited, true), input(limited, false));
    expect(compared.changes.map(({ aspects }) => aspects)).toEqual(counts ? [['rate_limits']] : []);
    expect(compared).toMatchObject({ equal: !counts, undecided: [] });
    const ignored = found('ignored-field', text(limited, true)).map(({ message }) => message.split(' ')[0]);
    if (counts) expect(ignored).not.toContain('rate_limits');
  });

  test('a filter that includes them no more is a change of its own', () => {
    const [one, other] = ['local, INCLUDE, limits of the route', 'local, no option, limits of the route'].map(
      (what) =>
        LIMITED.filter((each) => each.what === what).map((each) => opened(text(each, true), { api: 'v3' })),
    );
    const { changes } = compareBehaviour(one ?? [], other ?? []);
    expect(changes.map(({ aspects }) => aspects)).toEqual([['rate_limits']]);
  });

  test('without a filter in the input it stays open where the route has its own', () => {
    const routes = (limits: string, own: string) => [
      opened(
        `virtual_hosts: [{ name: v, domains: ["*"], ${limits} routes: [{ match: { prefix: / }, route: { cluster: c, ${own} } }] }]`,
        { type: 'RouteConfiguration', api: 'v3' },
      ),
    ];
    const above = 'rate_limits: [{ actions: [{ generic_key: { descriptor_value: above } }] }],';
    const own = 'rate_limits: [{ actions: [{ generic_key: { descriptor_value: own } }] }]';
    const compared = compareBehaviour(routes(above, own), routes('', own));
    expect(compared).toMatchObject({ equal: false, changes: [] });
    expect(compared.undecided.map(({ reason }) => reason)).toEqual([expect.stringMatching(/vh_rate_limits/)]);
    const certain = `${own}, include_vh_rate_limits: true`;
    const changed = compareBehaviour(routes(above, certain), routes('', certain));
    expect(changed).toMatchObject({ changes: [{ aspects: ['rate_limits'] }], undecided: [] });
  });
});
