/** JSON Web Tokens: 401 where a rule wants one that the request does not show. */

import { type BoundMessage, isObject, messagesIn } from '../../../model/bound.ts';
import { compareReleases } from '../../../schema/release.ts';
import type { Message } from '../../../schema/types.ts';
import type { Data } from '../../../source/data.ts';
import { lookup } from '../../../source/lookup.ts';
import { lowerRuleMatch } from '../../../traffic/predicate.ts';
import { lowerAscii } from '../../../traffic/text.ts';
import { matchesRoute } from '../../match/match.ts';
import type { Answer } from '../../regex/regexes.ts';
import {
  type Claims,
  type Request,
  type SeenRequest,
  seen,
  withHeaders,
  withoutHeaders,
} from '../../request/request.ts';
import { type FilterVisit, type Metadata, passed, readAs, skipped, textIn, type Verdict } from '../filter.ts';
import {
  carriesToken,
  headersOf,
  type Met,
  providersOf,
  requirementMet,
  shownTokens,
  type Tokens,
  textsIn,
  withoutTokens,
} from './tokens.ts';

type Settings = Message<'JwtAuthentication'>;
type Provider = Message<'JwtProvider'>;
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
  const clean = withoutWritten(settings, visit);
  const looked = clean === visit.request.request ? visit.request : seen(clean, visit.namespace);
  const isPreflight =
    method === 'OPTIONS' && header('origin') !== '' && header('access-control-request-method') !== '';
  if (config.bypass_cors_preflight === true && isPreflight)
    return cleaned(passed('the request is a preflight, which needs no token'), clean, visit);
  const found = requirementFor(settings, { ...visit, request: looked });
  if ('effect' in found) return cleaned(found, clean, visit);
  const providers = providersOf(settings.providers);
  const tokens: Tokens = {
    regexes: visit.regexes,
    isShown: carriesToken(visit.request),
    isOnly: textsIn({ providers, request: looked }).size === 1,
    request: looked,
    providers,
    namespace: visit.namespace,
  };
  const met = requirementMet(found.requirement, tokens);
  const asked = new Set(askedBy(found.requirement, tokens));
  return verdictOf(met, found, visit, { settings, clean: withoutWritten(settings, visit, asked) });
}

/** The first release that takes the headers which it writes by claims from every request; before that a requirement does. */
const CLEANS_ALWAYS = '1.40';

/** Headers that it writes by claims are no client's to bring. @param names of the providers that are asked; all without */
function withoutWritten(
  { providers }: Settings,
  { request, release }: FilterVisit,
  names: ReadonlySet<string> = NONE,
): Request {
  const isAll = compareReleases(release, CLEANS_ALWAYS) >= 0;
  const asked = [...providersOf(providers)].filter(([name]) => isAll || names.has(name));
  return withoutHeaders(request.request, new Set(asked.flatMap(([, provider]) => headersOf(provider))));
}

const NONE: ReadonlySet<string> = new Set();

/** The providers whose tokens are looked for; those that allow a missing one look for all. The first that is met ends a list of which any is enough. */
function askedBy(requirement: Requirement, tokens: Tokens, depth = 0): readonly string[] {
  const {
    provider_name: name,
    provider_and_audiences: both,
    requires_any: any,
    requires_all: every,
  } = requirement;
  if (name !== undefined) return [name];
  if (both !== undefined) return [both.provider_name ?? ''];
  if (depth > DEEPEST || Object.keys(requirement).length === 0) return [];
  if (every !== undefined)
    return (every.requirements ?? []).flatMap((each) => askedBy(each, tokens, depth + 1));
  if (any === undefined) return [...tokens.providers.keys()];
  const asked: string[] = [];
  for (const each of any.requirements ?? []) {
    if (each.allow_missing !== undefined || each.allow_missing_or_failed !== undefined) continue;
    asked.push(...askedBy(each, tokens, depth + 1));
    if (requirementMet(each, tokens, depth + 1).kind === 'passed') break;
  }
  return asked;
}

