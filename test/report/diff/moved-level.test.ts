import { expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { movedLevel } from '../../../src/report/diff/report.ts';
import { sideOf } from '../../diff/sides.ts';

const SERVED = 'route: {cluster: shop}';
const FOUND = 'direct_response: {status: 204}';
const REFUSED = 'direct_response: {status: 403}';
const MOVED = 'redirect: {host_redirect: shop.test}';
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
  [REFUSED, SERVED, 'warning'],
  [REFUSED, NOWHERE, 'warning'],
  [NOWHERE, SERVED, 'warning'],
])('from %s to %s is %s', (before, after, level) => {
  const { changes } = compareBehaviour([sideOf(host(before), 'a.yaml')], [sideOf(host(after), 'b.yaml')]);
  const levels = changes
    .filter(({ request }) => request.path !== '/other')
    .map((moved) => movedLevel({ ...moved, aspects: [] }));
  expect(new Set(levels)).toEqual(new Set([level]));
});
