import { describe, expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { found } from '../analyzed.ts';

const duplicates = (yaml: string, type?: string) =>
  found('duplicate-name', yaml, type).map(({ pointer, level, data }) => ({ pointer, level, data }));

/** Several files as one configuration. */
const together = (...texts: readonly string[]) => {
  const configurations = texts.map((text, index) =>
    openConfiguration(sourceFile(`part-${index}.yaml`, text, 'named')),
  );
  const { findings } = analyze(subjectOf(configurations), { rules: analysisRules, known: ruleIds });
  return findings.filter(({ rule }) => rule === 'duplicate-name');
};

describe('clusters', () => {
  test('the later one is pointed at, the first is related', () => {
    const yaml = `clusters:
  - { name: shop, connect_timeout: 1s }
  - { name: cart, connect_timeout: 1s }
  - { name: shop, connect_timeout: 2s }
`;
    expect(found('duplicate-name', yaml)).toMatchObject([
      {
        pointer: '/clusters/2/name',
        level: 'error',
        data: { name: 'shop', kind: 'cluster' },
        related: [{ pointer: '/clusters/0/name' }],
      },
    ]);
    expect(found('duplicate-name', yaml)[0]?.fix).toBeUndefined();
  });

  test('the same cluster twice can be deleted', () => {
    const yaml = '{ clusters: [{ name: shop, connect_timeout: 1s }, { name: shop, connect_timeout: 1s }] }';
    expect(found('duplicate-name', yaml)[0]?.fix).toMatchObject({
      operations: [{ op: 'remove', path: '/clusters/1' }],
    });
  });

  test.each([
    ['a list', '- { name: shop, connect_timeout: 1s }\n- { name: shop, connect_timeout: 2s }'],
    [
      'a bootstrap',
      'static_resources: { clusters: [{ name: shop, connect_timeout: 1s }, { name: shop, connect_timeout: 2s }] }',
    ],
  ])('in %s', (_, yaml) => {
    expect(duplicates(yaml)).toHaveLength(1);
  });

  test.each([
    [
      'letter case counts',
      'clusters: [{ name: shop, connect_timeout: 1s }, { name: Shop, connect_timeout: 1s }]',
    ],
    ['nothing is the name of none', 'clusters: [{ connect_timeout: 1s }, { connect_timeout: 1s }]'],
    [
      'documents of one file may be alternatives',
      'name: shop\nconnect_timeout: 1s\n---\nname: shop\nconnect_timeout: 2s',
    ],
    [
      'a cluster and a listener',
      'clusters: [{ name: shop, connect_timeout: 1s }]\nlisteners: [{ name: shop, address: { pipe: { path: /a } } }]',
    ],
    [
      'a dump shows static clusters twice',
      `configs:
  - '@type': type.googleapis.com/proxy.admin.v2alpha.BootstrapConfigDump
    bootstrap: { static_resources: { clusters: [{ name: shop, connect_timeout: 1s }] } }
  - '@type': type.googleapis.com/proxy.admin.v2alpha.ClustersConfigDump
    static_clusters: [{ cluster: { name: shop, connect_timeout: 1s } }]
    dynamic_active_clusters: [{ cluster: { name: cart, connect_timeout: 1s } }]
    dynamic_warming_clusters: [{ cluster: { name: cart, connect_timeout: 2s } }]
`,
    ],
  ])('not where %s', (_, yaml) => {
    expect(duplicates(yaml)).toEqual([]);
  });

  test('across files that form one configuration', () => {
    const cluster = '- { name: shop, connect_timeout: 1s }\n';
    expect(together(cluster, cluster)).toMatchObject([
      { file: 'part-1.yaml', pointer: '/0/name', related: [{ file: 'part-0.yaml' }] },
    ]);
  });

  test('not across two bootstraps, which no proxy reads together', () => {
    const bootstrap = 'static_resources: { clusters: [{ name: shop, connect_timeout: 1s }] }\n';
    expect(together(bootstrap, bootstrap)).toEqual([]);
  });
});

describe('listeners', () => {
  const listener = (path: string) => `{ name: front, address: { pipe: { path: ${path} } } }`;

  test('of the bootstrap: the second is left out', () => {
    const yaml = `static_resources: { listeners: [${listener('/a')}, ${listener('/b')}] }`;
    expect(duplicates(yaml)).toEqual([
      {
        pointer: '/static_resources/listeners/1/name',
        level: 'warning',
        data: { name: 'front', kind: 'listener' },
      },
    ]);
  });

  test('of an update: it is refused', () => {
    const typed = (path: string) =>
      listener(path).replace('{', '{ "@type": type.googleapis.com/proxy.api.v2.Listener,');
    expect(duplicates(`resources: [${typed('/a')}, ${typed('/b')}]`)).toMatchObject([{ level: 'error' }]);
  });

  test('without names they are different', () => {
    const yaml = 'listeners: [{ address: { pipe: { path: /a } } }, { address: { pipe: { path: /b } } }]';
    expect(duplicates(yaml)).toEqual([]);
  });
});

describe('virtual hosts', () => {
  const host = (name: string, domain: string) => `{ name: ${name}, domains: [${domain}], routes: [] }`;

  test('of one route configuration mix their statistics', () => {
    const yaml = `virtual_hosts: [${host('shop', 'a')}, ${host('shop', 'b')}]`;
    expect(duplicates(yaml, 'RouteConfiguration')).toEqual([
      { pointer: '/virtual_hosts/1/name', level: 'warning', data: { name: 'shop', kind: 'virtual host' } },
    ]);
  });

  test('of two route configurations do not', () => {
    const yaml = `route_configs:
  - { name: a, virtual_hosts: [${host('shop', 'a')}] }
  - { name: b, virtual_hosts: [${host('shop', 'b')}] }
`;
    expect(duplicates(yaml)).toEqual([]);
  });
});
