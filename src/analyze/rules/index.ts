/**
 * All rules of analysis, in the order in which they are listed and explained. A new rule goes into the file of its
 * subject, and a line here.
 */
import type { AnalysisRule } from '../rule.ts';
import * as access from './access.ts';
import * as allRequests from './all-requests.ts';
import * as amounts from './amounts.ts';
import * as clusterHosts from './cluster-hosts.ts';
import * as coalescedHost from './coalesced-host.ts';
import * as conditions from './conditions.ts';
import * as cors from './cors.ts';
import * as domains from './domains.ts';
import * as dumps from './dumps.ts';
import * as fields from './fields.ts';
import * as filters from './filters.ts';
import * as headers from './headers.ts';
import * as invalidValue from './invalid-value.ts';
import * as listeners from './listeners.ts';
import * as loadBalancing from './load-balancing.ts';
import * as misplacedField from './misplaced-field.ts';
import * as names from './names.ts';
import * as protocols from './protocols.ts';
import * as redirects from './redirects.ts';
import * as references from './references.ts';
import * as releaseChange from './release-change.ts';
import * as retries from './retries.ts';
import * as rewrites from './rewrites.ts';
import * as security from './security.ts';
import * as subsets from './subsets.ts';
import * as transportSockets from './transport-sockets.ts';
import * as typedStruct from './typed-struct.ts';
import * as weightsAndPriorities from './weights-and-priorities.ts';

export const analysisRules: readonly AnalysisRule[] = [
  allRequests.shadowedRoute,
  allRequests.impossibleMatch,
  allRequests.shadowedVirtualCluster,
  access.shadowedPolicy,
  transportSockets.shadowedSocketMatch,
  allRequests.unreachableCluster,
  references.undefinedCluster,
  listeners.undefinedFilterChain,
  references.undefinedPlugin,
  references.undefinedSecret,
  listeners.duplicateAddress,
  listeners.duplicateFilterChain,
  names.duplicateName,
  domains.duplicateDomain,
  names.statsNameCollision,
  conditions.invalidRegex,
  conditions.invalidPathTemplate,
  conditions.invalidMatcherInput,
  references.invalidConfigDiscovery,
  references.invalidConfigSource,
  typedStruct.misplacedTypedStruct,
  invalidValue.invalidValue,
  weightsAndPriorities.weightSum,
  loadBalancing.clientChosenDestination,
  security.unverifiedTls,
  security.plaintextToTlsPort,
  cors.corsCredentialsForAll,
  security.inlineSecret,
  security.exposedAdmin,
  security.outdatedTls,
  redirects.partialHttpsRedirect,
  redirects.redirectLoop,
  fields.ignoredField,
  loadBalancing.mismatchedLbConfig,
  loadBalancing.mismatchedLbPolicy,
  clusterHosts.mismatchedEdsConfig,
  clusterHosts.missingConnectTimeout,
  clusterHosts.missingHosts,
  clusterHosts.mismatchedAssignment,
  clusterHosts.unexpectedHosts,
  clusterHosts.invalidHostAddress,
  subsets.invalidSubsetSelector,
  subsets.missingDefaultSubset,
  subsets.missingLocalityWeights,
  loadBalancing.invalidRingSize,
  loadBalancing.invalidHostnameHashing,
  amounts.truncatedPercent,
  amounts.invalidInterval,
  protocols.dnsSettingRefusedAtStart,
  protocols.grpcCheckWithoutHttp2,
  weightsAndPriorities.duplicatePriority,
  transportSockets.missingTransportSocket,
  protocols.invalidSocketOption,
  weightsAndPriorities.invalidCanary,
  transportSockets.invalidDigest,
  filters.unknownExtension,
  weightsAndPriorities.missingWeight,
  filters.mixedFilterConfig,
  headers.cancelledHeader,
  fields.conflictingFields,
  fields.missingField,
  misplacedField.misplacedField,
  fields.directResponse,
  names.duplicateEntry,
  protocols.duplicateUpgrade,
  amounts.fractionAboveWhole,
  headers.hostHeader,
  cors.invalidMaxAge,
  filters.terminalFilter,
  amounts.negativeDuration,
  headers.overwrittenHeader,
  amounts.runtimeValueRange,
  access.unreachableFilter,
  filters.unusedFilterConfig,
  domains.impossibleDomain,
  coalescedHost.coalescedHost,
  cors.impossibleOrigin,
  headers.invalidHeaderName,
  redirects.malformedRedirect,
  conditions.methodCase,
  retries.noTryTimeout,
  allRequests.prefixTakesLonger,
  conditions.presenceOnly,
  rewrites.rewriteSlash,
  subsets.subsetFallback,
  retries.unknownRetryCondition,
  loadBalancing.unreachableHashPolicy,
  retries.uselessRetry,
  rewrites.wholePathRewrite,
  listeners.invalidFilterChainMatch,
  headers.invalidHeaderFormat,
  headers.unknownVariable,
  amounts.runtimeValueType,
  protocols.conflictingProtocolOptions,
  protocols.conflictingHttp2Settings,
  subsets.emptySubset,
  transportSockets.unmatchedSocketMatch,
  weightsAndPriorities.unweightedLocality,
  weightsAndPriorities.priorityGap,
  dumps.updateFailed,
  dumps.warmingResource,
  releaseChange.releaseChange,
];
