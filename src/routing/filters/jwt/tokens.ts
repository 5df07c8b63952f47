/** Where a request shows tokens, and which requirement of a filter they meet. */

import { type BoundMessage, isObject, messagesIn } from '../../../model/bound.ts';
import type { Message } from '../../../schema/types.ts';
import { lowerAscii, lowerText } from '../../../traffic/text.ts';
import { cookieOf } from '../../match/match.ts';
import { textHolds } from '../../match/text.ts';
import type { Regexes } from '../../regex/regexes.ts';
import { type Request, type SeenRequest, seen, withoutHeaders } from '../../request/request.ts';
import { parametersOf, withParameters } from '../format.ts';

type Provider = Message<'JwtProvider'>;
type Requirement = Message<'JwtRequirement'>;

/** What a requirement comes to. */
export type Met =
  | {
      readonly kind: 'passed';
      readonly why: string;
      /** Those whose tokens were found valid, in order. */
      readonly providers: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly why: string;
      /** A missing token, or one of another issuer, is told from what is worse. */
      readonly how: 'missing' | 'issuer' | 'worse';
      readonly status: 401 | 403;
    }
  /** A token is there, and nobody said whether it is valid. */
  | { readonly kind: 'token'; readonly providers: readonly string[] };

export interface Tokens {
  readonly request: SeenRequest;
  readonly providers: ReadonlyMap<string, Provider>;
  /** The namespace of header names. */
  readonly namespace: string;
  readonly regexes: Regexes;
  /** Whether the request came with anything that looks like a token. */
  readonly isShown: boolean;
  /** Whether it came with one token only, in whatever places. */
  readonly isOnly: boolean;
}

/** Requirements nest less. */
const DEEPEST = 40;

const NONE: Extract<Met, { kind: 'passed' }> = { kind: 'passed', why: 'it requires no token', providers: [] };

export function requirementMet(requirement: Requirement, tokens: Tokens, depth = 0): Met {
  const {
    provider_name: name,
    provider_and_audiences: both,
    requires_any: any,
    requires_all: all,
  } = requirement;
  if (
    requirement.allow_missing_or_failed !== undefined ||
    requirement.extract_only_without_validation !== undefined
  )
    return lenient(ofAnyProvider(tokens));
  if (requirement.allow_missing !== undefined) {
    const met = ofAnyProvider(tokens);
    return isMissing(met) ? { ...NONE, why: 'the request shows no token, which it allows' } : met;
  }
  if (name !== undefined) return providerMet(name, undefined, tokens);
  if (both !== undefined) return providerMet(both.provider_name ?? '', both.audiences, tokens);
  if (depth > DEEPEST) return { kind: 'token', providers: [] };
  const inner = (each: Requirement, at: Tokens): Met => requirementMet(each, at, depth + 1);
  if (any !== undefined) return anyMet(any.requirements ?? [], inner, tokens);
  if (all !== undefined) return allMet(all.requirements ?? [], inner, tokens);
  return NONE;
}

function isMissing(met: Met): boolean {
  return met.kind === 'failed' && met.how === 'missing';
}

function lenient(met: Met): Met {
  return met.kind === 'failed' ? { ...NONE, why: 'it lets requests without a valid token pass' } : met;
}

type Inner = (each: Requirement, tokens: Tokens) => Met;

/** In order; a token that was found valid is taken out, unless its provider forwards it, so that later ones miss it. */
function allMet(list: readonly Requirement[], inner: Inner, tokens: Tokens): Met {
  let at = tokens;
  const passed: string[] = [];
  const open: string[] = [];
  for (const each of list) {
    const met = inner(each, at);
    if (met.kind === 'failed') return met;
    if (met.kind === 'token') open.push(...met.providers);
    else {
      passed.push(...met.providers);
      const request = met.providers.reduce((made, name) => withoutTokens(made, name, at), at.request.request);
      if (request !== at.request.request) at = { ...at, request: seen(request, tokens.namespace) };
    }
  }
  if (open.length > 0) return { kind: 'token', providers: open };
  const why = passed.length === 0 ? NONE.why : 'its tokens are valid';
  return { kind: 'passed', why, providers: passed };
}

/** A request without the tokens of a provider that does not forward them. */
export function withoutTokens(
  request: Request,
  name: string,
  { providers, namespace }: Pick<Tokens, 'providers' | 'namespace'>,
): Request {
  const provider = providers.get(name);
  if (provider === undefined || provider.forward === true) return request;
  return shownTokens(provider, seen(request, namespace)).reduce(withoutToken, request);
}

