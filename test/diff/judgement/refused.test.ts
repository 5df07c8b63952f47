/** Errors of a side in its comparison: which are new, and what is said beside them. */
import { describe, expect, test } from 'vitest';
import { diff } from '../../../src/library/diff.ts';

const cluster = (name: string, more = 'connect_timeout: 1s') =>
  `  - { name: ${name}, type: STATIC, ${more}, load_assignment: { cluster_name: ${name}, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } } }] }] } }\n`;
const text = ({
  shop = cluster('shop'),
  cart = cluster('cart'),
  routes = '[{ match: { prefix: /cart }, route: { cluster: cart } }, { match: { prefix: / }, route: { cluster: shop } }]',
} = {}) => `clusters:
${shop}${cart}virtual_hosts:
  - name: all
    domains: ["*"]
    routes: ${routes}
`;
const refusals = (before: string, after: string) =>
  diff(before, after, { api: 'v2' }).changes.flatMap(({ rule, message }) =>
    rule === 'refused' ? message : [],
  );

describe('14.4 diff tells what the proxy refuses', () => {
  test.each([
    ['connect_timeout: soon', text({ shop: cluster('shop', 'connect_timeout: soon') }), 'wrong-type'],
    [
      'port 99999',
      text({ shop: cluster('shop').replace('port_value: 80', 'port_value: 99999') }),
      'out-of-range',
    ],
    [
      'timeout: 10 seconds',
      text({ routes: '[{ match: { prefix: / }, route: { cluster: shop, timeout: 10 seconds } }]' }),
      'wrong-type',
    ],
    [
      'weights that sum to 110',
      text({
        routes:
          '[{ match: { prefix: / }, route: { weighted_clusters: { clusters: [{ name: shop, weight: 60 }, { name: cart, weight: 50 }] } } }]',
      }),
      'weight-sum',
    ],
  ])('%s', (_, after, rule) => {
    const found = diff(text(), after, { api: 'v2' });
    expect(found).toMatchObject({
      equal: false,
      refused: { before: [], after: [{ rule, level: 'error' }] },
      behaviour: { equal: false, undecided: [{ refused: true }] },
    });
    expect(found.changes[0]).toMatchObject({ rule: 'refused', level: 'breaking', kind: 'added' });
    expect(found.changes.filter((change) => change.rule === 'refused')).toHaveLength(1);
  });

  test('an error of both sides is named, but is no change, and requests are compared', () => {
    const broken = { shop: cluster('shop', 'connect_timeout: soon') };
    const routes = '[{ match: { prefix: / }, route: { cluster: shop } }]';
    const found = diff(text(broken), text({ ...broken, routes }));
    expect(found.refused?.before).toHaveLength(1);
    expect(found.refused?.after).toHaveLength(1);
    expect(found.changes.filter(({ rule }) => rule === 'refused')).toEqual([]);
    expect(found.behaviour?.changes).toHaveLength(1);
    expect(diff(text(broken), text(broken))).toMatchObject({ equal: true, behaviour: { equal: true } });
  });

  test('an error that is gone is no change; of its requests nothing is said', () => {
    const broken = { shop: cluster('shop', 'connect_timeout: soon') };
    const found = diff(text(broken), text());
    expect(found.refused).toMatchObject({ before: [{ rule: 'wrong-type' }], after: [] });
    expect(found.changes.filter(({ rule }) => rule === 'refused')).toEqual([]);
    expect(found.behaviour).toMatchObject({ equal: false, changes: [] });
  });

  test('only what goes through the refused part stays open', () => {
    const routes =
      '[{ match: { prefix: /cart }, route: { cluster: cart, timeout: 3s } }, { match: { prefix: / }, route: { cluster: shop, timeout: 3s } }]';
    const found = diff(text(), text({ shop: cluster('shop', 'connect_timeout: soon'), routes }));
    expect(found.behaviour?.changes.map(({ after }) => after.outcome.clusters)).toEqual([
      [{ name: 'cart', weight: 100 }],
    ]);
    expect(found.behaviour?.undecided).toMatchObject([{ where: 'requests to the cluster "shop"' }]);
  });

  test('of several route configurations of one name each one that is refused stays open', () => {
    const listener = (port: number, domains: string, prefix: string) =>
      `- {name: l${port}, address: {socket_address: {address: 0.0.0.0, port_value: ${port}}}, filter_chains: [{filters: [{name: envoy.http_connection_manager, typed_config: {"@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager, stat_prefix: x, route_config: {name: one, virtual_hosts: [{name: all, domains: [${domains}], routes: [{match: {prefix: ${prefix}}, route: {cluster: shop}}]}]}}}]}]}\n`;
    const side = (domains: string, prefix: string) =>
      `clusters:\n${cluster('shop')}listeners:\n${[80, 81].map((port) => listener(port, domains.replaceAll('PORT', String(port)), prefix)).join('')}`;
    const found = diff(side('aPORT.test', '/'), side('bPORT.test, bPORT.test', '/b'));
    expect(found.refused?.after).toHaveLength(2);
    expect(found.behaviour?.changes).toEqual([]);
    expect(found.behaviour?.undecided).toMatchObject([
      { where: 'requests by the route configuration "one"', refused: true },
    ]);
  });

  test('under a migrated form, or in a cluster with a new name, an error stays the same', () => {
    const hosts =
      'clusters: [{ name: a, type: STATIC, connect_timeout: 1s, hosts: [{ socket_address: { address: 10.0.0.1, port_value: 99999 } }] }]';
    const assigned =
      'clusters: [{ name: a, type: STATIC, connect_timeout: 1s, load_assignment: { cluster_name: a, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 99999 } } } }] }] } }]';
    expect(refusals(hosts, assigned)).toEqual([]);
    expect(refusals(assigned, hosts)).toEqual([]);
    const renamed = assigned.replaceAll('name: a,', 'name: b,');
    expect(refusals(assigned, renamed)).toEqual([]);
  });

  test('in another cluster the same error is a new one', () => {
    const [one, other] = [cluster('shop', 'connect_timeout: soon'), cluster('cart', 'connect_timeout: soon')];
    expect(refusals(text({ shop: one }), text({ cart: other }))).toEqual([
      'Cluster cart: connect_timeout "soon" is not a duration such as 1.5s (wrong-type)',
    ]);
  });

  test('a key that stands twice is taken, and the last value counts', () => {
    const twice = text().replace('domains: ["*"]', 'domains: ["*"]\n    domains: ["*"]');
    expect(diff(text(), twice)).toMatchObject({ equal: true });
    expect(diff(text(), twice).refused).toBeUndefined();
  });

  test('a level of its own, or off, as for every rule', () => {
    const after = text({ shop: cluster('shop', 'connect_timeout: soon') });
    const told = diff(text(), after, { rules: { refused: 'info' } });
    expect(told.changes[0]).toMatchObject({ rule: 'refused', level: 'info' });
    const off = diff(text(), after, { rules: { refused: 'off' } });
    expect(off.refused).toBeUndefined();
    expect(off.changes.filter(({ rule }) => rule === 'refused')).toEqual([]);
  });

  test('what a comment in the file answers for is no refusal', () => {
    const after = text({
      shop: `  # cfgtool-ignore wrong-type: read by another program\n${cluster('shop', 'connect_timeout: soon')}`,
    });
    expect(refusals(text(), after)).toEqual([]);
  });

  test('a cluster that is gone under a reference to it in what reads as before', () => {
    const checked = (clusters: string) =>
      `clusters:\n${clusters}route_configs: [{ name: main, validate_clusters: true, virtual_hosts: [{ name: all, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }] }]\n`;
    const before = checked(cluster('shop') + cluster('cart') + cluster('more'));
    expect(refusals(before, checked(cluster('cart') + cluster('more')))).toEqual([
      expect.stringContaining('undefined-cluster'),
    ]);
  });
});
