/** What each kind of HTTP filter does with requests. Those without a line here may do anything. */

import { buffer } from './buffer.ts';
import { cdnLoop } from './cdn-loop.ts';
import { cors } from './cors.ts';
import { apiKeyAuth, basicAuth } from './credentials.ts';
import { csrf } from './csrf.ts';
import { fault } from './fault.ts';
import { type FilterModel, passed } from './filter.ts';
import { grpcWeb } from './grpc-web.ts';
import { headerMutation } from './header-mutation.ts';
import { healthCheck } from './health-check.ts';
import { jwtAuthn } from './jwt/jwt-authn.ts';
import { matchDelegate } from './match-delegate.ts';
import { depends, extAuthz, extProc, localRateLimit, lua, oauth2, rateLimit } from './outside.ts';
import { rbac } from './rbac/rbac.ts';
import { headerToMetadata, setMetadata } from './set-metadata.ts';

const MODELS: ReadonlyMap<string, FilterModel> = new Map<string, FilterModel>([
  ['api_key_auth', apiKeyAuth],
  ['basic_auth', basicAuth],
  ['buffer', buffer],
  ['cdn_loop', cdnLoop],
  ['cors', cors],
  ['csrf', csrf],
  ['ext_authz', extAuthz],
  ['ext_proc', extProc],
  ['fault', fault],
  ['grpc_web', grpcWeb],
  ['header_mutation', headerMutation],
  ['header_to_metadata', headerToMetadata],
  ['health_check', healthCheck],
  ['jwt_authn', jwtAuthn],
  ['local_ratelimit', localRateLimit],
  ['lua', lua],
  ['oauth2', oauth2],
  ['ratelimit', rateLimit],
  ['rbac', rbac],
  ['set_metadata', setMetadata],
  ['adaptive_concurrency', depends('the load decides', 'it lets the request in')],
  ['admission_control', depends('the success of earlier requests decides', 'it lets the request in')],
  ['rate_limit_quota', depends('a quota service decides', 'the request is within its quota')],
]);

/** What neither answers nor changes what routes and other filters look at. */
const PASSIVE: ReadonlyMap<string, string> = new Map([
  ['alternate_protocols_cache', 'it looks at responses'],
  ['bandwidth_limit', 'it only slows bodies down'],
  ['compressor', 'it compresses bodies'],
  ['decompressor', 'it decompresses bodies'],
  ['grpc_stats', 'it only counts'],
  ['gzip', 'it compresses responses'],
  ['original_src', 'it picks the address that connections come from'],
  ['tap', 'it only records'],
]);

/** Filters that may leave metadata behind, which conditions of later ones look at. */
export const SETTERS: ReadonlySet<string> = new Set([
  'ext_authz',
  'ext_proc',
  'json_to_metadata',
  'jwt_authn',
  'lua',
  'wasm',
]);

const UNKNOWN: FilterModel = () => ({
  effect: 'assumed',
  why: 'it may answer or change the request',
  that: 'it lets the request pass unchanged',
});

export function modelOf(kind: string | undefined): FilterModel {
  if (kind === 'match_delegate') return DELEGATE;
  const passive = kind === undefined ? undefined : PASSIVE.get(kind);
  if (passive !== undefined) return () => passed(passive);
  return (kind === undefined ? undefined : MODELS.get(kind)) ?? UNKNOWN;
}

const DELEGATE = matchDelegate((kind) => (kind === 'match_delegate' ? UNKNOWN : modelOf(kind)));

/** Whether nobody knows what filters of a kind do. */
export function isUnmodelled(kind: string | undefined): boolean {
  return kind !== 'router' && modelOf(kind) === UNKNOWN;
}
