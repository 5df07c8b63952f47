/**
 * What the HTTP filters of a connection manager let pass, for all requests of a case: each filter as a formula over
 * requests. The models of single requests are not asked, so that they can judge what is concluded here. Where a filter
 * is not known, or somebody outside decides, it is taken to let requests pass unchanged, which is said.
 */
import { type BoundMessage, isObject } from '../model/bound.ts';
import { HEADER } from '../routing/all/box.ts';
import { headerDimension, headerValues, textLanguage } from '../routing/all/conditions.ts';
import { normalise } from '../routing/all/index.ts';
import { within } from '../routing/all/values.ts';
import { filtersFor, type HttpFilter } from '../routing/filters/chain.ts';
import { settingsFor } from '../routing/filters/settings.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import type { Message } from '../schema/types.ts';
import { type HeaderTest, lowerHeader } from '../traffic/headers.ts';
import { lowerMatch } from '../traffic/predicate.ts';
import { lowerAscii, lowerText } from '../traffic/text.ts';
import { ALWAYS, type Formula, NEVER } from './formula.ts';
import { fitsName, type Leaf } from './property.ts';

/** Filters that say who may pass. */
const GUARDS: ReadonlySet<string> = new Set([
  'jwt_authn',
  'ext_authz',
  'basic_auth',
  'api_key_auth',
  'oauth2',
  'rbac',
]);

/** Whether a filter, by the package of its type, says who may pass. */
export function isGuard(kind: string | undefined): boolean {
  return GUARDS.has(kind ?? '');
}

export interface Gate {
  readonly filter: HttpFilter;
  /** Whether it looks at the requests of the case at all. */
  readonly looks: boolean;
  /** All others it answers. */
  readonly passes: Formula;
  readonly status: number | undefined;
  /** By what a request can pass: policies by name. */
  readonly policies: ReadonlyMap<string, Formula>;
  /** Whether it changes headers that later filters and the upstream see. */
  readonly changes: boolean;
  /** What it rests on that it lets requests pass unchanged. */
  readonly assuming: string | undefined;
}

/** A token that the requests of a case show: a valid one of a provider, or none that is valid. */
export type Token = string | undefined;

export interface Levels {
  readonly levels: readonly BoundMessage[];
  readonly token: Token;
  readonly namespace: string;
  readonly regexes: Regexes;
  /** Whether the route sends requests to a cluster. */
  readonly isForward: boolean;
}

const PLAIN_REQUEST = {
  method: 'GET',
  authority: '',
  path: '/',
  scheme: 'http',
  internal: false,
  headers: {},
};

/** The filters that ordinary requests come through, in order, but for the router. */
export function filtersOf({ message, namespace }: FoundManager): readonly HttpFilter[] {
  return filtersFor(message, PLAIN_REQUEST, namespace).filter(({ kind }) => kind !== 'router');
}

/** The tokens that tell requests apart: none, and one of each provider, with an audience that it takes. */
export function tokensIn(filters: readonly HttpFilter[]): ReadonlyMap<Token, string | undefined> {
  const tokens = new Map<Token, string | undefined>([[undefined, undefined]]);
  for (const { kind, config } of filters) {
    if (kind !== 'jwt_authn' || !isObject(config.providers)) continue;
    for (const [name, provider] of Object.entries(config.providers)) {
      const audiences = isObject(provider) ? provider.audiences : undefined;
      tokens.set(name, Array.isArray(audiences) ? String(audiences[0]) : undefined);
    }
  }
  return tokens;
}

/** The filters in order; what those behind one that changes headers ask of headers is not followed. */
export function gatesOf(filters: readonly HttpFilter[], at: Levels): readonly Gate[] {
  let changing: string | undefined;
  return filters.map((filter): Gate => {
    const gate = gateOf(filter, at);
    const why = changing;
    if (gate.looks && gate.changes) changing ??= filter.name;
    if (why === undefined || gate.passes === ALWAYS || gate.passes === NEVER) return gate;
    const text = `the filter ${JSON.stringify(why)} changes headers before the filter ${JSON.stringify(filter.name)} looks at them`;
    return { ...gate, passes: { kind: 'open', why: text } };
  });
}

function changesHeaders({ kind, config }: HttpFilter): boolean {
  if (kind === 'header_mutation') return true;
  if (kind !== 'jwt_authn' || !isObject(config.providers)) return false;
  return Object.values(config.providers).some(
    (each) =>
      isObject(each) && (each.claim_to_headers !== undefined || each.forward_payload_header !== undefined),
  );
}