/** One that is met is enough; what allows a missing token counts where all others miss it. */
function anyMet(list: readonly Requirement[], inner: Inner, tokens: Tokens): Met {
  const isLenient = list.some((each) => each.allow_missing_or_failed !== undefined);
  const mayMiss = list.some((each) => each.allow_missing !== undefined);
  const others = list.filter(
    (each) => each.allow_missing_or_failed === undefined && each.allow_missing === undefined,
  );
  const [only] = list;
  if (others.length === 0)
    return only === undefined
      ? NONE
      : inner(isLenient ? { allow_missing_or_failed: {} } : { allow_missing: {} }, tokens);
  const all = others.map((each) => inner(each, tokens));
  const passed = all.find(({ kind }) => kind === 'passed');
  if (passed !== undefined) return passed;
  const providers = all.flatMap((each) => (each.kind === 'token' ? each.providers : []));
  if (providers.length > 0) return { kind: 'token', providers };
  if (isLenient) return { ...NONE, why: 'it lets requests without a valid token pass' };
  const failed = all.flatMap((each) => (each.kind === 'failed' ? [each] : []));
  // What is worse than a missing token or another issuer has the last word.
  const last = failed.reduce<(typeof failed)[number] | undefined>(
    (so, each) => (so === undefined || each.how === 'worse' || so.how === 'missing' ? each : so),
    undefined,
  );
  if (last === undefined) return NONE;
  if (mayMiss && last.how === 'missing')
    return { ...NONE, why: 'the request shows no token, which it allows' };
  return last;
}

/** Tokens in the places of all providers: each counts for the provider of its issuer. */
function ofAnyProvider(tokens: Tokens): Met {
  const { claims } = tokens.request.request;
  const shown = [...tokens.providers].filter(
    ([, provider]) => shownTokens(provider, tokens.request).length > 0,
  );
  const isTold = claims !== undefined && !tokens.isShown;
  if (isTold && tokens.providers.has(claims.provider)) return providerMet(claims.provider, undefined, tokens);
  if (shown.length === 0)
    return { kind: 'failed', how: 'missing', status: 401, why: 'the request shows no token' };
  const texts = textsIn(tokens);
  if (![...texts].some(isFormed))
    return { kind: 'failed', how: 'worse', status: 401, why: 'what the request shows is no token' };
  if (claims === undefined || texts.size > 1)
    return { kind: 'token', providers: shown.map(([name]) => name) };
  if (shown.some(([name]) => name === claims.provider))
    return providerMet(claims.provider, undefined, tokens);
  const why = 'the token of the request stands in no place of its provider';
  return { kind: 'failed', how: 'issuer', status: 401, why };
}

function providerMet(name: string, audiences: readonly string[] | undefined, tokens: Tokens): Met {
  const provider = tokens.providers.get(name);
  const { request } = tokens;
  const { claims } = request.request;
  const quoted = JSON.stringify(name);
  if (provider === undefined) return { kind: 'token', providers: [name] };
  const shown = shownTokens(provider, request);
  const isTold = claims?.provider === name && !tokens.isShown;
  if (shown.length === 0 && !isTold)
    return {
      kind: 'failed',
      how: 'missing',
      status: 401,
      why: `the request shows no token for the provider ${quoted}`,
    };
  if (shown.some(({ token }) => !isFormed(token)))
    return {
      kind: 'failed',
      how: 'worse',
      status: 401,
      why: `what the request shows for the provider ${quoted} is no token`,
    };
  if (claims === undefined || shown.length > 1) return { kind: 'token', providers: [name] };
  if (claims.provider !== name) {
    const { issuer = '' } = provider;
    // Of several tokens the claims tell of one, in a place of their provider.
    const told = shownTokens(tokens.providers.get(claims.provider) ?? {}, request).map(({ token }) => token);
    if (!tokens.isOnly && !shown.every(({ token }) => told.includes(token)))
      return { kind: 'token', providers: [name] };
    if (issuer === '' || issuer === claims.payload.iss) return { kind: 'token', providers: [name] };
    const why = `the token of the request is of another issuer than the provider ${quoted} takes`;
    return { kind: 'failed', how: 'issuer', status: 401, why };
  }
  const wanted = audiences ?? provider.audiences ?? [];
  const own = claims.payload.aud;
  const given = (Array.isArray(own) ? own : own === undefined ? [] : [own]).map((each) => bare(String(each)));
  if (wanted.length > 0 && !wanted.some((each) => given.includes(bare(each))))
    return {
      kind: 'failed',
      how: 'worse',
      status: 403,
      why: `the token of the provider ${quoted} is for others`,
    };
  const { sub, exp } = claims.payload;
  const { subjects, require_expiration: mustExpire, max_lifetime: longest } = provider;
  const failed = { kind: 'failed', how: 'worse', status: 401 } as const;
  const isMeant = subjects === undefined || textHolds(lowerText(subjects), String(sub ?? ''), tokens.regexes);
  if (isMeant === false) return { ...failed, why: `the provider ${quoted} takes no token of that subject` };
  if (exp === undefined && (mustExpire === true || longest !== undefined))
    return { ...failed, why: `the provider ${quoted} takes only tokens that expire` };
  // How long a token is still valid depends on the clock.
  if (isMeant !== true || longest !== undefined) return { kind: 'token', providers: [name] };
  return { kind: 'passed', why: `the token of the provider ${quoted} is valid`, providers: [name] };
}

