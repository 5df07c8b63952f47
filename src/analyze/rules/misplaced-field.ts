import { type BoundMessage, isObject, tableOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { around, type Frame, isOf } from '../../model/walk.ts';
import { ipAddress, isUnspecified } from '../../routing/where/addresses.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import {
  FILTERS_WITH_ROUTE_SETTINGS,
  filterToldBy,
  ROUTE_SETTINGS_ALONE,
  routeSettingsOf,
} from '../../schema/route-settings.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { discoveryOf, isWritten } from '../../traffic/cluster.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

type Listener = Message<'Listener'>;

/** Filters that take no settings of routes, by the table of their configuration (asked of release 1.40). */
const WITHOUT_ROUTES = [
  'A2a',
  'AdaptiveConcurrency',
  'AdmissionControl',
  'BodySizeLimit',
  'CdnLoopConfig',
  'GrpcFieldExtractionConfig',
  'ProtoMessageExtractionConfig',
  'health_check.HealthCheck',
  'http.tap.Tap',
  'alternate_protocols_cache.FilterConfig',
  'CacheV2Config',
  'connect_grpc_bridge.FilterConfig',
  'GcpAuthnFilterConfig',
  'McpRouter',
  'ProtoApiScrubberConfig',
  'RateLimitQuotaFilterConfig',
  'RateLimitQuotaOverride',
  'ThriftToMetadata',
  'http.wasm.Wasm',
  'CacheConfig',
  'grpc_http1_bridge.Config',
  'grpc_stats.FilterConfig',
  'GrpcWeb',
  'IPTagging',
  'http.original_src.OriginalSrc',
  'http.router.Router',
] as const;

interface Beside {
  /** Whether the field may stand there. */
  stands(message: BoundMessage, frame: Frame): boolean;
  /** Where it may, as the predicate of a sentence about it. */
  readonly where: string;
}

const WITH_POST: Beside = {
  stands: ({ use_post: isPost }) => isPost === true,
  where: 'is the path of a POST, and belongs beside use_post: true',
};

const WITH_HEADER: Beside = {
  stands: ({ use_http_header: isUsed }) => isUsed === true,
  where: 'belongs beside use_http_header: true',
};

const ON_ROUTES: Beside = {
  stands: (_, { parent }) =>
    !/(?:ratelimit\.(?:Local)?RateLimit|^RateLimitPerRoute)$/.test(parent?.type ?? ''),
  where: 'is for the rate limits of routes and virtual hosts, not for those of a filter itself',
};

const BEFORE_REQUESTS: Beside = {
  stands: (_, { parent }) => parent?.type !== 'InternalUpstreamTransport.MetadataValueSource',
  where: 'is known only when a request comes; passthrough_metadata takes cluster and host',
};

const FOR_ADMIN: Beside = {
  stands: (_, frame) => {
    let at: Frame | undefined = frame;
    while (at !== undefined && at.type !== 'CommonExtensionConfig') at = at.parent;
    return at === undefined || at.message.static_config === undefined;
  },
  where:
    'answers at the admin address, where admin_config lets a tap be set up; static_config has other sinks',
};

/** Whether a bootstrap says of which cluster the proxy itself is, or nobody knows. */
function hasLocalCluster(bootstrap: Message<'Bootstrap'> | undefined): boolean {
  return bootstrap === undefined || (bootstrap.cluster_manager?.local_cluster_name ?? '') !== '';
}

const TOKENS_OF_CLUSTER: Beside = {
  stands: (_, frame) => hasLocalCluster(around(frame, 'Bootstrap')?.message),
  where:
    'shares tokens among the proxies of one cluster, and belongs beside cluster_manager.local_cluster_name in the bootstrap',
};

/** Whether a message is among what routes and virtual hosts tell filters. */
function isInRoute(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.field?.name === 'typed_per_filter_config') return true;
  return false;
}

/** Whether the connections of a cluster may agree on a protocol, or nobody knows. */
function mayAgree(cluster: Message<'Cluster'> | undefined): boolean {
  if (cluster === undefined) return true;
  const { transport_socket: socket } = cluster;
  if (socket === undefined) return isWritten(cluster, 'transport_socket');
  return !/\.RawBuffer$/.test(String(socket.typed_config?.['@type']));
}

