import { describe, expect, test } from 'vitest';
import { type ReplayOptions, replay } from '../../src/replay/index.ts';
import { opened } from '../opened.ts';

const replayed = (before: string, after: string, options: ReplayOptions = {}) =>
  replay(opened(before, { api: 'v2' }), opened(after, { api: 'v2' }), options);

/** A route configuration with one virtual host. */
const hosts = (routes: string, more = '') =>
  `virtual_hosts: [{ name: v, domains: [a.test, "*.b.test"], ${more} routes: [${routes}] }]`;
const route = (action: string, match = 'prefix: /') =>
  `{ match: { ${match} }, route: { cluster: a, ${action} } }`;

/** A bootstrap with a runtime value and a mirror policy beside a route with a fraction. */
const shared = (value: string, policy: string) => `
layered_runtime: { layers: [{ name: s, static_layer: { k: ${value} } }] }
static_resources:
  listeners:
  - address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        config:
          stat_prefix: a
          http_filters: [{ name: envoy.router }]
          route_config:
            virtual_hosts:
            - name: v
              domains: ["*"]
              routes:
              - match: { prefix: /a, runtime_fraction: { default_value: { numerator: 0 }, runtime_key: k } }
                route: { cluster: new, request_mirror_policy: { cluster: m, ${policy} } }
              - match: { prefix: / }
                route: { cluster: old }
`;
const OLD = 'runtime_key: k';
const NEW = 'runtime_fraction: { default_value: { denominator: TEN_THOUSAND }, runtime_key: k }';

