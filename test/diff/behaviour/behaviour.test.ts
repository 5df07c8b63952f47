import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { opened } from '../../opened.ts';
import { compared, configuration, oneHost, textOf } from './configurations.ts';

const to = (cluster: string, match: string, more = '') =>
  `{ match: ${match}, route: { cluster: ${cluster}${more === '' ? '' : `, ${more}`} } }`;
const rest = to('rest', '{ prefix: / }');
const messages = (before: string, after: string) =>
  compared(before, after).changes.map(({ message }) => message);

describe('requests that go elsewhere', () => {
  test('each group has a request, what happens to it on both sides, and words', () => {
    const canary =
      '{ prefix: /api/, headers: [{ name: x-canary, present_match: true }, { name: ":method", exact_match: GET }] }';
    const result = compared(
      oneHost(`${to('old', canary)}, ${rest}`),
      oneHost(`${to('new', canary)}, ${rest}`),
    );
    expect(result).toMatchObject({
      equal: false,
      undecided: [],
      changes: [
        {
          request: { method: 'GET', path: '/api/', headers: { 'x-canary': 'a' } },
          before: { outcome: { clusters: [{ name: 'old' }] }, virtual_host: 'all', route: { index: 0 } },
          after: { outcome: { clusters: [{ name: 'new' }] }, virtual_host: 'all', route: { index: 0 } },
          aspects: ['destination'],
          standsFor: 'all GET requests below /api/ with header x-canary',
          pairs: 1,
          message:
            'GET https://example.test/api/ goes to cluster "old" before, and goes to cluster "new" after',
        },
      ],
    });
  });

  test('a cluster that is missing is answered with another status', () => {
    const whole = (more: object) => {
      const routes = [{ match: { prefix: '/' }, route: { cluster: 'gone', ...more } }];
      return [opened(textOf([{ domains: ['*'], routes, more: {} }], ['shop']), { api: 'v3' })];
    };
    const after = whole({ cluster_not_found_response_code: 'INTERNAL_SERVER_ERROR' });
    expect(compareBehaviour(whole({}), after).changes.map(({ message }) => message)).toEqual([
      'GET https://example.test/ is answered with 503 before, and is answered with 500 after',
    ]);
  });

  test('what changes in the same way is one group', () => {
    const routes = (more: string) =>
      ['/a/', '/b/', '/c/'].map((prefix) => to(`to${prefix[1]}`, `{ prefix: ${prefix} }`, more)).join();
    const { changes } = compared(oneHost(routes('timeout: 3s')), oneHost(routes('timeout: 5s')));
    expect(changes).toMatchObject([{ pairs: 3, aspects: ['timeout'] }]);
    expect(changes[0]?.message).toContain('with another timeout');
    expect(changes[0]?.standsFor).toBe('all requests below /a/, and 2 more pairs of routes');
  });

  test('what shows only while a runtime key is set is said with it', () => {
    const keyed =
      '{ prefix: /c, runtime_fraction: { default_value: { numerator: 0 }, runtime_key: shop.canary } }';
    expect(messages(oneHost(`${to('beta', keyed)}, ${rest}`), oneHost(rest))).toEqual([
      'GET https://example.test/c with runtime shop.canary = 1 is drawn: 1% goes to cluster "beta", 99% goes to cluster "rest" before, and goes to cluster "rest" after',
    ]);
  });

  test('the narrow comparison looks at destinations only', () => {
    const [before, after] = [
      oneHost(to('a', '{ prefix: / }')),
      oneHost(to('a', '{ prefix: / }', 'timeout: 1s')),
    ];
    expect(compared(before, after).changes).toHaveLength(1);
    expect(compared(before, after, { aspect: 'destination' })).toMatchObject({ equal: true, changes: [] });
  });

  test('a setting of the virtual host changes every route that does not set it', () => {
    const routes = `${to('a', '{ path: /a }')}, ${to('b', '{ path: /b }', 'retry_policy: { retry_on: 5xx }')}`;
    const { changes } = compared(
      oneHost(routes),
      oneHost(routes, 'retry_policy: { retry_on: connect-failure }'),
    );
    expect(changes).toMatchObject([{ request: { path: '/a' }, aspects: ['retry_policy'], pairs: 1 }]);
  });

  test('bodies of direct responses count', () => {
    const answer = (body: string) =>
      oneHost(`{ match: { prefix: / }, direct_response: { status: 200, body: { ${body} } } }`);
    expect(compared(answer('inline_string: a'), answer('inline_string: b')).changes).toMatchObject([
      { before: { body: { inline_string: 'a' } }, aspects: ['response'] },
    ]);
    expect(compared(answer('inline_string: a'), answer('inline_bytes: YQ==')).equal).toBe(true);
  });

  test('a request by chance is drawn on both sides', () => {
    const share = (numerator: number) =>
      oneHost(
        `${to('new', `{ prefix: /, runtime_fraction: { default_value: { numerator: ${numerator} } } }`)}, ${rest}`,
      );
    expect(messages(share(10), share(20))).toEqual([
      expect.stringContaining(
        'is drawn: 10% goes to cluster "new", 90% goes to cluster "rest" before, and is drawn: 20%',
      ),
    ]);
    expect(compared(share(10), share(10)).equal).toBe(true);
  });

  test('a runtime key shows its difference where it is set', () => {
    const keyed = (key: string) =>
      oneHost(
        `${to('new', `{ prefix: /, runtime_fraction: { default_value: { numerator: 0 }, runtime_key: ${key} } }`)}, ${rest}`,
      );
    expect(compared(keyed('one'), keyed('two')).changes).toMatchObject([
      { request: { runtime: { one: 100 } } },
    ]);
  });

  test('virtual clusters are compared apart from the routes', () => {
    const counted = (pattern: string) =>
      oneHost(rest, `virtual_clusters: [{ name: v, pattern: "${pattern}" }]`);
    expect(compared(counted('/a.*'), counted('/a[^?]*')).changes).toMatchObject([
      { aspects: ['virtual_cluster'], before: { outcome: { virtual_cluster: 'v' } } },
    ]);
    expect(compared(counted('/a|/b'), counted('/[ab]')).equal).toBe(true);
  });
});

