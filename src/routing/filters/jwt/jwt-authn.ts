/** JSON Web Tokens: 401 where a rule wants one that the request does not show. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import type { Message } from '../../../schema/types.ts';
import type { Data } from '../../../source/data.ts';
import { matchesRoute } from '../../match/match.ts';
import type { Answer } from '../../regex/regexes.ts';
import type { Request } from '../../request/request.ts';
import { type FilterVisit, passed, readAs, skipped, type Verdict } from '../filter.ts';
import { headersOf, type Met, providersOf, requirementMet } from './tokens.ts';

type Settings = Message<'JwtAuthentication'>;
type Rule = Message<'RequirementRule'>;
type Requirement = Message<'JwtRequirement'>;

const METADATA = 'filters.http.jwt_authn';

interface Found {
  readonly requirement: Requirement;
  /** Its name, or the place of the rule. */
  readonly rule: string;
  readonly at: BoundMessage;
  readonly isOfRoute: boolean;
}

export function jwtAuthn(config: BoundMessage, visit: FilterVisit): Verdict {
  const settings = readAs('JwtAuthentication', config) ?? {};
  const { method } = visit.request.request;
  const header = (name: string): string => visit.request.header(name) ?? '';
  const isPreflight =
    method === 'OPTIONS' && header('origin') !== '' && header('access-control-request-method') !== '';
  if (config.bypass_cors_preflight === true && isPreflight)
    return passed('the request is a preflight, which needs no token');
  const found = requirementFor(settings, visit);
  if ('effect' in found) return found;
  const providers = providersOf(settings.providers);
  const met = requirementMet(found.requirement, { request: visit.request, providers });
  return verdictOf(met, found, visit, settings);
}

/** What the route says, else the first rule that takes the request. */
function requirementFor(settings: Settings, visit: FilterVisit): Found | Verdict {
  const [own] = visit.settings;
  const map = settings.requirement_map ?? {};
  if (own !== undefined) {
    const { disabled, requirement_name: name } = own;
    if (disabled === true) return skipped('the settings of the route switch it off');
    if (typeof name !== 'string') return passed('the settings of the route require no token');
    const requirement = Object.hasOwn(map, name) ? map[name] : undefined;
    if (requirement !== undefined) return { requirement, rule: name, at: own, isOfRoute: true };
    const why = `the route requires ${JSON.stringify(name)}, which requirement_map does not have`;
    return { effect: 'answered', status: 403, rule: name, at: own, isOfRoute: true, why };
  }
  for (const [index, rule] of (settings.rules ?? []).entries()) {
    const answer = ruleTakes(rule, visit);
    if (answer === false) continue;
    if (answer !== true) return { effect: 'open', why: `rule ${index}: ${answer.undecided}` };
    const name = rule.requirement_name ?? '';
    const requirement = name === '' ? rule.requires : Object.hasOwn(map, name) ? map[name] : undefined;
    if (requirement === undefined) return passed(`rule ${index} requires no token`);
    return { requirement, rule: name === '' ? `rule ${index}` : name, at: rule, isOfRoute: false };
  }
  if (settings.filter_state_rules !== undefined)
    return { effect: 'open', why: 'filter state, which other filters set, picks what it requires' };
  return passed('no rule takes the request');
}

/** Of a match only path, headers and query count. */
function ruleTakes({ match }: Rule, { request, regexes }: FilterVisit): Answer {
  if (match === undefined) return false;
  const { grpc: _, runtime_fraction: __, dynamic_metadata: ___, tls_context: ____, ...looked } = match;
  return matchesRoute(looked, request, regexes);
}

function verdictOf(
  met: Met,
  { rule, at, isOfRoute }: Found,
  visit: FilterVisit,
  settings: Settings,
): Verdict {
  const providers = providersOf(settings.providers);
  switch (met.kind) {
    case 'missing':
      return { effect: 'answered', status: 401, rule, at, isOfRoute, why: met.why };
    case 'audience':
      return { effect: 'answered', status: 403, rule, at, isOfRoute, why: met.why };
    case 'token': {
      const names = met.providers.map((name) => JSON.stringify(name)).join(' or ');
      const that = `the token of the request is valid for the provider ${names} (--claims says what it holds)`;
      return { effect: 'assumed', why: `${rule} requires a token of the provider ${names}`, that };
    }
    case 'passed': {
      const provider = met.provider === undefined ? undefined : providers.get(met.provider);
      const request = withClaims(visit.request.request, [...providers.values()], provider);
      const changes = request === visit.request.request ? undefined : request;
      const metadata = metadataOf(visit, provider);
      const left = metadata === undefined ? {} : { metadata };
      if (changes === undefined) return { effect: 'passed', why: met.why, ...left };
      return {
        effect: 'changed',
        why: `${met.why}; it writes headers by its claims`,
        request: changes,
        ...left,
      };
    }
  }
}

/** What a valid token leaves in the dynamic metadata. */
function metadataOf({ request, metadata, word }: FilterVisit, provider: BoundMessage | undefined) {
  const key = provider?.payload_in_metadata;
  const payload = request.request.claims?.payload;
  if (typeof key !== 'string' || key === '' || payload === undefined) return undefined;
  const namespace = `${word}.${METADATA}`;
  const before = metadata.get(namespace);
  const kept = isObject(before) ? (before as { readonly [name: string]: Data }) : {};
  return new Map([[namespace, { ...kept, [key]: payload }]]);
}

/** Headers that clients may not bring themselves go; those of the claims come. */
function withClaims(
  request: Request,
  all: readonly BoundMessage[],
  provider: BoundMessage | undefined,
): Request {
  const written = new Set(all.flatMap(headersOf));
  const claims = provider === undefined ? [] : claimHeaders(provider, request);
  const isTouched = Object.keys(request.headers).some((name) => written.has(name));
  if (!isTouched && claims.length === 0) return request;
  const kept = Object.entries(request.headers).filter(([name]) => !written.has(name));
  const repeated = Object.entries(request.repeated ?? {}).filter(([name]) => !written.has(name));
  const { repeated: _, ...rest } = request;
  return {
    ...rest,
    headers: Object.fromEntries([...kept, ...claims]),
    ...(repeated.length === 0 ? {} : { repeated: Object.fromEntries(repeated) }),
  };
}

function claimHeaders(
  { claim_to_headers: list }: BoundMessage,
  { claims }: Request,
): readonly (readonly [string, string])[] {
  if (claims === undefined) return [];
  const all = Array.isArray(list) ? list.filter(isObject) : [];
  return all.flatMap(({ header_name: header, claim_name: claim }): readonly (readonly [string, string])[] => {
    if (typeof header !== 'string' || typeof claim !== 'string') return [];
    const value = claimAt(claims.payload, claim.split('.'));
    if (value === undefined || value === null) return [];
    const text =
      typeof value === 'object' ? Buffer.from(JSON.stringify(value)).toString('base64url') : String(value);
    return [[header.toLowerCase(), text]];
  });
}

function claimAt(payload: { readonly [key: string]: Data }, keys: readonly string[]): Data | undefined {
  let at: Data | undefined = payload;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = Object.hasOwn(at, key) ? (at as { readonly [name: string]: Data })[key] : undefined;
  }
  return at;
}
