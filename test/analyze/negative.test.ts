import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { analyzedInTwo } from './analyzed.ts';

const GROUP = fileURLToPath(new URL('../../../shared/corpus/envoy_unit_negative/', import.meta.url));

/** What the proxy rejects in each file, by the rule that says so and the place it points at. */
const REJECTED: { readonly [file: string]: readonly [rule: string, pointer: string] } = {
  'BadRouteEntryConfigPrefixAndPathAndRegex@2019-06.yaml': ['one-of', '/virtual_hosts/0/routes/0/match'],
  'BadRouteEntryConfigPrefixAndRegex@2019-06.yaml': ['one-of', '/virtual_hosts/0/routes/0/match'],
  'InvalidHeaderMatchedRoutingConfig@2018-03-2.yaml': [
    'unknown-field',
    '/virtual_hosts/0/routes/0/match/headers/0/regex',
  ],
  'RetryPluginsAreNotReused@2019-10.yaml': [
    'unknown-extension',
    '/virtual_hosts/0/routes/0/route/retry_policy/retry_priority/name',
  ],
  'TestRoutesWithInvalidRegex@2019-10.yaml': [
    'invalid-regex',
    '/virtual_hosts/0/routes/0/match/safe_regex/regex',
  ],
  'TestWeightedClusterWithMissingWeights@2019-06.yaml': [
    'missing-weight',
    '/virtual_hosts/0/routes/0/route/weighted_clusters/clusters/2',
  ],
  'WeightedClustersEmptyClustersList@2019-06.yaml': [
    'required-field',
    '/virtual_hosts/0/routes/0/route/weighted_clusters/clusters',
  ],
  'WeightedClustersMissingClusterList@2019-06.yaml': [
    'required-field',
    '/virtual_hosts/0/routes/0/route/weighted_clusters',
  ],
  'envoy_unit_cluster__BadConfigWithDeprecatedHosts.yaml': ['unexpected-hosts', '/hosts'],
  'envoy_unit_cluster__MalformedHostIP.yaml': ['invalid-host-address', '/hosts/0/socket_address/address'],
  'envoy_unit_cluster__OneofExtensionProtocolOptionsForUnknownFilter.yaml': [
    'mixed-filter-config',
    '/extension_protocol_options',
  ],
  'envoy_unit_route__InvalidQueryParamMatchedRoutingConfig-2.yaml': [
    'invalid-regex',
    '/virtual_hosts/0/routes/0/match/query_parameters/0/value',
  ],
  'envoy_unit_route__RetryPluginsAreNotReused.yaml': [
    'unknown-extension',
    '/virtual_hosts/0/routes/0/route/retry_policy/retry_priority/name',
  ],
  'envoy_unit_route__TestBadCorsConfig.yaml': ['wrong-type', '/virtual_hosts/0/routes/0/route/cors/enabled'],
  'envoy_unit_route__TypedConfigFilterError.yaml': [
    'mixed-filter-config',
    '/virtual_hosts/0/per_filter_config',
  ],
};

/** Files whose text shows no mistake, and why: an error there would be a guess. */
const NOT_SHOWN: { readonly [file: string]: string } = {
  'ExclusiveWeightedClustersEntryOrDirectResponseEntry@2019-06.yaml':
    'the proxy accepts it: the test looks at which kind of entry each route becomes',
  'envoy_unit_route__ExclusiveRouteEntryOrDirectResponseEntry.yaml':
    'the proxy accepts it: the test looks at which kind of entry each route becomes',
  'envoy_unit_route__ClusterNotFoundResponseCodeConfig404.yaml':
    'the proxy accepts it: mirror policies in the older and the newer form, each alone',
  'envoy_unit_cluster__OriginalDstInitialization.json': 'the proxy accepts it: names of enums in lower case',
  'envoy_unit_cluster__SubsetLoadBalancerRestriction.yaml':
    'the proxy accepts it: the test adds the lb_subset_config that is refused in its code',
  'TestWeightedClusterInvalidClusterName@2019-06.yaml': 'which clusters exist is not in the file',
  'envoy_unit_route__ShadowClusterNotFound.yaml': 'which clusters exist is not in the file',
  'envoy_unit_route__UnknownFilter-2.yaml':
    'which filters of other makers a proxy was built with is not in the file',
};

describe.skipIf(!existsSync(GROUP))('configurations that the proxy rejects', () => {
  const findings = (file: string) => analyzedInTwo(readFileSync(join(GROUP, file), 'utf8'));

  test.each(Object.entries(REJECTED))('%s', (file, [rule, pointer]) => {
    const errors = findings(file).filter(({ level }) => level === 'error');
    expect(errors.map((finding) => [finding.rule, finding.pointer])).toContainEqual([rule, pointer]);
  });

  test.each(Object.entries(NOT_SHOWN))('%s has no error: %s', (file) => {
    expect(findings(file).filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('each file of the group is in one of the lists', () => {
    expect([...Object.keys(REJECTED), ...Object.keys(NOT_SHOWN)].sort()).toEqual(readdirSync(GROUP).sort());
  });
});