describe('what makes no difference', () => {
  test.each([
    [
      'a default written out',
      to('a', '{ prefix: / }'),
      to('a', '{ prefix: /, case_sensitive: true }', 'timeout: 15s, priority: DEFAULT'),
    ],
    [
      'an older matcher of the same language',
      to('a', '{ regex: "/a.*" }'),
      to('a', '{ safe_regex: { google_re2: {}, regex: "/a.*" } }'),
    ],
    ['a regex that is a prefix', to('a', '{ regex: "/a.*" }'), to('a', '{ prefix: /a }')],
    [
      'a name, and data for others',
      to('a', '{ prefix: / }'),
      to('a', '{ prefix: / }').replace('{', '{ name: x, metadata: {}, '),
    ],
    [
      'an older mirror policy',
      to('a', '{ prefix: / }', 'request_mirror_policy: { cluster: m }'),
      to('a', '{ prefix: / }', 'request_mirror_policies: [{ cluster: m }]'),
    ],
    [
      'shares of another whole',
      to('a', '{ path: /a }').replace(
        'cluster: a',
        'weighted_clusters: { clusters: [{ name: x, weight: 50 }, { name: "y", weight: 50 }] }',
      ),
      to('a', '{ path: /a }').replace(
        'cluster: a',
        'weighted_clusters: { clusters: [{ name: "y", weight: 1 }, { name: x, weight: 1 }], total_weight: 2 }',
      ),
    ],
    [
      'a rewrite that takes off the same',
      to('a', '{ prefix: /api/ }', 'prefix_rewrite: /'),
      `${to('a', '{ prefix: /api/x }', 'prefix_rewrite: /x')}, ${to('a', '{ prefix: /api/ }', 'prefix_rewrite: /')}`,
    ],
    ['a dead route', rest, `${rest}, ${to('b', '{ path: /b }')}`],
    [
      'letter case of header names',
      rest.replace('} }', '}, request_headers_to_remove: [X-A, x-b] }'),
      rest.replace('} }', '}, request_headers_to_remove: [x-b, x-a] }'),
    ],
    [
      'a split among one cluster',
      rest,
      rest.replace(
        'cluster: rest',
        'weighted_clusters: { clusters: [{ name: rest, weight: 100 }, { name: b, weight: 0 }] }',
      ),
    ],
    [
      'an empty value, which is not added',
      rest,
      rest.replace('} }', '}, request_headers_to_add: [{ header: { key: x, value: "" } }] }'),
    ],
    [
      'letter case of names in formats',
      rest.replace(
        '} }',
        '}, request_headers_to_add: [{ header: { key: x, value: "%REQ(X-A?x-b):3% Y" } }] }',
      ),
      rest.replace(
        '} }',
        '}, request_headers_to_add: [{ header: { key: X, value: "%REQ(x-a?X-B):3% Y" } }] }',
      ),
    ],
    [
      'two words for a redirect to https',
      '{ match: { prefix: / }, redirect: { https_redirect: true } }',
      '{ match: { prefix: / }, redirect: { scheme_redirect: https } }',
    ],
  ])('%s', (_, before, after) => {
    expect(compared(oneHost(before), oneHost(after))).toMatchObject({ equal: true, undecided: [] });
  });

  test.each([
    ['another letter case of a value', '%REQ(x)% Y', '%REQ(x)% y'],
    ['another command', '%REQ(x)%', '%RESP(x)%'],
  ])('%s is another value', (_, before, after) => {
    const adding = (value: string) =>
      oneHost(
        rest.replace('} }', `}, request_headers_to_add: [{ header: { key: x, value: "${value}" } }] }`),
      );
    expect(compared(adding(before), adding(after)).equal).toBe(false);
  });

  test.each([
    [
      'its metadata',
      'name: rest, weight: 100, metadata_match: { filter_metadata: { proxy.lb: { a: b } } }',
      '',
    ],
    [
      'its headers',
      'name: rest, weight: 100, request_headers_to_add: [{ header: { key: x, value: a } }]',
      '',
    ],
    ['a runtime weight', 'name: rest, weight: 100', ', runtime_key_prefix: shop'],
    ['a part of the whole', 'name: rest, weight: 50', ''],
  ])('a split among one cluster with %s is no plain one', (_, entry, more) => {
    const split = rest.replace('cluster: rest', `weighted_clusters: { clusters: [{ ${entry} }]${more} }`);
    expect(compared(oneHost(rest), oneHost(split)).equal).toBe(false);
  });

  test('parts of one cluster are one, and weights that the runtime may give are parts of their total', () => {
    const split = (more: string, ...weights: readonly string[]) =>
      oneHost(
        `{ match: { prefix: / }, route: { weighted_clusters: { clusters: [${weights.map((each) => `{ ${each} }`).join()}]${more} } } }`,
      );
    const sideRoots = split('', 'name: a, weight: 50', 'name: a, weight: 50');
    expect(compared(sideRoots, oneHost(to('a', '{ prefix: / }'))).changes).toEqual([]);
    const even = (each: number, key: string) =>
      split(`, total_weight: ${2 * each}${key}`, `name: a, weight: ${each}`, `name: b, weight: ${each}`);
    expect(compared(even(1, ''), even(50, '')).equal).toBe(true);
    const key = ', runtime_key_prefix: shop';
    expect(compared(even(1, key), even(50, key))).toMatchObject({ equal: false, changes: [] });
  });

  test('routes that change places', () => {
    const [a, b] = [to('a', '{ prefix: /a }'), to('b', '{ prefix: /b }')];
    const result = compared(oneHost(`${a}, ${b}, ${rest}`), oneHost(`${b}, ${a}, ${rest}`));
    expect(result).toMatchObject({
      equal: true,
      reorders: [{ virtualHost: 'all', moved: [{ before: 0, after: 1 }], harmless: true }],
    });
    expect(result.reorders[0]?.proof).toBe(
      'route 1 (prefix "/a") stood at 0 before: every request that it takes on one side has the same outcome on the other, since whatever they pass does the same with it, shares no request with it, or comes after a route that takes what they share',
    );
    const inside = to('c', '{ prefix: /a/c }');
    const matters = compared(oneHost(`${inside}, ${a}`), oneHost(`${a}, ${inside}`));
    expect(matters).toMatchObject({ reorders: [], changes: [{ request: { path: '/a/c' } }] });
  });

  test('virtual hosts and their names may be cut in another way', () => {
    const host = (name: string, domains: string, routes = rest) =>
      `{ name: ${name}, domains: [${domains}], routes: [${routes}] }`;
    const whole = `virtual_hosts: [${host('one', 'a.test, b.test')}]`;
    const cut = `virtual_hosts: [${host('x', 'a.test')}, ${host('w', 'b.test')}]`;
    expect(compared(whole, cut).equal).toBe(true);
    expect(messages(whole, `virtual_hosts: [${host('x', 'a.test')}]`)).toEqual([
      'GET https://b.test/ goes to cluster "rest" before, and is answered with 404 after',
    ]);
  });
});

