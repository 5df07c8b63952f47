import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const TYPED = '{ shop.price: { "@type": type.googleapis.com/shop.Price } }';
const host = (fields: string) =>
  found('mixed-filter-config', `name: shop\ndomains: [shop.test]\n${fields}\n`, 'route.VirtualHost');

describe('entries in both maps', () => {
  test('of a virtual host', () => {
    const findings = host(`per_filter_config: { shop.audit: {} }\ntyped_per_filter_config: ${TYPED}`);
    expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([['/per_filter_config', 'error']]);
    expect(findings[0]?.related.map(({ pointer }) => pointer)).toEqual(['/typed_per_filter_config']);
  });

  test('of a route and of a weighted cluster', () => {
    const both = `per_filter_config: { shop.audit: {} }, typed_per_filter_config: ${TYPED}`;
    const route = `match: { prefix: / }\nroute: { weighted_clusters: { clusters: [{ name: a, weight: 100, ${both} }] } }\nper_filter_config: { shop.audit: {} }\ntyped_per_filter_config: ${TYPED}\n`;
    expect(found('mixed-filter-config', route, 'route.Route').map(({ pointer }) => pointer)).toEqual([
      '/route/weighted_clusters/clusters/0/per_filter_config',
      '/per_filter_config',
    ]);
  });

  test('of a cluster', () => {
    const cluster = `name: shop\nextension_protocol_options: { shop.audit: {} }\ntyped_extension_protocol_options: ${TYPED}\n`;
    expect(found('mixed-filter-config', cluster, 'Cluster').map(({ pointer }) => pointer)).toEqual([
      '/extension_protocol_options',
    ]);
  });
});

test.each([
  'per_filter_config: { shop.audit: {} }',
  `typed_per_filter_config: ${TYPED}`,
  `per_filter_config: {}\ntyped_per_filter_config: ${TYPED}`,
  'per_filter_config: { shop.audit: {} }\ntyped_per_filter_config: {}',
])('nothing about %s', (fields) => {
  expect(host(fields)).toEqual([]);
});

test('maps of two levels do not meet', () => {
  const levels = `per_filter_config: { shop.audit: {} }\nroutes: [{ match: { prefix: / }, route: { cluster: a }, typed_per_filter_config: ${TYPED} }]`;
  expect(host(levels)).toEqual([]);
});
