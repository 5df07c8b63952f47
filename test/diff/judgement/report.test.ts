/** What a report holds: as many changes as were made, with places, origins and fingerprints, and no secrets. */
import { describe, expect, test } from 'vitest';
import { patchBetween } from '../../../src/diff/patch.ts';
import { diffOf, lines, sideOf } from '../sides.ts';

const routes = (names: readonly number[]): string =>
  `name: main\nvirtual_hosts:\n- name: shop\n  domains: [shop.test]\n  routes:\n${names
    .map((name) => `  - match: {prefix: /${name}/}\n    route: {cluster: c${name}}\n`)
    .join('')}`;
const many = Array.from({ length: 10_000 }, (_, index) => index);

describe('ten thousand routes', () => {
  const before = routes(many);
  test('one insertion at the front is one change and one operation', () => {
    const after = routes([20_000, ...many]);
    expect(lines(diffOf(before, after))).toEqual(['info route-added added VirtualHost:shop routes[0]']);
    const { operations } = patchBetween([sideOf(before, 'a')], [sideOf(after, 'b')]);
    expect(operations.map(({ op, path }) => `${op} ${path}`)).toEqual(['add /virtual_hosts/0/routes/0']);
  });
  test('one move is one change and one operation', () => {
    const after = routes([...many.slice(1, 9000), 0, ...many.slice(9000)]);
    const { changes } = diffOf(before, after);
    expect(changes).toMatchObject([
      { kind: 'moved', path: 'routes', before: { value: 0 }, after: { value: 8999 } },
    ]);
    expect(changes[0]?.message).toContain(
      '{prefix: "/0/"} moved: it stood first and stands behind {prefix: "/8999/"}',
    );
    const { operations } = patchBetween([sideOf(before, 'a')], [sideOf(after, 'b')]);
    expect(operations).toEqual([
      { op: 'move', from: '/virtual_hosts/0/routes/0', path: '/virtual_hosts/0/routes/8999' },
    ]);
  });
  test('all in reverse order', () => {
    const { summary } = diffOf(before, routes([...many].reverse()));
    expect(summary).toEqual({ breaking: 0, warning: 9999, info: 0, cosmetic: 0 });
  });
});

test('both sides say where a value stands and where it comes from', () => {
  const before = 'clusters:\n- name: shop\n  connect_timeout: 1s\n';
  const after = 'clusters:\n\n- name: shop\n  type: STATIC\n';
  expect(diffOf(before, after).changes[0]).toMatchObject({
    before: {
      value: '1s',
      origin: 'written',
      file: 'a.yaml',
      pointer: '/clusters/0/connect_timeout',
      range: { start: { line: 3, column: 3 } },
    },
    after: { value: '5s', origin: 'default', file: 'b.yaml', range: { start: { line: 3 } } },
    message: 'connect_timeout of the cluster "shop" was "1s" and is "5s" (the default)',
  });
  const migrated = diffOf(
    'name: a\nhosts: [{pipe: {path: /a}}]',
    'name: a\nload_assignment: {endpoints: [{lb_endpoints: [{endpoint: {address: {pipe: {path: /b}}}}]}]}',
    { type: 'Cluster' },
  );
  expect(migrated.changes[0]).toMatchObject({
    kind: 'changed',
    before: { origin: 'migrated', why: 'hosts-to-load-assignment', range: { start: { line: 2 } } },
  });
});

test('a place inside a ConfigMap is one of the outer file', () => {
  const map = (timeout: string): string =>
    `kind: ConfigMap\ndata:\n  a.yaml: |\n    clusters:\n    - name: shop\n      connect_timeout: ${timeout}\n`;
  expect(diffOf(map('1s'), map('2s')).changes[0]?.after).toMatchObject({
    embedded: '/data/a.yaml',
    pointer: '/clusters/0/connect_timeout',
    range: { start: { line: 6, column: 7 } },
  });
});

