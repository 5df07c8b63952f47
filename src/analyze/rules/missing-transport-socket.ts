import { shownCluster } from '../../effects/cluster.ts';
import { newerHttp } from '../../effects/http-options.ts';
import type { AnalysisRule } from '../rule.ts';

export const missingTransportSocket: AnalysisRule = {
  id: 'missing-transport-socket',
  level: 'error',
  purpose: 'No transport socket where the proxy needs one.',
  why: 'An entry of transport_socket_matches is to choose a socket for the endpoints that fit, HTTP/3 runs over QUIC, and by auto_config the host agrees to a version in the TLS handshake. Without a socket the proxy refuses the cluster.',
  remedy:
    'Give the entry a transport_socket (raw_buffer is the name of plain text), the cluster one for TLS or QUIC.',
  source: 'data-model.md: Cluster.TransportSocketMatch; how the proxy behaves: HttpProtocolOptions',
  bad: {
    type: 'Cluster.TransportSocketMatch',
    yaml: 'name: secure\nmatch: { secure: true }\n',
  },
  good: {
    type: 'Cluster.TransportSocketMatch',
    yaml: `name: secure
match: { secure: true }
transport_socket: { name: raw, typed_config: { "@type": type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer } }
`,
  },
  messages: {
    'Cluster.TransportSocketMatch'({ name, transport_socket }, frame, { spot, report }) {
      if (transport_socket !== undefined) return;
      report({
        message: `the entry "${name ?? ''}" of transport_socket_matches has no transport_socket, so the proxy refuses the cluster; add one, named raw_buffer for plain text`,
        at: spot(frame),
        identity: name ?? '',
      });
    },
    Cluster(cluster, frame, { spot, report }) {
      if (cluster.transport_socket !== undefined || cluster.tls_context !== undefined) return;
      const { isThird, isAgreed } = newerHttp(cluster);
      if (!isThird && !isAgreed) return;
      report({
        message: `${shownCluster(cluster)} has no transport_socket, and its HTTP options ask for ${isThird ? 'HTTP/3, which runs over QUIC' : 'auto_config, by which hosts agree to a version over TLS'}; the proxy refuses it, so add the socket`,
        at: spot(frame, 'typed_extension_protocol_options'),
        identity: 'http',
      });
    },
  },
};
