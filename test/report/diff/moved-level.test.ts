import { expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { movedLevel } from '../../../src/report/diff/moved-level.ts';
import { sideOf } from '../../diff/sides.ts';

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
  [REFUSED, SERVED, 'warning'],
  [REFUSED, NOWHERE, 'warning'],
  [NOWHERE, SERVED, 'warning'],
  [TO_TLS, SERVED, 'warning'],
  [TO_TLS, MOVED, 'warning'],
  [SERVED, TO_TLS, 'warning'],
])('from %s to %s is %s', (before, after, level) => {
  const { changes } = compareBehaviour([sideOf(host(before), 'a.yaml')], [sideOf(host(after), 'b.yaml')]);
  const levels = changes
    .filter(({ request }) => request.path !== '/other')
    .map((moved) => movedLevel({ ...moved, aspects: [] }));
  expect(new Set(levels)).toEqual(new Set([level]));
});

test('a request in plaintext that was sent to HTTPS and is served now', () => {
  const side = (route: string) =>
    sideOf(
      `name: main\nvirtual_hosts:\n- name: shop\n  domains: [shop.test]\n  routes:\n  - match: {prefix: /, headers: [{name: x-forwarded-proto, exact_match: http}]}\n    ${route}\n  - {match: {prefix: /}, ${SERVED}}\n`,
      'a.yaml',
    );
  const levelOf = (before: string, after: string) =>
    compareBehaviour([side(before)], [side(after)]).changes.map((moved) =>
      movedLevel({ ...moved, aspects: [] }),
    );
  expect(levelOf(TO_TLS, SERVED)).toEqual(['breaking']);
  expect(levelOf(TO_TLS, FOUND)).toEqual(['warning']);
  expect(levelOf(SERVED, TO_TLS)).toEqual(['warning']);
});