describe('hosts', () => {
  const host = (name: string, ...domains: string[]) =>
    `{ name: ${name}, domains: ${JSON.stringify(domains)}, routes: [${to(name, '{ prefix: / }')}] }`;
  const hosts = (...all: string[]) => `virtual_hosts: [${all.join()}]`;

  test.each([
    [
      'an exact name among a wildcard',
      hosts(host('w', '*.test')),
      hosts(host('w', '*.test'), host('e', 'a.test')),
      ['a.test'],
    ],
    [
      'a wildcard over another',
      hosts(host('w', '*')),
      hosts(host('w', '*'), host('s', '*.test')),
      ['www.test'],
    ],
    [
      'wildcards of both kinds',
      hosts(host('p', 'a.*')),
      hosts(host('p', 'a.*'), host('s', '*.test')),
      ['a.test', 'www.test'],
    ],
    ['a port', hosts(host('w', 'a.test')), hosts(host('w', 'a.test', 'a.test:80')), ['a.test:80']],
    ['nothing', hosts(host('w', '*.test', 'B.test')), hosts(host('w', 'b.test', '*.test')), []],
  ])('%s', (_, before, after, expected) => {
    const result = compared(before, after);
    expect(result.changes.map(({ request }) => request.authority).sort()).toEqual([...expected].sort());
    expect(result.undecided).toEqual([]);
  });
});

