/**
 * What the HTTP filters of a connection manager let pass, for all requests of a case: each filter as a formula over
 * requests. The models of single requests are not asked, so that they can judge what is concluded here. Where a filter
 * is not known, or somebody outside decides, it is taken to let requests pass unchanged, which is said.
 */
import { type BoundMessage, isObject, messagesIn, VERSION } from '../model/bound.ts';
import { HEADER } from '../routing/all/box.ts';
import { headerDimension, headerValues, textLanguage } from '../routing/all/conditions.ts';
import { normalise } from '../routing/all/index.ts';
import { within } from '../routing/all/values.ts';
import { filtersFor, type HttpFilter } from '../routing/filters/chain.ts';
import { ofRoutes } from '../routing/filters/filter.ts';
import { looksAtAnswers, sendsAnew } from '../routing/filters/replies.ts';
import { hasField, settingsFor } from '../routing/filters/settings.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import { readTree } from '../routing/tree/tree.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import type { Message } from '../schema/types.ts';
import { lookup } from '../source/lookup.ts';
import { type HeaderTest, lowerHeader } from '../traffic/headers.ts';
import { lowerRuleMatch } from '../traffic/predicate.ts';
import { joiningMatcher } from '../traffic/repeated-headers.ts';
import { lowerAscii, lowerText } from '../traffic/text.ts';
import { ALWAYS, type Formula, NEVER } from './formula.ts';
import { passingTree, type Reading } from './matcher.ts';
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

/** Filters that ask for what only clients know, so that nobody here can make it up. */
const SECRETS: ReadonlySet<string> = new Set(['api_key_auth', 'basic_auth', 'oauth2']);

export function asksForSecret(kind: string | undefined): boolean {
  return SECRETS.has(kind ?? '');
}

/** Whether a filter, by the package of its type, says who may pass. */
export function isGuard(kind: string | undefined): boolean {
  return GUARDS.has(kind ?? '');
}

/** Filters that do not ask who somebody is, and keep requests out all the same. */
const REFUSING: ReadonlySet<string> = new Set(['buffer', 'cdn_loop', 'csrf', 'fault']);

/** Whether a filter may answer a request with an error, as far as its kind tells. */
export function mayKeepOut(kind: string | undefined): boolean {
  return isGuard(kind) || REFUSING.has(kind ?? '');
}

export interface Gate {
  readonly filter: HttpFilter;
  /** Its own, and those that routes have for it. */
  readonly settings: readonly BoundMessage[];
  /** Whether it looks at the requests of the case at all. */
  readonly looks: boolean;
  /** All others it answers. */
  readonly passes: Formula;
  /** What it may answer all the same, since somebody else decides. */
  readonly denies?: Formula;
  readonly status: number | undefined;
  /** Which of what it lets pass it has checked: what shows nothing may be allowed, or not be asked. */
  readonly checks: Formula;
  /** By what a request can pass: policies by name, each worked out when a property asks for it. */
  readonly policies: ReadonlyMap<string, () => Formula>;
  /** Whether it changes headers that later filters and the upstream see. */
  readonly changes: boolean;
  /** Whether it may have the route chosen anew, by what it has changed. */
  readonly reroutes: boolean;
  /** What it rests on that it lets requests pass unchanged, or checks what it should. */
  readonly assuming: string | undefined;
}

/** A token that the requests of a case show: a valid one of a provider, or none that is valid. */
export type Token = string | undefined;

/** Stands for valid tokens of several providers at once. */
const SEVERAL = '\0several';

/** The token that requests show, and for whom it is. */
export type Shown = readonly [token: Token, audiences: readonly string[]];

export const NO_TOKEN: Shown = [undefined, []];

