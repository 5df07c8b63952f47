/** All rules of analysis, in the order in which they are listed and explained. A new rule is a file and a line here. */
import type { AnalysisRule } from '../rule.ts';
import { cancelledHeader } from './cancelled-header.ts';
import { clientChosenDestination } from './client-chosen-destination.ts';
import { conflictingFields } from './conflicting-fields.ts';
import { conflictingHttp2Settings } from './conflicting-http2-settings.ts';
import { conflictingProtocolOptions } from './conflicting-protocol-options.ts';
import { corsCredentialsForAll } from './cors-credentials-for-all.ts';
import { directResponse } from './direct-response.ts';
import { dnsSettingRefusedAtStart } from './dns-setting-refused-at-start.ts';
import { duplicateAddress } from './duplicate-address.ts';
import { duplicateDomain } from './duplicate-domain.ts';
import { duplicateEntry } from './duplicate-entry.ts';
import { duplicateFilterChain } from './duplicate-filter-chain.ts';
import { duplicateName } from './duplicate-name.ts';
import { duplicatePriority } from './duplicate-priority.ts';
import { duplicateUpgrade } from './duplicate-upgrade.ts';
import { emptySubset } from './empty-subset.ts';
import { exposedAdmin } from './exposed-admin.ts';
import { fractionAboveWhole } from './fraction-above-whole.ts';
import { grpcCheckWithoutHttp2 } from './grpc-check-without-http2.ts';
import { hostHeader } from './host-header.ts';
import { ignoredField } from './ignored-field.ts';
import { impossibleDomain } from './impossible-domain.ts';
import { impossibleMatch } from './impossible-match.ts';
import { impossibleOrigin } from './impossible-origin.ts';
import { inlineSecret } from './inline-secret.ts';
import { invalidCanary } from './invalid-canary.ts';
import { invalidConfigDiscovery } from './invalid-config-discovery.ts';
import { invalidConfigSource } from './invalid-config-source.ts';
import { invalidDigest } from './invalid-digest.ts';
import { invalidFilterChainMatch } from './invalid-filter-chain-match.ts';
import { invalidHeaderFormat } from './invalid-header-format.ts';
import { invalidHeaderName } from './invalid-header-name.ts';
import { invalidHostAddress } from './invalid-host-address.ts';
import { invalidHostnameHashing } from './invalid-hostname-hashing.ts';
import { invalidInterval } from './invalid-interval.ts';
import { invalidMatcherInput } from './invalid-matcher-input.ts';
import { invalidMaxAge } from './invalid-max-age.ts';
import { invalidPathTemplate } from './invalid-path-template.ts';
import { invalidRegex } from './invalid-regex.ts';
import { invalidRingSize } from './invalid-ring-size.ts';
import { invalidSocketOption } from './invalid-socket-option.ts';
import { invalidSubsetSelector } from './invalid-subset-selector.ts';
import { invalidValue } from './invalid-value.ts';
import { malformedRedirect } from './malformed-redirect.ts';
import { methodCase } from './method-case.ts';
import { mismatchedAssignment } from './mismatched-assignment.ts';
import { mismatchedEdsConfig } from './mismatched-eds-config.ts';
import { mismatchedLbConfig } from './mismatched-lb-config.ts';
import { mismatchedLbPolicy } from './mismatched-lb-policy.ts';
import { misplacedField } from './misplaced-field.ts';
import { missingConnectTimeout } from './missing-connect-timeout.ts';
import { missingDefaultSubset } from './missing-default-subset.ts';
import { missingField } from './missing-field.ts';
import { missingHosts } from './missing-hosts.ts';
import { missingLocalityWeights } from './missing-locality-weights.ts';
import { missingTransportSocket } from './missing-transport-socket.ts';
import { missingWeight } from './missing-weight.ts';
import { mixedFilterConfig } from './mixed-filter-config.ts';
import { negativeDuration } from './negative-duration.ts';
import { noTryTimeout } from './no-try-timeout.ts';
import { outdatedTls } from './outdated-tls.ts';
import { overwrittenHeader } from './overwritten-header.ts';
import { partialHttpsRedirect } from './partial-https-redirect.ts';
import { plaintextToTlsPort } from './plaintext-to-tls-port.ts';
import { prefixTakesLonger } from './prefix-takes-longer.ts';
import { presenceOnly } from './presence-only.ts';
import { priorityGap } from './priority-gap.ts';
import { redirectLoop } from './redirect-loop.ts';
import { releaseChange } from './release-change.ts';
import { rewriteSlash } from './rewrite-slash.ts';
import { runtimeValueRange } from './runtime-value-range.ts';
import { runtimeValueType } from './runtime-value-type.ts';
import { shadowedRoute } from './shadowed-route.ts';
import { shadowedSocketMatch } from './shadowed-socket-match.ts';
import { shadowedVirtualCluster } from './shadowed-virtual-cluster.ts';
import { statsNameCollision } from './stats-name-collision.ts';
import { subsetFallback } from './subset-fallback.ts';
import { terminalFilter } from './terminal-filter.ts';
import { truncatedPercent } from './truncated-percent.ts';
import { undefinedCluster } from './undefined-cluster.ts';
import { undefinedFilterChain } from './undefined-filter-chain.ts';
import { undefinedPlugin } from './undefined-plugin.ts';
import { undefinedSecret } from './undefined-secret.ts';
import { unexpectedHosts } from './unexpected-hosts.ts';
import { unknownExtension } from './unknown-extension.ts';
import { unknownRetryCondition } from './unknown-retry-condition.ts';
import { unknownVariable } from './unknown-variable.ts';
import { unmatchedSocketMatch } from './unmatched-socket-match.ts';
import { unreachableCluster } from './unreachable-cluster.ts';
import { unreachableHashPolicy } from './unreachable-hash-policy.ts';
import { unusedFilterConfig } from './unused-filter-config.ts';
import { unverifiedTls } from './unverified-tls.ts';
import { unweightedLocality } from './unweighted-locality.ts';
import { updateFailed } from './update-failed.ts';
import { uselessRetry } from './useless-retry.ts';
import { warmingResource } from './warming-resource.ts';
import { weightSum } from './weight-sum.ts';
import { wholePathRewrite } from './whole-path-rewrite.ts';