describe('require_tls', () => {
  const tls = (value: string) => oneHost(rest, `require_tls: ${value}`);

  test('who is redirected', () => {
    expect(compared(tls('NONE'), tls('ALL')).changes).toMatchObject([
      { request: { scheme: 'http' }, after: { outcome: { status: 301 }, route: null } },
    ]);
    expect(compared(tls('EXTERNAL_ONLY'), tls('ALL')).changes).toMatchObject([
      {
        request: { scheme: 'http', internal: true },
        standsFor: 'all requests without TLS and from inside',
      },
    ]);
    expect(compared(tls('ALL'), tls('ALL')).equal).toBe(true);
  });

  test('a route that redirects as it does', () => {
    const redirect =
      '{ match: { prefix: /, headers: [{ name: x-forwarded-proto, exact_match: https, invert_match: true }] }, redirect: { https_redirect: true } }';
    const own = (routes: string, more: string) =>
      `virtual_hosts: [{ name: shop, domains: [shop.test], routes: [${routes}]${more} }]`;
    expect(compared(own(rest, ', require_tls: ALL'), own(`${redirect}, ${rest}`, '')).equal).toBe(true);
    // With the default port in the host the locations differ.
    expect(messages(tls('ALL'), oneHost(`${redirect}, ${rest}`))).toEqual([
      expect.stringContaining('is redirected (301) to https://example.test:80/ before'),
    ]);
  });
});

