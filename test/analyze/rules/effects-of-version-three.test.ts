/** Fields that are without effect but for a field of version 3 elsewhere, each with it and without. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { opened } from '../../opened.ts';
import { found } from '../analyzed.ts';

const LIMIT = 'rate_limits: [{ actions: [{ remote_address: {} }] }]';
const HASH = 'hash_policy: [{ header: { header_name: x-u } }]';
const SPLIT = 'clusters: [{ name: c, weight: 50 }, { name: d, weight: 50 }]';
const SWAPPED = 'clusters: [{ name: d, weight: 50 }, { name: c, weight: 50 }]';
const SUBSET =
  'load_balancing_policy: { policies: [{ typed_extension_config: { name: s, typed_config: { "@type": type.googleapis.com/envoy.extensions.load_balancing_policies.subset.v3.Subset, subset_selectors: [{ keys: [v] }] } } }] }';
const METADATA = 'metadata_match: { filter_metadata: { envoy.lb: { v: "1" } } }';

const input = (action: string, { cluster = '', endpoint = '', host = '' } = {}): string => {
  const address = '{ socket_address: { address: 127.0.0.1, port_value: 1 } }';
  const assignment = `load_assignment: { cluster_name: c, endpoints: [{ lb_endpoints: [{ endpoint: { address: ${address}${endpoint} } }] }] }`;
  const manager = 'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
  return `static_resources:
  clusters:
    - { name: c, type: STATIC, ${cluster === '' ? '' : `${cluster}, `}${assignment} }
    - { name: d, type: STATIC }
  listeners:
    - name: l
      address: ${address}
      filter_chains:
        - filters:
            - name: h
              typed_config:
                "@type": type.googleapis.com/${manager}
                stat_prefix: x
                route_config:
                  virtual_hosts: [{ name: v, domains: ["*"], ${host} routes: [{ match: { prefix: / }, route: { ${action} } }] }]
`;
};

describe('a field is called without effect', () => {
  test.each([
    ['auto_host_rewrite', 'cluster: c, auto_host_rewrite: true', {}, { endpoint: ', hostname: up.example' }],
    [
      'hash_policy',
      `weighted_clusters: { ${SPLIT} }, ${HASH}`,
      {},
      `weighted_clusters: { ${SPLIT}, use_hash_policy: true }, ${HASH}`,
    ],
    ['metadata_match', `cluster: c, ${METADATA}`, {}, { cluster: SUBSET }],
  ] as const)('%s, and not with what gives it one', (field, action, without, given) => {
    const fields = (text: string) => found('ignored-field', text).map(({ message }) => message.split(' ')[0]);
    expect(fields(input(action, without))).toEqual([field]);
    expect(fields(typeof given === 'string' ? input(given) : input(action, given))).toEqual([]);
  });

  test('what a filter alone reads, where the filter runs for no request', () => {
    const limits = (chain: string, more = '') =>
      found(
        'ignored-field',
        input(`cluster: c, ${LIMIT}`, { host: more }).replace('stat_prefix: x', `stat_prefix: x\n${chain}`),
      ).map(({ message }) => message.split(' ')[0]);
    const router =
      '{ name: r, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }';
    const limit = (fields: string) =>
      `{ name: limit, ${fields} typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.ratelimit.v3.RateLimit, domain: d } }`;
    const filters = (...all: readonly string[]) =>
      `                http_filters: [${[...all, router].join()}]`;
    const switched = (fields: string) =>
      `typed_per_filter_config: { limit: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, ${fields} } },`;
    const off = filters(limit('disabled: true,'));
    expect(limits(filters(limit('')))).toEqual([]);
    expect(limits(filters())).toEqual(['rate_limits']);
    expect(limits(off)).toEqual(['rate_limits']);
    expect(limits(off, switched('disabled: true'))).toEqual(['rate_limits']);
    expect(limits(off, switched('config: {}'))).toEqual([]);
    const upgrades = `                upgrade_configs: [{ upgrade_type: websocket, filters: [${limit('')}, ${router}] }]`;
    expect(limits(`${filters()}\n${upgrades}`)).toEqual([]);
  });

  test('rate limits of a virtual host never, since a filter may include them', () => {
    const text = input(`cluster: c, ${LIMIT}`, { host: `${LIMIT},` });
    expect(found('ignored-field', text)).toEqual([]);
    expect(
      found('ignored-field', input('cluster: c, include_vh_rate_limits: true', { host: `${LIMIT},` })),
    ).toEqual([]);
  });
});

test('the letter case of a regex is refused, and counted', () => {
  const type = '"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration';
  const text = (more: string) =>
    `{${type}, name: r, virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /, headers: [{name: x, string_match: {safe_regex: {regex: a}${more}}}]}, route: {cluster: c}}]}]}`;
  const [finding] = found('misplaced-field', text(', ignore_case: true'));
  expect(finding).toMatchObject({
    level: 'error',
    message: expect.stringMatching(/^ignore_case is for texts/),
  });
  expect(found('misplaced-field', text(', ignore_case: false'))).toEqual([]);
  expect(diffConfigurations([opened(text(''))], [opened(text(', ignore_case: true'))]).changes).not.toEqual(
    [],
  );
});

describe('the order of weighted clusters', () => {
  const side = (clusters: string, more: string) => [
    opened(input(`weighted_clusters: { ${clusters}${more} }, ${HASH}`)),
  ];
  /** What the diff of both orders counts. */
  const told = (more: string) => {
    const { changes } = diffConfigurations(side(SPLIT, more), side(SWAPPED, more));
    return changes.length;
  };
  test('counts where a header or a hash picks', () => {
    expect(told('')).toBe(0);
    expect(told(', header_name: x-w')).toBe(1);
    expect(told(', use_hash_policy: true')).toBe(1);
    const behaviour = (more: string) => compareBehaviour(side(SPLIT, more), side(SWAPPED, more));
    expect(behaviour('').equal).toBe(true);
    expect(behaviour(', header_name: x-w').changes).toMatchObject([{ request: { headers: { 'x-w': '0' } } }]);
    expect(behaviour(', use_hash_policy: true').equal).toBe(false);
  });
});