export interface Levels {
  readonly levels: readonly BoundMessage[];
  readonly shown: Shown;
  readonly namespace: string;
  readonly regexes: Regexes;
  /** Whether the route sends requests to a cluster. */
  readonly isForward: boolean;
  /** Whether a route takes them. */
  readonly isRouted: boolean;
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

/** A chain of filters, with what requests ask for that come through it. */
export interface GateChain {
  readonly filters: readonly HttpFilter[];
  readonly asked: Formula;
}

/** The chains of a manager: that of ordinary requests, and those of other protocols that have their own. */
export function chainsOf(manager: FoundManager): readonly GateChain[] {
  const { message, namespace } = manager;
  const others = (message.upgrade_configs ?? []).flatMap(({ upgrade_type: type = '', filters = [] }) => {
    if (filters.length === 0) return [];
    const wanted = lowerAscii(type);
    const request =
      wanted === 'connect'
        ? { ...PLAIN_REQUEST, method: 'CONNECT' }
        : { ...PLAIN_REQUEST, headers: { connection: 'upgrade', upgrade: wanted } };
    const own = filtersFor(message, request, namespace).filter(({ kind }) => kind !== 'router');
    return [{ filters: own, asked: wanted === 'connect' ? CONNECT : asksFor(wanted) }];
  });
  return [{ filters: filtersOf(manager), asked: ALWAYS }, ...others];
}

const CONNECT: Formula = { kind: 'method', names: ['CONNECT'] };

function asksFor(protocol: string): Formula {
  const fits = (name: string, regex: string): Formula => ({
    kind: 'header',
    header: { name, test: { how: 'regex', text: regex } },
  });
  const escaped = protocol.replace(/[^a-z0-9]/g, '\\$&');
  return {
    kind: 'all',
    of: [fits('upgrade', `(?i)${escaped}`), fits('connection', '(?i)(.*,)?[ \\t]*upgrade[ \\t]*(,.*)?')],
  };
}

/** Whether a filter of some chain may have the route chosen anew. */
export function mayReroute(manager: FoundManager): boolean {
  return chainsOf(manager).some(({ filters }) =>
    filters.some(
      ({ kind = '', config }) =>
        ALWAYS_REROUTING.has(kind) ||
        (REROUTING.has(kind) && (kind !== 'jwt_authn' || effectsOf(kind, config).reroutes)),
    ),
  );
}

/** What a request without a path meets: where a path decides, it may go either way. */
export function withoutPath(formula: Formula): Formula {
  switch (formula.kind) {
    case 'all':
    case 'any':
      return { kind: formula.kind, of: formula.of.map(withoutPath) };
    case 'not':
      return { kind: 'not', of: withoutPath(formula.of) };
    case 'box':
      return [...formula.box.keys()].some(
        (each) => each === 'path' || each === 'target' || each.startsWith('query '),
      )
        ? { kind: 'open', why: 'a request for a tunnel (CONNECT) has no path' }
        : formula;
    case 'path':
      return formula.tests.some(({ how }) => how === 'regex')
        ? { kind: 'open', why: 'a request for a tunnel (CONNECT) has no path' }
        : NEVER;
    default:
      return formula;
  }
}

/** The tokens that tell requests apart: none, those of each provider for each audience, and several at once. */
export function tokensIn(filters: readonly HttpFilter[]): readonly Shown[] {
  const audiences = new Map<string, Set<string>>();
  const all = filters.filter(({ kind }) => kind === 'jwt_authn');
  let needsSeveral = all.length > 1;
  const take = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) take(each);
    if (!isObject(value)) return;
    const { provider_and_audiences: both, requires_all: together } = value;
    if (isObject(both) && typeof both.provider_name === 'string')
      addAudiences(audiences, both.provider_name, both.audiences);
    needsSeveral ||=
      isObject(together) && Array.isArray(together.requirements) && together.requirements.length > 1;
    for (const each of Object.values(value)) take(each);
  };
  for (const { config } of all) {
    for (const [name, provider] of Object.entries(isObject(config.providers) ? config.providers : {}))
      addAudiences(audiences, name, isObject(provider) ? provider.audiences : undefined);
    take([config.rules, config.requirement_map]);
  }
  const shown = [...audiences].flatMap(([name, own]): readonly Shown[] => {
    const whole: Shown = [name, [...own]];
    return own.size < 2 ? [whole] : [whole, ...[...own].map((each): Shown => [name, [each]])];
  });
  return [NO_TOKEN, ...shown, ...(needsSeveral && audiences.size > 1 ? [[SEVERAL, []] as const] : [])];
}

