/** What the first line claims of requests is what was looked at, and no more. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { BEYOND, diffConfigurations, diffRules } from '../../../src/diff/index.ts';
import { verdict } from '../../../src/present/difference.ts';
import { behaviourResult } from '../../../src/results/comparison.ts';
import { sideOf } from '../../diff/sides.ts';

const TLS =
  'tls_context: { common_tls_context: { tls_certificates: [{ certificate_chain: { filename: /c }, private_key: { filename: /k } }] } }, ';
const listener = (name: string, port: number, more = ''): string =>
  `  - name: ${name}
    address: { socket_address: { address: 0.0.0.0, port_value: ${port} } }
    filter_chains:
    - { ${more}filters: [{ name: envoy.http_connection_manager, config: { stat_prefix: in, http_filters: [{ name: envoy.router }], route_config: { name: ${name}, virtual_hosts: [{ name: all, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }] } } }] }
`;
const CLUSTERS = '  clusters: [{ name: shop, connect_timeout: 1s, tls_context: {} }]\n';
const file = (...listeners: readonly string[]): string =>
  `static_resources:\n${listeners.length === 0 ? '' : '  listeners:\n'}${listeners.join('')}${CLUSTERS}`;

function said(before: string | undefined, after: string | undefined): string {
  const [one, other] = [
    before === undefined ? [] : [sideOf(before, 'a.yaml')],
    after === undefined ? [] : [sideOf(after, 'b.yaml')],
  ];
  const { beyond, ...result } = diffConfigurations(one, other);
  const pair = {
    name: 'a.yaml',
    result,
    behaviour: behaviourResult(compareBehaviour(one, other), beyond),
  };
  return verdict({
    pairs: [pair],
    files: { before: [], after: [] },
    redact: (text) => text,
    version: '',
  });
}

const [web, app] = [listener('web', 80), listener('app', 81)];

describe('requests that are handled differently', () => {
  const shared = (
    value: string,
    policy: string,
  ): string => `layered_runtime: { layers: [{ name: s, static_layer: { k: ${value} } }] }
static_resources:
  listeners:
  - name: in
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - { filters: [{ name: envoy.http_connection_manager, config: { stat_prefix: in, http_filters: [{ name: envoy.router }], route_config: { virtual_hosts: [{ name: v, domains: ["*"], routes: [
        { match: { prefix: /a, runtime_fraction: { default_value: {}, runtime_key: k } }, route: { cluster: new, request_mirror_policy: { cluster: m, ${policy} } } },
        { match: { prefix: / }, route: { cluster: old } }] }] } } }] }
`;

  test('14.2 the first line does not say that nothing counts', () => {
    const line = said(
      shared('50', 'runtime_key: k'),
      shared(
        '{ numerator: 50, denominator: TEN_THOUSAND }',
        'runtime_fraction: { default_value: { denominator: TEN_THOUSAND }, runtime_key: k }',
      ),
    );
    expect(line).toMatch(/^changes: 3 warnings; 1 group of requests /);
    // Whatever the comparison of forms leaves out.
    const [one, other] = [shared('50', ''), shared('10', '')].map((text) => [sideOf(text, 'a.yaml')]);
    if (one === undefined || other === undefined) return;
    const pair = {
      name: 'a',
      result: diffConfigurations(one, one),
      behaviour: behaviourResult(compareBehaviour(one, other)),
    };
    const files = { before: [], after: [] };
    expect(verdict({ pairs: [pair], files, redact: (text) => text, version: '' })).toMatch(
      /^1 group of requests /,
    );
  });
});

describe('the first line', () => {
  test.each([
    [
      'a file that is gone',
      file(web, app),
      undefined,
      'changes: 2 breaking, 1 warning; 2 route configurations route no request any more',
    ],
    ['a file that is new', undefined, file(web), 'changes: 2 infos; 1 route configuration is new'],
    [
      'a listener that is gone',
      file(web, app),
      file(web),
      'changes: 1 breaking; 1 route configuration routes no request any more',
    ],
    [
      'another port',
      file(web),
      file(listener('web', 90)),
      'changes: 1 breaking; requests that still arrive are routed as before',
    ],
    [
      'a listener without TLS',
      file(listener('web', 80, TLS)),
      file(web),
      'changes: 1 breaking; requests that still arrive are routed as before',
    ],
    [
      'a cluster without TLS',
      file(web),
      file(web).replace(', tls_context: {}', ''),
      'changes: 1 breaking; every request is routed as before',
    ],
    [
      'filters that may send requests elsewhere',
      file(web),
      file(web).replace('[{ name: envoy.router }]', '[{ name: envoy.lua }, { name: envoy.router }]'),
      'changes: 1 warning; 1 part undecided',
    ],
    [
      'no routes at all',
      file(),
      file().replace('1s', '2s').replace('tls_context: {}', 'lb_policy: RANDOM, tls_context: {}'),
      'changes: 1 warning, 1 info',
    ],
    [
      'another cluster',
      file(web),
      file(web.replace('cluster: shop', 'cluster: cart')),
      'changes: 1 breaking; 1 group of requests is handled differently (breaking)',
    ],
    [
      'an upgrade that a route lets through',
      file(web),
      file(web.replace('cluster: shop', 'cluster: shop, upgrade_configs: [{ upgrade_type: websocket }]')),
      'changes: 1 warning; 1 part undecided',
    ],
    ['nothing', file(web), file(web), 'equal in meaning'],
  ])('%s', (_, before, after, expected) => {
    expect(said(before, after)).toBe(expected);
  });

  test('two unrelated files', () => {
    const other = `virtual_hosts:\n- { name: b, domains: [b.test], routes: [{ match: { path: /b }, redirect: { path_redirect: /c } }] }\n`;
    expect(said(file(web), other)).toMatch(
      /; \d+ groups? of requests (?:is|are) handled differently \(1 breaking\)$/,
    );
    expect(said(file(web, app), other)).toMatch(
      /; 2 route configurations route no request any more; 1 route/,
    );
  });
});

test('topics are those of rules', () => {
  const topics = new Set(diffRules().map(({ id }) => id.slice(0, id.lastIndexOf('-'))));
  expect([...BEYOND].filter((topic) => !topics.has(topic))).toEqual([]);
});

test('nothing is claimed where a field is not known that routes may be looked up by', () => {
  const routes = (more: string, match = '{ prefix: / }') =>
    `${more}virtual_hosts: [{ name: a, domains: [a.test], routes: [{ match: ${match}, route: { cluster: a } }, { match: { prefix: /b }, route: { cluster: b } }] }]\n`;
  expect(said(routes('name: r\n'), routes('name: r\nnovel_host_matching: true\n'))).toBe(
    'changes: 1 warning; 1 part undecided',
  );
  expect(said(routes(''), routes('name: r\n'))).toContain('every request is routed as before');
  expect(said(routes('', '{ novel_prefix: /a }'), routes('', '{ novel_matcher: {} }'))).toMatch(
    /^changes: [^;]*; 1 part undecided$/,
  );
});

test('what stays open for several domains is said once', () => {
  const open = { reason: 'too much', where: 'virtual host "a"' };
  const found = {
    ...compareBehaviour([], []),
    undecided: [open, { ...open }, { ...open, where: 'another' }],
  };
  expect(behaviourResult(found).undecided).toEqual([open, { ...open, where: 'another' }]);
});
