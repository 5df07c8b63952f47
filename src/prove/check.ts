/**
 * Checks certificates of `cfgtool prove` and shares nothing with what decides. The configuration says into which cases all
 * requests fall; each stands in the certificate, with the routes before it that take what would break the property. In a
 * case texts are told apart by what conditions compare them with: each such text, and what begins and ends with such, with
 * a character between that none has. Whatever else decides may go both ways. What this cannot follow is refused.
 */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import { type Condition, fitsAny, fitsName, type Leaf, type Property, type TextTest } from './property.ts';

/** A case (listener, filter chain, virtual host, route or `none` or `tls`: `0/0/1/3`), and the routes that take from it. */
export type CertifiedCase = { readonly at: string; readonly by: readonly number[] };
type Names = readonly string[];
type Certified = { readonly cases: readonly CertifiedCase[]; readonly assuming: readonly string[] };
export class Unproved extends Error {}
function refuseIf(is: unknown, why: string): void {
  if (is) throw new Unproved(why);
}
type Configurations = readonly Configuration[];
/** Undefined: it may go either way. */
type Answer = boolean | undefined;
type Test = (point: Point) => Answer;

/** What is fixed of a request; flags are whatever else may be so. */
type Point = Readonly<{ texts: ReadonlyMap<string, Names>; flags: ReadonlySet<string>; token: Token }>;
type Token = string | false;
const FRESH = '\u0001';
const ANY: TextTest = { how: 'prefix', text: '' };
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const object = (value: unknown): BoundMessage => (isObject(value) ? value : {});
const list = (value: unknown): readonly BoundMessage[] => [value].flat().filter(isObject);
const isOf = (message: BoundMessage, type: string): boolean => text(message['@type']).endsWith(`.${type}`);
const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);
const some = (answers: readonly Answer[]): Answer => not(every(answers.map(not)));
const nor = (answers: readonly Answer[]): Answer => not(some(answers));
const every = (all: readonly Answer[]): Answer =>
  all.includes(false) ? false : all.includes(undefined) ? undefined : true;

class Texts {
  readonly #known = new Map<string, TextTest[]>();
  readonly #flags = new Set<string>();
  readonly ports = new Set(['', ':9']);

  flag(key: string): Test {
    this.#flags.add(key);
    return ({ flags }) => flags.has(key);
  }

  fits(part: string, test: TextTest): Test {
    const { how, text: wanted } = test;
    if (how === 'regex' || how === 'contains') return this.flag(JSON.stringify([part, how, wanted]));
    this.#known.set(part, [...(this.#known.get(part) ?? []), test]);
    if (how === 'exact') return ({ texts }) => texts.get(part)?.includes(wanted) === true;
    const fits = how === 'prefix' ? 'startsWith' : 'endsWith';
    return ({ texts }) => texts.get(part)?.some((value) => value[fits](wanted)) === true;
  }

