import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { movedLevel } from '../../src/results/requests.ts';
import { sideOf } from '../diff/sides.ts';

const SERVED = 'route: {cluster: shop}';
const FOUND = 'direct_response: {status: 204}';
const REFUSED = 'direct_response: {status: 403}';
const MOVED = 'redirect: {host_redirect: shop.test}';
const TO_TLS = 'redirect: {https_redirect: true}';
const NOWHERE = 'no route';

const host = (action: string): string =>
  `name: main\nvirtual_hosts:\n- name: shop\n  domains: [shop.test]\n  routes:\n${action === NOWHERE ? '  - {match: {path: /other}, redirect: {}}' : `  - {match: {prefix: /}, ${action}}`}\n`;

test.each([
  [SERVED, NOWHERE, 'breaking'],
  [SERVED, REFUSED, 'breaking'],
  [MOVED, REFUSED, 'breaking'],
  [FOUND, REFUSED, 'breaking'],
  [SERVED, FOUND, 'warning'],
  [SERVED, MOVED, 'warning'],
  [REFUSED, SERVED, 'breaking'],
  [REFUSED, NOWHERE, 'warning'],
  [NOWHERE, SERVED, 'breaking'],
  [TO_TLS, SERVED, 'breaking'],
  [TO_TLS, FOUND, 'breaking'],
  [TO_TLS, MOVED, 'breaking'],
  [SERVED, TO_TLS, 'warning'],
])('from %s to %s is %s', (before, after, level) => {
  const { changes } = compareBehaviour([sideOf(host(before), 'a.yaml')], [sideOf(host(after), 'b.yaml')]);
  const levels = changes.filter(({ request }) => request.path !== '/other').map((moved) => movedLevel(moved));
  expect(new Set(levels)).toEqual(new Set([level]));
});

test('a request in plaintext that was sent to HTTPS and is served now', () => {
  const side = (route: string) =>
    sideOf(
      `name: main\nvirtual_hosts:\n- name: shop\n  domains: [shop.test]\n  routes:\n  - match: {prefix: /, headers: [{name: x-forwarded-proto, exact_match: http}]}\n    ${route}\n  - {match: {prefix: /}, ${SERVED}}\n`,
      'a.yaml',
    );
  const levelOf = (before: string, after: string) =>
    compareBehaviour([side(before)], [side(after)]).changes.map((moved) => movedLevel(moved));
  expect(levelOf(TO_TLS, SERVED)).toEqual(['breaking']);
  expect(levelOf(TO_TLS, FOUND)).toEqual(['breaking']);
  expect(levelOf(SERVED, TO_TLS)).toEqual(['warning']);
});

test('what uses TLS already loses none', () => {
  const only = (action: string) =>
    host(action).replace('prefix: /', 'prefix: /, headers: [{name: x-forwarded-proto, exact_match: https}]');
  const levels = compareBehaviour(
    [sideOf(only(TO_TLS), 'a.yaml')],
    [sideOf(only(SERVED), 'b.yaml')],
  ).changes.map((moved) => movedLevel(moved));
  expect(levels).toEqual(['warning']);
});

test('neither http nor https is TLS', () => {
  const tls = (need: string) =>
    `name: main\nvirtual_hosts:\n- {name: shop, domains: [shop.test], require_tls: ${need}, routes: [{match: {prefix: /, headers: [{name: x-forwarded-proto, exact_match: ftp}]}, ${SERVED}}]}\n`;
  const levels = compareBehaviour(
    [sideOf(tls('ALL'), 'a.yaml')],
    [sideOf(tls('NONE'), 'b.yaml')],
  ).changes.flatMap((moved) => (moved.after.outcome.kind === 'forward' ? movedLevel(moved) : []));
  expect(levels).toEqual(['breaking']);
});

describe('where chance decides', () => {
  const drawn = (percent: number, action: string) =>
    host(SERVED).replace(
      '  routes:\n',
      `  routes:\n  - {match: {prefix: /, runtime_fraction: {default_value: {numerator: ${percent}}}}, ${action}}\n`,
    );
  test.each([
    ['some are refused', host(SERVED), drawn(10, REFUSED), 'breaking'],
    ['more are refused', drawn(10, REFUSED), drawn(20, REFUSED), 'breaking'],
    ['fewer are refused', drawn(20, REFUSED), drawn(10, REFUSED), 'warning'],
    [
      'as many are',
      drawn(20, REFUSED),
      drawn(20, REFUSED).replace('cluster: shop', 'cluster: other'),
      'warning',
    ],
    ['fewer are told to use TLS', drawn(20, TO_TLS), host(SERVED), 'breaking'],
  ])('and %s', (_, before, after, level) => {
    const levels = compareBehaviour([sideOf(before, 'a.yaml')], [sideOf(after, 'b.yaml')]).changes.map(
      (moved) => movedLevel(moved),
    );
    expect(levels).toEqual([level]);
  });

  test('and a cluster of several is gone', () => {
    const side = (names: readonly string[]) =>
      sideOf(
        `clusters: [${names.map((name) => `{name: ${name}}`).join()}]\nroute_configs:\n- name: main\n  virtual_hosts:\n  - name: shop\n    domains: ['*']\n    routes: [{match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: a, weight: 50}, {name: b, weight: 50}]}}}]\n`,
        'a.yaml',
      );
    const { changes } = compareBehaviour([side(['a', 'b'])], [side(['a'])]);
    expect(changes.map((moved) => movedLevel(moved))).toEqual(['breaking']);
  });
});
