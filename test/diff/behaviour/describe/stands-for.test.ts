import { describe, expect, test } from 'vitest';
import { compared, oneHost } from '../configurations.ts';

const to = (cluster: string, match: string, more = '') =>
  `{ match: ${match}, route: { cluster: ${cluster}${more === '' ? '' : `, ${more}`} } }`;
const words = (before: string, after: string) =>
  compared(before, after)
    .changes.map(({ standsFor }) => standsFor)
    .sort();
/** What a route with the match stands for when its cluster changes. */
const wordsFor = (match: string) => words(oneHost(to('old', match)), oneHost(to('new', match)));

describe('what a route asks for', () => {
  test.each([
    ['{ prefix: / }', 'all requests'],
    ['{ prefix: /a/ }', 'all requests below /a/'],
    ['{ prefix: /a }', 'all requests whose path begins with /a'],
    ['{ path: /a }', 'all requests for /a'],
    ['{ path: /A, case_sensitive: false }', 'all requests for /a in any letter case'],
    ['{ prefix: /A/, case_sensitive: false }', 'all requests below /a/ in any letter case'],
    ['{ safe_regex: { google_re2: {}, regex: "/[ab]" } }', 'all requests whose path is one matching /[ab]'],
    ['{ prefix: "/a?k=" }', 'all requests whose path begins with /a?k='],
    [
      '{ prefix: /a/, headers: [{ name: ":path", suffix_match: .gif }] }',
      'all requests below /a/ and whose path is one ending with ".gif"',
    ],
    [
      '{ path: /a, headers: [{ name: ":path", prefix_match: "/a?", invert_match: true }] }',
      'all requests for /a and whose path does not begin with /a?',
    ],
    [
      '{ prefix: "/a?k=", query_parameters: [{ name: q, value: "1" }] }',
      'all requests whose path begins with /a?k= and with query parameter q = "1"',
    ],
    ['{ prefix: /, headers: [{ name: ":method", exact_match: PUT }] }', 'all PUT requests'],
    [
      '{ prefix: /, headers: [{ name: ":authority", exact_match: a.test }] }',
      'all requests with header :authority = "a.test"',
    ],
    [
      '{ prefix: /, headers: [{ name: x, suffix_match: end }, { name: "n", range_match: { start: 1, end: 5 } }] }',
      'all requests with header x ending with "end" and with header n from 1 up to, not including, 5',
    ],
    [
      '{ prefix: /, headers: [{ name: x, exact_match: a, invert_match: true }, { name: "y", invert_match: true, present_match: true }] }',
      'all requests with header x not = "a" and without header y',
    ],
    ['{ prefix: /, grpc: {} }', 'all requests with header content-type of gRPC'],
    [
      '{ prefix: /, query_parameters: [{ name: k }, { name: q, string_match: { prefix: B, ignore_case: true } }] }',
      'all requests with query parameter k and with query parameter q beginning with "b" in any letter case',
    ],
  ])('%s', (match, expected) => {
    expect(wordsFor(match)).toEqual([expected]);
  });
});

test('only the header of the namespace marks requests from inside', () => {
  const marked = (name: string) => {
    const match = `{ prefix: /, headers: [{ name: ${name}, exact_match: "true" }] }`;
    const own = 'response_headers_to_remove: [x-proxy-attempt-count]\n';
    return words(own + oneHost(to('old', match)), own + oneHost(to('new', match)));
  };
  expect(marked('x-proxy-internal')).toEqual(['all requests from inside']);
  expect(marked('x-acme-internal')).toEqual(['all requests with header x-acme-internal = "true"']);
});

describe('what other routes take', () => {
  test('of what no route takes any more those that one still takes', () => {
    expect(words(oneHost(to('a', '{ prefix: / }')), oneHost(to('a', '{ prefix: /x }')))).toEqual([
      'all requests except those whose path begins with /x',
    ]);
  });

  test('routes that share no request with these are not named', () => {
    const [before, after] = ['old', 'new'].map((cluster) =>
      oneHost(`${to('b', '{ path: /b }')}, ${to(cluster, '{ prefix: /a/ }')}`),
    );
    expect(words(before ?? '', after ?? '')).toEqual(['all requests below /a/']);
  });

  test('of nested ones the widest is enough, and only what sets it apart', () => {
    const first = [
      '{ prefix: /a/x/ }',
      '{ path: /a/x/y }',
      '{ prefix: /, headers: [{ name: ":method", exact_match: PUT }] }',
    ];
    const routes = (cluster: string) =>
      oneHost([...first.map((match) => to('b', match)), to(cluster, '{ prefix: /a/ }')].join());
    expect(words(routes('old'), routes('new'))).toEqual([
      'all requests below /a/ except those below /a/x/ and those with header :method = "PUT"',
    ]);
  });

  test('more of them are not named, but said to be there', () => {
    const first = ['/a/1', '/a/2', '/a/3'].map((path) => to('b', `{ path: ${path} }`));
    const routes = (cluster: string) => oneHost([...first, to(cluster, '{ prefix: /a/ }')].join());
    expect(words(routes('old'), routes('new'))).toEqual([
      'all requests below /a/ that no earlier route takes on either side',
    ]);
    expect(words(routes('old'), oneHost(first.join()))).toEqual([
      'all requests below /a/ that no earlier route took before and no route takes now',
    ]);
    expect(words(oneHost(first.join()), routes('new'))).toEqual([
      'all requests below /a/ that no route took before and no earlier route takes now',
    ]);
    expect(words(oneHost(''), routes('new'))).toContain(
      'all requests below /a/ that no earlier route takes now',
    );
  });

  test('a hundred routes are not asked one by one', () => {
    const first = Array.from({ length: 100 }, (_, at) => to('b', `{ path: /a/${at} }`));
    const routes = (cluster: string) => oneHost([...first, to(cluster, '{ prefix: /a/ }')].join());
    expect(words(routes('old'), routes('new'))).toEqual([
      'all requests below /a/ that no earlier route takes on either side',
    ]);
  });
});

