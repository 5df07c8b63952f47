import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const front = (layer: string, more = '') => `layered_runtime: { layers: [${layer}] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: front
                http2_protocol_options: { max_header_field_size_kb: 80 }
                ${more}
                route_config: { virtual_hosts: [] }
`;
const of = (layer: string, more?: string) => found('conflicting-http2-settings', front(layer, more)).length;

test('fact 162: a limit that a runtime key gives is not held to be 60', () => {
  const key = 'envoy.reloadable_features.max_request_headers_size_kb';
  expect(of('')).toBe(1);
  expect(of('{ name: a, admin_layer: {} }')).toBe(1);
  expect(of(`{ name: a, static_layer: { ${key}: 90 } }`)).toBe(0);
  expect(of('{ name: a, disk_layer: { symlink_root: /d } }')).toBe(0);
  expect(of(`{ name: a, static_layer: { ${key}: 90 } }`, 'max_request_headers_kb: 70')).toBe(1);
});