describe('fingerprints', () => {
  const side = (count: number, timeout: string): string =>
    `virtual_hosts:\n- name: v\n  domains: [v]\n  routes:\n${'  - {match: {path: /x}, redirect: {}}\n'.repeat(count)}  - match: {prefix: /a}\n    route: {cluster: a, timeout: ${timeout}}\n`;
  test('stay the same where the change stands elsewhere', () => {
    const here = diffOf(side(0, '1s'), side(0, '2s')).changes[0];
    const there = diffOf(side(5, '1s'), side(5, '2s')).changes[0];
    expect(here?.path).not.toBe(there?.path);
    expect(here?.fingerprint).toMatch(/^[0-9a-f]{12}$/);
    expect(there?.fingerprint).toBe(here?.fingerprint);
  });
  test('differ for different changes', () => {
    const other = diffOf(side(0, '1s'), side(0, '3s')).changes[0];
    expect(other?.fingerprint).not.toBe(diffOf(side(0, '1s'), side(0, '2s')).changes[0]?.fingerprint);
  });
});

describe('secrets', () => {
  const context = (key: string): string =>
    `name: a\ntransport_socket: {name: tls, typed_config: {"@type": x/proxy.api.v2.auth.UpstreamTlsContext, common_tls_context: {tls_certificates: [{certificate_chain: {filename: /c}, private_key: {inline_string: ${key}}}]}}}`;
  const header = (value: string): string =>
    `name: v\ndomains: [v]\nrequest_headers_to_add: [{header: {key: Authorization, value: ${value}}}]`;
  const data = (value: string): string =>
    `name: a\nmetadata: {filter_metadata: {x: {y: {password: ${value}}}}}`;
  const inData = (text: string) => (value: string) =>
    `name: a\nmetadata: {filter_metadata: {x: {y: ${text.replace('VALUE', value)}}}}`;
  const unreadable = (text: string) => (value: string) =>
    `name: a\ntyped_extension_protocol_options: [${text.replace('VALUE', value)}]`;
  test.each<[string, string, (value: string) => string]>([
    ['key material', 'Cluster', context],
    ['credentials in headers', 'route.VirtualHost', header],
    ['passwords in data', 'Cluster', data],
    [
      'a value in data beside the name of its header',
      'Cluster',
      inData('{b: 1, name: cookie, value: VALUE}'),
    ],
    ['one in a list', 'Cluster', inData('[1, {key: authorization, value: [1, VALUE]}]')],
    ['the data of a secret of Kubernetes', 'Cluster', inData('{kind: Secret, data: {a: {b: VALUE}}}')],
    ['what stands further in than a name that tells', 'Cluster', inData('{token: [{a: {b: [VALUE]}}]}')],
    ['an entry of what cannot be read', 'Cluster', unreadable('{name: x-api-key, value: VALUE}')],
  ])('%s', (_, type, text) => {
    const [one, two] = ['hush-one', 'hush-two'];
    const result = diffOf(text(one), text(two), { type });
    expect(result.changes.length).toBeGreaterThan(0);
    expect(JSON.stringify(result)).not.toContain('hush');
    expect(JSON.stringify(result)).toContain('<redacted>');
    expect(JSON.stringify(diffOf(text(one), 'name: b', { type }))).not.toContain('hush');
    expect(JSON.stringify(diffOf(text(one), text(two), { type, showSecrets: true }))).toContain(two);
    const patch = patchBetween([sideOf(text(one), 'a', type)], [sideOf(text(two), 'b', type)]);
    expect(JSON.stringify(patch)).not.toContain('hush');
  });
});

test('names that JavaScript treats apart are names like others', () => {
  const side = (value: number): string =>
    `name: a\nmetadata: {filter_metadata: {__proto__: {constructor: ${value}, toString: 1}}}`;
  expect(diffOf(side(1), side(2), { type: 'Cluster' }).changes).toMatchObject([
    { path: 'metadata.filter_metadata[__proto__].constructor', before: { value: 1 }, after: { value: 2 } },
  ]);
});

test('a path that data names holds no secret of it', () => {
  const side = (more: string): string =>
    `stats_config: {stats_tags: [{tag_name: {a: b${more}, password: hunter2}}]}\nadmin: {}\n`;
  const { changes } = diffOf(side(''), side(', c: d'));
  expect(changes.length).toBeGreaterThan(0);
  expect(JSON.stringify(changes)).not.toContain('hunter2');
});