/** The names of all providers. */
export function providersIn(filters: readonly HttpFilter[]): readonly string[] {
  return tokensIn(filters).flatMap(([name]) => (name === undefined || name === SEVERAL ? [] : name));
}

function addAudiences(all: Map<string, Set<string>>, provider: string, audiences: unknown): void {
  const known = all.get(provider) ?? new Set();
  all.set(provider, known);
  for (const each of Array.isArray(audiences) ? audiences : []) known.add(String(each));
}

/** The filters in order; what those behind one that changes headers ask of headers is not followed. */
export function gatesOf(filters: readonly HttpFilter[], at: Levels): readonly Gate[] {
  let changing: string | undefined;
  let rerouting: string | undefined;
  return filters.map((filter): Gate => {
    const gate = gateOf(filter, at);
    const [why, anew] = [changing, rerouting];
    if (gate.looks && gate.changes) changing ??= filter.name;
    if (gate.looks && gate.reroutes) rerouting ??= filter.name;
    if (anew !== undefined) return openGate(gate, anew);
    if (why === undefined) return gate;
    const text = `the filter ${JSON.stringify(why)} changes headers before the filter ${JSON.stringify(filter.name)} looks at them`;
    const opened = (formula: Formula): Formula =>
      formula === ALWAYS || formula === NEVER ? formula : { kind: 'open', why: text };
    const policies = new Map([...gate.policies].map(([name, of]) => [name, () => opened(of())]));
    return { ...gate, passes: opened(gate.passes), checks: opened(gate.checks), policies };
  });
}

/** Which settings of a route count is not known where that may have been chosen anew. */
function openGate(gate: Gate, rerouting: string): Gate {
  const why = `the filter ${JSON.stringify(rerouting)} may have the route chosen anew, whose settings count for the filter ${JSON.stringify(gate.filter.name)}`;
  const open: Formula = { kind: 'open', why };
  const policies = new Map([...gate.policies.keys()].map((name) => [name, () => open]));
  return { ...gate, passes: open, checks: open, policies };
}

/** Whether a filter may write what the proxy itself answers anew. */
export function mayRewrite(filter: HttpFilter): boolean {
  return filter.kind === 'custom_response' || looksAtAnswers(filter);
}

/** Kinds that change requests whatever their settings say. */
const CHANGING: ReadonlySet<string> = new Set([
  'cdn_loop',
  'composite',
  'credential_injector',
  'grpc_http1_bridge',
  'grpc_json_transcoder',
  'grpc_web',
  'header_mutation',
  'match_delegate',
  'oauth2',
]);

/** Fields by which other kinds do. */
const CHANGES: readonly string[] = [
  'claim_to_headers',
  'forward_payload_header',
  'forward_username_header',
  'forwarding',
  'request_headers_to_add_when_not_enforced',
];

/** Kinds that have the route chosen anew where something says so, or in any case. */
const REROUTING: ReadonlySet<string> = new Set([
  'composite',
  'jwt_authn',
  'match_delegate',
  'set_filter_state',
]);
const ALWAYS_REROUTING: ReadonlySet<string> = new Set(['grpc_http1_bridge', 'grpc_json_transcoder']);

interface FilterEffects {
  readonly changes: boolean;
  readonly reroutes: boolean;
}

const EFFECTS = new WeakMap<BoundMessage, FilterEffects>();

