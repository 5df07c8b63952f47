import { fieldsWithoutEffect, ownReasons, reasonsAround, type WithoutEffect } from '../../effects/fields.ts';
import { type BoundMessage, INVALID, isObject, messagesIn, versionOf } from '../../model/bound.ts';
import { describe, shortName } from '../../model/describe.ts';
import { around, type Frame } from '../../model/walk.ts';
import { isBefore, type Release } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { discoveryOf, isWritten } from '../../traffic/cluster.ts';
import { effectsOf, isDumped } from '../clusters/definitions.ts';
import { nodeOf } from '../place.ts';
import type { AnalysisRule, RuleContext, SubjectContext, Visits } from '../rule.ts';

/** Fields that the data model has no one-of for, and of which the proxy takes one only. */
const PAIRS: { readonly [type: string]: readonly (readonly [string, string])[] } = {
  'route.RouteAction': [
    ...everyTwo(['prefix_rewrite', 'regex_rewrite', 'path_rewrite_policy', 'path_rewrite']),
    ['request_mirror_policy', 'request_mirror_policies'],
  ],
  'route.VirtualCluster': [['pattern', 'headers']],
  'route.RouteAction.RequestMirrorPolicy': [['cluster', 'cluster_header']],
  'route.WeightedCluster.ClusterWeight': [['name', 'cluster_header']],
  'route.VirtualHost': [['routes', 'matcher']],
  HttpConnectionManager: [
    ['strip_matching_host_port', 'strip_any_host_port'],
    ['use_remote_address', 'original_ip_detection_extensions'],
    ['xff_num_trusted_hops', 'original_ip_detection_extensions'],
    ['access_log_options', 'access_log_flush_interval'],
    ['access_log_options', 'flush_access_log_on_new_request'],
  ],
  TcpProxy: [
    ['access_log_options', 'access_log_flush_interval'],
    ['access_log_options', 'flush_access_log_on_connected'],
  ],
  Cluster: [
    'lb_subset_config',
    'common_lb_config.zone_aware_lb_config',
    'common_lb_config.locality_weighted_lb_config',
    'common_lb_config.consistent_hashing_lb_config',
  ].map((field) => ['load_balancing_policy', field]),
  XffConfig: [['xff_num_trusted_hops', 'xff_trusted_cidrs']],
  Listener: [['api_listener', 'internal_listener']],
  Bootstrap: [
    ['watchdog', 'watchdogs'],
    ['stats_flush_interval', 'stats_flush_on_admin'],
  ],
  'core.BindConfig': [['extra_source_addresses', 'additional_source_addresses']],
  'core.KeyValueMutation': [['append', 'remove']],
  'core.TlvEntry': [['value', 'format_string']],
  'ext_authz.HttpService': [['path_prefix', 'path_override']],
  'header_to_metadata.Config.Rule': [
    ['header', 'cookie'],
    ['cookie', 'remove'],
  ],
  'jwt_claim.Descriptor': [['header_name', 'cookie']],
  'FileServerConfig.DirectoryBehavior': [['default_file', 'list']],
  'OverrideHost.OverrideHostSource': [['header', 'metadata']],
  'stats.Config': [['stat_prefix', 'stats_scope']],
  'stats.Config.Counter': [['value_format', 'value_fixed']],
  'stats.Config.Gauge': [
    ['value_format', 'value_fixed'],
    ['add_subtract', 'set'],
  ],
  ExternalProcessor: [['grpc_service', 'http_service']],
  FixedHeapConfig: [['max_heap_size_bytes', 'max_heap_size_bytes_runtime']],
  IPTagging: [['ip_tags', 'ip_tags_datasource']],
  JwtClaimToHeader: [['claim_name', 'claim_path']],
  TlsCertificate: ['certificate_chain', 'private_key', 'private_key_provider'].map((field) => [
    'pkcs12',
    field,
  ]),
  OpenTelemetryAccessLogConfig: everyTwo(['grpc_service', 'http_service', 'common_config']),
  OpenTelemetryConfig: everyTwo(['grpc_service', 'http_service', 'exporter']),
};

function everyTwo(fields: readonly string[]): readonly (readonly [string, string])[] {
  return fields.flatMap((first, at) =>
    fields.slice(at + 1).map((second): [string, string] => [first, second]),
  );
}

