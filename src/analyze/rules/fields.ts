import { discoveryOf, isWritten } from '../../effects/cluster.ts';
import { fieldsWithoutEffect, typesWithReasons, type WithoutEffect } from '../../effects/fields.ts';
import { type BoundMessage, INVALID, isObject, versionOf } from '../../model/bound.ts';
import { describe, shortName } from '../../model/describe.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import { durationNanos } from '../../model/values.ts';
import { around, type Frame } from '../../model/walk.ts';
import { ipAddress } from '../../routing/where/addresses.ts';
import { findExtension } from '../../schema/extensions.ts';
import { isBefore, type Release } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { isDumped } from '../clusters/definitions.ts';
import { groundOf } from '../clusters/known-clusters.ts';
import { htpasswdProblem, jwksProblem } from '../fields/jwks.ts';
import { luaProblem } from '../fields/lua.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';

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
  ],
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
  'header_to_metadata.Config.Rule': [['header', 'cookie']],
  'jwt_claim.Descriptor': [['header_name', 'cookie']],
  'FileServerConfig.DirectoryBehavior': [['default_file', 'list']],
  'OverrideHost.OverrideHostSource': [['header', 'metadata']],
  'stats.Config': [['stat_prefix', 'stats_scope']],
  'stats.Config.Counter': [['value_format', 'value_fixed']],
  'stats.Config.Gauge': [['value_format', 'value_fixed']],
  ExternalProcessor: [['grpc_service', 'http_service']],
  FixedHeapConfig: [['max_heap_size_bytes', 'max_heap_size_bytes_runtime']],
  IPTagging: [['ip_tags', 'ip_tags_datasource']],
  JwtClaimToHeader: [['claim_name', 'claim_path']],
  OpenTelemetryAccessLogConfig: everyTwo(['grpc_service', 'http_service', 'common_config']),
  OpenTelemetryConfig: everyTwo(['grpc_service', 'http_service', 'exporter']),
};

function everyTwo(fields: readonly string[]): readonly (readonly [string, string])[] {
  return fields.flatMap((first, at) =>
    fields.slice(at + 1).map((second): [string, string] => [first, second]),
  );
}