/** What settings say of changing requests, worked out once. */
function effectsOf(kind: string, settings: BoundMessage): FilterEffects {
  const known = EFFECTS.get(settings) ?? {
    changes:
      CHANGING.has(kind) ||
      hasField(settings, (name, value) => CHANGES.includes(name) || (name === 'remove' && value === true)),
    reroutes:
      ALWAYS_REROUTING.has(kind) ||
      (REROUTING.has(kind) &&
        hasField(settings, (name, value) => name === 'clear_route_cache' && value === true)),
  };
  EFFECTS.set(settings, known);
  return known;
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
      if (gate.filter.kind === 'jwt_authn' && token === SEVERAL) return TOGETHER;
      if (gate.filter.kind === 'jwt_authn')
        return policy === undefined && token !== undefined && fitsName(provider ?? '*', token)
          ? gate.checks
          : NEVER;
      if (MATCHED.has(gate.filter.kind ?? '')) return gate.checks;
      if (provider !== undefined) return NEVER;
      if (policy === undefined) return gate.checks;
      return {
        kind: 'any',
        of: [...gate.policies].flatMap(([name, of]) => (fitsName(policy, name) ? [of()] : [])),
      };
    }),
  };
}

/** By its name, or its type with the namespace. */
export function isNamed({ name, type }: HttpFilter, pattern: string, namespace: string): boolean {
  return fitsName(pattern, name) || (type !== null && fitsName(pattern, `${namespace}.${type}`));
}

function gateOf(filter: HttpFilter, at: Levels): Gate {
  const settings = settingsFor(filter, at.levels, at.namespace);
  const open = openGateOf(filter, settings.all);
  if (settings.disabled ?? filter.disabled) return { ...open, looks: false };
  const [own] = settings.all;
  if (filter.unread !== undefined) return { ...open, denies: unsure(filter), assuming: checksUnread(filter) };
  switch (filter.kind) {
    case 'rbac':
      return rbacGate(open, own, at);
    case 'jwt_authn':
      return jwtGate(open, own, at);
    case 'ext_authz':
      return extAuthzGate(open, own, at.isRouted);
    case 'basic_auth':
      return basicGate(open);
    case 'oauth2':
      return oauthGate(open, own, at);
    case 'match_delegate':
    case 'composite':
      return { ...open, passes: unsure(filter), checks: unsure(filter) };
    case 'buffer':
      if (own?.disabled === true) return { ...open, looks: false };
      return { ...open, passes: unlessHeaders(['content-length', 'upgrade'], filter), status: 413 };
    case 'cdn_loop':
      return { ...open, passes: unlessHeaders(['cdn-loop'], filter), status: 502 };
    case 'local_ratelimit':
    case 'ratelimit':
    case 'fault':
    case 'api_key_auth':
      return { ...open, passes: unsure(filter), checks: mayLook(filter) };
    case 'grpc_json_transcoder': {
      const isOwn = /\bGrpcJsonTranscoder$/.test(String(own?.['@type'] ?? ''));
      const { services } = isOwn && own !== undefined ? own : filter.config;
      const looks = Array.isArray(services) && services.length > 0;
      return { ...open, looks, assuming: lets(filter) };
    }
    case 'health_check':
      return healthGate(open, at);
    case 'custom_response':
      return sendsAnew([filter.config, ...settings.all]) ? { ...open, assuming: sent(filter) } : open;
    case 'cors':
      if (!at.isForward) return { ...open, looks: false };
      return {
        ...open,
        passes: { kind: 'any', of: [{ kind: 'not', of: PREFLIGHT }, unsure(filter)] },
        checks: mayLook(filter),
        status: 200,
      };
    case 'csrf':
      return {
        ...open,
        passes: { kind: 'any', of: [SAFE, unsure(filter)] },
        checks: mayLook(filter),
        status: 403,
      };
    default:
      if (PASSIVE.has(filter.kind ?? '')) return open;
      return { ...open, checks: mayLook(filter), assuming: lets(filter) };
  }
}

/** A filter that lets everything pass. */
function openGateOf(filter: HttpFilter, ofRoutes: readonly BoundMessage[]): Gate {
  return {
    filter,
    settings: [filter.config, ...ofRoutes],
    looks: true,
    passes: ALWAYS,
    status: undefined,
    checks: ALWAYS,
    policies: new Map(),
    ...hostOptionsIn(filter, ofRoutes),
    assuming: undefined,
  };
}