describe('weights of the same shares', () => {
  const behaviour = (before: string, after: string, more: string) => {
    const side = (weights: string) => [
      opened(input(`weighted_clusters: { clusters: [${weights}]${more} }, ${HASH}`)),
    ];
    return compareBehaviour(side(before), side(after));
  };
  const ONE_TO_THREE = '{ name: c, weight: 1 }, { name: d, weight: 3 }';
  const TWO_TO_SIX = '{ name: c, weight: 2 }, { name: d, weight: 6 }';

  test('are the same where a random value picks', () => {
    expect(behaviour(ONE_TO_THREE, TWO_TO_SIX, '').equal).toBe(true);
  });

  test('are others where a number of the request picks by its rest of the total', () => {
    const { equal, changes } = behaviour(ONE_TO_THREE, TWO_TO_SIX, ', header_name: x-w');
    expect(equal).toBe(false);
    expect(changes).toMatchObject([{ request: { headers: { 'x-w': '1' } } }]);
    expect(changes[0]?.standsFor).toBe('requests, as far as their outcome differs');
    expect(behaviour(ONE_TO_THREE, TWO_TO_SIX, ', use_hash_policy: true').equal).toBe(false);
  });

  test.each([', header_name: x-w', ', use_hash_policy: true'])(
    'are the same for one cluster alone%s',
    (more) => {
      expect(behaviour('{ name: c, weight: 1 }', '{ name: c, weight: 2 }', more).equal).toBe(true);
      const besideNone = '{ name: c, weight: 1 }, { name: d, weight: 0 }';
      expect(behaviour('{ name: c, weight: 1 }', besideNone, more).equal).toBe(true);
    },
  );
});

describe('a cluster that a header may name', () => {
  const compared = (action: string, host = '') => {
    const text = input(action, { host });
    const without = text.replace(/ *- \{ name: d, type: STATIC \}\n/, '');
    return compareBehaviour([opened(text)], [opened(without)]);
  };
  const copies = (to: string) => `request_mirror_policies: [{ ${to} }]`;

  test.each([
    ['split', 'weighted_clusters: { clusters: [{ cluster_header: x-to, weight: 1 }] }', 'outcome'],
    ['mirror', `cluster: c, ${copies('cluster_header: x-to')}`, 'mirroring'],
  ])('makes a difference to a %s where it is gone', (_, action, differing) => {
    const { equal, changes } = compared(action);
    expect(equal).toBe(false);
    expect(changes).toMatchObject([{ request: { headers: { 'x-to': 'd' } } }]);
    expect(changes[0]?.standsFor).toBe(`requests, as far as their ${differing} differs`);
  });

  test('is said by its header, not as a cluster without a name', () => {
    const { changes } = compared('weighted_clusters: { clusters: [{ cluster_header: x-to, weight: 1 }] }');
    expect(JSON.stringify(changes)).toContain('no cluster \\"d\\" is defined');
  });

  test('makes a difference to mirrors of the virtual host, as one that they name', () => {
    expect(compared('cluster: c', `${copies('cluster_header: x-to')},`).equal).toBe(false);
    const { changes } = compared('cluster: c', `${copies('cluster: d')},`);
    expect(changes).toMatchObject([{ standsFor: 'all requests' }]);
  });
});