describe('hosts', () => {
  const host = (name: string, domains: string, cluster = 'rest') =>
    `{ name: ${name}, domains: [${domains}], routes: [${to(cluster, '{ prefix: / }')}] }`;
  const file = (...hosts: readonly string[]) => `virtual_hosts: [${hosts.join()}]`;
  const wordsOf = (domains: string, ...others: readonly string[]) => {
    const side = (cluster: string) =>
      file(host('own', domains, cluster), ...others.map((each, at) => host(`other${at}`, each)));
    return words(side('old'), side('new'));
  };

  test.each([
    ['a.test', [], 'all requests to a.test'],
    ['"*"', [], 'all requests'],
    ['"*", a.test', [], 'all requests'],
    ['"*"', ['a.test'], 'all requests to any host except a.test'],
    ['"*"', ['a.test, b.test, c.test'], 'all requests to hosts of no other domain'],
    ['"*", a.test', ['b.test'], 'all requests to a.test, hosts of no other domain'],
    ['"*.test"', ['b.test'], 'all requests to *.test except b.test'],
    ['"*.test"', ['a.test, b.test, c.test'], 'all requests to *.test that no more specific domain takes'],
    ['a.test, b.test, c.test, d.test', [], 'all requests to a.test, b.test, c.test and 1 more'],
  ])('%s beside %j', (domains, others, expected) => {
    expect(wordsOf(domains, ...others)).toEqual([expected]);
  });
});

describe('what hangs on the request', () => {
  test.each([
    ['cluster: a', 'cluster: b', 'all requests'],
    ['cluster: a', 'cluster_header: x-to', 'requests, as far as their outcome differs'],
    ['cluster: a, timeout: 1s', 'cluster: a, timeout: 2s', 'all requests'],
    [
      'cluster: a, timeout: 1s, max_grpc_timeout: 0s',
      'cluster: a, timeout: 2s, max_grpc_timeout: 0s',
      'requests, as far as their timeout differs',
    ],
    ['cluster: a', 'cluster: a, prefix_rewrite: /b/', 'all requests'],
    [
      'cluster: a',
      'cluster: a, regex_rewrite: { pattern: { google_re2: {}, regex: "^/" }, substitution: /y }',
      'requests, as far as their path rewrite differs',
    ],
    [
      'cluster: a',
      'cluster: a, host_rewrite: h.test',
      'requests, as far as their host sent upstream differs',
    ],
    ['cluster: a, host_rewrite: g.test', 'cluster: a, host_rewrite: h.test', 'all requests'],
    ['cluster: a', 'cluster: a, retry_policy: { retry_on: 5xx }', 'all requests'],
  ])('%s, and then %s', (before, after, expected) => {
    const route = (action: string) => oneHost(`{ match: { prefix: / }, route: { ${action} } }`);
    expect(words(route(before), route(after))).toEqual([expected]);
  });

  test('where a redirect leads', () => {
    const redirect = (fields: string) => oneHost(`{ match: { prefix: / }, redirect: { ${fields} } }`);
    expect(words(redirect('host_redirect: a.test'), redirect('host_redirect: b.test'))).toEqual([
      'all requests',
    ]);
    expect(words(redirect('host_redirect: a.test'), redirect('https_redirect: true'))).toEqual([
      'requests, as far as their outcome differs',
    ]);
  });

  test('a runtime key that has to be set', () => {
    const keyed = (key: string) =>
      oneHost(
        `{ match: { prefix: / }, route: { cluster: a, request_mirror_policies: [{ cluster: b, runtime_fraction: { default_value: { numerator: 1 }, runtime_key: ${key} } }] } }`,
      );
    expect(words(keyed('one'), keyed('two'))).toEqual(['requests, as far as their mirroring differs']);
  });
});

describe('require_tls', () => {
  const tls = (value: string, cluster = 'rest') =>
    oneHost(to(cluster, '{ prefix: / }'), `require_tls: ${value}`);

  test.each([
    ['NONE', 'ALL', ['all requests without TLS']],
    ['NONE', 'EXTERNAL_ONLY', ['all requests without TLS and from outside']],
    ['EXTERNAL_ONLY', 'ALL', ['all requests without TLS and from inside']],
  ])('%s, and then %s', (before, after, expected) => {
    expect(words(tls(before), tls(after))).toEqual(expected);
  });

  test.each([
    ['NONE', ['all requests']],
    ['ALL', ['all requests over TLS']],
    ['EXTERNAL_ONLY', ['all requests over TLS or from inside']],
  ])('with %s, what comes to the routes', (value, expected) => {
    expect(words(tls(value, 'old'), tls(value, 'new'))).toEqual(expected);
  });

  test('a request that shows a change is one of those that the words name', () => {
    const before = 'virtual_hosts: [{ name: a, domains: [a.test], require_tls: ALL }]';
    const after = `virtual_hosts: [{ name: a, domains: [a.test], routes: [{ match: { regex: "/a.*" }, route: { cluster_header: x } }] }]`;
    const { changes } = compared(before, after);
    expect(changes.map(({ request, standsFor }) => [request.scheme, standsFor])).toEqual([
      ['https', 'requests to a.test whose path begins with /a over TLS, as far as their outcome differs'],
      ['http', 'all requests to a.test without TLS except those whose path begins with /a'],
      ['http', 'all requests to a.test whose path begins with /a without TLS'],
    ]);
  });
});