function hostOptionsIn({ kind = '', config }: HttpFilter, ofRoutes: readonly BoundMessage[]): FilterEffects {
  const all = [config, ...ofRoutes].map((each) => effectsOf(kind, each));
  return { changes: all.some(({ changes }) => changes), reroutes: all.some(({ reroutes }) => reroutes) };
}

/** Kinds that have a matcher in front, or in place, of what they do. */
const MATCHED: ReadonlySet<string> = new Set(['match_delegate', 'composite']);

function checksUnread({ name }: HttpFilter): string {
  return `the filter ${JSON.stringify(name)}, whose settings cannot be read here, lets pass unchanged what it should, and nothing else`;
}

function sent({ name }: HttpFilter): string {
  return `what the filter ${JSON.stringify(name)} sends anew (redirect_policy) is a request of its own, about which the same holds`;
}

function unlessHeaders(names: readonly string[], filter: HttpFilter): Formula {
  const none: Formula = { kind: 'not', of: { kind: 'any', of: names.map((name) => header(name)) } };
  return { kind: 'any', of: [none, unsure(filter)] };
}

function lets({ name }: HttpFilter): string {
  return `the filter ${JSON.stringify(name)} lets requests pass unchanged`;
}

/** By settings, runtime and request a filter may be none for it, in which case nothing passed it. */
function mayLook({ name }: HttpFilter): Formula {
  return {
    kind: 'open',
    why: `whether the filter ${JSON.stringify(name)} looks at them is not decided for all requests`,
  };
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
  'compressor',
  'grpc_http1_bridge',
  'grpc_stats',
  'grpc_web',
  'gzip',
  'header_mutation',
  'header_to_metadata',
  'original_src',
  'set_filter_state',
  'set_metadata',
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
  const either: Formula = { kind: 'any', of: [{ kind: 'not', of: shows }, passes] };
  return { ...open, passes: either, checks: shows, status: 401 };
}

/** Sessions are not tried here; what pass_through_matcher takes needs none, and nobody needs one for allow_failed_matcher. */
function oauthGate(open: Gate, own: BoundMessage | undefined, { regexes }: Levels): Gate {
  const settings = own?.config ?? open.filter.config.config;
  if (!isObject(settings)) return { ...open, looks: false };
  const { pass_through_matcher: through, allow_failed_matcher: allowed, signout_path: out } = settings;
  const taken = (matchers: unknown): Formula => ({
    kind: 'any',
    of: messagesIn(matchers).map((each) => headerFormula(lowerHeader(each), regexes)),
  });
  const [freely, failed] = [taken(through), taken(allowed)];
  // On its own two paths it answers all others.
  const elsewhere = [out, settings.redirect_path_matcher]
    .filter(isObject)
    .map((each): Formula => ({ kind: 'not', of: conditionFormula({ url_path: each }, regexes, 0) }));
  const passes: Formula = { kind: 'all', of: [failed, ...elsewhere] };
  return {
    ...open,
    passes: {
      kind: 'any',
      of: [freely, passes, { kind: 'all', of: [header('cookie'), unsure(open.filter)] }],
    },
    checks: { kind: 'not', of: { kind: 'any', of: [freely, failed] } },
    assuming: `only somebody who logged in has a session that the filter ${JSON.stringify(open.filter.name)} takes`,
  };
}

function healthGate(open: Gate, { regexes }: Levels): Gate {
  const { pass_through_mode: through, headers } = open.filter.config;
  const all = messagesIn(headers);
  const answers: Formula = { kind: 'all', of: all.map((each) => headerFormula(lowerHeader(each), regexes)) };
  const passes: Formula = { kind: 'any', of: [{ kind: 'not', of: answers }, unsure(open.filter)] };
  if (through === false && open.filter.config.cluster_min_healthy_percentages === undefined)
    return { ...open, passes: { kind: 'not', of: answers }, status: 200 };
  return { ...open, passes };
}

