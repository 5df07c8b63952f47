import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoutingContext } from '../../../src/routing/context.ts';
import { requestFlags } from '../../../src/routing/request/request-line.ts';
import type { Message } from '../../../src/schema/types.ts';
import { traced, withRoutes } from '../traced.ts';

function forwarding(action: string): Message<'RouteConfiguration'> {
  return withRoutes(`- { match: { prefix: / }, route: ${action} }`);
}

function outcome(action: string, fields: object = {}, more: Partial<RoutingContext> = {}) {
  return traced(forwarding(action), fields, more).outcome;
}

const known = { clusters: new Set(['a', 'b']) };

describe('one cluster', () => {
  test('takes everything', () => {
    expect(outcome('{ cluster: a }', {}, known)).toMatchObject({
      kind: 'forward',
      clusters: [{ name: 'a', weight: 100 }],
      status: null,
      location: null,
    });
  });

  test('errors table: a configured cluster that does not exist answers 503, or 404 where that is asked for', () => {
    expect(outcome('{ cluster: c }', {}, known)).toMatchObject({
      kind: 'not_found',
      status: 503,
      clusters: [],
    });
    const asked = '{ cluster: c, cluster_not_found_response_code: NOT_FOUND }';
    expect(outcome(asked, {}, known)).toMatchObject({ kind: 'not_found', status: 404 });
    const explicit = '{ cluster: c, cluster_not_found_response_code: SERVICE_UNAVAILABLE }';
    expect(outcome(explicit, {}, known)).toMatchObject({ kind: 'not_found', status: 503 });
  });

  test('fact 104: one that does not exist may answer 500', () => {
    const asked = '{ cluster: c, cluster_not_found_response_code: INTERNAL_SERVER_ERROR }';
    expect(outcome(asked, {}, known)).toMatchObject({ kind: 'not_found', status: 500 });
  });

  test('exists where the input defines no clusters', () => {
    expect(outcome('{ cluster: c }').kind).toBe('forward');
    expect(outcome('{ cluster: c }', {}, { clusters: new Set() }).kind).toBe('not_found');
  });
});

describe('cluster_header', () => {
  test('fact 37: the raw header value names it; absent or unknown is 404 (errors table)', () => {
    const action = '{ cluster_header: X-To }';
    expect(outcome(action, { headers: { 'x-to': 'a' } }, known).clusters).toEqual([
      { name: 'a', weight: 100 },
    ]);
    expect(outcome(action, {}, known)).toMatchObject({ kind: 'not_found', status: 404 });
    expect(outcome(action, { headers: { 'x-to': 'A' } }, known)).toMatchObject({
      kind: 'not_found',
      status: 404,
    });
    expect(outcome(action, { headers: { 'x-to': '' } })).toMatchObject({ kind: 'not_found', status: 404 });
    const withCode = '{ cluster_header: X-To, cluster_not_found_response_code: SERVICE_UNAVAILABLE }';
    expect(outcome(withCode, {}, known)).toMatchObject({ kind: 'not_found', status: 404 });
  });

  test(':authority names the host, host finds nothing', () => {
    expect(outcome('{ cluster_header: ":authority" }').clusters[0]?.name).toBe('shop.test');
    expect(outcome('{ cluster_header: host }')).toMatchObject({ kind: 'not_found', status: 404 });
  });
});

