import { shownCluster, writtenEndpoints } from '../../effects/cluster.ts';
import { sameData } from '../../source/edit/same-data.ts';
import { metadataOf } from '../clusters/endpoint-metadata.ts';
import type { AnalysisRule } from '../rule.ts';

export const unmatchedSocketMatch: AnalysisRule = {
  id: 'unmatched-socket-match',
  level: 'info',
  purpose: 'An entry of transport_socket_matches whose criteria no endpoint of the cluster meets.',
  why: 'Its socket is used for endpoints whose metadata has the same keys and values. All endpoints stand in the cluster, and none has them, so the entry is used by none.',
  remedy: 'Give the endpoints this metadata under the transport socket namespace, or remove the entry.',
  source:
    'data-model.md: Cluster: Rules for transport_socket_matches, 1; Cluster.TransportSocketMatch: match',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
transport_socket_matches: [{ name: secure, match: { secure: true }, transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } } }]
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.transport_socket_match: { secure: "true" } } }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: STATIC
transport_socket_matches: [{ name: secure, match: { secure: true }, transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } } }]
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint: { address: { socket_address: { address: 10.0.0.7, port_value: 80 } } }
          metadata: { filter_metadata: { envoy.transport_socket_match: { secure: true } } }
`,
  },
  messages: {
    Cluster(cluster, _frame, { namespace, spot, report }) {
      const { transport_socket_matches: entries = [] } = cluster;
      if (entries.length === 0) return;
      const key = `${namespace}.transport_socket_match`;
      const hosts = writtenEndpoints(cluster).map((endpoint) => metadataOf(endpoint, key));
      if (hosts.length === 0) return;
      for (const entry of entries) {
        const wanted = Object.entries(entry.match ?? {});
        const isMet = hosts.some((values) =>
          wanted.every(([key, value]) => Object.hasOwn(values, key) && sameData(values[key], value)),
        );
        if (isMet) continue;
        report({
          message: `no endpoint of ${shownCluster(cluster)} has the metadata that the entry "${entry.name ?? ''}" asks for under ${key}, so its socket is used for none; add it to the endpoints or remove the entry`,
          at: spot({ message: entry, type: 'Cluster.TransportSocketMatch' }, 'match'),
          identity: entry.name ?? '',
        });
      }
    },
  },
};
