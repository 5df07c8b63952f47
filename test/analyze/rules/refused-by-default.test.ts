/** Fields that the proxy refuses by default, and the runtime keys that let them through. */
import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const FIELD = 'envoy.config.route.v3.RateLimit.Action.dynamic_metadata';

const told = (layers: string, rule = 'refused-field'): readonly unknown[] =>
  found(
    rule,
    `"@type": type.googleapis.com/envoy.config.bootstrap.v3.Bootstrap
${layers}
static_resources:
  listeners:
  - name: l
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains:
    - filters:
      - name: h
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: s
          route_config:
            virtual_hosts:
            - name: v
              domains: ["*"]
              rate_limits:
              - actions: [{ dynamic_metadata: { descriptor_key: k, metadata_key: { key: k, path: [{ key: a }] } } }]
`,
  ).map(({ level, data }) => ({ level, data }));

test('a runtime key lets a field through that the proxy refuses by default', () => {
  const refused = [{ level: 'error', data: { runtime: `envoy.deprecated_features:${FIELD}` } }];
  const layers = (values: string): string =>
    `layered_runtime: { layers: [{ name: a, admin_layer: {} }, { name: b, static_layer: ${values} }] }`;
  expect(told('')).toEqual(refused);
  expect(told(layers('{ envoy.features.other: true }'))).toEqual(refused);
  expect(told(layers(`{ "envoy.deprecated_features:${FIELD}": true }`))).toEqual([]);
  expect(told(layers(`{ "envoy.deprecated_features:${FIELD}": false }`))).toEqual(refused);
  const all = layers('{ envoy.features.enable_all_deprecated_features: true }');
  expect(told(all)).toEqual([]);
  // It is deprecated all the same, which is said where nothing worse is.
  expect(told(all, 'deprecated-field')).toHaveLength(1);
  expect(told('', 'deprecated-field')).toEqual([]);
});