  #choices(part: string, tests: readonly TextTest[]): readonly (readonly string[])[] {
    const all = (wanted: string) => tests.flatMap((each) => (each.how === wanted ? each.text : []));
    const values = new Set(all('exact'));
    for (const begin of [part === 'path' ? '/' : '', ...all('prefix')])
      for (const end of ['', ...all('suffix')]) {
        values.add(begin + FRESH + end);
        for (let shared = 0; shared <= end.length; shared++)
          if (begin.endsWith(end.slice(0, shared))) values.add(begin + end.slice(shared));
      }
    if (part === 'path') return [...values].flatMap((value) => (value.startsWith('/') ? [[value]] : []));
    if (part === 'host') return [...values].flatMap((value) => [...this.ports].map((port) => [value + port]));
    if (part === 'method') return [...values].map((value) => [value]);
    if (values.size > 12) throw new Unproved('too many values of a header are to be told apart');
    let sets: readonly (readonly string[])[] = [[]];
    for (const value of values) sets = [...sets, ...sets.map((set) => [...set, value])];
    return sets;
  }

  *points(tokens: readonly Token[]): Generator<Point> {
    const parts = [...this.#known].map(([part, tests]) => ({ part, choices: this.#choices(part, tests) }));
    const flags = [...this.#flags];
    const count = parts.reduce((sum, { choices }) => sum * choices.length, 2 ** flags.length * tokens.length);
    if (count > 500_000) throw new Unproved('too many kinds of requests are to be told apart');
    for (let at = 0; at < count; at++) {
      let rest = at;
      const pick = <T>(of: readonly T[]): T | undefined => {
        const picked = of[rest % of.length];
        rest = Math.floor(rest / of.length);
        return picked;
      };
      const texts = new Map(parts.map(({ part, choices }) => [part, pick(choices) ?? []]));
      yield { texts, flags: new Set(flags.filter(() => pick([true, false]))), token: pick(tokens) ?? false };
    }
  }
}

/** Whatever a matcher says that is not read makes it a flag; a header that is missing has no value, inverted or not. */
function headerTest(header: BoundMessage, texts: Texts): Test {
  const { name, string_match: own, present_match: present, invert_match: inverted = false, ...more } = header;
  const part = name === ':method' ? 'method' : text(name).toLowerCase();
  const [[how, wanted] = [], ...others] = Object.entries(object(own));
  const isText = how === 'exact' || how === 'prefix' || how === 'suffix' || how === 'contains';
  const isRead = present === true ? own === undefined : isText && present === undefined;
  if (!isRead || others.length + Object.keys(more).length > 0 || part.startsWith(':'))
    return texts.flag(JSON.stringify(header));
  const there = texts.fits(part, ANY);
  const test = isText ? texts.fits(part, { how, text: text(wanted) }) : there;
  return inverted === true ? (point) => every([!isText || there(point), not(test(point))]) : test;
}

/** Whether a route, or a rule, takes a request that comes to it. @param own tells what is not read apart */
function matchTest(match: BoundMessage, texts: Texts, own: string): Test {
  const { prefix, path, path_separated_prefix: below, safe_regex: regex, headers, ...more } = match;
  const { runtime_fraction: fraction, case_sensitive: isExact = true, ...others } = more;
  const share = object(object(fraction).default_value);
  const isWhole = share.numerator === 100 && (share.denominator ?? 'HUNDRED') === 'HUNDRED';
  // As the proof assumes, nobody sets its runtime key.
  if (fraction !== undefined && (share.numerator ?? 0) === 0) return () => false;
  const isOpen = Object.keys(others).length > 0 || isExact !== true || !(fraction === undefined || isWhole);
  if (isOpen) return texts.flag(`match ${own}`);
  const tests: Test[] = [];
  const fits = (how: TextTest['how'], wanted: string): Test => texts.fits('path', { how, text: wanted });
  if (typeof prefix === 'string') tests.push(fits('prefix', prefix));
  if (typeof path === 'string') tests.push(fits('exact', path));
  if (isObject(regex)) tests.push(fits('regex', text(regex.regex)));
  if (typeof below === 'string') {
    const [whole, inside] = [fits('exact', below), fits('prefix', `${below}/`)];
    tests.push((point) => some([whole(point), inside(point)]));
  }
  tests.push(...list(headers).map((each) => headerTest(each, texts)));
  return (point) => every(tests.map((each) => each(point)));
}

/** Filters that answer, or let pass unchanged; of the second, as a certificate assumes. */
const FOLLOWED = /\.http\.(?:jwt_authn|rbac|basic_auth|api_key_auth|cors|fault|local_ratelimit)\.v\d/;
const ASSUMED = /\.http\.(?:ext_authz|ext_proc|lua|wasm|golang)\.v\d/;
const CHECKS = /\.http\.(?:jwt_authn|rbac|basic_auth|api_key_auth|ext_authz)\.v\d/;
/** What lets pass unchecked, or changes requests. */
const LENIENT =
  /"(?:filter_enabled|filter_enabled_metadata|shadow_mode|allow_missing|forward_username_header|forwarding|matcher|claim_to_headers|forward_payload_header|clear_route_cache|request_headers_to_add_when_not_enforced)":(?!\{\})/;
type Gate = ReturnType<typeof gatesOf>[number];
/** The filters that look at the requests of a case, in order. @param levels the most specific first */
function gatesOf(manager: BoundMessage, levels: readonly BoundMessage[], texts: Texts, assuming: Names = []) {
  const isUpgraded = list(manager.upgrade_configs).some((each) => each.filters);
  refuseIf(isUpgraded, 'an upgrade has filters');
  const tokens = JSON.stringify(manager.http_filters).split('.JwtAuthentication"');
  refuseIf(tokens.length > 2, 'tokens of several filters are not followed');
  return list(manager.http_filters).flatMap((filter) => {
    const [name, config] = [text(filter.name), object(filter.typed_config)];
    const type = text(config['@type']);
    if (/\.router\.v\d/.test(type)) return [];
    const own = levels.map((level) => object(level.typed_per_filter_config)[name]).find(isObject);
    if (own === undefined ? filter.disabled === true : own.disabled === true) return [];
    const isAssumed = ASSUMED.test(type) && assuming.some((each) => each.includes(JSON.stringify(name)));
    // Other settings of routes may let a filter do anything.
    const isOpen = own !== undefined || !(FOLLOWED.test(type) || isAssumed);
    refuseIf(isOpen || LENIENT.test(JSON.stringify(config)), `what the filter ${name} does is not followed`);
    const { action = config.rules && 'ALLOW' } = object(config.rules);
    if (/\.rbac\.v\d/.test(type) && action !== 'ALLOW' && action !== 'DENY') return [];
    const isJwt = type.includes('.jwt_authn.');
    const passes = isJwt ? rulesTest(config, name, texts) : texts.flag(`filter ${name}`);
    // Where no route takes a request, nobody outside is asked.
    const checks = CHECKS.test(type) && (levels.length > 0 || !isAssumed);
    return [{ name, type, passes, checks, tokens: Object.keys(object(config.providers)) }];
  });
}

function rulesTest(config: BoundMessage, name: string, texts: Texts): Test {
  const { rules, filter_state_rules: state, bypass_cors_preflight: bypass } = config;
  const isOpen = list(rules).some((rule) => rule.requirement_name ?? object(rule.match).runtime_fraction);
  if (isOpen || (state ?? bypass) !== undefined) return texts.flag(`filter ${name}`);
  const all = list(rules).map(({ match, requires }, at) => ({
    takes: matchTest(object(match), texts, `${name} ${at}`),
    meets: isObject(requires) ? tokenTest(requires, texts) : () => true,
  }));
  return (point) => all.find(({ takes }) => takes(point) !== false)?.meets(point) ?? true;
}

function tokenTest(requirement: BoundMessage, texts: Texts): Test {
  const { provider_name: name, provider_and_audiences: both, requires_any: any } = requirement;
  if (typeof name === 'string') return ({ token }) => token === name;
  // Whether the token is for such an audience stays open.
  if (isObject(both)) return ({ token }) => (token === both.provider_name ? undefined : false);
  if (!isObject(any)) return texts.flag(JSON.stringify(requirement));
  const inner = list(any.requirements).map((each) => tokenTest(each, texts));
  return (point) => some(inner.map((each) => each(point)));
}

/** What becomes of the requests of a case; what is left out nobody here can tell. */
type End = Readonly<{ kind?: string; clusters?: Names | undefined; scheme?: unknown; entry?: BoundMessage }>;

interface Case {
  /** Undefined in `manager` where connections are handled without HTTP, in `host` where no virtual host takes the request. */
  readonly of: { readonly [part in 'listener' | 'chain' | 'manager' | 'routes' | 'host']?: BoundMessage };
  readonly at: string;
  readonly route?: number | 'tls' | 'none';
  readonly assuming?: Names;
}
const roots = (all: Configurations, type: string): readonly BoundMessage[] =>
  all.flatMap(({ roots: own }) => own.flatMap((root) => (root.type === type ? list(root.value) : [])));

function casesOf(all: Configurations): readonly Case[] {
  const isRead = /^(?:Bootstrap|Listener|Cluster|RouteConfiguration) v3$/;
  const types = all.flatMap(({ roots: own }) => own.map(({ type, api }) => `${type} ${api}`));
  refuseIf(!types.every((type) => isRead.test(type)), 'only version 3 is followed, bootstraps and resources');
  const fixed = roots(all, 'Bootstrap').map((each) => object(each.static_resources));
  const clusters = [...fixed.flatMap((each) => list(each.clusters)), ...roots(all, 'Cluster')];
  refuseIf(
    clusters.some((each) => each.cluster_type),
    'clusters may lead to others',
  );
  const listeners = [...fixed.flatMap((each) => list(each.listeners)), ...roots(all, 'Listener')];
  return listeners.flatMap((listener, number) => {
    refuseIf(listener.filter_chain_matcher, 'a matcher picks filter chains');
    const chains = [...list(listener.filter_chains), ...list(listener.default_filter_chain)];
    return chains.flatMap((chain, index): readonly Case[] => {
      const filters = list(chain.filters).map((each) => object(each.typed_config));
      const manager = filters.find((each) => isOf(each, 'HttpConnectionManager'));
      const shared = { at: `${number}/${index}`, of: { listener, chain } };
      return manager === undefined ? [shared] : casesIn(manager, shared, all);
    });
  });
}

function casesIn(manager: BoundMessage, shared: Case, all: Configurations): readonly Case[] {
  const { route_config_name: name } = object(manager.rds);
  const named = roots(all, 'RouteConfiguration').filter((each) => each.name === name);
  const routes = list(manager.route_config)[0] ?? named[0];
  const hosts = list(routes?.virtual_hosts);
  const isTunnel = hosts.some((host) => list(host.routes).some((each) => object(each.match).connect_matcher));
  const open = ['vhds', 'ignore_port_in_host_matching', 'ignore_path_parameters_in_path_matching'];
  const isOpen = isTunnel || named.length > 1 || hosts.some(({ matcher }) => matcher);
  if (routes === undefined || isOpen || open.some((field) => routes[field]))
    throw new Unproved('routes that are fetched, picked by a matcher, or for tunnels, are not followed');
  const own = { ...shared.of, manager, routes };
  const inside = hosts.flatMap((host, at) => {
    const tls = (host.require_tls ?? 'NONE') === 'NONE' ? [] : ['tls' as const];
    const ends = [...list(host.routes).keys(), 'none' as const, ...tls];
    return ends.map((route) => ({ of: { ...own, host }, at: `${shared.at}/${at}/${route}`, route }));
  });
  return [{ of: own, at: `${shared.at}/none` }, ...inside];
}

function endsOf({ of: { manager, routes = {}, host = {} }, route }: Case): readonly End[] {
  if (manager === undefined) return [{}];
  if (route === 'tls') return [{ kind: 'redirect', clusters: [], scheme: 'https' }];
  const found = typeof route === 'number' ? list(host.routes)[route] : undefined;
  if (found === undefined) return [{ kind: 'not_found', clusters: [] }];
  const { redirect, direct_response: direct, route: action } = found;
  if (isObject(redirect)) {
    const scheme = redirect.https_redirect === true ? 'https' : redirect.scheme_redirect;
    return [{ kind: 'redirect', clusters: [], scheme }];
  }
  if (isObject(direct)) return [{ kind: 'direct_response', clusters: [] }];
  if (!isObject(action)) return [{}];
  const isCopied = [action, host, routes].some((each) => each.request_mirror_policies);
  const named = (name: unknown) => (isCopied || text(name) === '' ? undefined : [text(name)]);
  // The cluster may not exist, which is an answer; a header may name it.
  const to = (entry: BoundMessage): readonly End[] => [
    { kind: 'forward', entry, clusters: named(entry.name) },
    { kind: 'not_found', clusters: isCopied ? undefined : [] },
  ];
  const { weighted_clusters: weighted, cluster: name } = action;
  return isObject(weighted) ? list(weighted.clusters).flatMap(to) : to({ name });
}
type Judge = (end: End, point: Point | undefined, passed: readonly Gate[]) => Answer;

function judgeOf(condition: Condition, at: Case, texts: Texts): Judge {
  if (condition.kind === 'scheme' || !('of' in condition)) return leafOf(condition, at, texts);
  const of = [condition.of].flat().map((each) => judgeOf(each, at, texts));
  const join = condition.kind === 'all' ? every : condition.kind === 'any' ? some : nor;
  return (...given) => join(of.map((each) => each(...given)));
}

function leafOf(leaf: Leaf, { of }: Case, texts: Texts): Judge {
  const any = (tests: readonly Test[]): Judge => {
    return (_, point) => (point && of.manager ? some(tests.map((each) => each(point))) : undefined);
  };
  const named = (all: readonly string[]) => all.some((each) => 'names' in leaf && fitsAny(leaf.names, each));
  switch (leaf.kind) {
    case 'host':
      return any(leaf.names.map((name) => hostTest(name.toLowerCase(), texts)));
    case 'path':
      return any(leaf.tests.map((each) => texts.fits('path', each)));
    case 'method':
      return any(leaf.names.map((name) => texts.fits('method', { how: 'exact', text: name })));
    case 'header': {
      const is = texts.fits(leaf.header.name, typeof leaf.header.test === 'object' ? leaf.header.test : ANY);
      return any([leaf.header.test === 'absent' ? (point) => not(is(point)) : is]);
    }
    case 'listener': {
      const { address, port_value: port } = object(object(of.listener?.address).socket_address);
      return () => named([text(of.listener?.name), `${port}`, `${address}:${port}`]);
    }
    case 'cluster':
      return ({ clusters }) => clusters && named(clusters);
    case 'outcome':
      return ({ kind }) => (kind === undefined ? undefined : leaf.kinds.some((each) => each === kind));
    case 'scheme':
      return ({ scheme }) => (scheme && leaf.of === 'location' ? scheme === leaf.scheme : undefined);
    case 'passed':
      return (_, point, passed) => point && some(passed.map((gate) => passedBy(gate, leaf, point.token)));
    default:
      return () => connectionHolds(leaf, object(of.chain));
  }
}

/** Whether a filter chain ends TLS, or demands a certificate that a trusted authority signed. */
function connectionHolds(leaf: Leaf, { transport_socket: socket }: BoundMessage): Answer {
  const settings = object(object(socket).typed_config);
  const isTls = socket === undefined ? false : isOf(settings, 'DownstreamTlsContext') || undefined;
  if (leaf.kind === 'tls') return isTls === undefined ? undefined : leaf.wanted === isTls;
  const by = object(object(settings.common_tls_context).validation_context);
  const isTrusted = by.trusted_ca && !by.trust_chain_verification && !by.custom_validator_config;
  if (leaf.kind !== 'client_certificate' || isTls !== true || !isTrusted) return undefined;
  return settings.require_client_certificate === true ? leaf.wanted === 'required' : undefined;
}
type Passed = Extract<Leaf, { kind: 'passed' }>;
function passedBy({ name, type, checks }: Gate, leaf: Passed, token: Token): Answer {
  if (!checks) return undefined;
  if (!fitsName(leaf.filter, name) && !fitsName(leaf.filter, `envoy.${type}`)) return false;
  const [isPlain, isAny] = [leaf.provider === undefined, leaf.policy === undefined];
  if (!/\.jwt_authn\.v\d/.test(type)) return isPlain && (isAny || undefined);
  return isAny && token !== false && fitsName(leaf.provider ?? '*', token);
}

function hostTest(pattern: string, texts: Texts): Test {
  const READ = /^(?:\*?[^*?:[]*|[^*?:[]+\*)(?::[0-9]+)?$/;
  refuseIf(!READ.test(pattern), `the host ${pattern} is not followed`);
  const bare = pattern.replace(/:[0-9]+$/, '');
  texts.ports.add(pattern.slice(bare.length));
  const how = bare.startsWith('*') ? 'suffix' : bare.endsWith('*') ? 'prefix' : 'exact';
  texts.fits('host', { how, text: bare.replace('*', '') });
  const fits = (host: string) => [host, host.replace(/:[0-9]+$/, '')].some((each) => fitsName(pattern, each));
  return ({ texts: of }) => of.get('host')?.some(fits);
}

function rank(domain: string, host: string): number {
  if (domain === '*' || domain === host) return domain === '*' ? 1 : 4_000_000;
  if (host.length < domain.length) return 0;
  if (domain.startsWith('*')) return host.endsWith(domain.slice(1)) ? 2_000_000 + domain.length : 0;
  return domain.endsWith('*') && host.startsWith(domain.slice(0, -1)) ? 1_000_000 + domain.length : 0;
}

/** Whether the virtual host of a case takes a host; of many domains only its own are looked at. */
function servedTest({ routes, host }: Case['of'], texts: Texts): Test {
  const domainsOf = (each: BoundMessage) => [each.domains].flat().map((own) => text(own).toLowerCase());
  const all = list(routes?.virtual_hosts).flatMap(domainsOf);
  const own = host === undefined ? all : domainsOf(host);
  const others = all.length > 60 ? own : all;
  for (const domain of others) hostTest(domain, texts);
  return ({ texts: of }) => {
    const [name = ''] = of.get('host') ?? [];
    const best = (domains: readonly string[]) => Math.max(0, ...domains.map((domain) => rank(domain, name)));
    return host === undefined ? best(all) === 0 : best(own) > 0 && best(own) === best(others);
  };
}

function checkCase(at: Case, by: readonly number[], { when, must }: Property): void {
  const { route, of } = at;
  const { manager, routes = {}, host = {} } = of;
  const texts = new Texts();
  const all = list(host.routes);
  const [isMeant, holds] = [judgeOf(when, at, texts), judgeOf(must, at, texts)];
  const breaks: Judge = (...given) => isMeant(...given) !== false && holds(...given) !== true;
  const takes = (position: number): Test => matchTest(object(all[position]?.match), texts, `${position}`);
  const tests = manager === undefined ? [] : [servedTest(of, texts)];
  if (typeof route === 'number') tests.push(takes(route));
  for (const position of by) {
    const isBefore = all[position] !== undefined && (route === 'none' || position < Number(route));
    refuseIf(!isBefore, `case ${at.at}: route ${position} does not stand before it`);
    const test = takes(position);
    tests.push((point) => not(test(point)));
  }
  for (const end of endsOf(at)) {
    const levels = typeof route === 'number' ? [end.entry ?? {}, all[route] ?? {}, host, routes] : [];
    const gates = manager === undefined ? [] : gatesOf(manager, levels, texts, at.assuming);
    const answer: End = { kind: 'answered', clusters: [] };
    // What is so whatever the request says needs no requests.
    if (!breaks(end, undefined, []) && (gates.length === 0 || !breaks(answer, undefined, []))) continue;
    for (const point of texts.points([false, ...new Set(gates.flatMap(({ tokens }) => tokens))])) {
      if (every(tests.map((each) => each(point))) === false) continue;
      const passing = gates.map((gate) => gate.passes(point));
      const ends = passing.indexOf(false) + 1 || gates.length;
      const stops = passing.slice(0, ends).flatMap((each, stop) => (each === true ? [] : stop));
      const isAnswered = stops.some((stop) => breaks(answer, point, gates.slice(0, stop)));
      const isLet = !passing.includes(false) && breaks(end, point, gates);
      refuseIf(isLet || isAnswered, `case ${at.at}: a request may break it`);
    }
  }
}

/** How many cases show the property. @throws Unproved with the first that does not */
export function checkCertificate(of: Property, { cases, assuming }: Certified, all: Configurations): number {
  const given = new Map(cases.map(({ at, by }) => [at, by]));
  const needed = casesOf(all);
  for (const each of needed) {
    refuseIf(!given.has(each.at), `it says nothing of case ${each.at}`);
    checkCase({ ...each, assuming }, given.get(each.at) ?? [], of);
  }
  refuseIf(cases.length !== needed.length, 'it has cases that no request falls into');
  return needed.length;
}
