/**
 * The rules that can find errors: what the proxy refuses. They stand in a list of their own, so that who asks for
 * nothing else loads and runs no other rule; a test holds the list against the levels that rules give.
 */
import type { AnalysisRule } from '../rule.ts';
import { conflictingFields } from './conflicting-fields.ts';
import { conflictingHttp2Settings } from './conflicting-http2-settings.ts';
import { conflictingProtocolOptions } from './conflicting-protocol-options.ts';
import { directResponse } from './direct-response.ts';
import { dnsSettingRefusedAtStart } from './dns-setting-refused-at-start.ts';
import { duplicateAddress } from './duplicate-address.ts';
import { duplicateDomain } from './duplicate-domain.ts';
import { duplicateFilterChain } from './duplicate-filter-chain.ts';
import { duplicateName } from './duplicate-name.ts';
import { duplicateUpgrade } from './duplicate-upgrade.ts';
import { grpcCheckWithoutHttp2 } from './grpc-check-without-http2.ts';
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
import { invalidPathTemplate } from './invalid-path-template.ts';
import { invalidRegex } from './invalid-regex.ts';
import { invalidRingSize } from './invalid-ring-size.ts';
import { invalidSocketOption } from './invalid-socket-option.ts';
import { invalidSubsetSelector } from './invalid-subset-selector.ts';
import { invalidValue } from './invalid-value.ts';
import { mismatchedEdsConfig } from './mismatched-eds-config.ts';
import { mismatchedLbConfig } from './mismatched-lb-config.ts';
import { mismatchedLbPolicy } from './mismatched-lb-policy.ts';
import { misplacedField } from './misplaced-field.ts';
import { missingField } from './missing-field.ts';
import { missingHosts } from './missing-hosts.ts';
import { missingLocalityWeights } from './missing-locality-weights.ts';
import { missingTransportSocket } from './missing-transport-socket.ts';
import { missingWeight } from './missing-weight.ts';
import { mixedFilterConfig } from './mixed-filter-config.ts';
import { negativeDuration } from './negative-duration.ts';
import { terminalFilter } from './terminal-filter.ts';
import { undefinedCluster } from './undefined-cluster.ts';
import { undefinedPlugin } from './undefined-plugin.ts';
import { undefinedSecret } from './undefined-secret.ts';
import { unexpectedHosts } from './unexpected-hosts.ts';
import { unknownExtension } from './unknown-extension.ts';
import { unknownVariable } from './unknown-variable.ts';
import { weightSum } from './weight-sum.ts';

export const refusingRules: readonly AnalysisRule[] = [
  conflictingFields,
  conflictingHttp2Settings,
  conflictingProtocolOptions,
  directResponse,
  dnsSettingRefusedAtStart,
  duplicateDomain,
  duplicateAddress,
  duplicateFilterChain,
  duplicateName,
  duplicateUpgrade,
  grpcCheckWithoutHttp2,
  invalidDigest,
  invalidFilterChainMatch,
  invalidHeaderFormat,
  invalidHeaderName,
  invalidHostAddress,
  invalidHostnameHashing,
  invalidInterval,
  invalidPathTemplate,
  invalidMatcherInput,
  invalidConfigDiscovery,
  invalidConfigSource,
  invalidRegex,
  invalidRingSize,
  invalidSocketOption,
  invalidSubsetSelector,
  invalidValue,
  mismatchedEdsConfig,
  mismatchedLbConfig,
  mismatchedLbPolicy,
  misplacedField,
  missingField,
  missingHosts,
  missingLocalityWeights,
  missingTransportSocket,
  missingWeight,
  mixedFilterConfig,
  negativeDuration,
  terminalFilter,
  undefinedCluster,
  undefinedPlugin,
  undefinedSecret,
  unexpectedHosts,
  unknownExtension,
  unknownVariable,
  weightSum,
];