function extAuthzGate(open: Gate, own: BoundMessage | undefined, isRouted: boolean): Gate {
  if (own?.disabled === true || !isRouted) return { ...open, looks: false };
  const { name, config } = open.filter;
  const { filter_enabled: enabled, filter_enabled_metadata: byMetadata, shadow_mode: shadow } = config;
  // A share may be let pass without being asked about.
  const isAll = enabled === undefined && byMetadata === undefined && shadow !== true;
  const always = config.failure_mode_allow === true ? ', can always be asked (failure_mode_allow)' : '';
  return {
    ...open,
    // What is switched off may be denied (deny_at_disable).
    passes: isAll ? ALWAYS : unsure(open.filter),
    denies: unsure(open.filter),
    checks: isAll ? ALWAYS : NEVER,
    assuming: `the authorization service of the filter ${JSON.stringify(name)} denies what it should${always}, and changes nothing that routes look at`,
  };
}

function rbacGate(open: Gate, settings: BoundMessage | undefined, { regexes }: Levels): Gate {
  const own = ofRoutes('RBACPerRoute', settings);
  const { rules, matcher } = (
    own === undefined ? open.filter.config : isObject(own.rbac) ? own.rbac : {}
  ) as BoundMessage;
  if (isObject(matcher))
    return { ...open, passes: passingTree(readTree(matcher), readingOf(open.filter, regexes)), status: 403 };
  if (!isObject(rules)) return { ...open, looks: false };
  const { action = 'ALLOW', policies } = rules;
  if (action === 'LOG') return { ...open, looks: false };
  const named = isObject(policies) ? Object.entries(policies) : [];
  const formulas = new Map(
    named
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, policy]) =>
        isObject(policy) ? [[name, policyFormula(policy, regexes)] as const] : [],
      ),
  );
  const any: Formula = { kind: 'any', of: [...formulas.values()] };
  if (action === 'DENY') return { ...open, passes: { kind: 'not', of: any }, status: 403 };
  return { ...open, passes: any, status: 403, policies: firsts(formulas) };
}

/** On messages that are made here. */
const THIRD = { [VERSION]: 'v3' } as const;

/** What no branch of a matcher takes is denied, and what it only logs passes. */
function readingOf({ name }: HttpFilter, regexes: Regexes): Reading {
  return {
    asks: ({ type, header: asked }, text) => {
      if (type !== 'HttpRequestHeaderMatchInput') return undefined;
      const own = asked === 'host' ? ':authority' : asked;
      const test = joiningMatcher({ name: own, string_match: text, ...THIRD });
      return headerFormula(lowerHeader(test), regexes);
    },
    lets: ({ action, '@type': type }) => {
      const why = `the action of the matcher of the filter ${JSON.stringify(name)} is not known here`;
      if (type !== undefined && type !== 'config.rbac.v3.Action') return { kind: 'open', why };
      return action === 'DENY' ? NEVER : ALWAYS;
    },
  };
}

/** What each policy lets pass that none before it does: the proxy goes by the first, in the order of their names. */
function firsts(formulas: ReadonlyMap<string, Formula>): Gate['policies'] {
  const before = [...formulas.values()].map((of): Formula => ({ kind: 'not', of }));
  return new Map(
    [...formulas].map(([name, own], at) => [
      name,
      () => ({ kind: 'all', of: [own, ...before.slice(0, at)] }),
    ]),
  );
}

