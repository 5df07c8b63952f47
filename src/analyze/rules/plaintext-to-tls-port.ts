import { hostsOf, isLoopback } from '../../effects/cluster.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf } from '../clusters/definitions.ts';
import type { ClusterReference } from '../clusters/reference.ts';
import { clusterReferences } from '../clusters/references.ts';
import { isPlaintext } from '../clusters/upstream-tls.ts';
import { clusterUses } from '../clusters/uses.ts';
import type { AnalysisRule } from '../rule.ts';

const HTTPS = 443;

const RESOURCES = (tls: string): string => `clusters:
  - name: shop
    type: STRICT_DNS
    connect_timeout: 1s
    load_assignment:
      cluster_name: shop
      endpoints:
        - lb_endpoints: [{ endpoint: { address: { socket_address: { address: shop.test, port_value: 443 } } } }]
${tls}routes:
  - match: { prefix: / }
    route: { cluster: shop }
`;

export const plaintextToTlsPort: AnalysisRule = {
  id: 'plaintext-to-tls-port',
  level: 'warning',
  purpose: 'Requests go to port 443 without TLS.',
  why: 'Behind port 443 servers expect TLS: they refuse plain HTTP, so that every request fails. Where one takes it, the requests travel unencrypted.',
  remedy: 'Give the cluster a transport_socket named tls with an UpstreamTlsContext, or correct the port.',
  source: 'data-model.md: Cluster: transport_socket: none means plaintext',
  bad: { type: 'Resources', yaml: RESOURCES('') },
  good: {
    type: 'Resources',
    yaml: RESOURCES(`    transport_socket:
      name: tls
      typed_config:
        '@type': type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext
        sni: shop.test
        common_tls_context: { validation_context: { trusted_ca: { filename: /etc/ssl/ca.pem } } }
`),
  },
  subject(subject, report) {
    const { byCluster } = subject.shared(clusterReferences);
    // A proxy for connections passes on the TLS of its clients; any cluster may be meant there.
    const { reachesAll, mayReachAll } = subject.shared(clusterUses);
    if ((reachesAll ?? mayReachAll) !== undefined) return;
    for (const { name, message, document } of subject.shared(definitionsOf).clusters) {
      if (!isPlaintext(message, document.configuration.namespace)) continue;
      const references = byCluster.get(name) ?? [];
      if (references.length === 0 || !references.every(sendsHttp)) continue;
      for (const { address } of hostsOf(message)) {
        const socket = address?.socket_address;
        if (socket?.port_value !== HTTPS || isLoopback(socket.address ?? '')) continue;
        report({
          message: `the cluster ${quoted(name)} sends plain HTTP to port 443 of ${socket.address}, where TLS is expected; give it a transport_socket named tls, or correct the port`,
          at: { document, message: socket, type: 'core.SocketAddress', field: 'port_value' },
          data: { cluster: name },
          identity: name,
        });
        break;
      }
    }
  },
};

/** Whether a reference certainly sends requests of its own making: a CONNECT may carry the TLS of a client. */
function sendsHttp({ kind, frame }: ClusterReference): boolean {
  if (kind === 'service' || kind === 'mirror') return true;
  if (kind !== 'route' && kind !== 'weight') return false;
  const action = (kind === 'route' ? frame : frame.parent?.parent)?.message as
    | Message<'route.RouteAction'>
    | undefined;
  return !(action?.upgrade_configs ?? []).some(({ upgrade_type: type }) => /^connect$/i.test(type ?? ''));
}
