import type { MessageView, Migration, MigrationOutcome } from '../src/canonical/migration/migration.ts';
import { lookup } from '../src/source/lookup.ts';

/** What becomes of a setting: gone without a trace, or left with what to do; undefined where the value is a current one. */
type Judged = { readonly removed: string } | { readonly left: string } | undefined;

type Judge = (value: unknown, view: MessageView) => Judged;

const removed =
  (why: string): Judge =>
  () => ({ removed: why });

const left =
  (what: string): Judge =>
  () => ({ left: what });

const NOT_BUILT = 'no proxy ever did anything for it';

const PROVIDER = left(
  'the proxy does not fetch certificates by it; use tls_certificate_provider_instance or ca_certificate_provider_instance where the client knows them, else secrets',
);

const VERSION: Judge = (value) =>
  value === 'V2'
    ? { left: 'the proxy refuses it; write V3 once the management server or service speaks version 3' }
    : undefined;

const THRIFT: Judge = (value) =>
  value === 'TWITTER'
    ? { left: 'the proxy no longer speaks that protocol; use COMPACT or BINARY, with the services behind it' }
    : undefined;

/** By message and field. */
const SETTINGS: { readonly [message: string]: { readonly [field: string]: Judge } } = {
  'route.WeightedCluster': {
    total_weight: removed('the shares are those of the sum of the weights, whatever stands here'),
  },
  'route.RouteAction': {
    include_vh_rate_limits: (value) =>
      value === true
        ? {
            left: 'write vh_rate_limits: INCLUDE for the rate limit filters of the chain, in typed_per_filter_config of the route',
          }
        : { removed: 'false is what its absence means' },
  },
  'core.JsonFormatOptions': { sort_properties: removed('properties are always sorted') },
  'alternate_protocols_cache.FilterConfig': {
    alternate_protocols_cache_options: removed(
      'the filter uses the cache of the cluster that a request goes to',
    ),
  },
  ExtProcOverrides: { async_mode: removed(NOT_BUILT) },
  LeastRequest: {
    enable_full_scan: (value) =>
      value === true
        ? {
            left: 'no proxy ever read it; remove it, or write selection_method: FULL_SCAN if all hosts are to be compared',
          }
        : { removed: NOT_BUILT },
  },
  'core.Extension': { type_descriptor: left('nothing reads it; write type_urls, or remove it') },
  'core.Node': {
    listening_addresses: left(
      'it is a hint for the management server; remove it once that does not choose listeners by it',
    ),
  },
  'core.Http1ProtocolOptions': {
    use_balsa_parser: left(
      'set the runtime flag of the parser for all connections, or remove it: proxies choose their parser themselves',
    ),
  },
  'endpoint.LocalityLbEndpoints': {
    load_balancer_endpoints: left(
      'no proxy reads it, so the locality has none of these hosts; write lb_endpoints',
    ),
  },
  CommonTlsContext: {
    tls_certificate_certificate_provider: PROVIDER,
    tls_certificate_certificate_provider_instance: PROVIDER,
    validation_context_certificate_provider: PROVIDER,
    validation_context_certificate_provider_instance: PROVIDER,
  },
  'CommonTlsContext.CombinedCertificateValidationContext': {
    validation_context_certificate_provider: PROVIDER,
    validation_context_certificate_provider_instance: PROVIDER,
  },
  CelExpression: {
    parsed_expr: left(
      'write the expression as text in cel_expr_string, or let what parses it send cel_expr_parsed',
    ),
    checked_expr: left(
      'write the expression as text in cel_expr_string, or let what checks it send cel_expr_checked',
    ),
  },
  DynamicOtConfig: {
    library: left(
      'proxies since 1.32 have no OpenTracing libraries; trace with OpenTelemetry, Zipkin or Datadog',
    ),
    config: left(
      'proxies since 1.32 have no OpenTracing libraries; trace with OpenTelemetry, Zipkin or Datadog',
    ),
  },
  UpstreamTlsContext: {
    enforce_rsa_key_usage: left(
      'releases since 1.38 deprecate it without another; remove it where it is true',
    ),
  },
  'Compressor.CommonDirectionConfig': {
    content_type: left(
      'write content_type_matcher, an exact matcher for each type, once every proxy is 1.40',
    ),
  },
  DynamicModuleFilterPerRoute: {
    per_route_config_name: left('write filter_name, once every proxy is 1.38'),
  },
  FilterStateValue: {
    read_only: left('releases since 1.39 deprecate it without another; remove it where it is not needed'),
  },
  PluginConfig: {
    capability_restriction_config: left('write it in vm_config, once every proxy is 1.40'),
  },
  ReverseTunnel: {
    auto_close_connections: left(
      'releases since 1.40 deprecate it without another; remove it where it is not needed',
    ),
  },
  'stats.Config': { stat_prefix: left('write stats_scope, once every proxy is 1.39') },
  'core.KeyValue': {
    key: left('write a KeyValuePair where it is asked for'),
    value: left('write a KeyValuePair where it is asked for'),
  },
  'core.KeyValueAppend': { entry: left('write record, whose value is no base64') },
  OrcaLoadReport: { rps: left('report rps_fractional') },
  'core.ConfigSource': { resource_api_version: VERSION },
  'core.ApiConfigSource': {
    transport_api_version: VERSION,
    api_type: (value) =>
      value === 'DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE'
        ? { left: 'the proxy refuses it; write what the management server speaks: GRPC, DELTA_GRPC or REST' }
        : undefined,
  },
  'core.SelfConfigSource': { transport_api_version: VERSION },
  'http.ext_authz.ExtAuthz': { transport_api_version: VERSION },
  'network.ext_authz.ExtAuthz': { transport_api_version: VERSION },
  RateLimitServiceConfig: { transport_api_version: VERSION },
  CommonGrpcAccessLogConfig: { transport_api_version: VERSION },
  MetricsServiceConfig: { transport_api_version: VERSION },
  TraServiceConfig: { transport_api_version: VERSION },
  ZipkinConfig: {
    collector_endpoint_version: (value) =>
      value === 'DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE'
        ? {
            left: 'the proxy refuses it; write HTTP_JSON or HTTP_PROTO, and the collector_endpoint for it (/api/v2/spans)',
          }
        : undefined,
  },
  Thrift: { protocol: THRIFT },
  ThriftProtocolOptions: { protocol: THRIFT },
  ThriftProxy: { protocol: THRIFT },
  ThriftToMetadata: { protocol: THRIFT },
};

