/**
 * The known extensions by name, so that an untyped `config` or an older name can be read as its message.
 *
 * Names in configurations carry a namespace in front (`proxy.filters.http.router`); it is left out here, and
 * callers take it off. `tls` and `raw_buffer` are older names that never carried one.
 */
import type { MessageName } from './types.ts';

export type ExtensionKind =
  | 'network filter'
  | 'http filter'
  | 'listener filter'
  | 'access log'
  | 'transport socket'
  | 'stats sink'
  | 'tracer'
  | 'cluster type'
  | 'retry priority'
  | 'retry host predicate'
  | 'resource monitor'
  | 'health checker';

export interface ExtensionSpec {
  /** Current name without the namespace, such as `filters.network.http_connection_manager`. */
  readonly name: string;
  /** Older names, without the namespace, such as `http_connection_manager`. */
  readonly older: readonly string[];
  /** Where it is used: which message's `name` selects it. */
  readonly kind: ExtensionKind;
  /** Full name of the message its configuration is, where it is the same wherever it stands and a table exists. */
  readonly config?: MessageName;
  /** Its configuration's type as a type URL writes it, without the namespace, where there is no table. */
  readonly typeName?: string;
  /** Message of its per-route configuration (`per_filter_config`), where a table exists. */
  readonly perRoute?: MessageName;
  /** Its per-route configuration's type, without the namespace, where there is no table. */
  readonly perRouteTypeName?: string;
  /** Type of the options that a cluster holds for it (`extension_protocol_options`), without the namespace. */
  readonly protocolOptionsTypeName?: string;
}

/** As a row states it: of its kind, and without older names where it has none. */
type Row = Omit<ExtensionSpec, 'kind' | 'older'> & { readonly older?: readonly string[] };

const of = (kind: ExtensionKind, rows: readonly Row[]): readonly ExtensionSpec[] =>
  rows.map((row) => ({ older: [], ...row, kind }));