/** Requirements nest less. */
const DEEPEST = 40;

function cleaned(verdict: Verdict, request: Request, visit: FilterVisit): Verdict {
  if (request === visit.request.request || (verdict.effect !== 'passed' && verdict.effect !== 'skipped'))
    return verdict;
  const gone = Object.keys(visit.request.request.headers).filter(
    (name) => !Object.hasOwn(request.headers, name),
  );
  return { effect: 'changed', why: `${verdict.why}; ${gone.join(', ')} of the client do not count`, request };
}

/** What the route says, else the first rule that takes the request. */
function requirementFor(settings: Settings, visit: FilterVisit): Found | Verdict {
  const [own] = visit.settings;
  const map = settings.requirement_map ?? {};
  if (own !== undefined) {
    const { disabled, requirement_name: name } = own;
    if (disabled === true) return skipped('the settings of the route switch it off');
    if (typeof name !== 'string') return passed('the settings of the route require no token');
    const requirement = lookup(map, name);
    if (requirement !== undefined) return { requirement, rule: name, at: own, isOfRoute: true };
    const why = `the route requires ${JSON.stringify(name)}, which requirement_map does not have`;
    return { effect: 'answered', status: 403, rule: name, at: own, isOfRoute: true, why };
  }
  for (const [index, rule] of (settings.rules ?? []).entries()) {
    const answer = ruleTakes(rule, visit);
    if (answer === false) continue;
    if (answer !== true) return { effect: 'open', why: `rule ${index}: ${answer.undecided}` };
    const name = rule.requirement_name ?? '';
    const requirement = name === '' ? rule.requires : lookup(map, name);
    if (requirement === undefined) return passed(`rule ${index} requires no token`);
    return { requirement, rule: name === '' ? `rule ${index}` : name, at: rule, isOfRoute: false };
  }
  if (settings.filter_state_rules !== undefined)
    return { effect: 'open', why: 'filter state, which other filters set, picks what it requires' };
  return passed('no rule takes the request');
}

function ruleTakes({ match }: Rule, { request, regexes }: FilterVisit): Answer {
  return match !== undefined && matchesRoute(lowerRuleMatch(match), request, regexes);
}

interface Around {
  readonly settings: Settings;
  /** The request without what clients may not bring. */
  readonly clean: Request;
}

function verdictOf(met: Met, { rule, at, isOfRoute }: Found, visit: FilterVisit, around: Around): Verdict {
  switch (met.kind) {
    case 'failed':
      return { effect: 'answered', status: met.status, rule, at, isOfRoute, why: met.why };
    case 'token': {
      const names = met.providers.map((name) => JSON.stringify(name)).join(' or ');
      const all = providersOf(around.settings.providers);
      const writes = met.providers.some((name) => {
        const { claim_to_headers: headers, clear_route_cache: clears } = all.get(name) ?? {};
        return clears === true || messagesIn(headers).length > 0;
      });
      const more = writes ? ', and none of its claims decides what follows' : '';
      const that = `the token of the request is valid for the provider ${names}${more} (--claims says what it holds)`;
      return {
        effect: 'assumed',
        why: `${rule} requires a token of the provider ${names}`,
        that,
        request: around.clean,
      };
    }
    case 'passed':
      return afterTokens(met.why, met.providers, visit, around);
  }
}