describe('weighted clusters', () => {
  const split =
    '{ weighted_clusters: { clusters: [{ name: a, weight: 30 }, { name: z, weight: 0 }, { name: b, weight: 70 }] } }';

  test('fact 38: half-open intervals in list order, weight 0 is never picked', () => {
    expect(outcome(split).clusters).toEqual([
      { name: 'a', weight: 30 },
      { name: 'b', weight: 70 },
    ]);
    const at = (random_value: number) => outcome(split, { random_value }).clusters;
    expect(at(29)).toEqual([{ name: 'a', weight: 30 }]);
    expect(at(30)).toEqual([{ name: 'b', weight: 70 }]);
    expect(at(129)).toEqual([{ name: 'a', weight: 30 }]);
  });

  test('fact 38: runtime weights are read under prefix.name, and only where the prefix is set', () => {
    const keyed = (prefix: string) =>
      `{ weighted_clusters: { runtime_key_prefix: "${prefix}", clusters: [{ name: a, weight: 50 }, { name: b, weight: 50 }] } }`;
    const runtime = { 'w.a': 10, 'w.b': 90, '.a': 0, '.b': 100 };
    expect(outcome(keyed('w'), { runtime }).clusters.map(({ weight }) => weight)).toEqual([10, 90]);
    expect(outcome(keyed(''), { runtime }).clusters.map(({ weight }) => weight)).toEqual([50, 50]);
    expect(outcome(keyed('w'), { runtime: { 'w.a': 'text' } }).clusters.map(({ weight }) => weight)).toEqual([
      50, 50,
    ]);
  });

  test('fact 39: an entry without weight is never picked', () => {
    const action = '{ weighted_clusters: { clusters: [{ name: a, weight: 100 }, { name: b }] } }';
    expect(outcome(action).clusters).toEqual([{ name: 'a', weight: 100 }]);
  });

  test('fact 40: a cluster of weight 0 need not exist for a request to be forwarded', () => {
    expect(outcome(split, {}, known).kind).toBe('forward');
  });

  test('the total may be another one', () => {
    const action =
      '{ weighted_clusters: { total_weight: 1000, clusters: [{ name: a, weight: 1 }, { name: b, weight: 999 }] } }';
    expect(outcome(action, { random_value: 1000 }).clusters).toEqual([{ name: 'a', weight: 1 }]);
    expect(outcome(action, { random_value: 1 }).clusters).toEqual([{ name: 'b', weight: 999 }]);
  });

  test('a cluster that does not exist fails its share of the requests', () => {
    const found = traced(forwarding(split), {}, { clusters: new Set(['a']) });
    expect(found.route).toEqual({ index: 0, name: null });
    expect(found.outcome).toMatchObject({
      kind: 'random',
      branches: [
        {
          share: 0.3,
          route: { index: 0 },
          outcome: { kind: 'forward', clusters: [{ name: 'a', weight: 30 }] },
        },
        { share: 0.7, route: { index: 0 }, outcome: { kind: 'not_found', status: 503 } },
      ],
    });
    expect(outcome(split, { random_value: 50 }, { clusters: new Set(['a']) })).toMatchObject({ status: 503 });
  });

  test('weights that do not reach the total leave a part open', () => {
    const short = '{ weighted_clusters: { clusters: [{ name: a, weight: 40 }] } }';
    expect(outcome(short, { random_value: 39 }).kind).toBe('forward');
    expect(outcome(short, { random_value: 40 })).toMatchObject({
      kind: 'undecided',
      reason: 'the weights of the clusters add up to 40, not to total_weight (100)',
    });
    expect(outcome('{ weighted_clusters: { clusters: [{ name: a }] } }').kind).toBe('undecided');
  });

  test('what a cluster adds stands beside it while it is open, and first once it is picked', () => {
    const configuration = withRoutes(`
- match: { prefix: / }
  request_headers_to_add: [{ header: { key: x-route, value: r } }]
  route:
    metadata_match: { filter_metadata: { proxy.lb: { stage: prod, version: "1" } } }
    weighted_clusters:
      clusters:
        - { name: a, weight: 50, request_headers_to_add: [{ header: { key: x-a, value: a }, append: false }] }
        - { name: b, weight: 50, metadata_match: { filter_metadata: { proxy.lb: { version: "2" } } } }`);
    const open = traced(configuration).outcome;
    expect(open.clusters).toEqual([
      {
        name: 'a',
        weight: 50,
        request_headers: { add: [{ key: 'x-a', value: 'a', append: false }], remove: [] },
      },
      { name: 'b', weight: 50, metadata_match: { stage: 'prod', version: '2' } },
    ]);
    expect(open.metadata_match).toEqual({ stage: 'prod', version: '1' });
    const picked = traced(configuration, { random_value: 0 }).outcome;
    expect(picked.request_headers.add.map(({ key }) => key)).toEqual(['x-a', 'x-route']);
    expect(traced(configuration, { random_value: 50 }).outcome.metadata_match).toEqual({
      stage: 'prod',
      version: '2',
    });
  });

  test('the weights shown sum up to the total, and every random value picks one of them', () => {
    const weights = fc
      .array(fc.nat(50), { minLength: 1, maxLength: 8 })
      .filter((all) => all.some((each) => each > 0));
    fc.assert(
      fc.property(weights, fc.array(fc.nat(100_000), { maxLength: 20 }), (all, values) => {
        const total = all.reduce((sum, each) => sum + each, 0);
        const configuration: Message<'RouteConfiguration'> = {
          virtual_hosts: [
            {
              name: 'all',
              domains: ['*'],
              routes: [
                {
                  match: { prefix: '/' },
                  route: {
                    weighted_clusters: {
                      total_weight: total,
                      clusters: all.map((weight, at) => ({ name: `c${at}`, weight })),
                    },
                  },
                },
              ],
            },
          ],
        };
        const shown = traced(configuration).outcome.clusters;
        expect(shown.reduce((sum, { weight }) => sum + weight, 0)).toBe(total);
        for (const random_value of values) {
          const picked = traced(configuration, { random_value }).outcome.clusters;
          expect(picked).toHaveLength(1);
          expect(shown).toContainEqual(picked[0]);
        }
      }),
    );
  });
});

