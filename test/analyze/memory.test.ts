/** What is remembered of an older version of a text, and what is not: every answer is that of looking anew. */
import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { startMemory } from '../../src/analyze/memory.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { sourceFile } from '../../src/source/load.ts';

const FRONT = `static_resources:
  clusters:
  - name: cart
    connect_timeout: 1s
    type: STATIC
    lb_subset_config: { fallback_policy: NO_FALLBACK, subset_selectors: [{ keys: [stage] }] }
    load_assignment: { cluster_name: cart, endpoints: [] }
  - name: pages
    connect_timeout: 1s
    type: STATIC
    load_assignment: { cluster_name: pages, endpoints: [] }
  listeners:
  - name: front
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
          stat_prefix: front
          route_config:
            name: all
            virtual_hosts:
            - name: shop
              domains: [shop.test]
              routes:
              - match: { prefix: /cart }
                route: { cluster: cart, metadata_match: { filter_metadata: { envoy.lb: { stage: prod } } } }
              - match: { prefix: /pages, runtime_fraction: { default_value: { numerator: 100 }, runtime_key: pages.share } }
                route: { cluster: pages }
              - match: { prefix: /pages }
                route: { cluster: pages }
            - name: rest
              domains: ["*"]
              routes:
              - match: { prefix: /, headers: [{ name: ":authority", exact_match: other.test }] }
                route: { cluster: pages }
          http_filters: [{ name: envoy.filters.http.router }]
layered_runtime:
  layers:
  - name: static
    static_layer: { pages.share: 100 }
`;

function rulesOf(text: string, memory?: ReturnType<typeof startMemory>): readonly unknown[] {
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'));
  const { findings } = analyze(subjectOf([configuration], undefined, memory), {
    rules: analysisRules,
    known: ruleIds,
  });
  return findings.map(({ rule, level, message, range, fingerprint }) => [
    rule,
    level,
    message,
    range,
    fingerprint,
  ]);
}

describe('after an edit', () => {
  test.each([
    ['in a route', 'prefix: /cart', 'prefix: /basket'],
    [
      'of another virtual host, which takes all requests away',
      'domains: [shop.test]',
      'domains: [shop.test, other.test]',
    ],
    ['of a runtime layer', 'pages.share: 100', 'pages.share: 0'],
    ['of a cluster that a route asks for a subset of', 'keys: [stage]', 'keys: [version]'],
    ['of a cluster name', 'name: pages\n    connect', 'name: papers\n    connect'],
    ['that hides a route', 'prefix: /cart', 'prefix: /'],
    ['above, which moves everything', 'static_resources:', '# one more line\nstatic_resources:'],
    ['of the namespace', 'envoy.filters.http.router', 'proxy.filters.http.router'],
  ])('%s', (_, old, now) => {
    const memory = startMemory();
    const edited = FRONT.replace(old, now);
    expect(edited).not.toBe(FRONT);
    for (const text of [FRONT, edited, edited, FRONT, FRONT, edited])
      expect(rulesOf(text, memory)).toEqual(rulesOf(text));
  });
});

test('what reads the same is not looked at again, but for rules that look beyond it', () => {
  const asked: string[] = [];
  const rule = (id: string, scope: 'messages' | 'withSubject'): (typeof analysisRules)[number] => ({
    id,
    level: 'info',
    purpose: '',
    why: '',
    remedy: '',
    source: '',
    bad: { type: 'Cluster', yaml: '' },
    good: { type: 'Cluster', yaml: '' },
    [scope]: {
      Cluster({ name }: { readonly name?: string }) {
        asked.push(`${id} ${name}`);
      },
    },
  });
  const rules = [rule('near', 'messages'), rule('far', 'withSubject')];
  const memory = startMemory();
  for (const text of [
    FRONT,
    FRONT.replace('name: pages\n    connect_timeout: 1s', 'name: pages\n    connect_timeout: 2s'),
  ]) {
    const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'));
    analyze(subjectOf([configuration], undefined, memory), { rules, known: ruleIds });
    asked.push('');
  }
  expect(asked).toEqual([
    'near cart',
    'far cart',
    'near pages',
    'far pages',
    '',
    'far cart',
    'near pages',
    'far pages',
    '',
  ]);
});
