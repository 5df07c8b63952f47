import type { BoundMessage } from '../../model/bound.ts';
import { protectionOf, protectionOfSocket } from '../../model/transport.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { hostsOf, isLoopback, isOnThisHost } from '../../traffic/cluster.ts';
import { quoted } from '../../traffic/words.ts';
import { definitionsOf } from '../clusters/definitions.ts';
import type { ClusterReference } from '../clusters/reference.ts';
import { clusterReferences } from '../clusters/references.ts';
import { clusterUses } from '../clusters/uses.ts';
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

const OUTDATED: ReadonlyMap<unknown, string> = new Map([
  ['TLSv1_0', 'TLS 1.0'],
  ['TLSv1_1', 'TLS 1.1'],
]);

export const outdatedTls: AnalysisRule = {
  id: 'outdated-tls',
  level: 'info',
  purpose: 'TLS 1.0 or 1.1 is allowed, or is the newest version that is.',
  why: 'Both versions are withdrawn (RFC 8996): they rest on broken hashes, browsers no longer speak them, and rules such as those for card payments forbid them. With one of them as the newest version, clients of today cannot connect at all.',
  remedy: 'Set tls_minimum_protocol_version to TLSv1_2, and leave the maximum out.',
  source: 'RFC 8996; how the proxy behaves',
  bad: { type: 'TlsParameters', yaml: 'tls_minimum_protocol_version: TLSv1_0\n' },
  good: { type: 'TlsParameters', yaml: 'tls_minimum_protocol_version: TLSv1_2\n' },
  messages: {
    TlsParameters(parameters, frame, { spot, report }) {
      const newest = OUTDATED.get(parameters.tls_maximum_protocol_version);
      const oldest = OUTDATED.get(parameters.tls_minimum_protocol_version);
      if (newest !== undefined)
        report({
          level: 'warning',
          message: `the newest version allowed is ${newest}, which is withdrawn and which few still speak; remove tls_maximum_protocol_version`,
          at: spot(frame, 'tls_maximum_protocol_version'),
        });
      else if (oldest !== undefined)
        report({
          message: `${oldest} is allowed, which is withdrawn; set tls_minimum_protocol_version to TLSv1_2`,
          at: spot(frame, 'tls_minimum_protocol_version'),
        });
    },
  },
};

type Source = Message<'core.DataSource'>;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{16}/;
const CONTEXT = (key: string): string => `common_tls_context:
  tls_certificates:
    - certificate_chain: { filename: /etc/proxy/shop.pem }
      private_key: ${key}
`;

export const inlineSecret: AnalysisRule = {
  id: 'inline-secret',
  level: 'warning',
  purpose: 'A private key is written into the configuration.',
  why: 'Whoever can read the configuration has the key: in the repository and its history, in backups, in the dumps of a build. A key that was written there has to be replaced, not only moved.',
  remedy:
    'Keep the key in a file that only the proxy can read and name it with filename, or fetch it from a secret discovery service. Then issue a new one.',
  source: 'data-model.md: core.DataSource',
  bad: {
    type: 'DownstreamTlsContext',
    yaml: CONTEXT(
      '\n        inline_string: |\n          -----BEGIN PRIVATE KEY-----\n          VGhpcyBpcyBub3QgYSBrZXksIGJ1dCBsb29rcyBsaWtlIG9uZQ==\n          -----END PRIVATE KEY-----',
    ),
  },
  good: { type: 'DownstreamTlsContext', yaml: CONTEXT('{ filename: /etc/proxy/shop.key }') },
  messages: {
    'core.DataSource'(source, frame, { spot, report }) {
      const field = fieldWithKey(source);
      if (field === undefined) return;
      // A secret by itself is what a secret discovery service sends: there is no other place for the key.
      for (let at = frame.parent; at !== undefined; at = at.parent)
        if (at.type === 'Secret' && at.parent?.type !== STATIC) return;
      report({
        message: `a private key is written into the configuration, where everybody who reads it gets it; name a file with filename instead, and issue a new key`,
        at: spot(frame, field),
      });
    },
  },
};

const STATIC = 'Bootstrap.StaticResources';

function fieldWithKey({ inline_string: text, inline_bytes: bytes }: Source): string | undefined {
  if (text !== undefined && PRIVATE_KEY.test(text)) return 'inline_string';
  if (bytes === undefined) return undefined;
  return PRIVATE_KEY.test(Buffer.from(bytes, 'base64').toString('latin1')) ? 'inline_bytes' : undefined;
}

/** Addresses that stand for all interfaces. */
const EVERYWHERE = new Set(['0.0.0.0', '::', '[::]', '0:0:0:0:0:0:0:0']);

const BOOTSTRAP = (address: string): string => `admin:
  address: { socket_address: { address: ${address}, port_value: 9901 } }
`;

export const exposedAdmin: AnalysisRule = {
  id: 'exposed-admin',
  level: 'info',
  purpose: 'The administration server listens on all interfaces.',
  why: 'It asks for no password: whoever reaches the port can stop the proxy, change runtime values and logging, and read the configuration and certificates. In a container the network around it may keep others out; that is not written here.',
  remedy: 'Let it listen on 127.0.0.1, or make sure that nobody else reaches the port.',
  source: 'how the proxy behaves: the administration server knows no authentication',
  bad: { type: 'Bootstrap', yaml: BOOTSTRAP('0.0.0.0') },
  good: { type: 'Bootstrap', yaml: BOOTSTRAP('127.0.0.1') },
  messages: {
    Admin({ address }, _frame, { spot, report }) {
      const socket = address?.socket_address;
      if (socket?.address === undefined || !EVERYWHERE.has(socket.address)) return;
      report({
        message: `the administration server listens on all interfaces (${socket.address}) and asks for no password; let it listen on 127.0.0.1 unless the network keeps others out`,
        at: spot({ message: socket, type: 'core.SocketAddress' }, 'address'),
      });
    },
  },
};

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

/** Whether connections to the hosts of a cluster are encrypted. */
type Cluster = Message<'Cluster'>;

/** The cluster that a message stands in. */
export function clusterAround(frame: Frame): Cluster | undefined {
  return around(frame, 'Cluster')?.message;
}

/** Whether every connection to the cluster is certainly plain text; its matches may encrypt some. */
export function isPlaintext(cluster: Cluster, namespace: string): boolean {
  const { transport_socket_matches: matches = [] } = cluster;
  return matches.length === 0 && protectionOf(cluster, namespace) === 'plaintext';
}