/** Fields that the proxy takes beside something else only. */
const NEEDS_BESIDE: { readonly [type: string]: { readonly [field: string]: Beside } } = {
  'Cluster.OriginalDstLbConfig': {
    http_header_name: {
      ...WITH_HEADER,
      // Clusters of other types pass it over.
      stands: (config, frame) =>
        frame.parent?.message.type !== 'ORIGINAL_DST' || WITH_HEADER.stands(config, frame),
    },
  },
  'endpoint.LocalityLbEndpoints': {
    leds_cluster_locality_config: {
      stands: (_, frame) => discoveryOf(around(frame, 'Cluster')?.message ?? { type: 'EDS' }) !== 'STATIC',
      where:
        'is for clusters of type EDS, which learn their localities from the source in eds_cluster_config',
    },
  },
  'route.RateLimit': { stage: ON_ROUTES, disable_key: ON_ROUTES },
  'type.matcher.StringMatcher': {
    ignore_case: {
      stands: ({ ignore_case: isIgnored, safe_regex: pattern }) =>
        isIgnored !== true || pattern === undefined,
      where: 'is for texts; the letter case of a regular expression is said by (?i) in it',
    },
  },
  BandwidthShare: {
    response_trailer_prefix: {
      stands: ({ enable_response_trailers: areAdded }) => areAdded === true,
      where: 'names trailers, and belongs beside enable_response_trailers: true',
    },
  },
  'core.HealthCheck.HttpHealthCheck': {
    use_alpn_protocol: {
      stands: ({ use_alpn_protocol: isUsed }, frame) =>
        isUsed !== true || mayAgree(around(frame, 'Cluster')?.message),
      where: 'is for connections that agree on a protocol, and belongs beside a transport socket of TLS',
    },
  },
  'listener.ListenerFilter': {
    config_discovery: {
      stands: (_, { parent }) =>
        !isOf(parent, 'Listener') ||
        hasQuic(parent.message) ||
        parent.message.address?.socket_address?.protocol !== 'UDP',
      where: 'is for connections; the filters of datagrams cannot be fetched',
    },
  },
  ExecuteFilterAction: {
    dynamic_config: {
      stands: (_, frame) => !isInRoute(frame),
      where: 'is fetched for a listener; what a route tells has typed_config',
    },
  },
  MetadataKind: { request: BEFORE_REQUESTS, route: BEFORE_REQUESTS },
  OutputSink: { streaming_admin: FOR_ADMIN, buffered_admin: FOR_ADMIN },
  ScopedRouteConfiguration: {
    route_configuration_name: {
      stands: (_, { parent }) => parent?.type !== 'ScopedRouteConfigurationsList',
      where:
        'names routes to fetch, which scopes that are written in a listener cannot; write its route_configuration',
    },
  },
  OriginalDstCluster: { http_header_name: WITH_HEADER },
  OAuth2Config: {
    end_session_endpoint: {
      stands: ({ auth_scopes: scopes }) => Array.isArray(scopes) && scopes.includes('openid'),
      where: 'is for OpenID Connect, and belongs beside openid among auth_scopes',
    },
  },
  'TcpProxy.TunnelingConfig': { post_path: WITH_POST },
  'UdpProxyConfig.UdpTunnelingConfig': { post_path: WITH_POST },
};

