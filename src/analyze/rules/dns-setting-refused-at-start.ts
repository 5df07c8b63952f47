import { shownCluster } from '../../effects/cluster.ts';
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import type { Document } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';

/** The flag that turns the platform's own DNS interface on, after the namespace. */
const FLAG = 'restart_features.use_apple_api_for_dns_lookups';

export const dnsSettingRefusedAtStart: AnalysisRule = {
  id: 'dns-setting-refused-at-start',
  level: 'error',
  purpose:
    'DNS settings of a cluster that the platform-specific DNS interface does not know, which is switched on.',
  why: 'With the restart feature that uses the DNS interface of the platform, a cluster with dns_resolvers or use_tcp_for_dns_lookups makes the server fail at startup.',
  remedy: 'Remove the setting from the cluster, or the flag from the runtime.',
  source: 'data-model.md: Errors; Cluster: dns_resolvers, use_tcp_for_dns_lookups',
  bad: {
    type: 'Bootstrap',
    yaml: `layered_runtime:
  layers: [{ name: base, static_layer: { envoy.restart_features.use_apple_api_for_dns_lookups: true } }]
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.tcp_proxy
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy
                stat_prefix: cart
                cluster: cart
  clusters:
    - name: cart
      connect_timeout: 1s
      type: STRICT_DNS
      load_assignment:
        cluster_name: cart
        endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }] }]
      use_tcp_for_dns_lookups: true
`,
  },
  good: {
    type: 'Bootstrap',
    yaml: `static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.tcp_proxy
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy
                stat_prefix: cart
                cluster: cart
  clusters:
    - name: cart
      connect_timeout: 1s
      type: STRICT_DNS
      load_assignment:
        cluster_name: cart
        endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: cart.test, port_value: 80 } } } }] }]
      use_tcp_for_dns_lookups: true
`,
  },
  messages: {
    Cluster(cluster, frame, { document, subject, namespace, spot, report }) {
      const { dns_resolvers = [], use_tcp_for_dns_lookups } = cluster;
      const fields = [
        ...(dns_resolvers.length > 0 ? (['dns_resolvers'] as const) : []),
        ...(use_tcp_for_dns_lookups === true ? (['use_tcp_for_dns_lookups'] as const) : []),
      ];
      if (fields.length === 0 || !subject.shared(documentsWithFlag).has(document)) return;
      for (const field of fields)
        report({
          message: `${field} of ${shownCluster(cluster)} makes the server fail at startup, since the runtime sets ${namespace}.${FLAG} to true; remove one of the two`,
          at: spot(frame, field),
          identity: field,
        });
    },
  },
};

/** The documents whose own runtime layers switch the flag on. */
function documentsWithFlag(subject: Subject): ReadonlySet<Document> {
  return new Set(
    subject.documents.filter((document) =>
      subject
        .frames(document)
        .some((frame) => switchesOn(frame, `${document.configuration.namespace}.${FLAG}`)),
    ),
  );
}

function switchesOn({ type, message }: Frame, key: string): boolean {
  return type === 'Bootstrap' && layerValue(message as BoundMessage, key) === true;
}
