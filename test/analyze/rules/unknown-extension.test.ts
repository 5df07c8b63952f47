import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const retry = (plugin: string) =>
  found('unknown-extension', `retry_on: 5xx\n${plugin}\n`, 'route.RetryPolicy');
const socket = (fields: string) =>
  found('unknown-extension', `name: shop\ntransport_socket: { ${fields} }\n`, 'Cluster');

describe('names in the reserved namespace that no built-in extension has', () => {
  test('a retry plugin, with what was probably meant', () => {
    const [finding] = retry('retry_host_predicate: [{ name: proxy.retry_host_predicates.previous_host }]');
    expect(finding).toMatchObject({ level: 'error', pointer: '/retry_host_predicate/0/name' });
    expect(finding?.message).toContain('did you mean proxy.retry_host_predicates.previous_hosts?');
  });

  test('where nothing is near, what there is', () => {
    const [finding] = retry('retry_priority: { name: envoy.mine }');
    expect(finding?.message).toContain('take one of envoy.retry_priorities.previous_priorities');
  });

  test('a transport socket and a cluster type', () => {
    expect(socket('name: proxy.transport_sockets.ssl').map(({ pointer }) => pointer)).toEqual([
      '/transport_socket/name',
    ]);
    expect(
      found(
        'unknown-extension',
        'name: shop\ncluster_type: { name: proxy.clusters.agregate }\n',
        'Cluster',
      ).map(({ pointer }) => pointer),
    ).toEqual(['/cluster_type/name']);
  });
});

describe('names that are right, or that nobody else can know', () => {
  test.each([
    'name: tls',
    'name: proxy.transport_sockets.tls',
    'name: envoy.transport_sockets.tls',
    'name: raw_buffer',
    'name: shop.transport_sockets.own',
    'name: proxyish.tls',
    'name: ""',
    // A later built-in extension: its type counts, not its name.
    'name: proxy.transport_sockets.later, typed_config: { "@type": type.googleapis.com/proxy.extensions.later.v3.Later }',
  ])('%s', (fields) => {
    expect(socket(fields)).toEqual([]);
  });

  test('filters, of which every build has others', () => {
    const host =
      'name: shop\ndomains: [a.test]\ntyped_per_filter_config: { proxy.filters.http.own: { "@type": a.B } }\n';
    expect(found('unknown-extension', host, 'route.VirtualHost')).toEqual([]);
  });
});
