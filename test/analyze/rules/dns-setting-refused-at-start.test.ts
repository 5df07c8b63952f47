import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const FLAG = 'envoy.restart_features.use_apple_api_for_dns_lookups';
const clusters = (setting: string) =>
  `static_resources: { clusters: [{ name: shop, type: STRICT_DNS, ${setting} }] }\n`;
const of = (runtime: string, setting = 'use_tcp_for_dns_lookups: true') =>
  found('dns-setting-refused-at-start', `${clusters(setting)}${runtime}`).map(({ pointer, level }) => [
    pointer,
    level,
  ]);
const layers = (...values: readonly string[]) =>
  `layered_runtime: { layers: [${values.map((value, index) => `{ name: l${index}, static_layer: ${value} }`).join(', ')}] }\n`;
const NODE = '/static_resources/clusters/0/use_tcp_for_dns_lookups';

describe('settings beside the flag', () => {
  test.each([
    layers(`{ ${FLAG}: true }`),
    layers('{ envoy: { restart_features: { use_apple_api_for_dns_lookups: true } } }'),
    layers('{ envoy.restart_features: { use_apple_api_for_dns_lookups: true } }'),
    layers(`{ ${FLAG}: false }`, `{ ${FLAG}: true }`),
    `runtime: { base: { ${FLAG}: true } }\n`,
  ])('%s', (runtime) => {
    expect(of(runtime)).toEqual([[NODE, 'error']]);
  });

  test('resolvers as well', () => {
    const resolvers = 'dns_resolvers: [{ socket_address: { address: 10.0.0.2, port_value: 53 } }]';
    expect(of(layers(`{ ${FLAG}: true }`), resolvers)).toEqual([
      ['/static_resources/clusters/0/dns_resolvers', 'error'],
    ]);
  });
});

describe('settings that start', () => {
  test.each([
    '',
    layers(`{ ${FLAG}: true }`, `{ ${FLAG}: false }`),
    layers(`{ ${FLAG}: "true" }`),
    layers('{}'),
    layers('{ __proto__: { a: 1 } }'),
  ])('%s', (runtime) => {
    expect(of(runtime)).toEqual([]);
  });

  test('the flag alone', () => {
    expect(of(layers(`{ ${FLAG}: true }`), 'use_tcp_for_dns_lookups: false')).toEqual([]);
  });
});
