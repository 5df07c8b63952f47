/**
 * Extensions of which the API says something else than the proxy's own programs: what the release notes say was thrown
 * out, and what the lists show that programs print when they start (releases 1.36 to 1.40; `test/proxy/extensions.test.ts`
 * asks one). What only some builds leave out (contrib, `KillRequest`, resolvers of one platform) is not among them.
 */
import { lookup } from '../source/lookup.ts';
import type { Release } from './release.ts';

interface BuiltIn {
  /** The first release that has it, where its message came before. */
  readonly since?: Release;
  /** The first release that no longer has it, although the API keeps its message. */
  readonly removed?: Release;
  /** No program has it: its message is for others that speak the API. */
  readonly never?: true;
}

/** By the message of its configuration. */
const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['gzip.Gzip', { removed: '1.19' }],
  ['LightstepConfig', { removed: '1.24' }],
  ['DynamicOtConfig', { removed: '1.32' }],
  ['ProtoApiScrubberConfig', { since: '1.37' }],
  ['RemoveFieldAction', { since: '1.37' }],
  ['WrrLocality', { since: '1.37' }],
  ...[
    'ConsecutiveErrors',
    'PickFirst',
    'RandomSubsetting',
    'S2AConfiguration',
    'StdoutAuditLog',
    // Credentials of clients of gRPC that are no proxies.
    'AccessTokenCredentials',
    'FileBasedMetadataCallCredentials',
    'GoogleComputeEngineCredentials',
    'GoogleDefaultCredentials',
    'GoogleIamCredentials',
    'GoogleRefreshTokenCredentials',
    'InsecureCredentials',
    'LocalCredentials',
    'ServiceAccountJwtAccessCredentials',
    'StsServiceCredentials',
    'TlsCredentials',
    'XdsCredentials',
  ].map((table) => [table, { never: true }] as const),
]);

/** Releases without a type that the descriptor sets, which leave out some, tell less exactly: as the release notes say. */
const REMOVED: { readonly [type: string]: Release } = {
  'config.grpc_credential.v3.AwsIamConfig': '1.35',
  'config.trace.v3.OpenCensusConfig': '1.33',
  'extensions.filters.http.squash.v3.Squash': '1.35',
};

/** The first release without a type, where release notes tell. @param type without the namespace */
export function typeRemovedIn(type: string): Release | undefined {
  return /\.v3alpha\./.test(type) ? '1.20' : lookup(REMOVED, type);
}

/** Which releases have an extension, where its message does not tell. @param table the message of its configuration */
export function builtIn(table: string): BuiltIn {
  return BUILT_IN.get(table) ?? {};
}