export const misplacedField: AnalysisRule = {
  id: 'misplaced-field',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A field that the proxy takes elsewhere, and refuses where it stands.',
  why: 'The field belongs to its message, but not to what the message is used for here: a codec of HTTP/3 on a listener without QUIC, filter chains on a listener of datagrams, CONNECT settings on another kind of upgrade. The proxy refuses the configuration.',
  remedy: 'Remove the field, or change what the message of the finding names beside it.',
  source:
    'how the proxy behaves in version 3: listeners, HTTP connection managers, UpgradeConfig, SocketAddress, ClusterManager, Matcher.OnMatch',
  bad: {
    type: 'route.RouteAction',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteAction
cluster: chat
upgrade_configs: [{ upgrade_type: websocket, connect_config: {} }]
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `"@type": type.googleapis.com/envoy.config.route.v3.RouteAction
cluster: tunnel
upgrade_configs: [{ upgrade_type: CONNECT, connect_config: {} }]
`,
  },
  messages: {
    'route.RouteAction.UpgradeConfig'({ upgrade_type: type = '', connect_config: config }, frame, look) {
      if (config === undefined || /^connect(?:-udp)?$/i.test(type)) return;
      const words = `connect_config stands in an upgrade of type ${JSON.stringify(type)}, where the proxy refuses it: only CONNECT and CONNECT-UDP take it`;
      tell(look, frame, 'connect_config', words);
    },
    HttpConnectionManager({ common_http_protocol_options: options }, _frame, look) {
      if (options?.max_response_headers_kb === undefined) return;
      const at = { message: options, type: 'core.HttpProtocolOptions' };
      const words =
        'max_response_headers_kb limits what upstream hosts answer, so it belongs to a cluster; in a connection manager the proxy refuses it';
      tell(look, at, 'max_response_headers_kb', words);
    },
    Listener(listener, frame, look) {
      if (listener.internal_listener !== undefined && listener.address !== undefined) {
        const words =
          'address stands beside internal_listener, which is reached from inside the proxy only, so the proxy refuses it; remove one of them';
        tell(look, frame, 'address', words);
      }
      internalAddresses(listener, frame, look);
      chainsOfDatagrams(listener, frame, look);
      codecs(listener, look);
    },
    'core.SocketAddress'(socket, frame, look) {
      if (LISTENED_AT.has(frame.parent?.parent?.type ?? '')) mappedAddress(socket, frame, look);
    },
    Bootstrap(bootstrap, _frame, look) {
      priorityOfLocalCluster(bootstrap, look);
    },
  },
  withSubject: Object.fromEntries([['http.local_ratelimit.LocalRateLimit', sharedTokens]]),
  tables: {
    ...Object.fromEntries(Object.keys(NEEDS_BESIDE).map((type) => [type, besideWhat])),
    'common.matcher.Matcher.OnMatch': keepMatching,
    'type.matcher.Matcher.OnMatch': keepMatching,
    ...Object.fromEntries(WITHOUT_ROUTES.map((type) => [type, settingsOfRoute])),
    ...Object.fromEntries(FILTERS_WITH_ROUTE_SETTINGS.map((type) => [type, filterInRoute])),
    ...Object.fromEntries(ROUTE_SETTINGS_ALONE.map((type) => [type, settingsAsFilter])),
  },
};

function besideWhat(frame: Frame, look: RuleContext): void {
  for (const [field, beside] of Object.entries(lookup(NEEDS_BESIDE, frame.type) ?? {}))
    judgeBeside(field, beside, frame, look);
}

function sharedTokens(_: unknown, frame: Frame, look: RuleContext): void {
  judgeBeside('local_cluster_rate_limit', TOKENS_OF_CLUSTER, frame, look);
}

function judgeBeside(field: string, { stands, where }: Beside, frame: Frame, look: RuleContext): void {
  if (frame.message[field] !== undefined && frame.message[field] !== '' && !stands(frame.message, frame))
    tell(look, frame, field, `${field} ${where}; the proxy refuses it here`);
}

/** Whether a message is what a route tells a filter that it does not switch off; one that is optional says so. */
function isToldByRoute({ parent, field }: Frame, optional: 'optional too' | 'demanded'): boolean {
  if (parent?.type !== 'route.FilterConfig') return field?.name === 'typed_per_filter_config';
  const { disabled, is_optional: isOptional } = parent.message;
  if (disabled === true || (isOptional === true && optional === 'demanded')) return false;
  return parent.field?.name === 'typed_per_filter_config';
}