/** Deprecated fields and values of version 3 for which there is no other: gone where they say nothing, left where they do. */
export const deprecatedWithoutSuccessor: Migration = {
  id: 'deprecated-without-successor',
  title: 'deprecated settings of version 3 that nothing replaces go where they have no effect',
  why: 'Version 3 deprecates these settings without another that certainly says the same; each release may refuse one more of them.',
  how:
    'Removed: `total_weight`, `sort_properties`, `alternate_protocols_cache_options`, `async_mode`, and `false` of `include_vh_rate_limits` and `enable_full_scan`. ' +
    'Left, each with what to do: providers of certificates, parsed CEL expressions, OpenTracing libraries, `use_balsa_parser`, `load_balancer_endpoints`, version 2 as a version of the API, and others that only a person can decide.',
  source: 'full API of version 3',
  optional: false,
  versions: ['v3'],
  messages: Object.keys(SETTINGS),
  fields: [...new Set(Object.values(SETTINGS).flatMap((judges) => Object.keys(judges)))],
  example: {
    type: 'route.WeightedCluster',
    before: `clusters:
- {name: cart, weight: 90}
- {name: cart-next, weight: 10}
total_weight: 100
`,
    after: `clusters:
- {name: cart, weight: 90}
- {name: cart-next, weight: 10}
`,
  },
  plan(view) {
    return Object.entries(lookup(SETTINGS, view.type) ?? {}).flatMap(
      ([field, judge]): readonly MigrationOutcome[] => {
        const value = view.value[field];
        const judged = value === undefined ? undefined : judge(value, view);
        if (judged === undefined) return [];
        if ('left' in judged) return [{ kind: 'left', field, reason: judged.left }];
        const reason = `removed ${field}: ${judged.removed}`;
        return [{ kind: 'edits', edits: [{ op: 'remove', path: view.at(field) }], reason }];
      },
    );
  },
};