export const extensions: readonly ExtensionSpec[] = [
  ...of('network filter', [
    {
      name: 'filters.network.client_ssl_auth',
      older: ['client_ssl_auth'],
      typeName: 'config.filter.network.client_ssl_auth.v2.ClientSSLAuth',
    },
    { name: 'filters.network.direct_response', typeName: 'config.filter.network.direct_response.v2.Config' },
    {
      name: 'filters.network.dubbo_proxy',
      typeName: 'config.filter.network.dubbo_proxy.v2alpha1.DubboProxy',
    },
    { name: 'filters.network.echo', older: ['echo'], typeName: 'config.filter.network.echo.v2.Echo' },
    {
      name: 'filters.network.ext_authz',
      older: ['ext_authz'],
      typeName: 'config.filter.network.ext_authz.v2.ExtAuthz',
    },
    {
      name: 'filters.network.http_connection_manager',
      older: ['http_connection_manager'],
      config: 'HttpConnectionManager',
    },
    {
      name: 'filters.network.kafka_broker',
      typeName: 'config.filter.network.kafka_broker.v2alpha1.KafkaBroker',
    },
    {
      name: 'filters.network.local_ratelimit',
      typeName: 'config.filter.network.local_rate_limit.v2alpha.LocalRateLimit',
    },
    {
      name: 'filters.network.mongo_proxy',
      older: ['mongo_proxy'],
      typeName: 'config.filter.network.mongo_proxy.v2.MongoProxy',
    },
    {
      name: 'filters.network.mysql_proxy',
      typeName: 'config.filter.network.mysql_proxy.v1alpha1.MySQLProxy',
    },
    {
      name: 'filters.network.ratelimit',
      older: ['ratelimit'],
      typeName: 'config.filter.network.rate_limit.v2.RateLimit',
    },
    { name: 'filters.network.rbac', typeName: 'config.filter.network.rbac.v2.RBAC' },
    {
      name: 'filters.network.redis_proxy',
      older: ['redis_proxy'],
      config: 'RedisProxy',
      protocolOptionsTypeName: 'config.filter.network.redis_proxy.v2.RedisProtocolOptions',
    },
    { name: 'filters.network.sni_cluster', typeName: 'config.filter.network.sni_cluster.v2.SniCluster' },
    { name: 'filters.network.tcp_proxy', older: ['tcp_proxy'], config: 'TcpProxy' },
    {
      name: 'filters.network.thrift_proxy',
      typeName: 'config.filter.network.thrift_proxy.v2alpha1.ThriftProxy',
      protocolOptionsTypeName: 'config.filter.network.thrift_proxy.v2alpha1.ThriftProtocolOptions',
    },
    {
      name: 'filters.network.zookeeper_proxy',
      typeName: 'config.filter.network.zookeeper_proxy.v1alpha1.ZooKeeperProxy',
    },
  ]),
  ...of('http filter', [
    {
      name: 'filters.http.adaptive_concurrency',
      typeName: 'config.filter.http.adaptive_concurrency.v2alpha.AdaptiveConcurrency',
    },
    {
      name: 'filters.http.aws_lambda',
      typeName: 'config.filter.http.aws_lambda.v2alpha.Config',
      perRouteTypeName: 'config.filter.http.aws_lambda.v2alpha.PerRouteConfig',
    },
    {
      name: 'filters.http.aws_request_signing',
      typeName: 'config.filter.http.aws_request_signing.v2alpha.AwsRequestSigning',
    },
    { name: 'filters.http.buffer', older: ['buffer'], config: 'Buffer', perRoute: 'BufferPerRoute' },
    { name: 'filters.http.cache', typeName: 'config.filter.http.cache.v2alpha.CacheConfig' },
    { name: 'filters.http.compressor', config: 'Compressor' },
    { name: 'filters.http.cors', older: ['cors'], config: 'Cors' },
    { name: 'filters.http.csrf', older: ['csrf'], config: 'CsrfPolicy', perRoute: 'CsrfPolicy' },
    {
      name: 'filters.http.dynamic_forward_proxy',
      typeName: 'config.filter.http.dynamic_forward_proxy.v2alpha.FilterConfig',
      perRouteTypeName: 'config.filter.http.dynamic_forward_proxy.v2alpha.PerRouteConfig',
    },
    {
      name: 'filters.http.dynamo',
      older: ['http_dynamo_filter'],
      typeName: 'config.filter.http.dynamo.v2.Dynamo',
    },
    {
      name: 'filters.http.ext_authz',
      older: ['ext_authz'],
      config: 'http.ext_authz.ExtAuthz',
      perRoute: 'ExtAuthzPerRoute',
    },
    { name: 'filters.http.fault', older: ['fault'], config: 'HTTPFault', perRoute: 'HTTPFault' },
    {
      name: 'filters.http.grpc_http1_bridge',
      older: ['grpc_http1_bridge'],
      config: 'grpc_http1_bridge.Config',
    },
    {
      name: 'filters.http.grpc_http1_reverse_bridge',
      typeName: 'config.filter.http.grpc_http1_reverse_bridge.v2alpha1.FilterConfig',
      perRouteTypeName: 'config.filter.http.grpc_http1_reverse_bridge.v2alpha1.FilterConfigPerRoute',
    },
    {
      name: 'filters.http.grpc_json_transcoder',
      older: ['grpc_json_transcoder'],
      typeName: 'config.filter.http.transcoder.v2.GrpcJsonTranscoder',
    },
    { name: 'filters.http.grpc_stats', typeName: 'config.filter.http.grpc_stats.v2alpha.FilterConfig' },
    { name: 'filters.http.grpc_web', older: ['grpc_web'], config: 'GrpcWeb' },
    { name: 'filters.http.gzip', older: ['gzip'], config: 'gzip.Gzip' },
    { name: 'filters.http.header_to_metadata', config: 'header_to_metadata.Config' },
    { name: 'filters.http.health_check', older: ['health_check'], config: 'health_check.HealthCheck' },
    {
      name: 'filters.http.ip_tagging',
      older: ['ip_tagging'],
      typeName: 'config.filter.http.ip_tagging.v2.IPTagging',
    },
    { name: 'filters.http.jwt_authn', config: 'JwtAuthentication' },
    { name: 'filters.http.lua', older: ['lua'], config: 'http.lua.Lua' },
    { name: 'filters.http.on_demand', typeName: 'config.filter.http.on_demand.v2.OnDemand' },
    { name: 'filters.http.original_src', typeName: 'config.filter.http.original_src.v2alpha1.OriginalSrc' },
    { name: 'filters.http.ratelimit', older: ['rate_limit'], config: 'http.ratelimit.RateLimit' },
    { name: 'filters.http.rbac', config: 'http.rbac.RBAC', perRoute: 'RBACPerRoute' },
    { name: 'filters.http.router', older: ['router'], config: 'http.router.Router' },
    { name: 'filters.http.squash', older: ['squash'], typeName: 'config.filter.http.squash.v2.Squash' },
    { name: 'filters.http.tap', typeName: 'config.filter.http.tap.v2alpha.Tap' },
  ]),
  ...of('listener filter', [
    {
      name: 'filters.listener.http_inspector',
      older: ['listener.http_inspector'],
      typeName: 'config.filter.listener.http_inspector.v2.HttpInspector',
    },
    {
      name: 'filters.listener.original_dst',
      older: ['listener.original_dst'],
      typeName: 'config.filter.listener.original_dst.v2.OriginalDst',
    },
    {
      name: 'filters.listener.original_src',
      older: ['listener.original_src'],
      typeName: 'config.filter.listener.original_src.v2alpha1.OriginalSrc',
    },
    {
      name: 'filters.listener.proxy_protocol',
      older: ['listener.proxy_protocol'],
      typeName: 'config.filter.listener.proxy_protocol.v2.ProxyProtocol',
    },
    {
      name: 'filters.listener.tls_inspector',
      older: ['listener.tls_inspector'],
      typeName: 'config.filter.listener.tls_inspector.v2.TlsInspector',
    },
    {
      name: 'filters.udp_listener.udp_proxy',
      typeName: 'config.filter.udp.udp_proxy.v2alpha.UdpProxyConfig',
    },
  ]),
  ...of('access log', [
    { name: 'access_loggers.file', older: ['file_access_log'], config: 'FileAccessLog' },
    { name: 'access_loggers.http_grpc', older: ['http_grpc_access_log'], config: 'HttpGrpcAccessLogConfig' },
    { name: 'access_loggers.tcp_grpc', older: ['tcp_grpc_access_log'], config: 'TcpGrpcAccessLogConfig' },
  ]),
  ...of('transport socket', [
    { name: 'transport_sockets.alts', typeName: 'config.transport_socket.alts.v2alpha.Alts' },
    {
      name: 'transport_sockets.raw_buffer',
      older: ['raw_buffer'],
      typeName: 'config.transport_socket.raw_buffer.v2.RawBuffer',
    },
    { name: 'transport_sockets.tap', typeName: 'config.transport_socket.tap.v2alpha.Tap' },
    { name: 'transport_sockets.tls', older: ['tls'] },
  ]),
  ...of('stats sink', [
    { name: 'stat_sinks.dog_statsd', older: ['dog_statsd'], config: 'DogStatsdSink' },
    { name: 'stat_sinks.hystrix', config: 'HystrixSink' },
    { name: 'stat_sinks.metrics_service', older: ['metrics_service'], config: 'MetricsServiceConfig' },
    { name: 'stat_sinks.statsd', older: ['statsd'], config: 'StatsdSink' },
  ]),
  ...of('tracer', [
    { name: 'tracers.datadog', config: 'DatadogConfig' },
    { name: 'tracers.dynamic_ot', older: ['dynamic.ot'], config: 'DynamicOtConfig' },
    { name: 'tracers.lightstep', older: ['lightstep'], config: 'LightstepConfig' },
    { name: 'tracers.opencensus', config: 'OpenCensusConfig' },
    { name: 'tracers.xray', typeName: 'config.trace.v2alpha.XRayConfig' },
    { name: 'tracers.zipkin', older: ['zipkin'], config: 'ZipkinConfig' },
  ]),
  ...of('cluster type', [
    { name: 'cluster.eds' },
    { name: 'cluster.logical_dns' },
    { name: 'cluster.original_dst' },
    { name: 'cluster.static' },
    { name: 'cluster.strict_dns' },
    { name: 'clusters.aggregate', config: 'aggregate.ClusterConfig' },
    { name: 'clusters.dynamic_forward_proxy', config: 'dynamic_forward_proxy.ClusterConfig' },
    { name: 'clusters.redis', typeName: 'config.cluster.redis.RedisClusterConfig' },
  ]),
  ...of('retry priority', [
    {
      name: 'retry_priorities.previous_priorities',
      typeName: 'config.retry.previous_priorities.PreviousPrioritiesConfig',
    },
  ]),
  ...of('retry host predicate', [
    {
      name: 'retry_host_predicates.omit_canary_hosts',
      typeName: 'config.retry.omit_canary_hosts.v2.OmitCanaryHostsPredicate',
    },
    {
      name: 'retry_host_predicates.omit_host_metadata',
      typeName: 'config.retry.omit_host_metadata.v2.OmitHostMetadataConfig',
    },
    {
      name: 'retry_host_predicates.previous_hosts',
      typeName: 'config.retry.previous_hosts.v2.PreviousHostsPredicate',
    },
  ]),
  ...of('resource monitor', [
    {
      name: 'resource_monitors.fixed_heap',
      typeName: 'config.resource_monitor.fixed_heap.v2alpha.FixedHeapConfig',
    },
    {
      name: 'resource_monitors.injected_resource',
      typeName: 'config.resource_monitor.injected_resource.v2alpha.InjectedResourceConfig',
    },
  ]),
  ...of('health checker', [
    { name: 'health_checkers.redis', typeName: 'config.health_checker.redis.v2.Redis' },
  ]),
];

const byKindAndName = new Map(
  extensions.flatMap((spec) =>
    [spec.name, ...spec.older].map((name): [string, ExtensionSpec] => [key(spec.kind, name), spec]),
  ),
);

function key(kind: ExtensionKind, name: string): string {
  return `${kind}\n${name}`;
}

/** The extension of this kind with this current or older name, given without its namespace. */
export function findExtension(kind: ExtensionKind, nameWithoutWord: string): ExtensionSpec | undefined {
  return byKindAndName.get(key(kind, nameWithoutWord));
}

/** Every current and older name of a known extension, without the namespace. */
export function extensionNames(): ReadonlySet<string> {
  return new Set(extensions.flatMap((spec) => [spec.name, ...spec.older]));
}