test('behind routes that a key decides about, what changes in the same way is one group', () => {
  const routes = (end: string) =>
    [
      ...Array.from({ length: 9 }, (_, at) =>
        to(
          `own${at}`,
          `{ prefix: /a${at}, runtime_fraction: { default_value: { numerator: ${at < 5 ? 100 : 0} }, runtime_key: k${at} } }`,
        ),
      ),
      to(end, '{ prefix: / }'),
    ].join();
  const { changes, undecided } = compared(oneHost(routes('rest')), oneHost(routes('other')));
  expect(undecided).toEqual([]);
  expect(changes.map(({ request, pairs }) => [request.path, request.runtime ?? null, pairs])).toEqual([
    ['/', null, 5],
    ['/a0', { k0: 0 }, 5],
  ]);
});

describe('clusters', () => {
  const all = (names: string, routes: string) =>
    `clusters: [${names}]\nroute_configs: [{ name: main, ${oneHost(routes)} }]`;
  const differ = (before: string, after: string, routes: string) =>
    compareBehaviour(configuration(all(before, routes), ''), configuration(all(after, routes), ''));

  test('one that is gone changes the outcome', () => {
    expect(differ('{ name: a }, { name: b }', '{ name: b }', to('a', '{ prefix: / }')).changes).toMatchObject(
      [{ before: { outcome: { kind: 'forward' } }, after: { outcome: { kind: 'not_found', status: 503 } } }],
    );
    expect(differ('{ name: a }, { name: b }', '{ name: a }', to('a', '{ prefix: / }')).equal).toBe(true);
  });

  test('one whose hosts get names under auto_host_rewrite', () => {
    const automatic = '{ match: { prefix: / }, route: { cluster: a, auto_host_rewrite: true } }';
    const [still, looked] = ['{ name: a }', '{ name: a, type: STRICT_DNS }'];
    expect(differ(still, looked, automatic)).toMatchObject({
      changes: [{ aspects: ['host'], after: { outcome: { auto_host_rewrite: true } } }],
    });
    expect(differ(still, looked, to('a', '{ prefix: / }')).equal).toBe(true);
    const own = (routes: string) => configuration(all(still, routes), '');
    expect(compareBehaviour(own(automatic), own(to('a', '{ prefix: / }')))).toMatchObject({
      equal: true,
      undecided: [],
    });
  });

  test('one that a header may name', () => {
    const byHeader = '{ match: { prefix: / }, route: { cluster_header: x-to } }';
    expect(differ('{ name: a }, { name: b }', '{ name: a }', byHeader).changes).toMatchObject([
      { request: { headers: { 'x-to': 'b' } } },
    ]);
  });
});

describe('route configurations', () => {
  const named = (name: string, cluster: string) =>
    `{ name: ${name}, ${oneHost(to(cluster, '{ prefix: / }'))} }`;
  const several = (...all: string[]) => configuration(`route_configs: [${all.join()}]`, '');

  test('belong together by name, and the last ones anyhow, though no one request comes to both', () => {
    const result = compareBehaviour(
      several(named('x', 'a'), named('w', 'b')),
      several(named('w', 'b'), named('z', 'c')),
    );
    expect(result.changes).toEqual([]);
    expect(result.undecided).toMatchObject([{ reason: expect.stringContaining('no one request comes') }]);
    const alone = compareBehaviour(several(named('x', 'a')), several(named('z', 'c')));
    expect(alone.changes).toMatchObject([{ routeConfiguration: { before: 'x', after: 'z' } }]);
  });

  test('that are there on one side only are named', () => {
    const result = compareBehaviour(several(named('x', 'a')), several(named('x', 'a'), named('w', 'b')));
    expect(result).toMatchObject({ equal: false, changes: [], added: [{ name: 'w' }], removed: [] });
  });
});

