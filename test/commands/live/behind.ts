/** A proxy behind a management server. */
import type { Plain } from '../../../src/proxy/plain.ts';

const T = 'type.googleapis.com/envoy.';
const OPTIONS = 'extensions.upstreams.http.v3.HttpProtocolOptions';

/** A proxy that has everything from a management server. */
export const behind = (port: number, node: string): Plain => ({
  node: { id: node, cluster: 'c' },
  admin: { address: { socket_address: { address: '127.0.0.1', port_value: 0 } } },
  dynamic_resources: {
    ads_config: {
      api_type: 'GRPC',
      transport_api_version: 'V3',
      grpc_services: [{ envoy_grpc: { cluster_name: 'xds_cluster' } }],
    },
    cds_config: { ads: {}, resource_api_version: 'V3' },
    lds_config: { ads: {}, resource_api_version: 'V3' },
  },
  static_resources: {
    clusters: [
      {
        name: 'xds_cluster',
        load_assignment: {
          cluster_name: 'xds_cluster',
          endpoints: [
            {
              lb_endpoints: [
                { endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: port } } } },
              ],
            },
          ],
        },
        typed_extension_protocol_options: {
          [`envoy.${OPTIONS}`]: {
            '@type': `${T}${OPTIONS}`,
            explicit_http_config: { http2_protocol_options: {} },
          },
        },
      },
    ],
  },
});