/** All tokens of a request, wherever a provider looks. */
export function textsIn({ providers, request }: Pick<Tokens, 'providers' | 'request'>): ReadonlySet<string> {
  return new Set(
    [...providers.values()].flatMap((each) => shownTokens(each, request).map(({ token }) => token)),
  );
}

/** A token has three parts. */
function isFormed(token: string): boolean {
  return /^[\w-]+=*\.[\w-]+=*\.[\w-]*=*$/.test(token);
}

/** Whether a request carries anything that looks like a token, wherever that is. */
export function carriesToken({ request, rawPath }: SeenRequest): boolean {
  return [rawPath, ...Object.values(request.headers)].some((text) => /eyJ[\w-]*\.[\w-]+\.[\w-]*/.test(text));
}

/** Audiences are compared without scheme and slash at the end. */
function bare(audience: string): string {
  return audience.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** A token of a request, and where it stands. */
export interface Shown {
  readonly token: string;
  readonly header?: string;
  readonly parameter?: string;
}

/**
 * Without places of its own a provider looks at the bearer of `authorization`, and at the parameter access_token. Headers
 * that it writes are gone by then (docs/routing.md, fact 129).
 */
export function shownTokens(provider: Provider, request: SeenRequest): readonly Shown[] {
  const { from_headers: headers = [], from_params: params = [] } = provider;
  const cookies = listOf(provider.from_cookies);
  const isOwn = headers.length + params.length + cookies.length > 0;
  const places = isOwn ? headers : [{ name: 'authorization', value_prefix: 'Bearer ' }];
  const written = headersOf(provider);
  return [
    ...places.flatMap(({ name = '', value_prefix: prefix = '' }): readonly Shown[] => {
      const value = request.firstValue(lowerAscii(name));
      const at = value?.indexOf(prefix) ?? -1;
      if (value === undefined || at === -1 || written.includes(lowerAscii(name))) return [];
      const [token = ''] = /^[\w.=-]*/.exec(value.slice(at + prefix.length)) ?? [];
      return [{ token, header: lowerAscii(name) }];
    }),
    ...(isOwn ? params : ['access_token']).flatMap((name): readonly Shown[] => {
      const token = request.queryParameter(name);
      return token === undefined ? [] : [{ token, parameter: name }];
    }),
    ...cookies.flatMap((name): readonly Shown[] => {
      const token = cookieOf(request, name) ?? '';
      return token === '' ? [] : [{ token }];
    }),
  ];
}

/** A request without a token; cookies stay. */
export function withoutToken(request: Request, { header, parameter }: Shown): Request {
  if (header !== undefined) return withoutHeaders(request, new Set([header]));
  if (parameter === undefined) return request;
  const params = parametersOf(request.path);
  params.delete(parameter);
  return { ...request, path: withParameters(request.path, params) };
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function providersOf(value: unknown): ReadonlyMap<string, Provider> {
  const all = isObject(value) ? Object.entries(value) : [];
  return new Map(all.flatMap(([name, each]) => (isObject(each) ? [[name, each] as const] : [])));
}

/** The headers that a provider writes by the claims of its tokens, in lower case. */
export function headersOf(provider: BoundMessage): readonly string[] {
  const { forward_payload_header: payload, claim_to_headers: claims } = provider;
  const names = messagesIn(claims).map(({ header_name: name }) => name);
  return [payload, ...names].flatMap((name) =>
    typeof name === 'string' && name !== '' ? name.toLowerCase() : [],
  );
}