/** Whether a field says something, also one of a message inside, with a dot between them. */
function isSet(message: BoundMessage, path: string): boolean {
  const [field = '', ...inside] = path.split('.');
  const value = message[field];
  if (inside.length > 0) return isObject(value) && isSet(value, inside.join('.'));
  return (
    value !== undefined &&
    value !== '' &&
    value !== false &&
    value !== 0 &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function judgePairs(frame: Frame, { spot, report }: RuleContext): void {
  // No proxy of version 2 reads load_balancing_policy.
  if (frame.type === 'Cluster' && versionOf(frame.message) === 'v2') return;
  for (const [first, second] of lookup(PAIRS, frame.type) ?? []) {
    if (!isSet(frame.message, first) || !isSet(frame.message, second)) continue;
    report({
      message: `${shortName(frame.type)} sets ${first} and ${second}, of which the proxy takes only one, so it refuses the configuration; keep the one that is meant`,
      at: spot(frame),
      identity: first,
      related: [
        { message: first, at: spot(frame, first) },
        { message: second, at: spot(frame, second.split('.')[0]) },
      ],
    });
  }
}

export const conflictingFields: AnalysisRule = {
  id: 'conflicting-fields',
  level: 'error',
  refuses: true,
  purpose:
    'Two fields together that the proxy takes one of, although they are not declared to exclude each other.',
  why: 'They are two ways to say one thing: how the path is rewritten, where requests and copies go, what a virtual cluster counts, how routes are found. The proxy refuses a configuration that says it twice.',
  remedy: 'Keep the field that is meant and remove the other.',
  source:
    'how the proxy behaves: two ways to rewrite a path, the two forms of mirror policies, pattern and headers of virtual clusters; in version 3 a name and a header for one cluster, routes and a matcher, two ways to strip a port, to learn the address of a client, to listen, or to write access logs while a connection lasts, and a load balancing policy with settings of the older ones; in a bootstrap two watchdogs, or two ways to flush statistics',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
prefix_rewrite: /v2
regex_rewrite: { pattern: { google_re2: {}, regex: "^/v1" }, substitution: /v2 }
`,
  },
  good: { type: 'route.RouteAction', yaml: 'cluster: shop\nprefix_rewrite: /v2\n' },
  tables: Object.fromEntries(Object.keys(PAIRS).map((type) => [type, judgePairs])),
};

interface Need {
  /** The one version that demands it, as others lack what it is about. */
  readonly only?: 'v3';
  /** The first release that demands it, where earlier ones do not. */
  readonly since?: Release;
  /** Whether nothing that is needed is there. */
  lacks(message: BoundMessage, frame: Frame, look: RuleContext): boolean;
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

function isUdp(listener: BoundMessage | undefined): boolean {
  const { address } = listener ?? {};
  const socket = isObject(address) ? address.socket_address : undefined;
  return isObject(socket) && socket.protocol === 'UDP';
}

/** One that takes connections itself: over TCP unless its address says otherwise, or over QUIC. */
function takesConnections({ address, api_listener: api, udp_listener_config: udp }: BoundMessage): boolean {
  const socket = isObject(address) ? address.socket_address : undefined;
  const isUdp = isObject(socket) && socket.protocol === 'UDP';
  return api === undefined && (!isUdp || (isObject(udp) && udp.quic_options !== undefined));
}

/** Demanded in version 3: one of several fields, or the only one. */
const oneOf = (...fields: readonly string[]): Need => ({
  only: 'v3',
  lacks: (message) =>
    fields.every((field) => isEmpty(message[field]) && message[INVALID]?.[field] === undefined),
  needed: fields.join(' or '),
});

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
    messagesIn(isObject(resources) ? resources.listeners : undefined).some((each) =>
      isWritten(each, 'internal_listener'),
    ) &&
    !messagesIn(extensions).some(({ typed_config: config }) =>
      /\.InternalListener$/.test(isObject(config) ? String(config['@type']) : ''),
    ),
  needed:
    'the extension bootstrap.internal_listener among its bootstrap_extensions, since it has an internal listener',
};

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
  return !messagesIn(parent.message.tls_certificates).some(({ private_key: key }) => isNothing(key));
}

/** Whether a certificate is read with the settings that hold it; others only stand there, or come from elsewhere. */
function isShownToPeers(frame: Frame): boolean {
  return frame.parent?.type === 'CommonTlsContext' && !isDumped(frame);
}

/** What a secret may be. */
const SECRETS = ['tls_certificate', 'session_ticket_keys', 'validation_context', 'generic_secret'];

/** The tracer of a bootstrap is made only where a connection manager traces by it. */
function tracesRequests({ parent }: Frame): boolean {
  return parent?.parent?.type === 'HttpConnectionManager.Tracing';
}

/** A value that version 3 lost, and an absent one means. */
const UNAVAILABLE = 'DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE';

/** A value in the place of a header that is missing. */
const INSTEAD: Need = {
  only: 'v3',
  lacks: ({ on_header_missing: instead }) =>
    isObject(instead) && isEmpty(instead.value) && instead[INVALID]?.value === undefined,
  needed: 'a value in its on_header_missing, which is what stands for the header',
};

/** Kinds of expressions, of which one that is read says one. */
const EXPRESSIONS = [
  'const_expr',
  'ident_expr',
  'select_expr',
  'call_expr',
  'list_expr',
  'struct_expr',
].concat('comprehension_expr');

/** Whether an expression that is written as data is of no kind; its names may be written as JSON spells them. */
function saysNothing(expression: unknown): boolean {
  if (!isObject(expression)) return false;
  const names = Object.keys(expression).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return !names.some((name) => EXPRESSIONS.includes(name));
}

const expressionIn = (field: string, within?: string): Need => ({
  only: 'v3',
  lacks: ({ [field]: value }) =>
    isObject(value) && saysNothing(within === undefined ? value : (value[within] ?? {})),
  needed: `an expression in its ${field}, which is empty`,
});

/** Of an expression in both forms the checked one is read. */
const CHECKED = expressionIn('cel_expr_checked', 'expr');
const PARSED: Need = {
  ...expressionIn('cel_expr_parsed', 'expr'),
  lacks: (message, ...rest) =>
    message.cel_expr_checked === undefined && expressionIn('cel_expr_parsed', 'expr').lacks(message, ...rest),
};

/** No proxy reads the text (fact 145). */
const READ: Need = {
  only: 'v3',
  lacks: (message) =>
    !['cel_expr_parsed', 'cel_expr_checked', 'parsed_expr', 'checked_expr'].some((field) =>
      isWritten(message, field),
    ),
  needed: 'a cel_expr_parsed or a cel_expr_checked: the proxy does not read a cel_expr_string',
};

/** A weight that is demanded, where other proxies' routes do without. */
const WEIGHT: Need = {
  only: 'v3',
  lacks: (cluster, { parent }) =>
    (parent?.type === 'thrift_proxy.WeightedCluster' || parent?.parent?.type === 'dubbo_proxy.RouteAction') &&
    !isWritten(cluster, 'weight'),
  needed: 'a weight',
};

/** What only certificates that lead to a trusted authority are asked for. */
const ASKS_OF_TRUSTED = ['match_subject_alt_names', 'match_typed_subject_alt_names'];

/** Read when the settings of the connection are; what is fetched, or only stands there, may be completed. */
const TRUSTED: Need = {
  only: 'v3',
  lacks: (context, { field, parent }) => {
    if (parent?.type !== 'CommonTlsContext' || field?.name !== 'validation_context') return false;
    const isChecked = ['trusted_ca', 'custom_validator_config', 'ca_certificate_provider_instance'].some(
      (each) => isWritten(context, each),
    );
    const { crl } = context;
    const isAsked =
      context.allow_expired_certificate === true ||
      ASKS_OF_TRUSTED.some((each) => !isEmpty(context[each])) ||
      (isObject(crl) && !isNothing(crl));
    return isAsked && !isChecked;
  },
  needed:
    'a trusted_ca, without which names, dates and revocations of certificates say nothing about who shows them',
};

const TRUSTED_NAME: Need = {
  only: 'v3',
  lacks: ({ auto_sni_san_validation: isChecked, common_tls_context: common = {} }) => {
    if (isChecked !== true || !isObject(common) || common[INVALID] !== undefined) return false;
    const { validation_context: context } = common;
    if (isObject(context))
      return !isWritten(context, 'trusted_ca') && !isWritten(context, 'custom_validator_config');
    return !Object.keys(common).some((field) => /validation_context|^certificate_provider/.test(field));
  },
  needed:
    'a validation_context with a trusted_ca in its common_tls_context, since auto_sni_san_validation asks for names in certificates',
};

/** Sources by the names that collections of resources have: a server to ask, and for which authorities. */
const SERVERS: readonly Need[] = [
  {
    only: 'v3',
    lacks: (source, { parent }) =>
      parent?.type === 'Bootstrap' &&
      !isWritten(source, 'api_config_source') &&
      ['ads', 'self', 'path', 'path_config_source'].some((field) => isWritten(source, field)),
    needed: 'an api_config_source, since other sources have no names of the form xdstp://',
  },
  {
    only: 'v3',
    lacks: (source, { field, parent }) =>
      parent?.type === 'Bootstrap' && field?.name === 'config_sources' && isEmpty(source.authorities),
    needed: 'authorities, for which it is asked',
  },
];

const TLV = oneOf('value', 'format_string');

/** Filters that begin without settings where nothing says with which. */
const TAKES_NO_DEFAULT: ReadonlySet<string> = new Set([
  'UdpProxyConfig.SessionFilter',
  'listener.Filter',
  'cluster.Filter',
]);

/** What no table demands, and the proxy does. */
const NEEDS: { readonly [type: string]: Need | readonly Need[] } = {
  Listener: [
    ADDRESS,
    FILTER_CHAINS,
    {
      only: 'v3',
      since: '1.40',
      lacks: (listener) => isWritten(listener, 'fcds_config') && !isWritten(listener, 'filter_chain_matcher'),
      needed: 'a filter_chain_matcher, which picks among the chains of its fcds_config',
    },
  ],
  'core.BindConfig': {
    only: 'v3',
    lacks: (bind) =>
      !isWritten(bind, 'source_address') &&
      !(isEmpty(bind.extra_source_addresses) && isEmpty(bind.additional_source_addresses)),
    needed: 'a source_address, beside which the further ones stand',
  },
  'core.KeyValueMutation': oneOf('append', 'remove'),
  'core.KeyValueAppend': oneOf('record'),
  'core.TlvEntry': [true, false].map((isOfTcp) => ({
    ...TLV,
    lacks: (entry, frame, look) =>
      (frame.parent?.type === 'TcpProxy') === isOfTcp && TLV.lacks(entry, frame, look),
    ...(isOfTcp ? {} : { since: '1.40' }),
  })),
  'header_to_metadata.Config.Rule': [
    oneOf('header', 'cookie'),
    oneOf('on_header_present', 'on_header_missing'),
    INSTEAD,
  ],
  'core.ConfigSource': SERVERS,
  'jwt_claim.Descriptor': oneOf('header_name', 'cookie'),
  'FileServerConfig.DirectoryBehavior': oneOf('default_file', 'list'),
  'JsonToMetadata.Rule': oneOf('on_present', 'on_missing'),
  'JsonToMetadata.KeyValuePair': {
    only: 'v3',
    // A value that is null is one.
    lacks: (_, frame, { spot }) =>
      frame.parent?.type === 'JsonToMetadata.Rule' &&
      frame.field?.name !== 'on_present' &&
      nodeOf(spot(frame, 'value')).key === undefined,
    needed: 'a value, which is what stands for the one that is missing or cannot be read',
  },
  'stats.Config.Counter': oneOf('value_format', 'value_fixed'),
  'stats.Config.Gauge': [oneOf('value_format', 'value_fixed'), oneOf('add_subtract', 'set')],
  'stats.Config.Gauge.PairedAddSubtract': [oneOf('add_log_type'), oneOf('sub_log_type')],
  'stats.Config.Gauge.Set': oneOf('log_type'),
  'ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor': oneOf('index', 'element'),
  ScopedRouteConfiguration: {
    only: 'v3',
    lacks: (scope, { parent }) =>
      parent?.type === 'ScopedRouteConfigurationsList' && !isWritten(scope, 'route_configuration'),
    needed: 'a route_configuration, since it is written in its listener and not fetched',
  },
  'listener.ApiListener': oneOf('api_listener'),
  LoadBalancingPolicy: {
    only: 'v3',
    lacks: ({ policies, [INVALID]: unreadable }, { parent }) =>
      parent?.type === 'Cluster' &&
      unreadable?.policies === undefined &&
      !messagesIn(policies).some((policy) => isWritten(policy, 'typed_extension_config')),
    needed: 'a policy that says of which kind it is (typed_extension_config)',
  },
  Secret: {
    only: 'v3',
    needed: SECRETS.join(' or '),
    lacks: (secret, { parent }) =>
      parent?.type === 'Bootstrap.StaticResources' && !SECRETS.some((kind) => isWritten(secret, kind)),
  },
  OnDemandCds: {
    only: 'v3',
    lacks: (source) => !isWritten(source, 'source') && isEmpty(source.resources_locator),
    needed: 'a source, which says where clusters come from',
  },
  OverloadAction: [
    {
      only: 'v3',
      lacks: (action) => /\.reduce_timeouts$/.test(String(action.name)) && !isWritten(action, 'typed_config'),
      needed: 'a typed_config, which says how far each timer is shortened',
    },
    {
      only: 'v3',
      lacks: (action, { parent }) =>
        /\.reset_high_memory_stream$/.test(String(action.name)) &&
        parent?.type === 'OverloadManager' &&
        !isWritten(parent.message, 'buffer_factory_config'),
      needed: 'a buffer_factory_config beside it, by which the memory of streams is told',
    },
  ],
  'dubbo_proxy.RouteMatch': {
    only: 'v3',
    lacks: ({ method, [INVALID]: unreadable }) =>
      unreadable === undefined &&
      (!isObject(method) || (!isWritten(method, 'name') && method[INVALID] === undefined)),
    needed: 'a method with a name',
  },
  'thrift_proxy.WeightedCluster.ClusterWeight': WEIGHT,
  Descriptor: expressionIn('parsed'),
  Policy: expressionIn('condition'),
  CelExpression: [READ, CHECKED, PARSED],
  ExpressionFilter: oneOf('expression'),
  ExecuteFilterAction: oneOf('typed_config', 'dynamic_config', 'filter_chain', 'filter_chain_name'),
  UpstreamTlsContext: TRUSTED_NAME,
  ExternalProcessor: oneOf('grpc_service', 'http_service'),
  FilterChainConfiguration: { ...oneOf('typed_config'), since: '1.37' },
  IPTagging: oneOf('ip_tags', 'ip_tags_datasource'),
  JwtClaimToHeader: oneOf('claim_name', 'claim_path'),
  KeySource: oneOf('header', 'query', 'cookie'),
  OpenTelemetryAccessLogConfig: oneOf('grpc_service', 'http_service', 'common_config'),
  OpenTelemetryConfig: { ...oneOf('grpc_service', 'http_service', 'exporter'), since: '1.40' },
  OAuth2Config: {
    lacks: ({ credentials, auth_type: type }) =>
      type !== 'TLS_CLIENT_AUTH' && isObject(credentials) && !isWritten(credentials, 'token_secret'),
    needed: 'a token_secret among its credentials, where auth_type is not TLS_CLIENT_AUTH',
  },
  Rds: {
    only: 'v3',
    lacks: (source) =>
      !isWritten(source, 'config_source') && !/^xdstp:/.test(String(source.route_config_name ?? '')),
    needed: 'a config_source, which says where its routes come from',
  },
  TagSpecifier: [
    {
      only: 'v3',
      lacks: (tag) =>
        isEmpty(tag.tag_name) && tag[INVALID]?.tag_name === undefined && !isWritten(tag, 'fixed_value'),
      needed: 'tag_name',
    },
    {
      only: 'v3',
      lacks: (tag) =>
        !/^(?:$|envoy\.)/.test(String(tag.tag_name ?? '')) &&
        isEmpty(tag.regex) &&
        !isWritten(tag, 'fixed_value'),
      needed: 'a regex or a fixed_value, since its name is none of those that the proxy knows itself',
    },
  ],
  'endpoint.LbEndpoint': {
    only: 'v3',
    lacks: (host, frame) => {
      const { endpoint = {} } = host;
      const cluster = around(frame, 'Cluster')?.message;
      return (
        cluster !== undefined &&
        frame.parent?.type === 'endpoint.LocalityLbEndpoints' &&
        discoveryOf(cluster) === 'STATIC' &&
        host[INVALID] === undefined &&
        isObject(endpoint) &&
        !isWritten(endpoint, 'address')
      );
    },
    needed: 'an address, since nobody looks its name up in a STATIC cluster',
  },
  Bootstrap: INTERNAL_LISTENERS,
  DownstreamTlsContext: CERTIFICATE,
  ZipkinConfig: [
    {
      only: 'v3',
      lacks: ({ collector_endpoint_version: form = UNAVAILABLE }, frame) =>
        form === UNAVAILABLE && tracesRequests(frame),
      needed: 'a collector_endpoint_version, such as HTTP_JSON: what it means where none is set was removed',
    },
    {
      only: 'v3',
      lacks: ({ collector_service: service, collector_cluster: cluster, collector_endpoint: path }, frame) =>
        tracesRequests(frame) && service === undefined && (isEmpty(cluster) || isEmpty(path)),
      needed: 'a collector_service, or both a collector_cluster and a collector_endpoint',
    },
    {
      only: 'v3',
      lacks: ({ collector_service: service }, frame) =>
        tracesRequests(frame) && isObject(service) && !isWritten(service, 'http_uri'),
      needed: 'an http_uri with a cluster in its collector_service',
    },
  ],
  'http.HttpProtocolOptions.AutoHttpConfig': {
    only: 'v3',
    lacks: ({ http3_protocol_options: third, alternate_protocols_cache_options: cache }) =>
      third !== undefined && cache === undefined,
    needed: 'alternate_protocols_cache_options, since HTTP/3 is learned of from what hosts announce',
  },
  'listener.FilterChain': {
    only: 'v3',
    lacks: ({ transport_socket: socket }, { field, parent }) => {
      const udp = field?.name === 'filter_chains' ? parent?.message.udp_listener_config : undefined;
      return isUdp(parent?.message) && isObject(udp) && udp.quic_options !== undefined && !isObject(socket);
    },
    needed: 'a transport socket that speaks QUIC, as its listener does',
  },
  'route.VirtualCluster': {
    lacks: ({ headers, pattern }) => isEmpty(headers) && isEmpty(pattern),
    needed: 'headers to match',
  },
  'route.WeightedCluster.ClusterWeight': [
    { only: 'v3', lacks: lacksCluster('name'), needed: 'a name or a cluster_header' },
    WEIGHT,
  ],
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
    lacks: ({ apply_default_config_without_warming: isAtOnce, default_config: config }, { parent }) =>
      isAtOnce === true && !isObject(config) && !TAKES_NO_DEFAULT.has(parent?.type ?? ''),
    needed: 'a default_config, since apply_default_config_without_warming begins with it',
  },
};

/** The same of what a dump shows without its secrets: what is around says whether one does. */
const NEEDS_OUTSIDE_DUMPS: typeof NEEDS = {
  TlsCertificate: [
    {
      only: 'v3',
      lacks: (certificate, frame) =>
        isWritten(certificate, 'certificate_chain') &&
        !['private_key', 'private_key_provider', 'pkcs12'].some((field) => isWritten(certificate, field)) &&
        isShownToPeers(frame),
      needed: 'a private_key beside its certificate_chain',
    },
    {
      only: 'v3',
      lacks: (certificate, frame) =>
        ['private_key', 'private_key_provider'].some((field) => isWritten(certificate, field)) &&
        !['certificate_chain', 'pkcs12'].some((field) => isWritten(certificate, field)) &&
        isShownToPeers(frame),
      needed: 'a certificate_chain beside its private_key',
    },
  ],
  CertificateValidationContext: [
    {
      only: 'v3',
      lacks: ({ trusted_ca: source }, frame) => isNothing(source) && isToBeRead(frame),
      needed: 'something in its trusted_ca, which is empty',
    },
    TRUSTED,
  ],
};

export const missingField: AnalysisRule = {
  id: 'missing-field',
  level: 'error',
  refuses: true,
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
    Object.entries(NEEDS).map(([type, need]) => [type, (frame, look) => judgeNeeds(need, frame, look)]),
  ),
  withSubject: Object.fromEntries(
    Object.entries(NEEDS_OUTSIDE_DUMPS).map(([type, need]) => [
      type,
      (_: unknown, frame: Frame, look: RuleContext) => judgeNeeds(need, frame, look),
    ]),
  ),
};

function judgeNeeds(needs: Need | readonly Need[], frame: Frame, look: RuleContext): void {
  for (const need of [needs].flat()) judgeNeed(need, frame, look);
}

function judgeNeed({ lacks, needed, only, since }: Need, frame: Frame, look: RuleContext): void {
  const { spot, report, release } = look;
  if (only !== undefined && versionOf(frame.message) !== only) return;
  if (since !== undefined && isBefore(release, since)) return;
  if (!lacks(frame.message, frame, look)) return;
  const what = describe(frame.type, frame.message);
  report({
    message: `${what} has to have ${needed}; the proxy refuses it without`,
    at: spot(frame),
    identity: what,
  });
}

function ignoredVisits<C extends RuleContext, E>(
  reasons: Parameters<typeof fieldsWithoutEffect<E>>[2],
  effectsOf: (look: C) => E,
): Visits<C> {
  const visit = (_: unknown, frame: Frame, look: C): void => {
    for (const found of fieldsWithoutEffect(frame, effectsOf(look), reasons))
      if (found.kind !== 'usual') reportIgnored(frame, look, found);
  };
  return Object.fromEntries([...reasons.keys()].map((type) => [type, visit]));
}

function reportIgnored(
  frame: Frame,
  { spot, report }: RuleContext,
  { field, why, kind }: WithoutEffect,
): void {
  report({
    message: `${field} of ${describe(frame.type, frame.message)} has no effect: ${why}; remove it, or set what it needs`,
    at: spot(frame, field),
    identity: field,
    data: { field },
    ...(kind === 'kept'
      ? {}
      : {
          fix: {
            kind: 'operations',
            title: `remove ${field}`,
            at: spot(frame),
            operations: [{ op: 'remove', path: `/${field}` }],
          },
        }),
  });
}

export const ignoredField: AnalysisRule = {
  id: 'ignored-field',
  level: 'warning',
  tag: 'unnecessary',
  purpose: 'A field that is set, but has no effect as the rest of its message stands.',
  why: 'Whoever wrote it expects it to do something. The proxy reads it and goes on as if it were not there.',
  remedy: 'Remove the field, or set the other field that gives it an effect; the finding names that one.',
  source: 'data-model.md: Cluster; Cluster enumerations; Cluster.LbSubsetConfig; Cluster.CommonLbConfig',
  bad: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
dns_refresh_rate: 30s
`,
  },
  good: {
    type: 'Cluster',
    yaml: `name: cart
connect_timeout: 1s
type: EDS
eds_cluster_config: { eds_config: { path_config_source: { path: /etc/envoy/cart.yaml } } }
`,
  },
  messages: ignoredVisits(ownReasons, (look: RuleContext) => look),
  withSubject: ignoredVisits(reasonsAround, (look: SubjectContext) => effectsOf(look)),
};

/** The proxy keeps bodies in memory for each route, and takes no longer ones. */
const MAX_BYTES = 4096;

/** Bytes of a body that is written in the configuration. */
function sizeOf({ inline_string: text, inline_bytes: bytes }: Message<'core.DataSource'>): number {
  return text === undefined ? Buffer.from(bytes ?? '', 'base64').length : Buffer.byteLength(text);
}

/** In version 3 the route configuration decides; undefined where that is not here. */
function maxBytes(frame: Frame): number | undefined {
  if (versionOf(frame.message) === 'v2') return MAX_BYTES;
  const table = around(frame, 'RouteConfiguration')?.message;
  return table && Number(table.max_direct_response_body_size_bytes ?? MAX_BYTES);
}

/** Version 3 says of the status by itself that it is required. */
const OLDER = '"@type": type.googleapis.com/envoy.api.v2.route.DirectResponseAction\n';

export const directResponse: AnalysisRule = {
  id: 'direct-response',
  level: 'error',
  refuses: true,
  purpose:
    'A direct response without a status, or with a body that is too long: of more than 4096 bytes, where its route configuration does not set another limit.',
  why: 'The proxy refuses the configuration: a response needs a status from 100 to 599, and a body that is kept with a route has to be short.',
  remedy: 'Set the status. Serve longer bodies from an upstream.',
  source: 'data-model.md: route.DirectResponseAction; how the proxy behaves',
  bad: {
    type: 'route.DirectResponseAction',
    yaml: `${OLDER}body: { inline_string: closed }\n`,
  },
  good: {
    type: 'route.DirectResponseAction',
    yaml: `${OLDER}status: 503\nbody: { inline_string: closed }\n`,
  },
  withSubject: {
    'route.DirectResponseAction'({ status, body }, frame, { spot, report }) {
      if (status === undefined && frame.message[INVALID]?.status === undefined)
        report({
          message: 'the direct response has no status, which the proxy refuses; set one from 100 to 599',
          at: spot(frame),
          identity: 'status',
        });
      const size = body === undefined ? 0 : sizeOf(body);
      const most = maxBytes(frame);
      if (most !== undefined && size > most)
        report({
          message: `the body of the direct response has ${size} bytes, and the proxy takes at most ${most}; shorten it, or serve it from an upstream`,
          at: spot(frame, 'body'),
          identity: 'body',
          data: { bytes: size },
        });
    },
  },
};
