/** A bootstrap's own runtime layers give routes their shares and weights. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { found } from '../analyze/analyzed.ts';
import { opened } from '../opened.ts';
import { traced } from './traced.ts';

const bootstrap = (runtime: string, routes: string): string => `${runtime}
static_resources:
  clusters: [{name: stable, connect_timeout: 1s}, {name: canary, connect_timeout: 1s}]
  listeners:
  - name: front
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: proxy.http_connection_manager
        config:
          stat_prefix: front
          route_config:
            name: front
            virtual_hosts:
            - name: shop
              domains: ["*"]
              routes:
${routes
  .trim()
  .split('\n')
  .map((line) => `              ${line}`)
  .join('\n')}
          http_filters: [{name: proxy.router}]
`;
const canary = (share: string): string => `
- {name: canary, match: {prefix: /, runtime_fraction: {default_value: {${share}}, runtime_key: r.canary}}, route: {cluster: canary}}
- {name: stable, match: {prefix: /}, route: {cluster: stable}}`;
const layers = (...values: string[]): string =>
  `layered_runtime: {layers: [${values.map((each, at) => `{name: l${at}, static_layer: ${each}}`).join(', ')}]}`;

function routing(text: string) {
  const [first] = findRouting([opened(text)]).routes;
  if (first === undefined) throw new Error('no route configuration was found');
  return first;
}

function takerIn(text: string, runtime?: object): string | null {
  const { route } = traced(routing(text).routeConfiguration, {
    random_value: 0,
    ...(runtime === undefined ? {} : { runtime }),
  });
  return route?.name ?? null;
}

describe('which route takes a request', () => {
  test.each([
    ['no layer: the default', '', 'numerator: 0', 'stable'],
    ['a whole number of percent', layers('{r.canary: 100}'), 'numerator: 0', 'canary'],
    ['nested keys', layers('{r: {canary: 100}}'), 'numerator: 0', 'canary'],
    ['a fraction', layers('{r.canary: {numerator: 5, denominator: TEN_THOUSAND}}'), 'numerator: 0', 'canary'],
    ['the last layer that has it', layers('{r.canary: 100}', '{r.canary: 0}', '{other: 1}'), '', 'stable'],
    ['the older runtime', 'runtime: {base: {r.canary: 100}}', 'numerator: 0', 'canary'],
    ['what cannot be read as a share', layers('{r.canary: often}'), 'numerator: 100', 'canary'],
    ['another key', layers('{r: 100}'), 'numerator: 0', 'stable'],
  ])('%s', (_, runtime, share, expected) => {
    expect(takerIn(bootstrap(runtime, canary(share)))).toBe(expected);
  });

  test('what the request says of a key goes before', () => {
    const text = bootstrap(layers('{r.canary: 100}'), canary('numerator: 0'));
    expect(takerIn(text, { 'r.canary': 0 })).toBe('stable');
    expect(takerIn(text, { 'r.other': 0 })).toBe('canary');
  });

  test('the story names the layers', () => {
    const text = bootstrap(layers('{r.canary: 0}'), canary('numerator: 100'));
    const { steps } = traced(routing(text).routeConfiguration, {}, { explain: true });
    expect(steps.map(({ why }) => why)).toContain(
      'the runtime fraction is 0: never, as the runtime layers of the file say',
    );
  });
});

test('weights and the older share of a mirror', () => {
  const text = bootstrap(
    layers('{front: {split: {stable: 10, canary: 90}, copy: 250}}'),
    `- match: {prefix: /}
  route:
    request_mirror_policy: {cluster: canary, runtime_key: front.copy}
    weighted_clusters: {runtime_key_prefix: front.split, clusters: [{name: stable, weight: 100}, {name: canary, weight: 0}]}`,
  );
  const { outcome } = traced(routing(text).routeConfiguration, {});
  // Below 250 of 10,000 are 30 values whose last two digits are below 10, and 220 others (fact 159).
  const branch = (name: string, share: number, copied: number) => ({
    share,
    outcome: { clusters: [{ name }], mirror: [{ cluster: 'canary', share: expect.closeTo(copied) }] },
  });
  const branches = (outcome.kind === 'random' ? outcome.branches : []).map(({ share, outcome: each }) => ({
    share,
    outcome: {
      ...each,
      mirror: each.mirror.map(({ cluster, numerator, denominator }) => ({
        cluster,
        share: numerator / denominator,
      })),
    },
  }));
  expect(branches).toMatchObject([branch('stable', 0.1, 30 / 1000), branch('canary', 0.9, 220 / 9000)]);
});

test('without values of its own a bootstrap changes nothing', () => {
  const { routeConfiguration, written } = routing(bootstrap(layers('{}'), canary('numerator: 5')));
  expect(routeConfiguration).toBe(written);
  const other = routing(bootstrap(layers('{r.canary: 7}'), canary('numerator: 5')));
  expect(other.routeConfiguration).not.toEqual(other.written);
  expect(JSON.stringify(other.written)).toBe(JSON.stringify(written));
});

test('a canary that the layers send requests to is neither dead nor unreachable', () => {
  const text = bootstrap(layers('{r.canary: 5}'), canary('numerator: 0'));
  expect(found('impossible-match', text)).toEqual([]);
  expect(found('unreachable-cluster', text)).toEqual([]);
});

test('a change of a layer is a change of where requests go', () => {
  const sides = ['0', '100'].map((share) => [
    opened(bootstrap(layers(`{r.canary: ${share}}`), canary('numerator: 0'))),
  ]);
  const [before = [], after = []] = sides;
  const { equal } = compareBehaviour(before, after, {});
  expect(equal).toBe(false);
});