export const analysisRules: readonly AnalysisRule[] = [
  shadowedRoute,
  impossibleMatch,
  shadowedVirtualCluster,
  shadowedSocketMatch,
  unreachableCluster,
  undefinedCluster,
  undefinedFilterChain,
  undefinedPlugin,
  undefinedSecret,
  duplicateAddress,
  duplicateFilterChain,
  duplicateName,
  duplicateDomain,
  statsNameCollision,
  invalidRegex,
  invalidPathTemplate,
  invalidMatcherInput,
  invalidConfigDiscovery,
  invalidConfigSource,
  invalidValue,
  weightSum,
  clientChosenDestination,
  unverifiedTls,
  plaintextToTlsPort,
  corsCredentialsForAll,
  inlineSecret,
  exposedAdmin,
  outdatedTls,
  partialHttpsRedirect,
  redirectLoop,
  ignoredField,
  mismatchedLbConfig,
  mismatchedLbPolicy,
  mismatchedEdsConfig,
  missingConnectTimeout,
  missingHosts,
  mismatchedAssignment,
  unexpectedHosts,
  invalidHostAddress,
  invalidSubsetSelector,
  missingDefaultSubset,
  missingLocalityWeights,
  invalidRingSize,
  invalidHostnameHashing,
  truncatedPercent,
  invalidInterval,
  dnsSettingRefusedAtStart,
  grpcCheckWithoutHttp2,
  duplicatePriority,
  missingTransportSocket,
  invalidSocketOption,
  invalidCanary,
  invalidDigest,
  unknownExtension,
  missingWeight,
  mixedFilterConfig,
  cancelledHeader,
  conflictingFields,
  missingField,
  misplacedField,
  directResponse,
  duplicateEntry,
  duplicateUpgrade,
  fractionAboveWhole,
  hostHeader,
  invalidMaxAge,
  terminalFilter,
  negativeDuration,
  overwrittenHeader,
  runtimeValueRange,
  unusedFilterConfig,
  impossibleDomain,
  impossibleOrigin,
  invalidHeaderName,
  malformedRedirect,
  methodCase,
  noTryTimeout,
  prefixTakesLonger,
  presenceOnly,
  rewriteSlash,
  subsetFallback,
  unknownRetryCondition,
  unreachableHashPolicy,
  uselessRetry,
  wholePathRewrite,
  invalidFilterChainMatch,
  invalidHeaderFormat,
  unknownVariable,
  runtimeValueType,
  conflictingProtocolOptions,
  conflictingHttp2Settings,
  emptySubset,
  unmatchedSocketMatch,
  unweightedLocality,
  priorityGap,
  updateFailed,
  warmingResource,
  releaseChange,
];
