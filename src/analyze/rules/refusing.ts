/**
 * The rules that can find errors: what the proxy refuses. They stand in a list of their own, so that who asks for
 * nothing else loads and runs no other rule; a test holds the list against the levels that rules give.
 */
import type { AnalysisRule } from '../rule.ts';
import { conflictingFields } from './conflicting-fields.ts';
import { conflictingProtocolOptions } from './conflicting-protocol-options.ts';
import { directResponse } from './direct-response.ts';
import { dnsSettingRefusedAtStart } from './dns-setting-refused-at-start.ts';
import { duplicateDomain } from './duplicate-domain.ts';
import { duplicateName } from './duplicate-name.ts';
import { grpcCheckWithoutHttp2 } from './grpc-check-without-http2.ts';
import { invalidDigest } from './invalid-digest.ts';
import { invalidHeaderFormat } from './invalid-header-format.ts';
import { invalidHeaderName } from './invalid-header-name.ts';
import { invalidHostAddress } from './invalid-host-address.ts';
import { invalidHostnameHashing } from './invalid-hostname-hashing.ts';
import { invalidInterval } from './invalid-interval.ts';
import { invalidRegex } from './invalid-regex.ts';
import { invalidRingSize } from './invalid-ring-size.ts';
import { invalidSocketOption } from './invalid-socket-option.ts';
import { invalidSubsetSelector } from './invalid-subset-selector.ts';
import { mismatchedEdsConfig } from './mismatched-eds-config.ts';
import { mismatchedLbConfig } from './mismatched-lb-config.ts';
import { mismatchedLbPolicy } from './mismatched-lb-policy.ts';
import { missingHosts } from './missing-hosts.ts';
import { missingLocalityWeights } from './missing-locality-weights.ts';
import { missingTransportSocket } from './missing-transport-socket.ts';
import { missingWeight } from './missing-weight.ts';
import { mixedFilterConfig } from './mixed-filter-config.ts';
import { negativeDuration } from './negative-duration.ts';
import { undefinedCluster } from './undefined-cluster.ts';
import { unexpectedHosts } from './unexpected-hosts.ts';
import { unknownExtension } from './unknown-extension.ts';
import { weightSum } from './weight-sum.ts';

export const refusingRules: readonly AnalysisRule[] = [
  conflictingFields,
  conflictingProtocolOptions,
  directResponse,
  dnsSettingRefusedAtStart,
  duplicateDomain,
  duplicateName,
  grpcCheckWithoutHttp2,
  invalidDigest,
  invalidHeaderFormat,
  invalidHeaderName,
  invalidHostAddress,
  invalidHostnameHashing,
  invalidInterval,
  invalidRegex,
  invalidRingSize,
  invalidSocketOption,
  invalidSubsetSelector,
  mismatchedEdsConfig,
  mismatchedLbConfig,
  mismatchedLbPolicy,
  missingHosts,
  missingLocalityWeights,
  missingTransportSocket,
  missingWeight,
  mixedFilterConfig,
  negativeDuration,
  undefinedCluster,
  unexpectedHosts,
  unknownExtension,
  weightSum,
];
