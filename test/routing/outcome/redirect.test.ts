import { describe, expect, test } from 'vitest';
import { traced, withRoutes } from '../traced.ts';

/** Location of a redirect; a request is `scheme://authority/path`. */
function location(redirect: string, url: string, match = '{ prefix: / }'): string | null {
  const [, scheme, authority, path] = /^(\w+):\/\/([^/]+)(.*)$/.exec(url) ?? [];
  const configuration = withRoutes(`- { match: ${match}, redirect: ${redirect} }`);
  return traced(configuration, { scheme, authority, path }).outcome.location;
}

describe('redirects', () => {
  test('fact 43: the scheme is scheme_redirect, else https, else x-forwarded-proto', () => {
    expect(location('{ scheme_redirect: ftp }', 'http://h/x')).toBe('ftp://h/x');
    expect(location('{ https_redirect: true }', 'http://h/x')).toBe('https://h/x');
    expect(location('{ https_redirect: false, host_redirect: "n" }', 'http://h/x')).toBe('http://n/x');
    expect(location('{ host_redirect: "n" }', 'https://h/x')).toBe('https://n/x');
  });

  test('fact 44: a default port goes only with its own scheme; port_redirect removes any port', () => {
    expect(location('{ https_redirect: true }', 'http://h:80/x')).toBe('https://h/x');
    expect(location('{ scheme_redirect: http }', 'https://h:443/x')).toBe('http://h/x');
    expect(location('{ https_redirect: true }', 'http://h:443/x')).toBe('https://h:443/x');
    expect(location('{ https_redirect: true }', 'http://h:8080/x')).toBe('https://h:8080/x');
    expect(location('{ path_redirect: /y }', 'http://h:80/x')).toBe('http://h:80/y');
    expect(location('{ https_redirect: true }', 'https://h:443/x')).toBe('https://h:443/x');
    expect(location('{ port_redirect: 8080 }', 'http://h:9090/x')).toBe('http://h:8080/x');
    expect(location('{ port_redirect: 8080 }', 'http://h/x')).toBe('http://h:8080/x');
    expect(location('{ port_redirect: 8080 }', 'http://[::1]:80/x')).toBe('http://[::1]:8080/x');
    expect(location('{ https_redirect: true }', 'http://[::1]:80/x')).toBe('https://[::1]/x');
    expect(location('{ https_redirect: true }', 'http://[::80]/x')).toBe('https://[::80]/x');
  });

  test('data model: with http and :80, or https and :443, the port is removed by a scheme redirection', () => {
    expect(location('{ scheme_redirect: https }', 'http://h:80/')).toBe('https://h/');
    expect(location('{ scheme_redirect: other }', 'https://h:443/')).toBe('other://h/');
    expect(location('{ scheme_redirect: other }', 'https://h:80/')).toBe('other://h:80/');
  });

  test('fact 45: host_redirect is literal, its port stays and the request’s goes', () => {
    expect(location('{ host_redirect: "n:81" }', 'http://h:80/x')).toBe('http://n:81/x');
    expect(location('{ host_redirect: "n" }', 'http://h:80/x')).toBe('http://n/x');
    expect(location('{ host_redirect: "n:443", https_redirect: true }', 'http://h/')).toBe('https://n:443/');
  });

  test('fact 46: path_redirect drops the query and may bring its own', () => {
    expect(location('{ path_redirect: /new }', 'http://h/x?q=1')).toBe('http://h/new');
    expect(location('{ path_redirect: "/new?p=2" }', 'http://h/x?q=1')).toBe('http://h/new?p=2');
    expect(location('{ path_redirect: "/new?p=2", strip_query: true }', 'http://h/x?q=1')).toBe(
      'http://h/new?p=2',
    );
  });

  test('fact 47: prefix_rewrite comes first, then strip_query', () => {
    const rewrite = '{ prefix_rewrite: /new, strip_query: true }';
    expect(location(rewrite, 'http://h/old/x?q=1', '{ prefix: /old }')).toBe('http://h/new/x');
    expect(location('{ prefix_rewrite: "/n?a=", strip_query: true }', 'http://h/o/x', '{ prefix: /o }')).toBe(
      'http://h/n',
    );
    expect(location('{ prefix_rewrite: /new }', 'http://h/old?q=1', '{ path: /old }')).toBe(
      'http://h/new?q=1',
    );
    expect(location('{ strip_query: true }', 'http://h/x?q=1')).toBe('http://h/x');
    expect(location('{ host_redirect: "n" }', 'http://h/x?q=1')).toBe('http://n/x?q=1');
  });

  test('fact 48: an explicit port_redirect shows, default or not', () => {
    expect(location('{ https_redirect: true, port_redirect: 443 }', 'http://h:80/x')).toBe('https://h:443/x');
    expect(location('{ host_redirect: "n", port_redirect: 443 }', 'http://h:80/x')).toBe('http://n:443/x');
    expect(location('{ port_redirect: 0 }', 'http://h:81/x')).toBe('http://h:81/x');
  });

  test('fact 50: response codes by name and number', () => {
    const status = (code: string | number) =>
      traced(withRoutes(`- { match: { prefix: / }, redirect: { response_code: ${code} } }`)).outcome.status;
    const names = ['MOVED_PERMANENTLY', 'FOUND', 'SEE_OTHER', 'TEMPORARY_REDIRECT', 'PERMANENT_REDIRECT'];
    expect(names.map(status)).toEqual([301, 302, 303, 307, 308]);
    expect([0, 1, 2, 3, 4].map(status)).toEqual([301, 302, 303, 307, 308]);
    expect(traced(withRoutes('- { match: { prefix: / }, redirect: {} }')).outcome).toMatchObject({
      kind: 'redirect',
      status: 301,
      location: 'http://shop.test/',
      clusters: [],
      path: null,
      host: null,
      timeout: null,
    });
  });
});

describe('direct responses', () => {
  const direct = (status: number) =>
    traced(withRoutes(`- { match: { prefix: / }, direct_response: { status: ${status} } }`), {
      authority: 'h:80',
      path: '/a?b',
      scheme: 'https',
    }).outcome;

  test('fact 49: 201 and redirect codes carry the request’s own URL as location', () => {
    for (const status of [201, 302]) expect(direct(status).location).toBe('https://h:80/a?b');
    for (const status of [200, 204, 404, 503])
      expect(direct(status)).toMatchObject({ kind: 'direct_response', status, location: null });
  });

  test('carry the response headers of route, virtual host and route configuration', () => {
    const configuration = withRoutes(
      `- match: { prefix: / }
  direct_response: { status: 200 }
  response_headers_to_add: [{ header: { key: x-a, value: "1" } }]`,
      'response_headers_to_remove: [server]',
    );
    expect(traced(configuration).outcome.response_headers).toEqual({
      add: [{ key: 'x-a', value: '1', append: true }],
      remove: ['server'],
    });
  });
});

test('routes that leave the answer to something else are undecided', () => {
  expect(traced(withRoutes('- { match: { prefix: / }, filter_action: {} }')).outcome.kind).toBe('undecided');
  expect(traced(withRoutes('- { match: { prefix: / } }')).outcome.kind).toBe('undecided');
  expect(traced(withRoutes('- { match: { prefix: / }, route: {} }')).outcome.kind).toBe('undecided');
});