test('what cannot be settled is named', () => {
  const hard = [to('a', '{ regex: "/(a|b)*a(a|b){14}" }'), to('b', '{ regex: "/(a|b){20,}" }')];
  const result = compared(oneHost(hard.join()), oneHost(hard.reverse().join()), { work: 40 });
  expect(result).toMatchObject({ equal: false, changes: [] });
  expect(result.undecided[0]?.where).toContain('virtual host "all", route 0');
  const filter = (name: string) =>
    oneHost(`{ match: { prefix: / }, filter_action: { action: { "@type": ${name} } } }`);
  expect(compared(filter('a'), filter('b')).changes).toEqual([]);
});

describe('what a route configuration of version 3 says for all of its routes', () => {
  const plugin = (code: string) =>
    `cluster_specifier_plugins: [{ extension: { name: p, typed_config: { "@type": type.googleapis.com/envoy.extensions.router.cluster_specifiers.lua.v3.LuaConfig, source_code: { inline_string: "${code}" }, default_cluster: a } } }]`;
  const text = (around: string, host = '', to = 'cluster: shop') => `name: r
${around}
virtual_hosts:
- { name: shop, domains: [shop.test], routes: [{ match: { path: /a }, route: { ${to} } }], ${host} }
- { name: rest, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: rest } }] }
`;
  const found = (before: string, after: string) => {
    const side = (each: string) => [opened(each, { type: 'RouteConfiguration', api: 'v3' })];
    const { equal, undecided, changes } = compareBehaviour(side(before), side(after));
    return {
      equal,
      undecided: undecided.map(({ reason }) => reason),
      changes: changes.map(({ message }) => message),
    };
  };

  test.each([
    ['vhost_header', 'vhost_header: x-host'],
    ['ignore_path_parameters_in_path_matching', 'ignore_path_parameters_in_path_matching: true'],
    ['internal_only_headers', 'internal_only_headers: [x-a]'],
    ['vhds', 'vhds: { config_source: { ads: {} } }'],
  ])('%s on one side leaves open which requests the same routes take', (field, around) => {
    const open = {
      equal: false,
      undecided: [`${field} differs, by which the same routes take other requests`],
      changes: [],
    };
    expect(found(text(''), text(around))).toEqual(open);
    expect(found(text(around), text(''))).toEqual(open);
    expect(found(text(around), text(around))).toMatchObject({ equal: true, undecided: [], changes: [] });
  });

  test('what a header that picks virtual hosts leads to is not compared', () => {
    const around = 'vhost_header: x-host';
    expect(found(text(around), text(around).replace('cluster: shop', 'cluster: other'))).toEqual({
      equal: false,
      undecided: [expect.stringMatching(/^the header x-host picks their virtual hosts/)],
      changes: [],
    });
  });

  test('without the port in hosts those with one come elsewhere', () => {
    const { undecided, changes } = found(text(''), text('ignore_port_in_host_matching: true'));
    expect(undecided).toEqual([]);
    expect(changes).toEqual([
      'GET https://shop.test:8080/ goes to cluster "rest" before, and is answered with 404 after',
      'GET https://shop.test:8080/a goes to cluster "rest" before, and goes to cluster "shop" after',
    ]);
  });

  test('copies of a virtual host or a route configuration are compared', () => {
    const copies = 'request_mirror_policies: [{ cluster: rest }]';
    for (const after of [text(copies), text('', copies)])
      expect(found(text(''), after)).toMatchObject({ equal: false, undecided: [] });
  });

  test('a plugin that says something else leaves open where its requests go', () => {
    const by = (code: string) => text(plugin(code), '', 'cluster_specifier_plugin: p');
    expect(found(by('one'), by('two'))).toMatchObject({
      equal: false,
      undecided: ['a plugin picks the cluster'],
    });
    expect(found(by('one'), by('one'))).toMatchObject({ equal: true });
  });
});
