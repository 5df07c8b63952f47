import { expect, test } from 'vitest';
import { migrateConfiguration } from '../../../src/migrate/index.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { messages } from '../../../src/schema/index.ts';
import { sourceFile } from '../../../src/source/load.ts';

const MIGRATION = 'mirror-runtime-key-to-fraction';

function migrated(text: string, accept?: (pointer: string) => boolean) {
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'));
  const result = migrateConfiguration(configuration, {
    older: false,
    only: [MIGRATION],
    ...(accept === undefined ? {} : { accept: ({ pointer }) => accept(pointer) }),
  });
  expect(result.equivalent).toBe(true);
  return result;
}

const reasons = (text: string) => migrated(text).left.map(({ reason }) => reason);

/** A bootstrap with one value in its runtime and one virtual host. */
const front = (value: string, routes: string, host = '', filters = '') => `
layered_runtime: { layers: [{ name: s, static_layer: { k: ${value} } }] }
static_resources:
  listeners:
  - address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        config:
          stat_prefix: a
          http_filters: [${filters}{ name: envoy.router }]
          route_config:
            virtual_hosts:
            - name: v
              domains: ["*"]${host}
              routes:
${routes}
`;
const MIRROR = 'request_mirror_policy: { cluster: m, runtime_key: k }';
const mirrored = `              - { match: { prefix: / }, route: { cluster: a, ${MIRROR} } }`;

test('14.2 a runtime value that only mirror policies read is converted with them', () => {
  const { text, left } = migrated(front('50', mirrored));
  expect(left).toEqual([]);
  expect(text).toContain('k: { numerator: 50, denominator: TEN_THOUSAND }');
  expect(text).not.toContain('runtime_key: k }\n');
});

const route = (match: string, action: string) =>
  `${mirrored}\n              - { match: { prefix: / ${match} }, route: { cluster: a ${action} } }`;
const limit = (key: string) => `, rate_limits: [{ disable_key: ${key}, actions: [{ remote_address: {} }] }]`;
const fault = (field: string) => `{ name: envoy.fault, config: { ${field}: k } }, `;

test.each([
  ['a runtime fraction', front('50', route(', runtime_fraction: { default_value: {}, runtime_key: k }', ''))],
  [
    'a fraction of CORS',
    front('50', route('', ', cors: { filter_enabled: { default_value: { numerator: 1 }, runtime_key: k } }')),
  ],
  ['a rate limit', front('50', route('', limit('k')))],
  ...['delay_percent_runtime', 'abort_http_status_runtime', 'max_active_faults_runtime'].map((field) => [
    field,
    front('50', mirrored, '', fault(field)),
  ]),
  [
    'data of a filter that nobody knows',
    front('50', mirrored, '', '{ name: own, config: { a: [{ b: k }] } }, '),
  ],
  [
    'weights under its start',
    front(
      '50',
      route('', '')
        .replaceAll('k }', 'k.a }')
        .replace(
          '{ cluster: a  }',
          '{ weighted_clusters: { runtime_key_prefix: k, clusters: [{ name: a, weight: 100 }] } }',
        ),
    ),
  ],
  [
    'a field of another document of the file',
    `${front('50', mirrored)}---\nname: r\nvirtual_hosts: [{ name: x, domains: [x], routes: [{ match: { prefix: /, runtime_fraction: { default_value: {}, runtime_key: k } }, route: { cluster: a } }] }]\n`,
  ],
])('14.2 a runtime key that another field names is left, with the reason: %s', (_, text) => {
  const { changed, left } = migrated(text);
  expect(changed).toBe(false);
  expect(left).toHaveLength(1);
  expect(left[0]?.reason).toMatch(/the runtime key "k(?:\.a)?" is read by .* too, which counts differently/);
});

test('14.b7 a key whose value stands in another resource of the file is left, with the reason', () => {
  const dump = `configs:
- "@type": type.googleapis.com/envoy.admin.v2alpha.BootstrapConfigDump
  bootstrap: { layered_runtime: { layers: [{ name: s, static_layer: { k: 1200 } }] } }
- "@type": type.googleapis.com/envoy.admin.v2alpha.RoutesConfigDump
  static_route_configs:
  - route_config: { virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: a, ${MIRROR} } }] }] }
`;
  expect(reasons(dump)).toEqual([expect.stringContaining('stands in another resource of this file')]);
  expect(migrated(dump).changed).toBe(false);
  expect(reasons(dump.replace('k: 1200', 'other: 1200'))).toEqual([]);
});

test('14.2 a stored fraction, which runtime_key cannot read, is left', () => {
  expect(reasons(front('{ numerator: 5 }', mirrored))).toEqual([
    expect.stringContaining('is no integer, so that nothing is mirrored'),
  ]);
});

test('14.2 what reads one value is converted together or not at all', () => {
  const text = front('50', `${mirrored}\n${mirrored.replace('/ }', '/b }')}`);
  const { changed, left } = migrated(text, (pointer) => pointer.includes('routes/0'));
  expect(changed).toBe(false);
  expect(left.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('another message that reads the same runtime value stays as it is'),
  ]);
});

test('14.2 the tables say of every field that names a runtime key that it does', () => {
  const found = Object.entries(messages).flatMap(([type, { fields }]) =>
    Object.entries(fields).flatMap(([field, { type: kind, doc, names }]) =>
      kind === 'string' && (/(?:^|_)runtime(?:_key|$)/.test(field) || /^Runtime key /.test(doc))
        ? [`${type}.${field}: ${names ?? 'not said'}`]
        : [],
    ),
  );
  expect(found.filter((text) => !/runtime keys?$/.test(text))).toEqual([]);
  expect(found.length).toBeGreaterThan(12);
});
