/**
 * Extensions that the proxy reads without holding them to the demands of their API: what must be there, bounds, numbers
 * that an enum does not name. `npm run proxy -- --mode mutations` asks it about every message.
 */

import { lookup } from '../source/lookup.ts';
import { isBefore, type Release } from './release.ts';

/** Configurations of extensions, by the table; what they hold is not held to its demands either, but for extensions. */
const UNCHECKED: ReadonlySet<string> = new Set([
  'AllowListedRoutesConfig',
  'CaresDnsResolverConfig',
  'ClientSideWeightedRoundRobin',
  'EndpointMetadataInput',
  'FileSystemHttpCacheConfig',
  'FileSystemHttpCacheV2Config',
  'FilterStateConfig',
  'HickoryDnsResolverConfig',
  'LeastRequest',
  'LocalityMetadataInput',
  'Maglev',
  'ProcessRateLimitFilter',
  'ProfileActionConfig',
  'Random',
  'RingHash',
  'RoundRobin',
  'SPIFFECertValidatorConfig',
  'Subset',
  'TransportSocketNameAction',
  'UdpHealthCheck',
  'WrrLocality',
  'core.KeyValue',
  'retry.previous_priorities.PreviousPrioritiesConfig',
  'transport_socket.FilterStateInput',
]);

/** Messages that only such extensions hold. */
const HELD: ReadonlySet<string> = new Set([
  'ConsistentHashingLbConfig',
  'DnsOverHttpsConfig',
  'DnsOverTlsConfig',
  'DynamicTokenBucket',
  'EndpointMetadataInput.PathSegment',
  'LocalityLbConfig',
  'LocalityLbConfig.ZoneAwareLbConfig',
  'LocalityMetadataInput.PathSegment',
  'OrcaOobReportingConfig',
  'SPIFFECertValidatorConfig.TrustDomain',
  'SlowStartConfig',
  'Subset.LbSubsetSelector',
]);

/** What such an extension cannot do without: the field or one-of by its message. */
const DEMANDED: { readonly [message: string]: string } = {
  AsyncFileManagerConfig: 'manager_type',
  DynamicTokenBucket: 'config_source',
  FileSystemHttpCacheConfig: 'manager_config',
  FileSystemHttpCacheV2Config: 'manager_config',
  ProcessRateLimitFilter: 'dynamic_config',
  Subset: 'subset_lb_policy',
  WrrLocality: 'endpoint_picking_policy',
  // Without a way to hash the program ends.
  'route.RouteAction.HashPolicy': 'policy_specifier',
};

export function readsUnchecked(message: string): boolean {
  return UNCHECKED.has(message);
}

/** Whether a message is read so wherever it stands. */
export function isNeverChecked(message: string): boolean {
  return UNCHECKED.has(message) || HELD.has(message);
}

/** Before it the proxy held extensions of a bootstrap, which `bootstrap_extensions` holds, to no demands. */
const CHECKS_EXTENSIONS: Release = '1.38';

/** Whether a release holds what the holder of a bootstrap's extension has to its demands. */
export function checksExtensions(holder: string, release: Release): boolean {
  return holder !== 'core.TypedExtensionConfig' || !isBefore(release, CHECKS_EXTENSIONS);
}

export function isDemandedAnyway(message: string, fieldOrOneof: string): boolean {
  return lookup(DEMANDED, message) === fieldOrOneof;
}
