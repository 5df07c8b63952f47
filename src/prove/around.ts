/**
 * Ways around a filter that says who may pass, as built-in properties: a route that switches it off and takes more than
 * it names, and paths whose dots lead elsewhere once somebody normalizes them.
 */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { HttpFilter } from '../routing/filters/chain.ts';
import { settingsFor } from '../routing/filters/settings.ts';
import { listenerText } from '../routing/where/listener.ts';
import type { FoundListener } from '../routing/where/listeners.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import type { Message } from '../schema/types.ts';
import { filtersOf, isGuard } from './gates.ts';
import type { Condition, Property, TextTest } from './property.ts';

type VirtualHost = Message<'route.VirtualHost'>;
type RouteMatch = Message<'route.RouteMatch'>;

/** So many paths are asked about in one property. */
const MAX_PATHS = 100;

/** A virtual host whose requests come through a filter that says who may pass, unless a route switches it off. */
interface Guarded {
  readonly filter: HttpFilter;
  readonly virtualHost: VirtualHost;
  readonly manager: FoundManager;
}

/** @param name by which a property means the listener */
export function waysAround(listener: FoundListener, name: string | undefined): readonly Property[] {
  if (name === undefined) return [];
  const byFilter = new Map<string, Guarded[]>();
  for (const each of guardedHosts(listener)) {
    const all = byFilter.get(each.filter.name) ?? [];
    byFilter.set(each.filter.name, all);
    all.push(each);
  }
  const at = `on listener ${listenerText(listener.ref)}`;
  return [...byFilter].flatMap(([filter, hosts]) => {
    const passed: Condition = { kind: 'passed', filter, provider: undefined, policy: undefined };
    const property = (says: string, all: readonly Paths[]): readonly Property[] =>
      all.length === 0
        ? []
        : [
            {
              name: says,
              place: null,
              when: allOf(
                { kind: 'listener', names: [name] },
                { kind: 'outcome', kinds: ['forward'] },
                anyOf(all.map(({ meant }) => meant)),
              ),
              must: anyOf([passed, ...all.flatMap(({ free }) => free ?? [])]),
            },
          ];
    return [
      ...property(
        `no route ${at} switches ${filter} off for more than it names`,
        hosts.flatMap(moreThanNamed),
      ),
      ...property(`no path with dots leads around ${filter} ${at}`, hosts.flatMap(withDots)),
    ];
  });
}

/** Requests that are asked about, and those of them that need not pass the filter. */
interface Paths {
  readonly meant: Condition;
  readonly free?: Condition;
}

function allOf(...of: readonly Condition[]): Condition {
  return { kind: 'all', of };
}

function anyOf(of: readonly Condition[]): Condition {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'any', of };
}

/** Of virtual hosts of one name only those are asked about that a name tells apart. */
function guardedHosts({ chains }: FoundListener): readonly Guarded[] {
  const leads = chains.flatMap((chain) => chain.leads);
  const hosts = new Set(leads.flatMap(({ found }) => found.routeConfiguration.virtual_hosts ?? []));
  const names = [...hosts].map(({ name }) => name);
  return leads.flatMap(({ found, manager }) => {
    const { routeConfiguration: routes, namespace } = found;
    return filtersOf(manager).flatMap((filter) => {
      if (!isGuard(filter.kind) || !isEnforced(filter)) return [];
      return (routes.virtual_hosts ?? []).flatMap((virtualHost): readonly Guarded[] => {
        const { name = '' } = virtualHost;
        const isKnown = name !== '' && names.filter((each) => each === name).length === 1;
        const isOff = [virtualHost, routes].some((level) => says(filter, level, namespace));
        return isKnown && !isOff ? [{ filter, virtualHost, manager }] : [];
      });
    });
  });
}

/** Whether requests pass a filter only by what it checks, where no route says anything for it. */
function isEnforced({ disabled, unread, kind, config }: HttpFilter): boolean {
  if (disabled || unread !== undefined) return false;
  const { filter_enabled: share, filter_enabled_metadata: byMetadata, shadow_mode: watches } = config;
  if (kind === 'ext_authz') return share === undefined && byMetadata === undefined && watches !== true;
  if (kind === 'rbac') return isObject(config.rules) && config.rules.action !== 'LOG';
  return config.allow_missing !== true;
}

/** Whether a level says anything for a filter. */
function says(filter: HttpFilter, level: BoundMessage, namespace: string): boolean {
  const { disabled, all } = settingsFor(filter, [level], namespace);
  return disabled === true || all.length > 0;
}

/** Whether the settings of a route switch a filter off; undefined where they say something else. */
function switchesOff(filter: HttpFilter, route: BoundMessage, namespace: string): boolean | undefined {
  const { disabled, all } = settingsFor(filter, [route], namespace);
  if (disabled === true) return true;
  const [own] = all;
  if (own === undefined) return false;
  if (own.disabled === true) return true;
  return filter.kind === 'rbac' && own.rbac === undefined ? true : undefined;
}

