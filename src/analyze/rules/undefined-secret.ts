import { type BoundMessage, isObject } from '../../model/bound.ts';
import { around } from '../../model/walk.ts';
import { exampleCluster } from '../examples.ts';
import type { AnalysisRule } from '../rule.ts';

/** The kind of secret that a field asks for; generic ones where it is not named. */
const KINDS: { readonly [field: string]: string } = {
  tls_certificate_sds_secret_configs: 'tls_certificate',
  validation_context_sds_secret_config: 'validation_context',
  session_ticket_keys_sds_secret_config: 'session_ticket_keys',
};

const example = (name: string): string => `static_resources:
  secrets: [{ name: client, tls_certificate: { certificate_chain: { filename: /c.pem }, private_key: { filename: /k.pem } } }]
  listeners:
  - name: front
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains: [{ filters: [{ name: envoy.tcp_proxy, typed_config: { "@type": type.googleapis.com/envoy.config.filter.network.tcp_proxy.v2.TcpProxy, stat_prefix: front, cluster: shop } }] }]
  clusters:
${exampleCluster('shop').trimEnd()}
    transport_socket:
      name: envoy.transport_sockets.tls
      typed_config:
        "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext
        common_tls_context:
          validation_context: { trusted_ca: { filename: /ca.pem } }
          tls_certificate_sds_secret_configs: [{ name: ${name} }]
`;

export const undefinedSecret: AnalysisRule = {
  id: 'undefined-secret',
  level: 'error',
  purpose: 'A secret without a source, that the bootstrap does not define.',
  why: 'Without sds_config the proxy takes a secret from the static ones of its bootstrap, each kind by itself, and refuses what asks for one that is not there.',
  remedy: 'Correct the name, add the secret to static_resources.secrets, or add sds_config.',
  source: 'how the proxy behaves: SdsSecretConfig',
  bad: { type: 'Bootstrap', yaml: example('clients') },
  good: { type: 'Bootstrap', yaml: example('client') },
  messages: {
    SdsSecretConfig({ name = '', sds_config: source }, frame, { spot, report }) {
      // Only there all static secrets are known.
      const bootstrap = around(frame, 'Bootstrap')?.message;
      if (bootstrap === undefined || source !== undefined || name === '') return;
      const kind = KINDS[frame.field?.name ?? ''] ?? 'generic_secret';
      const { secrets = [] } = bootstrap.static_resources ?? {};
      const named = secrets.filter((secret) => secret.name === name);
      if (named.some((secret) => isObject((secret as BoundMessage)[kind]))) return;
      const what =
        named.length > 0
          ? `has no ${kind} in static_resources.secrets`
          : 'is not among static_resources.secrets';
      report({
        message: `the secret ${JSON.stringify(name)} ${what}, and no sds_config says where it comes from, so the proxy refuses this; define it there, or add sds_config`,
        at: spot(frame, 'name'),
        identity: name,
      });
    },
  },
};
