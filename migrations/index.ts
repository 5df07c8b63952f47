/**
 * All migrations, in the order in which they look at a message. What is inside a message is migrated before the
 * message itself, so this order matters only where two look at the same one: names are settled before types are
 * told from them, and a field is retyped before it is renamed or moved.
 */
import type { Migration } from '../src/canonical/migration/migration.ts';
import { allowOriginToStringMatch } from './allow-origin-to-string-match.ts';
import { buildVersionToUserAgent } from './build-version-to-user-agent.ts';
import { configToTypedConfig } from './config-to-typed-config.ts';
import { corsEnabledToFilterEnabled } from './cors-enabled-to-filter-enabled.ts';
import { filterNamesToCurrent } from './filter-names-to-current.ts';
import { gzipFieldsToCompressor } from './gzip-fields-to-compressor.ts';
import { healthCheckHttpTwoToCodec } from './health-check-http-two-to-codec.ts';
import { hostsToLoadAssignment } from './hosts-to-load-assignment.ts';
import { idleTimeoutToCommonOptions } from './idle-timeout-to-common-options.ts';
import { mirrorPolicyToPolicies } from './mirror-policy-to-policies.ts';
import { mirrorRuntimeKeyToFraction } from './mirror-runtime-key-to-fraction.ts';
import { originalDstFlagToFilter } from './original-dst-flag-to-filter.ts';
import { originalDstLbToClusterProvided } from './original-dst-lb-to-cluster-provided.ts';
import { perFilterConfigToTyped } from './per-filter-config-to-typed.ts';
import { protocolOptionsToTyped } from './protocol-options-to-typed.ts';
import { queryValueToStringMatch } from './query-value-to-string-match.ts';
import {
  regexMatchToSafeRegexMatch,
  regexToSafeRegex,
  stringRegexToSafeRegex,
} from './regex-to-safe-regex.ts';
import { requestHeaderTagsToCustomTags } from './request-header-tags-to-custom-tags.ts';
import { runtimeToLayeredRuntime } from './runtime-to-layered-runtime.ts';
import { serviceNameToMatcher } from './service-name-to-matcher.ts';
import { settingsWithoutSuccessor } from './settings-without-successor.ts';
import { subjectAltNameToMatchers } from './subject-alt-name-to-matchers.ts';
import { tlsContextToTransportSocket } from './tls-context-to-transport-socket.ts';
import { virtualClusterToHeaders } from './virtual-cluster-to-headers.ts';

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
  settingsWithoutSuccessor,
];
