import type { AnalysisRule } from '../rule.ts';

export const missingTransportSocket: AnalysisRule = {
  id: 'missing-transport-socket',
  level: 'error',
  purpose: 'An entry of transport_socket_matches that names no transport socket.',
  why: 'The entry is to choose a socket for the endpoints that fit. Without one the proxy finds no implementation for it and refuses the cluster.',
  remedy: 'Give the entry a transport_socket; raw_buffer is the name of plain text.',
  source: 'data-model.md: Cluster.TransportSocketMatch; how the proxy behaves',
  bad: {
    type: 'Cluster.TransportSocketMatch',
    yaml: 'name: secure\nmatch: { secure: true }\n',
  },
  good: {
    type: 'Cluster.TransportSocketMatch',
    yaml: 'name: secure\nmatch: { secure: true }\ntransport_socket: { name: tls }\n',
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
  },
};
