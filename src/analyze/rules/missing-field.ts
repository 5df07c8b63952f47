import { isWritten } from '../../effects/cluster.ts';
import { type BoundMessage, isObject, versionOf } from '../../model/bound.ts';
import { describe } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import { isDumped } from '../clusters/definitions.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

interface Need {
  /** The one version that demands it, as others lack what it is about. */
  readonly only?: 'v3';
  /** Whether nothing that is needed is there. */
  lacks(message: BoundMessage, frame: Frame): boolean;
  /** What is needed, as the object of "has to have". */
  readonly needed: string;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

const lacksCluster =
  (name: string) =>
  (message: BoundMessage): boolean =>
    isEmpty(message[name]) && isEmpty(message.cluster_header);

/** One that takes connections itself: over TCP unless its address says otherwise, or over QUIC. */
function takesConnections({ address, api_listener: api, udp_listener_config: udp }: BoundMessage): boolean {
  const socket = isObject(address) ? address.socket_address : undefined;
  const isUdp = isObject(socket) && socket.protocol === 'UDP';
  return api === undefined && (!isUdp || (isObject(udp) && udp.quic_options !== undefined));
}

const ADDRESS: Need = {
  lacks: (listener) =>
    !['address', 'internal_listener', 'api_listener'].some((field) => isWritten(listener, field)),
  needed: 'an address',
};

const FILTER_CHAINS: Need = {
  lacks: (listener) =>
    takesConnections(listener) &&
    isEmpty(listener.filter_chains) &&
    !['default_filter_chain', 'fcds_config'].some((field) => isWritten(listener, field)),
  needed: 'a filter chain',
};

const INTERNAL_LISTENERS: Need = {
  only: 'v3',
  lacks: ({ static_resources: resources, bootstrap_extensions: extensions }) =>
    entries(isObject(resources) ? resources.listeners : undefined).some((each) =>
      isWritten(each, 'internal_listener'),
    ) &&
    !entries(extensions).some(({ typed_config: config }) =>
      /\.InternalListener$/.test(isObject(config) ? String(config['@type']) : ''),
    ),
  needed:
    'the extension bootstrap.internal_listener among its bootstrap_extensions, since it has an internal listener',
};

function entries(value: unknown): readonly BoundMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Where a server's certificates may come from; a handshaker of one's own may need none. */
const CERTIFICATES =
  /^(?:tls_certificates|tls_certificate_|custom_tls_certificate_selector$|custom_handshaker$)/;

const CERTIFICATE: Need = {
  lacks: ({ common_tls_context: common }) =>
    !Object.entries(isObject(common) ? common : {}).some(
      ([field, value]) => CERTIFICATES.test(field) && !isEmpty(value),
    ),
  needed: 'a certificate: tls_certificates, or a source of them',
};

/** What the proxy reads at once, and refuses where there is nothing in it. */
const isNothing = (source: unknown): boolean =>
  isObject(source) && (source.inline_string === '' || source.inline_bytes === '');

/** Of secrets that only stand there the proxy reads nothing, and who takes keys out of a text takes these out too. */
function isToBeRead(frame: Frame): boolean {
  const { parent } = frame;
  if (parent?.type !== 'CommonTlsContext' || isDumped(frame)) return false;
  return !entries(parent.message.tls_certificates).some(({ private_key: key }) => isNothing(key));
}

/** What no table demands, and the proxy does. */
const NEEDS: { readonly [type: string]: Need | readonly Need[] } = {
  Listener: [ADDRESS, FILTER_CHAINS],
  Bootstrap: INTERNAL_LISTENERS,
  DownstreamTlsContext: CERTIFICATE,
  CertificateValidationContext: {
    only: 'v3',
    lacks: ({ trusted_ca: source }, frame) => isNothing(source) && isToBeRead(frame),
    needed: 'something in its trusted_ca, which is empty',
  },
  'http.HttpProtocolOptions.AutoHttpConfig': {
    only: 'v3',
    lacks: ({ http3_protocol_options: third, alternate_protocols_cache_options: cache }) =>
      third !== undefined && cache === undefined,
    needed: 'alternate_protocols_cache_options, since HTTP/3 is learned of from what hosts announce',
  },
  'route.VirtualCluster': {
    lacks: ({ headers, pattern }) => isEmpty(headers) && isEmpty(pattern),
    needed: 'headers to match',
  },
  'route.WeightedCluster.ClusterWeight': {
    only: 'v3',
    lacks: lacksCluster('name'),
    needed: 'a name or a cluster_header',
  },
  'route.RouteAction.RequestMirrorPolicy': {
    only: 'v3',
    lacks: lacksCluster('cluster'),
    needed: 'a cluster or a cluster_header',
  },
  'route.FilterConfig': {
    only: 'v3',
    lacks: ({ config, disabled }) => !isObject(config) && disabled !== true,
    needed: 'a config, an empty one where the filter is only to be switched on, or disabled: true',
  },
  'RuntimeLayer.RtdsLayer': {
    lacks: ({ rtds_config: source }) => !isObject(source),
    needed: 'an rtds_config, which says where its values come from',
  },
  'core.ExtensionConfigSource': {
    only: 'v3',
    lacks: ({ apply_default_config_without_warming: isAtOnce, default_config: config }) =>
      isAtOnce === true && !isObject(config),
    needed: 'a default_config, since apply_default_config_without_warming begins with it',
  },
};

export const missingField: AnalysisRule = {
  id: 'missing-field',
  level: 'error',
  purpose: 'A field, or one of two, that the proxy demands although the API does not.',
  why: 'Some demands stand in the code of the proxy only: a virtual cluster without headers, a share or a copy that names no cluster, settings of a filter that set nothing, a listener without an address or a filter chain. The proxy refuses the configuration.',
  remedy: 'Add what the message of the finding names, or remove the entry.',
  source:
    'how the proxy behaves: virtual clusters, weighted clusters, mirror policies, FilterConfig, ExtensionConfigSource, HttpProtocolOptions, DownstreamTlsContext, listeners',
  bad: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
virtual_clusters: [{ name: checkout }]
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.VirtualHost
name: shop
domains: [shop.test]
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
virtual_clusters: [{ name: checkout, headers: [{ name: ":path", string_match: { exact: /checkout } }] }]
`,
  },
  tables: Object.fromEntries(
    Object.entries(NEEDS).map(([type, need]) => [
      type,
      (frame, look) => {
        for (const each of [need].flat()) judge(each, frame, look);
      },
    ]),
  ),
};

function judge({ lacks, needed, only }: Need, frame: Frame, { spot, report }: RuleContext): void {
  if (only !== undefined && versionOf(frame.message) !== only) return;
  if (!lacks(frame.message, frame)) return;
  const what = describe(frame.type, frame.message);
  report({
    message: `${what} has to have ${needed}; the proxy refuses it without`,
    at: spot(frame),
    identity: what,
  });
}