function isSet(message: BoundMessage, field: string): boolean {
  const value = message[field];
  return (
    value !== undefined &&
    value !== '' &&
    value !== false &&
    value !== 0 &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function judgePairs(frame: Frame, { spot, report }: RuleContext): void {
  for (const [first, second] of PAIRS[frame.type] ?? []) {
    if (!isSet(frame.message, first) || !isSet(frame.message, second)) continue;
    report({
      message: `${shortName(frame.type)} sets ${first} and ${second}, of which the proxy takes only one, so it refuses the configuration; keep the one that is meant`,
      at: spot(frame),
      identity: first,
      related: [
        { message: first, at: spot(frame, first) },
        { message: second, at: spot(frame, second) },
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
    'how the proxy behaves: two ways to rewrite a path, the two forms of mirror policies, pattern and headers of virtual clusters; in version 3 a name and a header for one cluster, routes and a matcher, two ways to strip a port, to learn the address of a client, or to listen; in a bootstrap two watchdogs, or two ways to flush statistics',
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

/** A value that version 3 lost, and an absent one means. */
const UNAVAILABLE = 'DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE';

/** A value in the place of a header that is missing. */
const INSTEAD: Need = {
  only: 'v3',
  lacks: ({ on_header_missing: instead }) =>
    isObject(instead) && isEmpty(instead.value) && instead[INVALID]?.value === undefined,
  needed: 'a value in its on_header_missing, which is what stands for the header',
};

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
  'core.TlvEntry': { ...oneOf('value', 'format_string'), since: '1.40' },
  'header_to_metadata.Config.Rule': [
    oneOf('header', 'cookie'),
    oneOf('on_header_present', 'on_header_missing'),
    INSTEAD,
  ],
  'jwt_claim.Descriptor': oneOf('header_name', 'cookie'),
  'FileServerConfig.DirectoryBehavior': oneOf('default_file', 'list'),
  'JsonToMetadata.Rule': oneOf('on_present', 'on_missing'),
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
    oneOf('tag_name'),
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
  CertificateValidationContext: {
    only: 'v3',
    lacks: ({ trusted_ca: source }, frame) => isNothing(source) && isToBeRead(frame),
    needed: 'something in its trusted_ca, which is empty',
  },
  ZipkinConfig: {
    only: 'v3',
    // The tracer of a bootstrap is made only where a connection manager traces by it.
    lacks: ({ collector_endpoint_version: form = UNAVAILABLE }, { parent }) =>
      form === UNAVAILABLE && parent?.parent?.type === 'HttpConnectionManager.Tracing',
    needed: 'a collector_endpoint_version, such as HTTP_JSON: what it means where none is set was removed',
  },
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
    Object.entries(NEEDS).map(([type, need]) => [
      type,
      (frame, look) => {
        for (const each of [need].flat()) judgeNeed(each, frame, look);
      },
    ]),
  ),
};

function judgeNeed(
  { lacks, needed, only, since }: Need,
  frame: Frame,
  { spot, report, document }: RuleContext,
): void {
  if (only !== undefined && versionOf(frame.message) !== only) return;
  if (since !== undefined && isBefore(document.root.release, since)) return;
  if (!lacks(frame.message, frame)) return;
  const what = describe(frame.type, frame.message);
  report({
    message: `${what} has to have ${needed}; the proxy refuses it without`,
    at: spot(frame),
    identity: what,
  });
}

function visit(_: unknown, frame: Frame, look: RuleContext): void {
  for (const found of fieldsWithoutEffect(frame, groundOf(look.subject, look.namespace)))
    if (found.kind !== 'usual') reportIgnored(frame, look, found);
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
  messages: Object.fromEntries([...typesWithReasons()].map((type) => [type, visit])) satisfies Visits,
};

/** What the proxy reads further than the API says. */
export const invalidValue: AnalysisRule = {
  id: 'invalid-value',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A value that the API allows, and that the proxy refuses when it reads it.',
  why: 'Some values are read further: bytes as hexadecimal digits, keys as JSON, passwords as lines of htpasswd, ranges with an order, sizes that have to be prime, scripts, names that the filter has to define. The proxy refuses the configuration where it cannot.',
  remedy: 'Write the value as the message of the finding says.',
  source:
    'how the proxy behaves in version 3: HealthCheck, CidrRange, JwtProvider, BasicAuth, Maglev, RingHash, LayeredRuntime, JwtRequirement, LocalRateLimit, InternalRedirectPolicy, Vhds, HttpProtocolOptions, Lua',
  bad: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65536 }
`,
  },
  good: {
    type: 'Cluster',
    yaml: `"@type": type.googleapis.com/proxy.config.cluster.v3.Cluster
name: cart
connect_timeout: 1s
lb_policy: MAGLEV
maglev_lb_config: { table_size: 65537 }
`,
  },
  messages: {
    'core.HealthCheck.HttpHealthCheck'(check, frame, look) {
      for (const field of ['expected_statuses', 'retriable_statuses'] as const)
        for (const [index, range] of (frame.message[field] === undefined
          ? []
          : (check[field] ?? [])
        ).entries())
          tell(look, frame, field, statusProblem(range), index);
    },
    'cluster.OutlierDetection'({ base_ejection_time: base = '30s', max_ejection_time: most }, frame, look) {
      const [least, found] = [millis(base), millis(most ?? '')];
      if (least === undefined || found === undefined || found >= least) return;
      tell(look, frame, 'max_ejection_time', `may not be less than base_ejection_time, which is ${base}`);
    },
    'core.HealthCheck.Payload'({ text }, frame, look) {
      if (text === undefined || /^(?:[0-9a-f]{2})*$/i.test(text)) return;
      tell(look, frame, 'text', 'has to be hexadecimal digits, two for each byte');
    },
    'core.CidrRange'({ address_prefix: address = '' }, frame, look) {
      if (!CHECKED_RANGES.has(frame.parent?.type ?? '') || !IS_WRITTEN.test(address)) return;
      if (ipAddress(address) === undefined) tell(look, frame, 'address_prefix', 'has to be an IP address');
    },
    'core.DataSource'({ inline_string: text, inline_bytes: bytes }, frame, look) {
      if (!SCRIPTS.has(frame.parent?.type ?? '') || !SCRIPT_FIELDS.has(frame.field?.name ?? '')) return;
      if (text !== undefined) tell(look, frame, 'inline_string', luaProblem(text));
      else if (bytes !== undefined)
        tell(look, frame, 'inline_bytes', luaProblem(Buffer.from(bytes, 'base64').toString('latin1')));
    },
    JwtProvider({ local_jwks: keys }, _frame, look) {
      if (keys === undefined) return;
      const at = { message: keys, type: 'core.DataSource' };
      if (keys.inline_string !== undefined) tell(look, at, 'inline_string', jwksProblem(keys.inline_string));
      else if (keys.inline_bytes !== undefined)
        tell(look, at, 'inline_bytes', jwksProblem(Buffer.from(keys.inline_bytes, 'base64').toString()));
    },
    JwtRequirement({ provider_name: name, provider_and_audiences: further }, frame, look) {
      namedIn('providers', name, frame, 'provider_name', frame, look);
      if (further === undefined) return;
      const at = { message: further, type: 'ProviderWithAudiences' };
      namedIn('providers', further.provider_name ?? '', at, 'provider_name', frame, look);
    },
    RequirementRule(_, frame, look) {
      namedIn('requirement_map', frame.message.requirement_name, frame, 'requirement_name', frame, look);
    },
    Cluster(cluster, frame, look) {
      const { lb_policy: policy, lb_subset_config: subsets, maglev_lb_config: maglev } = cluster;
      if (policy === 'MAGLEV' && subsets === undefined && isObject(maglev))
        tableSize({ message: maglev, type: 'Cluster.MaglevLbConfig' }, look);
      optionNames(frame, look);
    },
    Bootstrap(_, frame, look) {
      const { stats_eviction_interval: evicted, stats_flush_interval: flushed = '5s' } = frame.message;
      const [every, of] = [millis(String(evicted ?? '')), millis(String(flushed))];
      if (every === undefined || of === undefined || of === 0n || every % of === 0n) return;
      tell(
        look,
        frame,
        'stats_eviction_interval',
        `has to be a multiple of stats_flush_interval, which is ${flushed}`,
      );
    },
    LayeredRuntime({ layers = [] }, frame, look) {
      const admins = layers.flatMap(({ admin_layer: admin }, at) => (admin === undefined ? [] : [at]));
      if (admins.length > 1) tell(look, frame, 'layers', 'may hold one admin_layer', admins[1]);
    },
  },
  tables: {
    'http.lua.Lua'(frame, look) {
      const { inline_code: text } = frame.message;
      if (typeof text === 'string') tell(look, frame, 'inline_code', luaProblem(text));
    },
    'type.TokenBucket'(frame, look) {
      const { fill_interval: interval } = frame.message;
      if (!LOCAL_LIMITS.has(frame.parent?.type ?? '') || !/^\d[\d.]*s$/.test(String(interval))) return;
      if (Number.parseFloat(String(interval)) < LEAST_INTERVAL)
        tell(look, frame, 'fill_interval', `has to be at least ${LEAST_INTERVAL}s, and is ${interval}`);
    },
    'route.InternalRedirectPolicy'(frame, look) {
      const { response_headers_to_copy: names } = frame.message;
      for (const [index, name] of (Array.isArray(names) ? names : []).entries())
        if (/^(?::|host$)/i.test(String(name)))
          tell(look, frame, 'response_headers_to_copy', 'may name neither the host nor :-headers', index);
    },
    BasicAuth(frame, look) {
      const { users } = frame.message;
      if (!isObject(users) || typeof users.inline_string !== 'string') return;
      const at = { message: users, type: 'core.DataSource' };
      tell(look, at, 'inline_string', htpasswdProblem(users.inline_string));
    },
    Maglev: (frame, look) => {
      if (isFirstPolicy(frame)) tableSize(frame, look);
    },
    RingHash: (frame, look) => {
      const { minimum_ring_size: least = 1024, maximum_ring_size: most } = frame.message;
      if (!isFirstPolicy(frame) || Number(most ?? MAX_RING_SIZE) >= Number(least)) return;
      if (most === undefined)
        tell(look, frame, 'minimum_ring_size', `may be at most ${MAX_RING_SIZE} without maximum_ring_size`);
      else
        tell(look, frame, 'maximum_ring_size', `may not be less than minimum_ring_size, which is ${least}`);
    },
    'AdmissionControl.SuccessCriteria.HttpCriteria'(frame, look) {
      const { http_success_status: ranges } = frame.message;
      for (const [index, range] of (Array.isArray(ranges) ? ranges : []).entries())
        if (isObject(range)) tell(look, frame, 'http_success_status', successProblem(range), index);
    },
    'ext_authz.HttpService'(frame, look) {
      for (const field of ['path_prefix', 'path_override'])
        if (/^[^/]/.test(String(frame.message[field] ?? '')))
          tell(look, frame, field, 'has to begin with a slash');
    },
    ScaledTrigger(frame, look) {
      const { scaling_threshold: begins = 0, saturation_threshold: ends = 0 } = frame.message;
      if (Number(begins) >= Number(ends))
        tell(look, frame, 'scaling_threshold', `has to be less than saturation_threshold, which is ${ends}`);
    },
    Vhds(frame, look) {
      const { config_source: source } = frame.message;
      const path = ['path_config_source', 'path'].find(
        (field) => isObject(source) && isWritten(source, field),
      );
      if (path !== undefined && !isBefore(look.document.root.release, '1.39'))
        tell(
          look,
          frame,
          'config_source',
          `may not be a file (${path}): virtual hosts are discovered by DELTA_GRPC or ADS`,
        );
      const api = isObject(source) ? source.api_config_source : undefined;
      if (!isObject(api) || api.api_type === 'DELTA_GRPC' || api.api_type === undefined) return;
      const at = { message: api, type: 'core.ApiConfigSource' };
      tell(look, at, 'api_type', 'has to be DELTA_GRPC for virtual hosts that are discovered');
    },
  },
};

type At = Pick<Frame, 'message' | 'type'>;

/** Whole thousandths of a second, in which the proxy compares times. */
function millis(text: string): bigint | undefined {
  const nanos = durationNanos(text);
  return nanos === undefined ? undefined : nanos / 1_000_000n;
}

/** Names are looked up in a map of the filter's settings; a requirement by itself does not show them. */
function namedIn(map: string, name: unknown, at: At, field: string, frame: Frame, look: RuleContext): void {
  const settings: BoundMessage | undefined = around(frame, 'JwtAuthentication')?.message;
  if (typeof name !== 'string' || settings === undefined || settings[INVALID]?.[map] !== undefined) return;
  const known = settings[map];
  if (isObject(known) && Object.hasOwn(known, name)) return;
  tell(look, at, field, `has to be a name in ${map}, and ${quoted(name)} is none`);
}

/** @param problem ends a sentence that begins with the field; nothing is told without one */
function tell(
  { spot, report }: RuleContext,
  at: At,
  field: string,
  problem: string | undefined,
  index?: number,
): void {
  if (problem === undefined) return;
  report({
    message: `${field} of ${shortName(at.type)} ${problem}; the proxy refuses the configuration otherwise`,
    at: spot(at, field, index),
    identity: `${field} ${index ?? ''}`,
  });
}

function statusProblem({ start = 0, end = 0 }: Message<'type.Int64Range'>): string | undefined {
  if (Number(start) < 100) return `has to begin at 100 or more, and begins at ${start}`;
  if (Number(end) > 600) return `has to end at 600 or less, and ends at ${end}`;
  return Number(start) < Number(end)
    ? undefined
    : `has to end above its start, which it does not hold itself: ${start} to ${end} is empty`;
}

/** A range that holds no status is taken here. */
function successProblem(range: BoundMessage): string | undefined {
  const [start, end] = [Number(range.start ?? 0), Number(range.end ?? 0)];
  if (start < 100 || start >= 600) return `has to begin between 100 and 599, and begins at ${start}`;
  return end > 600 || end < start
    ? `has to end between its start, which is ${start}, and 600, and ends at ${end}`
    : undefined;
}

/** Messages that hold scripts, and the fields in which they do. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'http.lua.Lua',
  'LuaPerRoute',
  'LuaConfig',
  'string_matcher.lua.Lua',
]);
const SCRIPT_FIELDS: ReadonlySet<string> = new Set(['default_source_code', 'source_codes', 'source_code']);

/** Messages of rate limits that the proxy itself counts, and how often at most their buckets are filled, in seconds. */
const LOCAL_LIMITS: ReadonlySet<string> = new Set([
  'http.local_ratelimit.LocalRateLimit',
  'network.local_ratelimit.LocalRateLimit',
  'listener.local_ratelimit.LocalRateLimit',
  'LocalRateLimitDescriptor',
]);
const LEAST_INTERVAL = 0.05;

/** Messages whose ranges the proxy reads when it loads them; others it leaves out where it cannot. */
const CHECKED_RANGES: ReadonlySet<string> = new Set([
  'listener.FilterChainMatch',
  'HttpConnectionManager.InternalAddressConfig',
  'Permission',
  'Principal',
]);

/** What no template has to fill: `HOST_IP` and `{{ip}}` may be an address by the time the proxy reads it. */
const IS_WRITTEN = /^[0-9a-f.:/]+$/i;

/** Of several policies the proxy reads the first that it knows. */
function isFirstPolicy(frame: Frame): boolean {
  const policy = around(frame, 'LoadBalancingPolicy.Policy');
  return policy?.index === 0;
}

/** Of a ring that does not say. */
const MAX_RING_SIZE = 8_388_608;

function tableSize(at: At, look: RuleContext): void {
  const size = Number(at.message.table_size ?? 65537);
  if (!isPrime(size)) tell(look, at, 'table_size', `has to be a prime number, and is ${size}`);
}

/** So large a size is not factored. */
const MAX_FACTORED = 2 ** 32;

/** Whether a size is prime, of which the proxy counts 1 as one, or nobody knows. */
function isPrime(number: number): boolean {
  if (number > MAX_FACTORED) return true;
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return number > 0;
}

/** Names that lead the proxy to options, beside those of filters. */
const OPTION_NAMES = /(?:^|\.)(?:filters|extensions\.upstreams|upstreams)\./;
const OPTIONS = /\.extensions\.upstreams\.(?:http|tcp)\.v3\./;

function optionNames({ message, type }: Frame, look: RuleContext): void {
  const { typed_extension_protocol_options: options } = message;
  if (!isObject(options)) return;
  for (const [name, value] of Object.entries(options)) {
    if (findExtension('http filter', withoutNamespace(name, look.namespace)) !== undefined)
      look.report({
        message: `typed_extension_protocol_options has options for ${JSON.stringify(name)}, and no HTTP filter takes any, so the proxy refuses the cluster; remove them`,
        at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
        identity: name,
      });
    if (!isObject(value) || !OPTIONS.test(`.${value['@type']}`) || OPTION_NAMES.test(name)) continue;
    const wanted = String(value['@type']).replace(/^.*\//, '');
    look.report({
      message: `typed_extension_protocol_options has the name ${JSON.stringify(name)}, under which the proxy finds no options, so it refuses the cluster; these belong under ${look.namespace}.${wanted.replace(/^[^.]*\.(?=extensions\.)/, '')}`,
      at: look.spot({ message, type }, 'typed_extension_protocol_options', name),
      identity: name,
    });
  }
}

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
  messages: {
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