/** Whether the requests of a case passed a filter, by a provider or a policy. */
export function passedFormula(
  { filter, provider, policy }: Extract<Leaf, { kind: 'passed' }>,
  {
    gates,
    token,
    namespace,
  }: { readonly gates: readonly Gate[] | undefined; readonly token: Token; readonly namespace: string },
): Formula {
  if (gates === undefined) return { kind: 'open', why: 'no listener says which filters the requests pass' };
  const named = gates.filter((gate) => gate.looks && isNamed(gate.filter, filter, namespace));
  return {
    kind: 'any',
    of: named.map((gate): Formula => {
      if (gate.filter.kind === 'jwt_authn')
        return policy === undefined && token !== undefined && fitsName(provider ?? '*', token)
          ? ALWAYS
          : NEVER;
      if (provider !== undefined) return NEVER;
      if (policy === undefined) return ALWAYS;
      return {
        kind: 'any',
        of: [...gate.policies].flatMap(([name, of]) => (fitsName(policy, name) ? [of] : [])),
      };
    }),
  };
}

/** By its name, or its type with the namespace. */
function isNamed({ name, type }: HttpFilter, pattern: string, namespace: string): boolean {
  return fitsName(pattern, name) || (type !== null && fitsName(pattern, `${namespace}.${type}`));
}

function gateOf(filter: HttpFilter, at: Levels): Gate {
  const settings = settingsFor(filter, at.levels, at.namespace);
  const open: Gate = {
    filter,
    looks: true,
    passes: ALWAYS,
    status: undefined,
    policies: new Map(),
    changes: changesHeaders(filter),
    assuming: undefined,
  };
  if (settings.disabled ?? filter.disabled) return { ...open, looks: false };
  const [own] = settings.all;
  if (filter.unread !== undefined) return { ...open, assuming: lets(filter) };
  switch (filter.kind) {
    case 'rbac':
      return rbacGate(open, own, at);
    case 'jwt_authn':
      return jwtGate(open, own, at);
    case 'ext_authz':
      return extAuthzGate(open, own);
    case 'basic_auth':
      return basicGate(open);
    case 'health_check':
      return healthGate(open, at);
    case 'cors':
      if (!at.isForward) return { ...open, looks: false };
      return {
        ...open,
        passes: { kind: 'any', of: [{ kind: 'not', of: PREFLIGHT }, unsure(filter)] },
        status: 200,
      };
    case 'csrf':
      return { ...open, passes: { kind: 'any', of: [SAFE, unsure(filter)] }, status: 403 };
    case 'fault':
      return { ...open, passes: unsure(filter) };
    case 'api_key_auth':
      return { ...open, passes: unsure(filter), status: 401 };
    case 'header_mutation':
      return open;
    default:
      return PASSIVE.has(filter.kind ?? '') ? open : { ...open, assuming: lets(filter) };
  }
}

function lets({ name }: HttpFilter): string {
  return `the filter ${JSON.stringify(name)} lets requests pass unchanged`;
}

function unsure({ name }: HttpFilter): Formula {
  return {
    kind: 'open',
    why: `whether the filter ${JSON.stringify(name)} answers is not decided for all requests`,
  };
}

/** What neither answers nor changes what others look at. */
const PASSIVE: ReadonlySet<string> = new Set([
  'alternate_protocols_cache',
  'bandwidth_limit',
  'buffer',
  'compressor',
  'decompressor',
  'grpc_stats',
  'gzip',
  'original_src',
  'tap',
]);

const header = (name: string, value?: string): Formula => ({
  kind: 'header',
  header: { name, test: value === undefined ? 'present' : { how: 'exact', text: value } },
});

const PREFLIGHT: Formula = {
  kind: 'all',
  of: [{ kind: 'method', names: ['OPTIONS'] }, header('origin'), header('access-control-request-method')],
};

/** Methods that change nothing. */
const SAFE: Formula = { kind: 'method', names: ['GET', 'HEAD', 'OPTIONS'] };

