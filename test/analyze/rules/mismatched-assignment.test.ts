import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const mismatches = (yaml: string) =>
  found('mismatched-assignment', yaml).map(({ pointer, level, data }) => ({ pointer, level, data }));

describe('inside a cluster', () => {
  test('a name of another cluster', () => {
    const yaml = 'clusters: [{ name: shop, load_assignment: { cluster_name: cart, endpoints: [] } }]';
    const [finding] = found('mismatched-assignment', yaml);
    expect(finding).toMatchObject({
      pointer: '/clusters/0/load_assignment/cluster_name',
      level: 'info',
      data: { cluster: 'shop', cluster_name: 'cart' },
    });
    expect(finding?.fix).toMatchObject({
      operations: [{ op: 'replace', path: '/cluster_name', value: 'shop' }],
    });
  });

  test.each([
    ['its own name', '{ name: shop, load_assignment: { cluster_name: shop } }'],
    ['no name', '{ name: shop, load_assignment: { endpoints: [] } }'],
    [
      'its service_name',
      '{ name: shop, type: EDS, eds_cluster_config: { service_name: s }, load_assignment: { cluster_name: s } }',
    ],
  ])('nothing for %s', (_, cluster) => {
    expect(mismatches(`clusters: [${cluster}]`)).toEqual([]);
  });
});

describe('by itself', () => {
  const assignment = 'cluster_name: cart\nendpoints: []\n';
  const cluster = (more: string) => `clusters: [{ name: shop, connect_timeout: 1s, ${more} }]\n`;

  test.each([
    ['no cluster of that name', cluster('type: EDS')],
    ['a cluster that is not EDS', cluster('type: STATIC').replace('shop', 'cart')],
    [
      'a cluster that asks for another name',
      cluster('type: EDS, eds_cluster_config: { service_name: c }').replace('shop', 'cart'),
    ],
  ])('found beside %s', (_, clusters) => {
    expect(mismatches(`${clusters}---\n${assignment}`)).toEqual([
      { pointer: '/cluster_name', level: 'warning', data: { cluster_name: 'cart' } },
    ]);
  });

  test.each([
    ['nothing', ''],
    ['its cluster', `${cluster('type: EDS').replace('shop', 'cart')}---\n`],
    [
      'a cluster that asks for it',
      `${cluster('type: EDS, eds_cluster_config: { service_name: cart }')}---\n`,
    ],
    [
      'a cluster of an unknown type',
      `${cluster('cluster_type: { name: test.own }').replace('shop', 'cart')}---\n`,
    ],
    [
      'clusters from elsewhere',
      'dynamic_resources: { cds_config: { ads: {} } }\nstatic_resources: { clusters: [{ name: shop }] }\n---\n',
    ],
  ])('not found beside %s', (_, clusters) => {
    expect(mismatches(`${clusters}${assignment}`)).toEqual([]);
  });
});
