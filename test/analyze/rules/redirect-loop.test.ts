import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const host = (redirect: string, match = 'prefix: /', domains = 'shop.test, www.shop.test', more = '') =>
  `{ name: shop, domains: [${domains}], ${more}routes: [{ match: { ${match} }, redirect: { ${redirect} } }] }`;
const loops = (yaml: string) => found('redirect-loop', yaml, 'route.VirtualHost');

const behind = (virtualHost: string, chain = '') => `filters:
  - name: proxy.http_connection_manager
    config: { stat_prefix: a, http_filters: [{ name: proxy.router }], route_config: { virtual_hosts: [${virtualHost}] } }
${chain}`;
const inChain = (yaml: string) => found('redirect-loop', yaml, 'listener.FilterChain');

describe('found', () => {
  test('a host that is redirected to itself, with a request that shows it', () => {
    expect(loops(host('host_redirect: shop.test'))).toMatchObject([
      {
        pointer: '/routes/0/redirect',
        level: 'warning',
        request: { scheme: 'http', authority: 'shop.test' },
        data: { virtual_host: 'shop', route: 0, location: 'http://shop.test/' },
        message: expect.stringContaining('"http://shop.test/" leads to itself'),
      },
    ]);
  });

  test('a path that grows', () => {
    const [finding] = loops(host('prefix_rewrite: /cart/', 'prefix: /cart'));
    expect(finding?.message).toContain('/cart/", that to "http://shop.test/cart//", and so on');
  });

  test('a path that is redirected to one that the same route takes', () => {
    expect(loops(host('path_redirect: /cart/all', 'prefix: /cart'))).toHaveLength(1);
  });

  test('two redirects to each other', () => {
    const routes = `routes:
  - { match: { path: /a }, redirect: { path_redirect: /b } }
  - { match: { path: /b }, redirect: { path_redirect: /a } }
`;
    expect(loops(`name: shop\ndomains: [shop.test]\n${routes}`).map(({ pointer }) => pointer)).toEqual([
      '/routes/0/redirect',
      '/routes/1/redirect',
    ]);
  });

  test.each(['tls_context: {}', 'transport_socket: { name: tls }'])(
    'to HTTPS where TLS ends here: %s',
    (chain) => {
      expect(inChain(behind(host('https_redirect: true'), chain))).toMatchObject([
        { request: { scheme: 'https' }, message: expect.stringContaining('"https://') },
      ]);
    },
  );
});

describe('not found', () => {
  test.each([
    ['another host', host('host_redirect: new.test')],
    ['a host that another server may have', host('host_redirect: new.test', 'prefix: /', "'*'")],
    ['a host within a wildcard', host('host_redirect: a.shop.test', 'prefix: /', "'*.shop.test'")],
    ['another host only', host('host_redirect: shop.test', 'prefix: /', 'www.shop.test')],
    ['another path', host('path_redirect: /cart/', 'path: /cart')],
    ['HTTPS', host('https_redirect: true')],
    ['HTTPS and a host', host('https_redirect: true, host_redirect: shop.test')],
    ['another port', host('port_redirect: 8443')],
    ['a rewrite that leaves the prefix', host('prefix_rewrite: /basket', 'prefix: /cart')],
  ])('%s', (_, yaml) => {
    expect(loops(yaml)).toEqual([]);
  });

  test('where a condition on a header may not hold the next time', () => {
    const match = 'prefix: /, headers: [{ name: x-old, present_match: true }]';
    expect(loops(host('host_redirect: shop.test', match))).toEqual([]);
  });

  test('a share of the requests', () => {
    const match = 'prefix: /, runtime_fraction: { default_value: { numerator: 50 } }';
    expect(loops(host('host_redirect: shop.test', match))).toEqual([]);
  });

  test('where require_tls sends them elsewhere first', () => {
    expect(loops(host('host_redirect: shop.test', 'prefix: /', 'shop.test', 'require_tls: ALL, '))).toEqual(
      [],
    );
  });

  test('to HTTPS from a listener without TLS', () => {
    expect(inChain(behind(host('https_redirect: true')))).toEqual([]);
  });

  test('only requests that came by plain text', () => {
    const match = 'prefix: /, headers: [{ name: x-forwarded-proto, exact_match: http }]';
    expect(inChain(behind(host('https_redirect: true', match), 'tls_context: {}'))).toEqual([]);
  });
});