describe('mirroring', () => {
  const mirrors = (policy: string, fields: object = {}, more: Partial<RoutingContext> = {}) =>
    outcome(`{ cluster: a, request_mirror_policy: ${policy} }`, fields, more).mirror;
  const all = { cluster: 'm', numerator: 100, denominator: 100 };

  test('all requests where no share is given', () => {
    expect(mirrors('{ cluster: m }')).toEqual([all]);
    expect(
      outcome('{ cluster: a, request_mirror_policies: [{ cluster: m }, { cluster: "n" }] }').mirror,
    ).toEqual([all, { ...all, cluster: 'n' }]);
  });

  test('fact 41: none where the cluster does not exist, nor with a fraction of 0 and no key', () => {
    const undefinedPrimary = '{ cluster: c, request_mirror_policy: { cluster: a } }';
    expect(outcome(undefinedPrimary, {}, known)).toMatchObject({ kind: 'not_found', mirror: [] });
    expect(mirrors('{ cluster: m, runtime_fraction: { default_value: { numerator: 0 } } }')).toEqual([]);
    expect(mirrors('{ cluster: m }', {}, known)).toEqual([]);
  });

  test('fact 42: runtime_key counts in steps of 0.01 % and is 0 while unset; runtime_fraction counts in percent', () => {
    const key = '{ cluster: m, runtime_key: k }';
    expect(mirrors(key)).toEqual([]);
    expect(mirrors(key, { runtime: { k: 500 } })).toEqual([
      { cluster: 'm', numerator: 500, denominator: 10_000 },
    ]);
    const fraction =
      '{ cluster: m, runtime_fraction: { runtime_key: k, default_value: { denominator: TEN_THOUSAND } } }';
    expect(mirrors(fraction)).toEqual([]);
    expect(mirrors(fraction, { runtime: { k: 5 } })).toEqual([
      { cluster: 'm', numerator: 5, denominator: 100 },
    ]);
    expect(mirrors(fraction, { runtime: { k: 500 } })).toEqual([all]);
    const both = '{ cluster: m, runtime_key: k, runtime_fraction: { default_value: { numerator: 7 } } }';
    expect(mirrors(both, { runtime: { k: 500 } })).toEqual([
      { cluster: 'm', numerator: 7, denominator: 100 },
    ]);
  });
});

test('14.12 a repeated cluster_header takes the first value, and is printed as it came', () => {
  const routes = withRoutes('- { match: { prefix: / }, route: { cluster_header: X-Cluster } }');
  const { outcome, request } = traced(routes, { headers: { 'x-cluster': ['a', 'b'] } });
  expect(outcome.clusters).toMatchObject([{ name: 'a' }]);
  expect(request).toMatchObject({ headers: { 'x-cluster': 'a,b' }, repeated: { 'x-cluster': ['a', 'b'] } });
  expect(traced(routes, request)).toMatchObject({ outcome, request });
  expect(requestFlags(request)).toEqual(['-H', 'x-cluster: a', '-H', 'x-cluster: b']);
  // Everything else sees them joined, and one value with a comma is one name.
  expect(traced(routes, { headers: { 'x-cluster': 'a,b' } }).outcome.clusters).toMatchObject([
    { name: 'a,b' },
  ]);
});
