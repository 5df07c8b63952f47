import { isOnThisHost } from '../../effects/cluster.ts';
import type { BoundMessage } from '../../model/bound.ts';
import { protectionOfSocket } from '../../model/transport.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { clusterAround } from '../clusters/upstream-tls.ts';
import type { AnalysisRule } from '../rule.ts';

type Validation = Message<'CertificateValidationContext'>;

const CLUSTER = (context: string): string => `name: shop
type: STRICT_DNS
connect_timeout: 1s
load_assignment:
  cluster_name: shop
  endpoints:
    - lb_endpoints: [{ endpoint: { address: { socket_address: { address: shop.test, port_value: 443 } } } }]
transport_socket:
  name: tls
  typed_config:
    '@type': type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext
    sni: shop.test
${context}`;

export const unverifiedTls: AnalysisRule = {
  id: 'unverified-tls',
  level: 'warning',
  purpose: 'TLS to upstream hosts that accepts any certificate.',
  why: 'Without a trusted authority or a pinned certificate the proxy does not check whom it talks to. Whoever can answer in place of the host reads and changes everything, although the connection is encrypted.',
  remedy: 'Set validation_context with trusted_ca, and with the names that the certificate has to carry.',
  source: 'how the proxy behaves: TLS contexts verify nothing by default',
  bad: { type: 'Cluster', yaml: CLUSTER('') },
  good: {
    type: 'Cluster',
    yaml: CLUSTER(`    common_tls_context:
      validation_context:
        trusted_ca: { filename: /etc/ssl/certs/ca-certificates.crt }
        match_subject_alt_names: [{ exact: shop.test }]
`),
  },
  messages: {
    UpstreamTlsContext(context, frame, { namespace, spot, report }) {
      const { common_tls_context: common } = context;
      // What a secret discovery service delivers is not here.
      if (common?.validation_context_sds_secret_config || common?.combined_validation_context) return;
      if (!isInForce(frame, namespace)) return;
      const cluster = clusterAround(frame);
      if (cluster !== undefined && isOnThisHost(cluster)) return;
      const around: readonly (BoundMessage | undefined)[] = [common, common?.validation_context];
      if (around.some((each) => NEWER.some((field) => each?.[field] !== undefined))) return;
      const lack = lackOf(common?.validation_context);
      if (lack === undefined) return;
      const whose = cluster?.name === undefined ? '' : ` of the cluster "${cluster.name}"`;
      report({
        message: `TLS to the hosts${whose} ${lack}, so that anybody can answer in their place; set trusted_ca in validation_context`,
        at: spot(frame),
        identity: 'upstream',
      });
    },
  },
};

/** Fields by which only version 3 says how certificates are verified. */
const NEWER = [
  'validation_context_certificate_provider',
  'validation_context_certificate_provider_instance',
  'ca_certificate_provider_instance',
  'system_root_certs',
  'custom_validator_config',
];

/** What is missing in a verification; undefined where it verifies. */
function lackOf(validation: Validation | undefined): string | undefined {
  if (validation === undefined) return 'verifies no certificate';
  if (validation.trust_chain_verification === 'ACCEPT_UNTRUSTED')
    return 'accepts certificates that fail verification (ACCEPT_UNTRUSTED)';
  const { verify_certificate_hash: hashes = [], verify_certificate_spki: keys = [] } = validation;
  if (validation.trusted_ca !== undefined || hashes.length > 0 || keys.length > 0) return undefined;
  const { verify_subject_alt_name: names = [], match_subject_alt_names: matchers = [] } = validation;
  const { match_typed_subject_alt_names: typed = [] } = validation;
  return names.length + matchers.length + typed.length > 0
    ? 'compares names in certificates without asking who signed them'
    : 'verifies no certificate';
}

/** A tls_context beside a transport_socket has no effect, nor have settings in a socket that does not encrypt. */
function isInForce({ parent, field }: Frame, namespace: string): boolean {
  if (field?.name === 'tls_context') return parent?.message.transport_socket === undefined;
  return parent?.type !== 'core.TransportSocket' || protectionOfSocket(parent.message, namespace) === 'tls';
}
