import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const REDIRECT = '{ match: { path: /login }, redirect: { https_redirect: true } }';
const OPEN = '{ match: { prefix: / }, route: { cluster: shop } }';
const host = (routes: readonly string[], more = '') =>
  `name: shop\ndomains: [shop.test]\n${more}routes: [${routes.join(', ')}]\n`;
const findings = (yaml: string) => found('partial-https-redirect', yaml, 'route.VirtualHost');

describe('found', () => {
  test('at the redirect, with what is served in plain text', () => {
    expect(findings(host([REDIRECT, OPEN]))).toMatchObject([
      {
        pointer: '/routes/0/redirect/https_redirect',
        level: 'info',
        related: [{ pointer: '/routes/1' }],
        message: expect.stringContaining('"/login"'),
      },
    ]);
  });

  test('for a prefix', () => {
    expect(findings(host([REDIRECT.replace('path', 'prefix'), OPEN]))).toHaveLength(1);
  });
});

describe('not found', () => {
  test.each([
    ['require_tls', [REDIRECT, OPEN], 'require_tls: EXTERNAL_ONLY\n'],
    [
      'a redirect of everything',
      [
        '{ match: { prefix: /.well-known/ }, route: { cluster: shop } }',
        '{ match: { prefix: / }, redirect: { https_redirect: true } }',
      ],
      '',
    ],
    [
      'a redirect of plain text only',
      [
        `{ match: { prefix: /a, headers: [{ name: x-forwarded-proto, exact_match: http }] }, redirect: { https_redirect: true } }`,
        OPEN,
      ],
      '',
    ],
    ['no redirect to HTTPS', ['{ match: { path: /login }, redirect: { host_redirect: a.test } }', OPEN], ''],
    [
      'nothing else that is served',
      [REDIRECT, '{ match: { prefix: / }, direct_response: { status: 404 } }'],
      '',
    ],
    [
      'a second redirect of everything',
      [REDIRECT, '{ match: { prefix: / }, redirect: { https_redirect: true } }', OPEN],
      '',
    ],
  ])('with %s', (_, routes, more) => {
    expect(findings(host(routes, more))).toEqual([]);
  });

  test('behind TLS', () => {
    const manager = `{ name: proxy.http_connection_manager, config: { stat_prefix: a, http_filters: [{ name: proxy.router }], route_config: { virtual_hosts: [{ name: shop, domains: ['*'], routes: [${REDIRECT}, ${OPEN}] }] } } }`;
    const chain = (tls: string) => `filters: [${manager}]\n${tls}`;
    expect(found('partial-https-redirect', chain(''), 'listener.FilterChain')).toHaveLength(1);
    expect(found('partial-https-redirect', chain('tls_context: {}\n'), 'listener.FilterChain')).toEqual([]);
  });
});