/** Which users and passwords are known is not asked: what shows none is refused, unless that is allowed. */
function basicGate(open: Gate): Gate {
  const { authentication_header: own, allow_missing: allows } = open.filter.config;
  const name = typeof own === 'string' && own !== '' ? lowerAscii(own) : 'authorization';
  const shows: Formula = { kind: 'header', header: { name, test: { how: 'prefix', text: 'Basic ' } } };
  const passes: Formula = { kind: 'all', of: [shows, unsure(open.filter)] };
  if (allows !== true) return { ...open, passes, status: 401 };
  return { ...open, passes: { kind: 'any', of: [{ kind: 'not', of: shows }, passes] }, status: 401 };
}

function healthGate(open: Gate, { regexes }: Levels): Gate {
  const { pass_through_mode: through, headers } = open.filter.config;
  if (through !== false) return { ...open, assuming: lets(open.filter) };
  const all = Array.isArray(headers) ? headers.filter(isObject) : [];
  const answers: Formula = { kind: 'all', of: all.map((each) => headerFormula(lowerHeader(each), regexes)) };
  return { ...open, passes: { kind: 'not', of: answers }, status: 200 };
}

function extAuthzGate(open: Gate, own: BoundMessage | undefined): Gate {
  if (own?.disabled === true) return { ...open, looks: false };
  const { filter_enabled: enabled, filter_enabled_metadata: byMetadata } = open.filter.config;
  // A share may be let pass without being asked about.
  const isAll = enabled === undefined && byMetadata === undefined;
  const { name } = open.filter;
  return {
    ...open,
    looks: isAll,
    assuming: `the authorization service of the filter ${JSON.stringify(name)} denies what it should, and changes nothing that routes look at`,
  };
}

function rbacGate(open: Gate, own: BoundMessage | undefined, { regexes }: Levels): Gate {
  const { rules, matcher } = (
    own === undefined ? open.filter.config : isObject(own.rbac) ? own.rbac : {}
  ) as BoundMessage;
  if (isObject(matcher)) {
    const why = `the matcher of the filter ${JSON.stringify(open.filter.name)} is not looked into`;
    return { ...open, passes: { kind: 'open', why }, status: 403 };
  }
  if (!isObject(rules)) return { ...open, looks: false };
  const { action = 'ALLOW', policies } = rules;
  if (action === 'LOG') return { ...open, looks: false };
  const named = isObject(policies) ? Object.entries(policies) : [];
  const formulas = new Map(
    named.flatMap(([name, policy]) =>
      isObject(policy) ? [[name, policyFormula(policy, regexes)] as const] : [],
    ),
  );
  const any: Formula = { kind: 'any', of: [...formulas.values()] };
  if (action === 'DENY') return { ...open, passes: { kind: 'not', of: any }, status: 403 };
  return { ...open, passes: any, status: 403, policies: formulas };
}

function policyFormula(policy: BoundMessage, regexes: Regexes): Formula {
  const { permissions, principals, condition, checked_condition: checked } = policy;
  const anyIn = (list: unknown): Formula => ({
    kind: 'any',
    of: (Array.isArray(list) ? list.filter(isObject) : []).map((each) => conditionFormula(each, regexes, 0)),
  });
  const expression: readonly Formula[] =
    condition === undefined && checked === undefined
      ? []
      : [{ kind: 'open', why: 'a policy has an expression as its condition, which is not evaluated here' }];
  return { kind: 'all', of: [anyIn(permissions), anyIn(principals), ...expression] };
}

const DEEPEST = 40;
const UNSEEN: Formula = { kind: 'open', why: 'a policy asks for what no request here shows' };

/** Permissions and principals. */
function conditionFormula(each: BoundMessage, regexes: Regexes, depth: number): Formula {
  if (depth > DEEPEST) return UNSEEN;
  const list = (of: unknown, key: 'rules' | 'ids'): readonly Formula[] => {
    const inner = isObject(of) ? of[key] : undefined;
    return (Array.isArray(inner) ? inner.filter(isObject) : []).map((one) =>
      conditionFormula(one, regexes, depth + 1),
    );
  };
  if (each.and_rules !== undefined) return { kind: 'all', of: list(each.and_rules, 'rules') };
  if (each.and_ids !== undefined) return { kind: 'all', of: list(each.and_ids, 'ids') };
  if (each.or_rules !== undefined) return { kind: 'any', of: list(each.or_rules, 'rules') };
  if (each.or_ids !== undefined) return { kind: 'any', of: list(each.or_ids, 'ids') };
  for (const key of ['not_rule', 'not_id'])
    if (isObject(each[key])) return { kind: 'not', of: conditionFormula(each[key], regexes, depth + 1) };
  if (isObject(each.header)) return headerFormula(lowerHeader(each.header), regexes);
  const { url_path: path } = each;
  if (isObject(path) && isObject(path.path)) {
    const language = textLanguage(lowerText(path.path), regexes);
    return language === undefined ? UNSEEN : { kind: 'box', box: new Map([['path', within(language)]]) };
  }
  return each.any === true ? ALWAYS : UNSEEN;
}