describe('a request that is handled differently is found', () => {
  test('14.2 a share that a converted runtime value changes', () => {
    const { difference } = replayed(
      shared('50', OLD),
      shared('{ numerator: 50, denominator: TEN_THOUSAND }', NEW),
    );
    expect(difference).toMatch(
      /^GET https:\/\/.*\/a.* would be handled differently: the shares of its outcomes$/,
    );
  });

  test('14.b7 a mirror whose runtime value stays as it is', () => {
    expect(replayed(shared('0', OLD), shared('0', NEW)).difference).toBeUndefined();
    expect(replayed(shared('12', OLD), shared('12', NEW)).difference).toContain('handled differently');
  });

  test('14.2 with and without the runtime values of the file', () => {
    const [one, other] = ['50', '50'].map((value) => shared(value, OLD));
    const { requests } = replayed(one ?? '', other ?? '', { everything: true });
    expect(replayed(one ?? '', (other ?? '').replace('numerator: 0', 'numerator: 1')).difference).toContain(
      'handled differently',
    );
    expect(requests % 2).toBe(0);
  });

  test.each([
    ['a CORS policy', 'cors: { allow_methods: GET }', ''],
    ['an origin', 'cors: { allow_origin: [a] }', 'cors: { allow_origin: [b] }'],
    [
      'an origin that is read as a pattern',
      'cors: { allow_origin: [a] }',
      'cors: { allow_origin_regex: [a] }',
    ],
    ['a retry policy', 'retry_policy: { retry_on: reset }', 'retry_policy: { retry_on: 5xx }'],
    ['a mirror', 'request_mirror_policy: { cluster: m }', 'request_mirror_policy: { cluster: "n" }'],
    ['a rewrite', 'prefix_rewrite: /x', 'prefix_rewrite: /y'],
    ['a timeout', 'timeout: 1s', ''],
  ])('%s', (_, before, after) => {
    expect(replayed(hosts(route(before)), hosts(route(after))).difference).toContain('handled differently');
  });

  test.each([
    ['a weight', 'weight: 60', 'weight: 61'],
    ['a route that goes', `, ${route('', 'path: /x')}`, ''],
    [
      'an order',
      `${route('', 'path: /x')}, ${route('timeout: 1s')}`,
      `${route('timeout: 1s')}, ${route('', 'path: /x')}`,
    ],
  ])('%s', (_, before, after) => {
    const text = (part: string) =>
      part.startsWith('weight')
        ? hosts(
            `{ match: { prefix: / }, route: { weighted_clusters: { total_weight: 121, clusters: [{ name: a, ${part} }, { name: b, weight: 121 }] } } }`,
          )
        : part.startsWith('{')
          ? hosts(part)
          : hosts(`${route('', 'prefix: /a')}${part}`);
    expect(replayed(text(before), text(after)).difference).toContain('handled differently');
  });

  test('a virtual cluster, a rate limit and a virtual host', () => {
    const clusters = (pattern: string) =>
      hosts(route(''), `virtual_clusters: [{ name: c, pattern: "${pattern}" }],`);
    expect(replayed(clusters('/items/a'), clusters('/items/b')).difference).toContain('virtual_cluster');
    const limited = (value: string) =>
      hosts(
        route(
          `rate_limits: [{ actions: [{ header_value_match: { descriptor_value: d, headers: [{ name: x-a, exact_match: ${value} }] } }] }]`,
        ),
      );
    expect(replayed(limited('one'), limited('two')).difference).toContain('rate_limit_descriptors');
    expect(replayed(hosts(route('')), hosts(route('')).replace('a.test', 'c.test')).difference).toContain(
      'virtual host',
    );
  });

  test('lists whose order means nothing are the same however their entries are written', () => {
    const retried = (first: string) =>
      hosts(route(`retry_policy: { retriable_headers: [{ name: z, ${first} }, { name: a }] }`));
    const versionThree = (first: string) => opened(retried(first), { api: 'v3' });
    const { difference } = replay(
      versionThree('exact_match: "1"'),
      versionThree('string_match: { exact: "1" }'),
      { everything: true },
    );
    expect(difference).toBeUndefined();
    expect(
      replay(versionThree('exact_match: "1"'), versionThree('string_match: { exact: "2" }'), {}).difference,
    ).toContain('retry_policy');
  });

  test('a pattern is the same whether its engine is named or not', () => {
    const hashed = (pattern: string) =>
      opened(
        hosts(
          route(
            `hash_policy: [{ header: { header_name: x, regex_rewrite: { pattern: { ${pattern} }, substitution: b } } }]`,
          ),
        ),
        { api: 'v3' },
      );
    const named = hashed('google_re2: {}, regex: a');
    expect(replay(named, hashed('regex: a'), { everything: true }).difference).toBeUndefined();
    expect(replay(named, hashed('regex: c')).difference).toContain('hash_policy');
  });

  test('nothing of a query or a value is told', () => {
    const secret = (value: string) =>
      hosts(route('', `prefix: /, headers: [{ name: authorization, exact_match: "${value}" }]`));
    const { difference } = replayed(secret('Bearer abc'), secret('Bearer def'));
    expect(difference).toContain('authorization');
    expect(difference).not.toContain('abc');
  });
});

describe('two ways of writing the same are the same', () => {
  test.each([
    [
      'cors: { allow_origin: [a, "*"] }',
      'cors: { allow_origin_string_match: [{ exact: "*" }, { exact: a }] }',
    ],
    ['cors: { enabled: false }', 'cors: { filter_enabled: { default_value: { numerator: 0 } } }'],
    [
      'request_mirror_policy: { cluster: m, runtime_key: k }',
      'request_mirror_policies: [{ cluster: m, runtime_fraction: { default_value: {}, runtime_key: k } }]',
    ],
    [
      'retry_policy: { retriable_headers: [{ name: x, regex_match: a }] }',
      'retry_policy: { retriable_headers: [{ name: x, safe_regex_match: { google_re2: {}, regex: a } }] }',
    ],
    ['timeout: 15s', ''],
  ])('%s and %s', (before, after) => {
    const { requests, difference } = replayed(hosts(route(before)), hosts(route(after)));
    expect(difference).toBeUndefined();
    expect(requests).toBeGreaterThan(2);
  });
});

test('what reads the same is replayed only where everything is asked for', () => {
  const text = hosts(route(''));
  expect(replayed(text, text)).toEqual({ requests: 0, unreplayed: 0, spent: 0 });
  expect(replayed(text, text, { everything: true }).requests).toBeGreaterThan(1);
});