/** Paths of routes that switch the filter off; those that they name, and what is below, are free. */
function moreThanNamed({ filter, virtualHost, manager }: Guarded): readonly Paths[] {
  const { routes = [], name = '' } = virtualHost;
  const off = routes.filter((route) => switchesOff(filter, route, manager.namespace) === true);
  const named = off.map(({ match = {} }) => namedBy(match));
  const heads = off.flatMap(({ match: { prefix, case_sensitive: isSensitive } = {} }) =>
    prefix === undefined || prefix === '' || prefix.endsWith('/') || isSensitive === false ? [] : prefix,
  );
  const open = heads.filter((head) => filter.kind !== 'jwt_authn' || requires(filter, head));
  if (open.length === 0 || open.length > MAX_PATHS || named.includes('all')) return [];
  const here: Condition = { kind: 'virtual_host', names: [name] };
  const all = named.flatMap((each) => (each === 'all' ? [] : each));
  return [
    {
      meant: allOf(here, { kind: 'path', tests: open.map((text) => ({ how: 'prefix', text })) }),
      free: allOf(here, { kind: 'path', tests: all }),
    },
  ];
}

/** What a match names: a path, and with a prefix what is below. */
function namedBy(match: RouteMatch): readonly TextTest[] | 'all' {
  const { path, prefix, path_separated_prefix: separated, safe_regex: regex } = match;
  if (match.case_sensitive === false) return 'all';
  if (path !== undefined) return [{ how: 'exact', text: path }];
  if (regex?.regex !== undefined) return [{ how: 'regex', text: regex.regex }];
  const head = prefix ?? separated;
  if (head === undefined || head === '' || head === '/') return 'all';
  if (head.endsWith('/')) return [{ how: 'prefix', text: head }];
  return [
    { how: 'exact', text: head },
    { how: 'prefix', text: `${head}/` },
  ];
}

/** Paths behind the filter, and those that lead there over dots and go to the same cluster. */
function withDots({ filter, virtualHost, manager }: Guarded): readonly Paths[] {
  if (manager.message.normalize_path === true || filter.kind === 'rbac') return [];
  const { routes = [], name = '' } = virtualHost;
  const takerOf = takers(virtualHost);
  const isJwt = filter.kind === 'jwt_authn';
  const literals = isJwt ? rulesOf(filter).map(({ match }) => match) : routes.map(({ match }) => match);
  const byCluster = new Map<string, Set<string>>();
  for (const match of literals) {
    const literal = match?.path ?? match?.prefix ?? '';
    if (literal.length < 2 || !isPlain(match) || (isJwt && !requires(filter, literal))) continue;
    const route = takerOf(literal);
    const cluster = route?.route?.cluster;
    if (route === undefined || cluster === undefined) continue;
    if (switchesOff(filter, route, manager.namespace) !== false) continue;
    byCluster.set(cluster, (byCluster.get(cluster) ?? new Set()).add(literal));
  }
  return [...byCluster].map(([cluster, paths]) => ({
    meant: allOf(
      { kind: 'virtual_host', names: [name] },
      { kind: 'cluster', names: [cluster] },
      { kind: 'path', tests: [{ how: 'regex', text: `(?:/[^/.]+/\\.\\.)?(?:${alternatives(paths)})` }] },
    ),
  }));
}

function alternatives(paths: ReadonlySet<string>): string {
  return [...paths]
    .slice(0, MAX_PATHS)
    .map((each) => each.replace(/[^A-Za-z0-9/_-]/g, '\\$&'))
    .join('|');
}

/** Whether a match asks for nothing but a path as it stands, or its beginning. */
function isPlain(match: RouteMatch | undefined): boolean {
  const names = Object.keys(match ?? {});
  return names.length === 1 && (names[0] === 'path' || names[0] === 'prefix');
}

/** Tells which route takes a path, whatever else the request says; undefined where more than paths decides. */
function takers({ routes = [] }: VirtualHost): (path: string) => Message<'route.Route'> | undefined {
  const first = { path: new Map<string, number>(), prefix: new Map<string, number>() };
  const other = routes.findIndex(({ match }) => !isPlain(match));
  for (const [at, { match }] of (other === -1 ? routes : routes.slice(0, other)).entries())
    for (const how of ['path', 'prefix'] as const) {
      const text = match?.[how];
      if (text !== undefined && !first[how].has(text)) first[how].set(text, at);
    }
  return (path) => {
    let taker = first.path.get(path);
    for (let length = 0; length <= path.length; length++) {
      const at = first.prefix.get(path.slice(0, length));
      if (at !== undefined && at < (taker ?? at + 1)) taker = at;
    }
    return taker === undefined ? undefined : routes[taker];
  };
}

interface Rule {
  readonly match: RouteMatch | undefined;
  readonly requires: boolean;
}

function rulesOf({ config }: HttpFilter): readonly Rule[] {
  const { rules, bypass_cors_preflight: bypasses } = config;
  if (bypasses === true || !Array.isArray(rules)) return [];
  return rules.filter(isObject).map((rule) => ({
    match: isObject(rule.match) ? (rule.match as RouteMatch) : undefined,
    requires: rule.requires !== undefined || rule.requirement_name !== undefined,
  }));
}

/** Whether the first rule for a path, and for whatever begins with it, asks for a token. */
function requires(filter: HttpFilter, path: string): boolean {
  for (const { match, requires: asks } of rulesOf(filter)) {
    if (!isPlain(match)) return false;
    const head = match?.prefix;
    if (head !== undefined && path.startsWith(head)) return asks;
    if (!asks && (match?.path ?? head ?? '').startsWith(path)) return false;
  }
  return false;
}