/** A filter's own settings among those of a route, of a filter that has none there. */
function settingsOfRoute(frame: Frame, look: RuleContext): void {
  if (!isToldByRoute(frame, 'demanded')) return;
  const words = `the filter of ${shortName(frame.type)} takes no settings of routes or virtual hosts, so the proxy refuses the configuration; remove them, or switch the filter off with a FilterConfig that is disabled`;
  look.report({ message: words, at: look.spot(frame), identity: frame.type });
}

/** A filter's own settings among those of a route, which tells it something else. */
function filterInRoute(frame: Frame, look: RuleContext): void {
  const settings = routeSettingsOf(frame.type);
  if (settings === undefined || !isToldByRoute(frame, 'optional too')) return;
  if (!hasContent(frame) && !demandsContent(settings)) return;
  const words = `${shortName(frame.type)} configures the filter itself; what routes and virtual hosts tell it is ${shortName(settings)}, so the proxy refuses the configuration; write that instead`;
  look.report({ message: words, at: look.spot(frame), identity: frame.type });
}

/** What a route tells a filter in the place of the filter's own settings. */
function settingsAsFilter(frame: Frame, look: RuleContext): void {
  const filter = filterToldBy(frame.type);
  if (filter === undefined || frame.parent?.type !== 'HttpFilter' || !hasContent(frame)) return;
  const words = `${shortName(frame.type)} is what routes and virtual hosts tell the filter; the filter itself is configured by ${shortName(filter)}, so the proxy refuses the configuration; write that instead`;
  look.report({ message: words, at: look.spot(frame), identity: frame.type });
}

/** Whether anything is left of a message once it is sent: defaults of plain fields are not. */
function hasContent(frame: Frame): boolean {
  return tableOf(frame).fields.some(({ name, shape, wrapper, element, spec }) => {
    const value = frame.message[name];
    if (value === undefined) return false;
    if (shape !== 'one') return isObject(value) || (Array.isArray(value) && value.length > 0);
    if (wrapper || spec.oneof !== undefined || isObject(value)) return true;
    if (element.kind === 'enum') return (element.spec.values[String(value)]?.number ?? 0) !== 0;
    if (element.kind === 'scalar' && /^(?:duration|timestamp)$/.test(element.scalar)) return true;
    return value !== false && value !== '' && Number(value) !== 0;
  });
}

/** Whether a message cannot be empty, as which an empty one of another type is read. */
function demandsContent(type: string): boolean {
  const { required, oneofs } = compiledMessage(type, 'v3');
  return required.length > 0 || oneofs.some(({ need }) => need === 'exactly one');
}

function tell(
  { spot, report }: RuleContext,
  frame: Pick<Frame, 'message' | 'type'>,
  field: string,
  message: string,
): void {
  report({ message, at: spot(frame, field), identity: field });
}

/** Matchers of either form. */
const MATCHER = /^(?:common|type)\.matcher\.Matcher$/;
const ON_MATCH = /^(?:common|type)\.matcher\.Matcher\.OnMatch$/;

/** Matchers in which the proxy refuses to go on behind a match. */
const ENDING: ReadonlySet<string> = new Set([
  'route.VirtualHost.matcher',
  'http.rbac.RBAC.matcher',
  'http.rbac.RBAC.shadow_matcher',
  'network.rbac.RBAC.matcher',
  'network.rbac.RBAC.shadow_matcher',
  'ExtensionWithMatcher.matcher',
  'ExtensionWithMatcher.xds_matcher',
]);

function keepMatching(frame: Frame, look: RuleContext): void {
  if (frame.message.keep_matching !== true) return;
  let at: Frame = frame;
  while (at.parent !== undefined && !(MATCHER.test(at.type) && !isInside(at))) at = at.parent;
  const holder = `${at.parent?.type}.${at.field?.name}`;
  if (!ENDING.has(holder)) return;
  const words = `keep_matching goes on behind a match, which the matcher of ${holder} cannot, so the proxy refuses it; remove it, or the branch`;
  tell(look, frame, 'keep_matching', words);
}

/** Whether a matcher is a branch of another one. */
function isInside({ parent, field }: Frame): boolean {
  return ON_MATCH.test(parent?.type ?? '') && field?.name === 'matcher';
}