function headerFormula(test: HeaderTest, regexes: Regexes): Formula {
  const dimension = headerDimension(test);
  // What is asked of the whole path is asked with its query.
  if (dimension === `${HEADER}:path`)
    return { kind: 'box', box: new Map([['target', headerValues(test, regexes)]]) };
  return { kind: 'box', box: new Map([[dimension, headerValues(test, regexes)]]) };
}

function jwtGate(open: Gate, own: BoundMessage | undefined, at: Levels): Gate {
  const { config } = open.filter;
  const { rules, requirement_map: map, filter_state_rules: byState, bypass_cors_preflight: bypass } = config;
  const named = (name: unknown): unknown =>
    isObject(map) && typeof name === 'string' ? map[name] : undefined;
  if (own !== undefined) {
    if (own.disabled === true || own.requirement_name === undefined) return { ...open, looks: false };
    const met = tokenMeets(named(own.requirement_name), at.token, 0);
    return { ...open, passes: bypassing(met, bypass) };
  }
  const parts: Formula[] = [];
  const before: Formula[] = [];
  for (const rule of Array.isArray(rules) ? rules.filter(isObject) : []) {
    const taken = ruleFormula(rule, at.regexes);
    const { requirement_name: name = '' } = rule;
    const requirement = name === '' ? rule.requires : named(name);
    const met = requirement === undefined && name === '' ? ALWAYS : tokenMeets(requirement, at.token, 0);
    parts.push({ kind: 'all', of: [taken, met, ...before] });
    before.push({ kind: 'not', of: taken });
  }
  const state: readonly Formula[] =
    byState === undefined ? [] : [{ kind: 'open', why: 'filter state picks what a token has to be' }];
  parts.push({ kind: 'all', of: [...before, ...state] });
  return { ...open, passes: bypassing({ kind: 'any', of: parts }, bypass) };
}

function bypassing(passes: Formula, bypass: unknown): Formula {
  return bypass === true ? { kind: 'any', of: [passes, PREFLIGHT] } : passes;
}

/** Only path, headers and query of the match count. */
function ruleFormula({ match }: BoundMessage, regexes: Regexes): Formula {
  if (!isObject(match)) return NEVER;
  const {
    grpc: _,
    runtime_fraction: __,
    dynamic_metadata: ___,
    tls_context: ____,
    ...looked
  } = match as Message<'route.RouteMatch'>;
  const asked = lowerMatch(looked);
  const matcher = normalise(asked, regexes);
  if (matcher.impossible !== undefined) return NEVER;
  const box: Formula = { kind: 'box', box: matcher.box ?? matcher.targetBox() };
  const why = asked.open;
  return why === undefined ? box : { kind: 'all', of: [box, { kind: 'open', why: `a rule ${why}` }] };
}

/** Whether a request with such a token meets a requirement. */
function tokenMeets(requirement: unknown, token: Token, depth: number): Formula {
  if (!isObject(requirement) || depth > DEEPEST) return NEVER;
  const {
    provider_name: name,
    provider_and_audiences: both,
    requires_any: any,
    requires_all: all,
  } = requirement;
  const {
    allow_missing: missing,
    allow_missing_or_failed: failed,
    extract_only_without_validation: extracts,
  } = requirement;
  if (failed !== undefined || extracts !== undefined) return ALWAYS;
  if (missing !== undefined) return token === undefined ? ALWAYS : UNSURE;
  const own = name ?? (isObject(both) ? both.provider_name : undefined);
  if (own !== undefined) return token === own ? ALWAYS : NEVER;
  const inner = (list: unknown): readonly Formula[] => {
    const requirements = isObject(list) ? list.requirements : undefined;
    return (Array.isArray(requirements) ? requirements : []).map((each) =>
      tokenMeets(each, token, depth + 1),
    );
  };
  if (any !== undefined) return { kind: 'any', of: inner(any) };
  return all === undefined ? ALWAYS : { kind: 'all', of: inner(all) };
}

const UNSURE: Formula = { kind: 'open', why: 'a token that nobody asks for may be refused' };
