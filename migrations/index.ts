/**
 * All migrations, in the order in which they look at a message. What is inside a message is migrated before the
 * message itself, so this order matters only where two look at the same one: names are settled before types are
 * told from them, and a field is retyped before it is renamed or moved.
 */
import type { Migration } from '../src/canonical/migration/migration.ts';
import { accessLogSettingsToOptions } from './access-log-settings-to-options.ts';
import { adminLogPathToAccessLog } from './admin-log-path-to-access-log.ts';
import { allowOriginToStringMatch } from './allow-origin-to-string-match.ts';
import { allowedHeadersToFilter } from './allowed-headers-to-filter.ts';
import { altNamesToTyped } from './alt-names-to-typed.ts';
import { appendToAppendAction } from './append-to-append-action.ts';
import { bootstrapTracingToProvider } from './bootstrap-tracing-to-provider.ts';
import { bufferLimitsToCurrent } from './buffer-limits-to-current.ts';
import { buildVersionToUserAgent } from './build-version-to-user-agent.ts';
import { childSpansToTracing } from './child-spans-to-tracing.ts';
import { clusterNamesToGrpcServices } from './cluster-names-to-grpc-services.ts';
import { compressorFieldsToDirection } from './compressor-fields-to-direction.ts';
import { configToTypedConfig } from './config-to-typed-config.ts';
import { corsEnabledToFilterEnabled } from './cors-enabled-to-filter-enabled.ts';
import { corsToPerFilterConfig } from './cors-to-per-filter-config.ts';
import { deprecatedWithoutSuccessor } from './deprecated-without-successor.ts';
import { dnsSettingsToTyped } from './dns-settings-to-typed.ts';
import { fieldsToSuccessors } from './fields-to-successors.ts';
import { filterNamesToCurrent } from './filter-names-to-current.ts';
import { grpcTimeoutsToStreamDuration } from './grpc-timeouts-to-stream-duration.ts';
import { gzipFieldsToCompressor } from './gzip-fields-to-compressor.ts';
import { headerConditionsToStringMatch } from './header-conditions-to-string-match.ts';
import { healthCheckHttpTwoToCodec } from './health-check-http-two-to-codec.ts';
import { hostsToLoadAssignment } from './hosts-to-load-assignment.ts';
import { httpOptionsToTyped } from './http-options-to-typed.ts';
import { idleTimeoutToCommonOptions } from './idle-timeout-to-common-options.ts';
import { internalRedirectsToPolicy } from './internal-redirects-to-policy.ts';
import { listenerFlagsToCurrent } from './listener-flags-to-current.ts';
import { logFormatsToCurrent } from './log-formats-to-current.ts';
import { mirrorPolicyToPolicies } from './mirror-policy-to-policies.ts';
import { mirrorRuntimeKeyToFraction } from './mirror-runtime-key-to-fraction.ts';
import { originalDstFlagToFilter } from './original-dst-flag-to-filter.ts';
import { originalDstLbToClusterProvided } from './original-dst-lb-to-cluster-provided.ts';
import { otlpLogTargetToService } from './otlp-log-target-to-service.ts';
import { pathToPathConfigSource } from './path-to-path-config-source.ts';
import { perFilterConfigToTyped } from './per-filter-config-to-typed.ts';
import { protocolOptionsToTyped } from './protocol-options-to-typed.ts';
import { queryValueToStringMatch } from './query-value-to-string-match.ts';
import { rbacMetadataToSourced } from './rbac-metadata-to-sourced.ts';
import { redisClustersToCatchAllRoute } from './redis-clusters-to-catch-all-route.ts';
import { regexEngineRemoved } from './regex-engine-removed.ts';
import {
  regexMatchToSafeRegexMatch,
  regexToSafeRegex,
  stringRegexToSafeRegex,
} from './regex-to-safe-regex.ts';
import { requestHeaderTagsToCustomTags } from './request-header-tags-to-custom-tags.ts';
import { runtimeToLayeredRuntime } from './runtime-to-layered-runtime.ts';
import { serviceNameToMatcher } from './service-name-to-matcher.ts';
import { settingsToLists } from './settings-to-lists.ts';
import { settingsWithoutSuccessor } from './settings-without-successor.ts';
import { sourceIpToRemoteIp } from './source-ip-to-remote-ip.ts';
import { subjectAltNameToMatchers } from './subject-alt-name-to-matchers.ts';
import { tlsContextToTransportSocket } from './tls-context-to-transport-socket.ts';
import { virtualClusterToHeaders } from './virtual-cluster-to-headers.ts';
import { watchdogToWatchdogs } from './watchdog-to-watchdogs.ts';

export const migrations: readonly Migration[] = [
  hostsToLoadAssignment,
  tlsContextToTransportSocket,
  originalDstLbToClusterProvided,
  mirrorRuntimeKeyToFraction,
  corsEnabledToFilterEnabled,
  buildVersionToUserAgent,
  // Optional ones, by --also.
  configToTypedConfig,
  // After config-to-typed-config: renames the keys that per-filter-config-to-typed leaves in place.
  perFilterConfigToTyped,
  filterNamesToCurrent,
  regexToSafeRegex,
  regexMatchToSafeRegexMatch,
  allowOriginToStringMatch,
  mirrorPolicyToPolicies,
  stringRegexToSafeRegex,
  queryValueToStringMatch,
  virtualClusterToHeaders,
  protocolOptionsToTyped,
  healthCheckHttpTwoToCodec,
  serviceNameToMatcher,
  subjectAltNameToMatchers,
  originalDstFlagToFilter,
  runtimeToLayeredRuntime,
  idleTimeoutToCommonOptions,
  requestHeaderTagsToCustomTags,
  gzipFieldsToCompressor,
  redisClustersToCatchAllRoute,
  clusterNamesToGrpcServices,
  settingsWithoutSuccessor,
  // Version 3's own deprecated forms.
  headerConditionsToStringMatch,
  appendToAppendAction,
  pathToPathConfigSource,
  logFormatsToCurrent,
  regexEngineRemoved,
  accessLogSettingsToOptions,
  adminLogPathToAccessLog,
  internalRedirectsToPolicy,
  grpcTimeoutsToStreamDuration,
  altNamesToTyped,
  compressorFieldsToDirection,
  rbacMetadataToSourced,
  sourceIpToRemoteIp,
  watchdogToWatchdogs,
  listenerFlagsToCurrent,
  childSpansToTracing,
  bootstrapTracingToProvider,
  corsToPerFilterConfig,
  dnsSettingsToTyped,
  httpOptionsToTyped,
  allowedHeadersToFilter,
  otlpLogTargetToService,
  fieldsToSuccessors,
  settingsToLists,
  bufferLimitsToCurrent,
  deprecatedWithoutSuccessor,
];