function policyFormula(policy: BoundMessage, regexes: Regexes): Formula {
  const { permissions, principals, condition, checked_condition: checked } = policy;
  const anyIn = (list: unknown): Formula => ({
    kind: 'any',
    of: messagesIn(list).map((each) => conditionFormula(each, regexes, 0)),
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
    return messagesIn(inner).map((one) => conditionFormula(one, regexes, depth + 1));
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
  if (test.unknown !== undefined) return UNSEEN;
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
    isObject(map) && typeof name === 'string' ? lookup(map, name) : undefined;
  if (own !== undefined) {
    if (own.disabled === true || own.requirement_name === undefined) return { ...open, looks: false };
    const met = tokenMeets(named(own.requirement_name), at, config, 0);
    return { ...open, passes: bypassing(met, bypass) };
  }
  const parts: Formula[] = [];
  const before: Formula[] = [];
  const written = writtenBy(config);
  for (const rule of messagesIn(rules)) {
    const taken = ruleFormula(rule, at.regexes, written);
    const { requirement_name: name = '' } = rule;
    const requirement = name === '' ? rule.requires : named(name);
    const met = requirement === undefined && name === '' ? ALWAYS : tokenMeets(requirement, at, config, 0);
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

/** Only path, headers and query of the match count. @param written headers that the filter may take out first */
function ruleFormula({ match }: BoundMessage, regexes: Regexes, written: ReadonlySet<string>): Formula {
  if (!isObject(match)) return NEVER;
  const asked = lowerRuleMatch(match as Message<'route.RouteMatch'>);
  const matcher = normalise(asked, regexes);
  if (matcher.impossible !== undefined) return NEVER;
  const box: Formula = { kind: 'box', box: matcher.box ?? matcher.targetBox() };
  const headers = messagesIn(match.headers);
  const looksAt = headers.find(({ name }) => written.has(lowerAscii(String(name ?? ''))));
  const why =
    looksAt === undefined
      ? asked.open
      : `looks at ${String(looksAt.name)}, which the filter may take out before`;
  return why === undefined ? box : { kind: 'all', of: [box, { kind: 'open', why: `a rule ${why}` }] };
}

/** The headers that providers write by the claims of their tokens. */
function writtenBy({ providers }: BoundMessage): ReadonlySet<string> {
  const all = isObject(providers) ? Object.values(providers).filter(isObject) : [];
  const names = all.flatMap(({ forward_payload_header: payload, claim_to_headers: claims }) => [
    payload,
    ...messagesIn(claims).map(({ header_name: name }) => name),
  ]);
  return new Set(names.flatMap((name) => (typeof name === 'string' ? lowerAscii(name) : [])));
}

/** Whether a request with such a token meets a requirement. */
function tokenMeets(requirement: unknown, at: Levels, config: BoundMessage, depth: number): Formula {
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
  const [token, audiences] = at.shown;
  if (failed !== undefined || extracts !== undefined) return ALWAYS;
  if (missing !== undefined) return token === undefined ? ALWAYS : UNSURE;
  const own = name ?? (isObject(both) ? both.provider_name : undefined);
  if (own !== undefined) {
    if (token === SEVERAL) return TOGETHER;
    const provider = isObject(config.providers) ? lookup(config.providers, String(own)) : undefined;
    const wanted = isObject(both) ? both.audiences : isObject(provider) ? provider.audiences : undefined;
    return token === own && isFor(audiences, wanted) ? ALWAYS : NEVER;
  }
  const inner = (list: unknown): readonly Formula[] => {
    const requirements = isObject(list) ? list.requirements : undefined;
    return (Array.isArray(requirements) ? requirements : []).map((each) =>
      tokenMeets(each, at, config, depth + 1),
    );
  };
  if (any !== undefined) return { kind: 'any', of: inner(any) };
  return all === undefined ? ALWAYS : { kind: 'all', of: inner(all) };
}

/** Whether a token is for one of some audiences, of which the scheme and a last slash do not count. */
function isFor(audiences: readonly string[], wanted: unknown): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) return true;
  const plain = (each: unknown): string =>
    String(each)
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '');
  const all = new Set(wanted.map(plain));
  return audiences.some((each) => all.has(plain(each)));
}

const UNSURE: Formula = { kind: 'open', why: 'a token that nobody asks for may be refused' };
const TOGETHER: Formula = {
  kind: 'open',
  why: 'a request may show tokens of several providers at once, which is not followed',
};