/** What is left of a request whose tokens are valid, or need not be there. */
function afterTokens(
  why: string,
  names: readonly string[],
  visit: FilterVisit,
  { settings, clean }: Around,
): Verdict {
  const all = providersOf(settings.providers);
  if (names.length === 0) return cleaned(passed(why), clean, visit);
  let request = clean;
  let metadata: Metadata | undefined;
  let clears = false;
  const changes = new Set<string>();
  for (const name of names) {
    const provider = all.get(name) ?? {};
    const headers = claimHeaders(provider, clean);
    const written = { ...Object.fromEntries(headers), ...payloadHeader(provider, visit.request) };
    const bare = withoutTokens(request, name, { providers: all, namespace: visit.namespace });
    if (bare !== request) changes.add('takes the token out');
    if (Object.keys(written).length > 0) changes.add('writes headers by its claims');
    request = Object.keys(written).length === 0 ? bare : withHeaders(bare, written);
    const left = metadataOf({ ...visit, metadata: metadata ?? visit.metadata }, provider);
    metadata = left ?? metadata;
    clears ||= provider.clear_route_cache === true && (headers.length > 0 || left !== undefined);
  }
  const left = { ...(metadata === undefined ? {} : { metadata }), ...(clears ? { clearsRoute: true } : {}) };
  if (request === visit.request.request) return { effect: 'passed', why, ...left };
  const what = changes.size === 0 ? '' : `; it ${[...changes].join(' and ')}`;
  return { effect: 'changed', why: `${why}${what}`, request, ...left };
}

/** The payload of the token as it stands in it. */
function payloadHeader(provider: Provider, request: SeenRequest): { readonly [name: string]: string } {
  const [shown] = shownTokens(provider, request);
  const [, payload] = shown?.token.split('.') ?? [];
  const name = textIn(provider.forward_payload_header);
  if (name === undefined || payload === undefined) return {};
  const pads = provider.pad_forward_payload_header === true;
  return { [lowerAscii(name)]: pads ? payload.padEnd(Math.ceil(payload.length / 4) * 4, '=') : payload };
}

/** What a valid token leaves in the dynamic metadata. */
function metadataOf({ request, metadata, namespace }: FilterVisit, provider: Provider | undefined) {
  const key = provider?.payload_in_metadata;
  const payload = request.request.claims?.payload;
  // What else it writes there is not worked out, so that the whole namespace stays open.
  if (textIn(provider?.header_in_metadata) !== undefined) return undefined;
  if (typeof key !== 'string' || key === '' || payload === undefined) return undefined;
  const name = `${namespace}.${METADATA}`;
  const before = metadata.get(name);
  const kept = isObject(before) ? (before as { readonly [name: string]: Data }) : {};
  return new Map([[name, { ...kept, [key]: normalizedClaims(payload, provider) }]]);
}

/** Claims that are lists of words come as lists. */
function normalizedClaims(payload: Claims['payload'], provider: Provider | undefined): Claims['payload'] {
  const { space_delimited_claims: names } = isObject(provider?.normalize_payload_in_metadata)
    ? provider.normalize_payload_in_metadata
    : {};
  const made: { [claim: string]: Data } = { ...payload };
  for (const name of Array.isArray(names) ? names.map(String) : []) {
    const value = lookup(payload, name);
    if (typeof value === 'string') made[name] = value.split(' ').filter((each) => each !== '');
  }
  return made;
}

function claimHeaders(
  { claim_to_headers: list }: BoundMessage,
  { claims }: Request,
): readonly (readonly [string, string])[] {
  if (claims === undefined) return [];
  const all = messagesIn(list);
  return all.flatMap(
    ({
      header_name: header,
      claim_name: claim,
      claim_path: path,
    }): readonly (readonly [string, string])[] => {
      if (typeof header !== 'string') return [];
      const keys = messagesIn(path).map(({ key }) => String(key ?? ''));
      const value = claimAt(claims.payload, keys.length > 0 ? keys : String(claim ?? '').split('.'));
      if (value === undefined || value === null) return [];
      const text =
        typeof value === 'object' ? Buffer.from(JSON.stringify(value)).toString('base64url') : String(value);
      return [[header.toLowerCase(), text]];
    },
  );
}

function claimAt(payload: { readonly [key: string]: Data }, keys: readonly string[]): Data | undefined {
  let at: Data | undefined = payload;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = lookup(at as { readonly [name: string]: Data }, key);
  }
  return at;
}