test('requests end with the budget, and how many virtual hosts are left is said', () => {
  const many = Array.from({ length: 50 }, (_, at) => route('', `prefix: /${at}`)).join();
  const { requests, unreplayed, difference } = replayed(hosts(many), hosts(many), {
    everything: true,
    work: 2000,
  });
  expect({ unreplayed, difference }).toEqual({ unreplayed: 1, difference: undefined });
  expect(requests).toBeLessThan(20);
});

test('what it costs grows with the routes and no faster', () => {
  const many = (count: number) =>
    hosts(Array.from({ length: count }, (_, at) => route('', `prefix: /${at}/`)).join());
  const [small, large] = [500, 2000].map(
    (count) => replayed(many(count), many(count), { everything: true }).requests,
  );
  expect((large ?? 0) / (small ?? 1)).toBeCloseTo(4, 0);
});

test('16.4 what only the later version leaves open is noted with a request, and is no difference', () => {
  const before = hosts(route('prefix_rewrite: /x'));
  const after = hosts(route('path_rewrite: "%REQ(x)%"'));
  const { difference, open } = replayed(before, after);
  expect(difference).toBeUndefined();
  expect(open).toEqual([
    expect.stringMatching(/^GET \S*a\.test\/: path: .* known to the running proxy only$/),
  ]);
  // Within one version nothing is forgiven.
  expect(replayed(after, after).open).toBeUndefined();
});

describe('route configurations are found where they were', () => {
  const configuration = (type: string, cluster: string) =>
    `- { "@type": type.googleapis.com/${type}.RouteConfiguration, name: r, virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: ${cluster} } }] }] }\n`;
  const mixed = (one: string, other: string) =>
    `resources:\n${configuration('envoy.api.v2', one)}${configuration('envoy.config.route.v3', other)}`;
  const lifted = (one: string, other: string) =>
    mixed(one, other).replace('envoy.api.v2', 'envoy.config.route.v3');
  const across = (before: string, after: string) => replay(opened(before), opened(after)).difference;

  test('two of one name that say the same in two versions are one in one version', () => {
    expect(across(mixed('a', 'a'), lifted('a', 'a'))).toBeUndefined();
    expect(across(mixed('a', 'b'), lifted('a', 'b'))).toBeUndefined();
  });

  test('copies need not change together', () => {
    const copies = (...routes: readonly string[]) =>
      `resources:\n${routes.map((route) => configuration('envoy.config.route.v3', `c${route}`)).join('')}`;
    expect(across(copies('', '', ', priority: HIGH'), copies('', ', timeout: 15s', ', priority: HIGH'))).toBe(
      undefined,
    );
    expect(across(copies('', '', ', timeout: 1s'), copies('', ', timeout: 1s', ', timeout: 1s'))).toContain(
      'differently',
    );
    expect(across(copies('', ''), copies(''))).toBe('2 route configurations would be 1');
  });

  test('one that is gone, new or handled differently is found', () => {
    expect(across(mixed('a', 'b'), lifted('a', 'a'))).toContain('handled differently');
    expect(across(mixed('a', 'a'), lifted('a', 'b'))).toContain('handled differently');
    const one = `resources:\n${configuration('envoy.config.route.v3', 'a')}`;
    expect(across(one, lifted('a', 'b'))).toBe('1 route configurations would be 2');
    expect(across(mixed('a', 'b'), one)).toBe('2 route configurations would be 1');
    expect(across(one.replace('name: r', 'name: s'), one)).toContain('found in another place');
  });
});

test('a mirror without a cluster counts by its runtime key as any other does', () => {
  const without = (value: string, policy: string): string =>
    shared(value, policy)
      .replace('cluster: m, ', '')
      .replace(/, runtime_fraction: .* }(?= }$)/m, '');
  expect(
    replayed(without('50', OLD), without('{ numerator: 50, denominator: TEN_THOUSAND }', NEW)).difference,
  ).toBeUndefined();
  expect(replayed(without('12', OLD), without('12', NEW)).difference).toContain('handled differently');
});