/** What is inside the proxy has a field of its own for being reached there. */
function internalAddresses(listener: Listener, frame: Frame, look: RuleContext): void {
  if (listener.internal_listener !== undefined) return;
  const others = Array.isArray(listener.additional_addresses) ? listener.additional_addresses : [];
  const addresses: readonly unknown[] = [
    listener.address,
    ...others.map((each: unknown) => (isObject(each) ? each.address : undefined)),
  ];
  const at = addresses.findIndex((each) => isObject(each) && each.envoy_internal_address !== undefined);
  if (at === -1) return;
  const words =
    'envoy_internal_address stands in the address of a listener, where the proxy refuses it; a listener that is reached from inside has internal_listener and no address';
  tell(look, frame, at === 0 ? 'address' : 'additional_addresses', words);
}

function hasQuic({ udp_listener_config: config }: Listener): boolean {
  return config?.quic_options !== undefined;
}

function chainsOfDatagrams(listener: Listener, frame: Frame, look: RuleContext): void {
  if (listener.address?.socket_address?.protocol !== 'UDP' || hasQuic(listener)) return;
  const { filter_chains: chains = [], default_filter_chain: last } = listener;
  const field = chains.length > 0 ? 'filter_chains' : 'default_filter_chain';
  if (chains.length === 0 && last === undefined) return;
  const words = `${field} stands in a listener of UDP without QUIC, which has no connections that a chain could take, so the proxy refuses it; datagrams go through listener_filters`;
  tell(look, frame, field, words);
}

/** HTTP/3 and QUIC come together or not at all. */
function codecs(listener: Listener, look: RuleContext): void {
  const isQuic = hasQuic(listener);
  const last = listener.default_filter_chain;
  for (const chain of [...(listener.filter_chains ?? []), ...(last === undefined ? [] : [last])])
    for (const { typed_config: manager } of chain.filters ?? []) {
      if (manager === undefined || !isManager(manager['@type'])) continue;
      const isNewest = manager.codec_type === 'HTTP3';
      if (isNewest === isQuic) continue;
      const words = isNewest
        ? 'codec_type is HTTP3, but the listener has no udp_listener_config with quic_options, so the proxy refuses it'
        : 'the listener speaks QUIC, so the proxy refuses a connection manager whose codec_type is not HTTP3';
      tell(look, { message: manager, type: 'HttpConnectionManager' }, 'codec_type', words);
    }
}

function isManager(type: string): boolean {
  return /\.HttpConnectionManager$/.test(type);
}

/** What an IPv4 address written as IPv6 begins with. */
const MAPPED = 0xffffn;
/** What holds the addresses that are listened at. */
const LISTENED_AT: ReadonlySet<string> = new Set(['Listener', 'listener.AdditionalAddress']);

function mappedAddress(
  { ipv4_compat: isMapped, address: text = '' }: Message<'core.SocketAddress'>,
  frame: Frame,
  look: RuleContext,
): void {
  const address = ipAddress(text);
  if (isMapped !== true || address === undefined) return;
  if (address.size === 128 && (isUnspecified(address) || address.bits >> 32n === MAPPED)) return;
  const words = `ipv4_compat stands beside the address ${text}, where the proxy refuses it: it is for [::] and for IPv4 addresses written as IPv6 (::ffff:10.0.0.1)`;
  tell(look, frame, 'ipv4_compat', words);
}

function priorityOfLocalCluster(
  { cluster_manager: manager, static_resources: resources }: Message<'Bootstrap'>,
  look: RuleContext,
): void {
  const name = manager?.local_cluster_name ?? '';
  if (name === '') return;
  for (const cluster of resources?.clusters ?? []) {
    if (cluster.name !== name) continue;
    for (const locality of cluster.load_assignment?.endpoints ?? []) {
      if ((locality.priority ?? 0) === 0) continue;
      const words = `${name} is the local cluster, whose hosts all have priority 0; the proxy refuses another one`;
      tell(look, { message: locality, type: 'endpoint.LocalityLbEndpoints' }, 'priority', words);
    }
  }
}
