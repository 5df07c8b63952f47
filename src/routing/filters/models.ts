/** What each kind of HTTP filter does with requests. Those without a line here may do anything. */

import { buffer, cdnLoop, decompressor, healthCheck } from './checks.ts';
import { apiKeyAuth, basicAuth, credentialInjector } from './credentials.ts';
import { fault } from './fault.ts';
import { type FilterModel, passed } from './filter.ts';
import { grpcHttp1Bridge, grpcJsonTranscoder, grpcWeb } from './grpc.ts';
import { headerMutation } from './header-mutation.ts';
import { jwtAuthn } from './jwt/jwt-authn.ts';
import { composite, matchDelegate } from './match-delegate.ts';
import { headerToMetadata, jsonToMetadata, setFilterState, setMetadata } from './metadata.ts';
import { oauth2 } from './oauth2.ts';
import { cors, csrf } from './origins.ts';
import {
  depends,
  dynamicForwardProxy,
  extAuthz,
  extProc,
  localRateLimit,
  lua,
  rateLimit,
  statefulSession,
} from './outside.ts';
import { rbac } from './rbac/rbac.ts';

const MODELS: ReadonlyMap<string, FilterModel> = new Map<string, FilterModel>([
  ['api_key_auth', apiKeyAuth],
  ['basic_auth', basicAuth],
  ['buffer', buffer],
  ['cdn_loop', cdnLoop],
  ['cors', cors],
  ['credential_injector', credentialInjector],
  ['csrf', csrf],
  ['decompressor', decompressor],
  ['dynamic_forward_proxy', dynamicForwardProxy],
  ['ext_authz', extAuthz],
  ['ext_proc', extProc],
  ['fault', fault],
  ['grpc_http1_bridge', grpcHttp1Bridge],
  ['grpc_json_transcoder', grpcJsonTranscoder],
  ['grpc_web', grpcWeb],
  ['header_mutation', headerMutation],
  ['header_to_metadata', headerToMetadata],
  ['health_check', healthCheck],
  ['json_to_metadata', jsonToMetadata],
  ['jwt_authn', jwtAuthn],
  ['local_ratelimit', localRateLimit],
  ['lua', lua],
  ['oauth2', oauth2],
  ['ratelimit', rateLimit],
  ['rbac', rbac],
  ['set_filter_state', setFilterState],
  ['set_metadata', setMetadata],
  ['stateful_session', statefulSession],
  ['adaptive_concurrency', depends('the load decides', 'it lets the request in')],
  ['admission_control', depends('the success of earlier requests decides', 'it lets the request in')],
  ['rate_limit_quota', depends('a quota service decides', 'the request is within its quota')],
]);

/** What neither answers nor changes what routes and other filters look at. */
const PASSIVE: ReadonlyMap<string, string> = new Map([
  ['alternate_protocols_cache', 'it looks at responses'],
  ['bandwidth_limit', 'it only slows bodies down'],
  ['compressor', 'it compresses bodies'],
  ['custom_response', 'it looks at responses'],
  ['grpc_stats', 'it only counts'],
  ['gzip', 'it compresses responses'],
  ['original_src', 'it picks the address that connections come from'],
  ['tap', 'it only records'],
]);

/** Filters that may leave metadata or filter state behind, which conditions of later ones look at. */
export const SETTERS: ReadonlySet<string> = new Set([
  'composite',
  'ext_authz',
  'ext_proc',
  'json_to_metadata',
  'jwt_authn',
  'lua',
  'match_delegate',
  'ratelimit',
  'wasm',
]);

const UNKNOWN: FilterModel = () => ({
  effect: 'assumed',
  why: 'it may answer or change the request',
  that: 'it lets the request pass unchanged',
});

export function modelOf(kind: string | undefined): FilterModel {
  if (kind === 'match_delegate') return DELEGATE;
  if (kind === 'composite') return COMPOSITE;
  const passive = kind === undefined ? undefined : PASSIVE.get(kind);
  if (passive !== undefined) return () => passed(passive);
  return (kind === undefined ? undefined : MODELS.get(kind)) ?? UNKNOWN;
}

const plainModel = (kind: string | undefined): FilterModel =>
  kind === 'match_delegate' ? UNKNOWN : modelOf(kind);
const DELEGATE = matchDelegate(plainModel);
const COMPOSITE = composite((kind) => (kind === 'composite' ? UNKNOWN : plainModel(kind)));

/** Whether nobody knows what filters of a kind do. */
export function isUnmodelled(kind: string | undefined): boolean {
  return kind !== 'router' && modelOf(kind) === UNKNOWN;
}
