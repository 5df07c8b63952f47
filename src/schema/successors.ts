/** What replaces deprecated fields and values of messages of which only the reference tells. */
import type { Deprecation } from './language.ts';

const NOTHING = 'deprecated-without-successor';
const MOVED = 'fields-to-successors';
const LISTED = 'settings-to-lists';
const DNS = 'dns-settings-to-typed';

/** By message and field, or enum and value: what to use, and the migration that says what becomes of it. */
const SUCCESSORS: { readonly [name: string]: readonly [use: string, migration: string] } = {
  'core.JsonFormatOptions.sort_properties': ['nothing: properties are always sorted', NOTHING],
  'core.KeyValue.key': ['core.KeyValuePair', NOTHING],
  'core.KeyValue.value': ['core.KeyValuePair', NOTHING],
  'core.KeyValueAppend.entry': ['record', NOTHING],
  'core.SubstitutionFormatString.text_format': ['text_format_source', 'log-formats-to-current'],
  'Compressor.CommonDirectionConfig.content_type': ['content_type_matcher', NOTHING],
  'DynamicModuleFilterPerRoute.per_route_config_name': ['filter_name', NOTHING],
  'FilterStateValue.read_only': ['nothing: it is deprecated without another', NOTHING],
  'PluginConfig.capability_restriction_config': ['capability_restriction_config of vm_config', NOTHING],
  'ReverseTunnel.auto_close_connections': ['nothing: it is deprecated without another', NOTHING],
  'stats.Config.stat_prefix': ['stats_scope', NOTHING],
  'TapConfig.match_config': ['match', MOVED],
  'OpenTelemetryAccessLogConfig.common_config': ['grpc_service and log_name', 'otlp-log-target-to-service'],
  'ExtensionWithMatcher.matcher': ['xds_matcher', MOVED],
  'alternate_protocols_cache.FilterConfig.alternate_protocols_cache_options': [
    'nothing: the filter uses the cache of the cluster that a request goes to',
    NOTHING,
  ],
  'ExtProcOverrides.async_mode': ['nothing: no proxy does anything for it', NOTHING],
  'GcpAuthnFilterConfig.http_uri': ['cluster and timeout', LISTED],
  'set_metadata.Config.metadata_namespace': ['metadata', LISTED],
  'set_metadata.Config.value': ['metadata', LISTED],
  'DubboProxy.route_config': ['multiple_route_config', MOVED],
  'PostgresProxy.terminate_ssl': ['downstream_ssl', MOVED],
  'RedisProxy.downstream_auth_password': ['downstream_auth_passwords', MOVED],
  'DnsFilterConfig.ClientContextConfig.upstream_resolvers': ['typed_dns_resolver_config', DNS],
  'DnsFilterConfig.ClientContextConfig.dns_resolution_config': ['typed_dns_resolver_config', DNS],
  'UdpProxyConfig.cluster': ['matcher', MOVED],
  'CommonGeoipProviderConfig.geo_headers_to_add': ['geo_field_keys', MOVED],
  'CommonGeoipProviderConfig.GeolocationHeadersToAdd.is_anon': ['anon', MOVED],
  'LocalityLbConfig.ZoneAwareLbConfig.force_locality_direct_routing': ['force_local_zone', MOVED],
  'LeastRequest.enable_full_scan': ['selection_method', NOTHING],
  'RingHash.use_hostname_for_hashing': ['consistent_hashing_lb_config', MOVED],
  'RingHash.hash_balance_factor': ['consistent_hashing_lb_config', MOVED],
  'PluginConfig.fail_open': ['failure_policy', MOVED],
  'OrcaLoadReport.rps': ['rps_fractional', NOTHING],
  'CelExpression.parsed_expr': ['cel_expr_string, or cel_expr_parsed', NOTHING],
  'CelExpression.checked_expr': ['cel_expr_string, or cel_expr_checked', NOTHING],
  'thrift_proxy.ProtocolType.TWITTER': ['COMPACT or BINARY', NOTHING],
};

/** @param name a message and its field, or an enum and its value */
export function successorOf(name: string): Deprecation | undefined {
  const found = Object.hasOwn(SUCCESSORS, name) ? SUCCESSORS[name] : undefined;
  return found && { use: found[0], migration: found[1] };
}
