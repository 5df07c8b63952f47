/** What replaces deprecated fields and values of messages and enums of which nobody wrote more. */
import type { EnumOverlay, MessageOverlay, Replacement } from './language.ts';

const NOTHING = 'deprecated-without-successor';
const MOVED = 'fields-to-successors';
const LISTED = 'settings-to-lists';
const DNS = 'dns-settings-to-typed';

/** By message and field, or enum and value. */
type Replaced = { readonly [name: string]: Replacement };

export const extensionsMessages: MessageOverlay = replaced({
  'CelExpression.parsed_expr': ['cel_expr_parsed', NOTHING],
  'CelExpression.checked_expr': ['cel_expr_checked', NOTHING],
  'CommonGeoipProviderConfig.geo_headers_to_add': ['geo_field_keys', MOVED],
  'CommonGeoipProviderConfig.GeolocationHeadersToAdd.is_anon': ['anon', MOVED],
  'Compressor.CommonDirectionConfig.content_type': ['content_type_matcher', NOTHING],
  'DnsFilterConfig.ClientContextConfig.upstream_resolvers': ['typed_dns_resolver_config', DNS],
  'DnsFilterConfig.ClientContextConfig.dns_resolution_config': ['typed_dns_resolver_config', DNS],
  'DubboProxy.route_config': ['multiple_route_config', MOVED],
  'DynamicModuleFilterPerRoute.per_route_config_name': ['filter_name', NOTHING],
  'ExtProcOverrides.async_mode': ['nothing: no proxy does anything for it', NOTHING],
  'ExtensionWithMatcher.matcher': ['xds_matcher', MOVED],
  'FilterStateValue.read_only': ['nothing: it is deprecated without another', NOTHING],
  'GcpAuthnFilterConfig.http_uri': ['cluster and timeout', LISTED],
  'LeastRequest.enable_full_scan': ['selection_method', NOTHING],
  'LocalityLbConfig.ZoneAwareLbConfig.force_locality_direct_routing': ['force_local_zone', MOVED],
  'OpenTelemetryAccessLogConfig.common_config': ['grpc_service and log_name', 'otlp-log-target-to-service'],
  'OrcaLoadReport.rps': ['rps_fractional', NOTHING],
  'PluginConfig.fail_open': ['failure_policy', MOVED],
  'PluginConfig.capability_restriction_config': ['capability_restriction_config of vm_config', NOTHING],
  'PostgresProxy.terminate_ssl': ['downstream_ssl', MOVED],
  'ReverseTunnel.auto_close_connections': ['nothing: it is deprecated without another', NOTHING],
  'RingHash.use_hostname_for_hashing': ['consistent_hashing_lb_config', MOVED],
  'RingHash.hash_balance_factor': ['consistent_hashing_lb_config', MOVED],
  'TapConfig.match_config': ['match', MOVED],
  'UdpProxyConfig.cluster': ['matcher', MOVED],
  'alternate_protocols_cache.FilterConfig.alternate_protocols_cache_options': [
    'nothing: the filter uses the cache of the cluster that a request goes to',
    NOTHING,
  ],
  'core.JsonFormatOptions.sort_properties': ['nothing: properties are always sorted', NOTHING],
  'core.KeyValue.key': ['core.KeyValuePair', NOTHING],
  'core.KeyValue.value': ['core.KeyValuePair', NOTHING],
  'core.KeyValueAppend.entry': ['record', NOTHING],
  'core.SubstitutionFormatString.text_format': ['text_format_source', 'log-formats-to-current'],
  'set_metadata.Config.metadata_namespace': ['metadata', LISTED],
  'set_metadata.Config.value': ['metadata', LISTED],
  'stats.Config.stat_prefix': ['stats_scope', NOTHING],
});

export const extensionsEnums: EnumOverlay = replaced({
  'thrift_proxy.ProtocolType.TWITTER': ['COMPACT or BINARY', NOTHING],
});

function replaced(all: Replaced): { readonly [id: string]: { readonly deprecated: Replaced } } {
  const found = new Map<string, { [name: string]: Replacement }>();
  for (const [name, use] of Object.entries(all)) {
    const dot = name.lastIndexOf('.');
    const id = name.slice(0, dot);
    found.set(id, { ...found.get(id), [name.slice(dot + 1)]: use });
  }
  return Object.fromEntries([...found].map(([id, deprecated]) => [id, { deprecated }]));
}
