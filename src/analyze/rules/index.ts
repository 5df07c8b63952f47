/** All rules of analysis, in the order in which they are listed and explained. A new rule is a file and a line here. */
import type { AnalysisRule } from '../rule.ts';
import { dnsSettingRefusedAtStart } from './dns-setting-refused-at-start.ts';
import { duplicateDomain } from './duplicate-domain.ts';
import { duplicateName } from './duplicate-name.ts';
import { duplicatePriority } from './duplicate-priority.ts';
import { grpcCheckWithoutHttp2 } from './grpc-check-without-http2.ts';
import { ignoredField } from './ignored-field.ts';
import { impossibleMatch } from './impossible-match.ts';
import { invalidCanary } from './invalid-canary.ts';
import { invalidDigest } from './invalid-digest.ts';
import { invalidHostAddress } from './invalid-host-address.ts';
import { invalidHostnameHashing } from './invalid-hostname-hashing.ts';
import { invalidInterval } from './invalid-interval.ts';
import { invalidRegex } from './invalid-regex.ts';
import { invalidRingSize } from './invalid-ring-size.ts';
import { invalidSocketOption } from './invalid-socket-option.ts';
import { invalidSubsetSelector } from './invalid-subset-selector.ts';
import { mismatchedAssignment } from './mismatched-assignment.ts';
import { mismatchedEdsConfig } from './mismatched-eds-config.ts';
import { mismatchedLbConfig } from './mismatched-lb-config.ts';
import { mismatchedLbPolicy } from './mismatched-lb-policy.ts';
import { missingDefaultSubset } from './missing-default-subset.ts';
import { missingHosts } from './missing-hosts.ts';
import { missingLocalityWeights } from './missing-locality-weights.ts';
import { missingTransportSocket } from './missing-transport-socket.ts';
import { missingWeight } from './missing-weight.ts';
import { mixedFilterConfig } from './mixed-filter-config.ts';
import { shadowedRoute } from './shadowed-route.ts';
import { shadowedSocketMatch } from './shadowed-socket-match.ts';
import { shadowedVirtualCluster } from './shadowed-virtual-cluster.ts';
import { statsNameCollision } from './stats-name-collision.ts';
import { truncatedPercent } from './truncated-percent.ts';
import { undefinedCluster } from './undefined-cluster.ts';
import { unexpectedHosts } from './unexpected-hosts.ts';
import { unknownExtension } from './unknown-extension.ts';
import { unreachableCluster } from './unreachable-cluster.ts';
import { weightSum } from './weight-sum.ts';

export const analysisRules: readonly AnalysisRule[] = [
  shadowedRoute,
  impossibleMatch,
  shadowedVirtualCluster,
  shadowedSocketMatch,
  unreachableCluster,
  undefinedCluster,
  duplicateName,
  duplicateDomain,
  statsNameCollision,
  invalidRegex,
  weightSum,
  ignoredField,
  mismatchedLbConfig,
  mismatchedLbPolicy,
  mismatchedEdsConfig,
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
];
