import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proveAll } from '../../src/prove/prove.ts';
import { standardProperties } from '../../src/prove/standard.ts';
import { opened } from '../opened.ts';
import { groundOf } from './proved.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');

function standard(configuration: string): readonly (readonly [string, string])[] {
  const ground = groundOf(configuration);
  const properties = standardProperties(ground.routing, [opened(configuration, { api: 'v3' })]);
  const verdicts = proveAll(properties, ground);
  return properties.map(({ name }, at) => [name, verdicts[at]?.kind ?? ''] as const);
}

test('plain text is redirected or answered', () => {
  const name = 'plain text on listener plain (0.0.0.0:80) is redirected or answered';
  expect(standard(FRONT)).toEqual([[name, 'proved']]);
  const served = FRONT.replace('redirect: { https_redirect: true }', 'route: { cluster: pages }');
  expect(standard(served)).toEqual([[name, 'refuted']]);
  // Whoever comes by a loopback address is on the same machine.
  expect(
    standard(served.replace('address: 0.0.0.0, port_value: 80 ', 'address: 127.0.0.1, port_value: 80 ')),
  ).toEqual([]);
});

test('nobody reaches the admin interface', () => {
  const name = 'nobody reaches the admin interface through a cluster';
  const exposed = FRONT.replace(
    '{ name: pages, connect_timeout: 1s }',
    '{ name: pages, connect_timeout: 1s, load_assignment: { cluster_name: pages, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 9901 } } } }] }] } }',
  );
  expect(standard(exposed)).toContainEqual([name, 'refuted']);
});

test('what stands behind a guard is reached through it', () => {
  const guarded = FRONT.replace(
    /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
    '$1          - { name: guard, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC, rules: { action: ALLOW } } }\n',
  );
  const name = 'every cluster behind guard on listener vans (0.0.0.0:8443) is reached through it';
  // Nobody is allowed, so that nothing is reached.
  expect(standard(guarded)).toContainEqual([name, 'vacuous']);
  const open = guarded.replace(
    /match: \{ prefix: \/ \}\n(\s*)route: \{ cluster: rounds \}/,
    'match: { prefix: / }\n$1route: { cluster: rounds }\n$1typed_per_filter_config: { guard: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }',
  );
  expect(standard(open)).toContainEqual([name, 'refuted']);
});
