/** Where a request shows tokens, and which requirement of a filter they meet. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import type { Message } from '../../../schema/types.ts';
import type { SeenRequest } from '../../request/request.ts';

type Provider = Message<'JwtProvider'>;
type Requirement = Message<'JwtRequirement'>;

/** What a requirement comes to. */
export type Met =
  | { readonly kind: 'passed'; readonly why: string; readonly provider?: string }
  | { readonly kind: 'missing'; readonly why: string }
  | { readonly kind: 'audience'; readonly why: string }
  /** A token is there, and nobody said whether it is valid. */
  | { readonly kind: 'token'; readonly providers: readonly string[] };

export interface Tokens {
  readonly request: SeenRequest;
  readonly providers: ReadonlyMap<string, Provider>;
}

/** Requirements nest less. */
const DEEPEST = 40;

export function requirementMet(requirement: Requirement, tokens: Tokens, depth = 0): Met {
  const {
    provider_name: name,
    provider_and_audiences: both,
    requires_any: any,
    requires_all: all,
  } = requirement;
  if (requirement.allow_missing_or_failed !== undefined)
    return { kind: 'passed', why: 'it lets requests without a valid token pass' };
  if (requirement.extract_only_without_validation !== undefined)
    return { kind: 'passed', why: 'it takes claims without looking whether the token is valid' };
  if (requirement.allow_missing !== undefined) return allowMissing(tokens);
  if (name !== undefined) return providerMet(name, undefined, tokens);
  if (both !== undefined) return providerMet(both.provider_name ?? '', both.audiences, tokens);
  if (depth > DEEPEST) return { kind: 'token', providers: [] };
  const inner = (each: Requirement): Met => requirementMet(each, tokens, depth + 1);
  if (any !== undefined) return anyMet(any.requirements ?? [], inner, tokens);
  if (all !== undefined) return allMet((all.requirements ?? []).map(inner));
  return { kind: 'passed', why: 'it requires no token' };
}

function allMet(all: readonly Met[]): Met {
  const failed = all.find(({ kind }) => kind === 'missing' || kind === 'audience');
  if (failed !== undefined) return failed;
  const providers = all.flatMap((each) => (each.kind === 'token' ? each.providers : []));
  if (providers.length > 0) return { kind: 'token', providers };
  return all.find(({ kind }) => kind === 'passed') ?? { kind: 'passed', why: 'it requires no token' };
}

/** One that is met is enough; what allows a missing token counts where all others miss it. */
function anyMet(list: readonly Requirement[], inner: (each: Requirement) => Met, tokens: Tokens): Met {
  const lenient = list.find((each) => each.allow_missing_or_failed !== undefined);
  const others = list.filter(
    (each) => each.allow_missing_or_failed === undefined && each.allow_missing === undefined,
  );
  const all = others.map(inner);
  const passed = all.find(({ kind }) => kind === 'passed');
  if (passed !== undefined) return passed;
  if (lenient !== undefined) return inner(lenient);
  const providers = all.flatMap((each) => (each.kind === 'token' ? each.providers : []));
  if (providers.length > 0) return { kind: 'token', providers };
  const isLenient = list.some((each) => each.allow_missing !== undefined);
  if (isLenient && all.every(({ kind }) => kind === 'missing')) return allowMissing(tokens);
  return all.at(-1) ?? { kind: 'passed', why: 'it requires no token' };
}

function allowMissing(tokens: Tokens): Met {
  const shown = [...tokens.providers].filter(([, provider]) => showsToken(provider, tokens.request));
  const own = tokens.request.request.claims?.provider;
  if (own !== undefined) return { kind: 'passed', why: 'the token is valid', provider: own };
  if (shown.length === 0) return { kind: 'passed', why: 'the request shows no token, which it allows' };
  return { kind: 'token', providers: shown.map(([name]) => name) };
}

function providerMet(name: string, audiences: readonly string[] | undefined, tokens: Tokens): Met {
  const provider = tokens.providers.get(name);
  const { claims } = tokens.request.request;
  if (claims !== undefined && claims.provider === name) {
    const wanted = audiences ?? provider?.audiences ?? [];
    const own = claims.payload.aud;
    const given = (Array.isArray(own) ? own : [own]).map((each) => bare(String(each)));
    if (wanted.length > 0 && !wanted.some((each) => given.includes(bare(each))))
      return { kind: 'audience', why: `the token of the provider ${JSON.stringify(name)} is for others` };
    return {
      kind: 'passed',
      why: `the token of the provider ${JSON.stringify(name)} is valid`,
      provider: name,
    };
  }
  if (provider === undefined || showsToken(provider, tokens.request))
    return { kind: 'token', providers: [name] };
  return {
    kind: 'missing',
    why: `the request shows no token for the provider ${JSON.stringify(name)}`,
  };
}

/** Audiences are compared without scheme and slash at the end. */
function bare(audience: string): string {
  return audience.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Without places of its own a provider looks at the bearer of `authorization`, and at the parameter access_token. */
function showsToken(provider: Provider, request: SeenRequest): boolean {
  const { from_headers: headers = [], from_params: params = [] } = provider;
  const cookies = listOf(provider.from_cookies);
  const isOwn = headers.length + params.length + cookies.length > 0;
  const places = isOwn ? headers : [{ name: 'authorization', value_prefix: 'Bearer ' }];
  return (
    places.some(({ name = '', value_prefix: prefix = '' }) => {
      return request.header(name)?.includes(prefix) === true;
    }) ||
    (isOwn ? params : ['access_token']).some((name) => request.queryParameter(name) !== undefined) ||
    cookies.some((name) =>
      (request.values('cookie') ?? [])
        .flatMap((line) => line.split(';'))
        .some((pair) => pair.trim().startsWith(`${name}=`)),
    )
  );
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
  const names = (Array.isArray(claims) ? claims.filter(isObject) : []).map(({ header_name: name }) => name);
  return [payload, ...names].flatMap((name) =>
    typeof name === 'string' && name !== '' ? name.toLowerCase() : [],
  );
}
