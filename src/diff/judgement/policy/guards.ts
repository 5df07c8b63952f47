/** Filters that decide who may come in, or how often: where they do less, requests pass that were refused. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import { withoutNamespace } from '../../../model/extension-config.ts';
import { hasField } from '../../../routing/filters/settings.ts';
import { isRateLimit } from '../../../routing/outcome/rate-limit.ts';
import { findExtension } from '../../../schema/extensions.ts';
import type { Level } from '../../change.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Around, Side } from '../chains.ts';
import { type FilterState, opens, readersOf, SWITCH_OFF } from './filter-state.ts';
import { letsMorePass } from './limits.ts';
import { asksLess } from './rate-limits.ts';
import type { Impact, Way } from './topic.ts';

/** By the package of their type. */
const GUARDS: ReadonlySet<string> = new Set([
  'api_key_auth',
  'basic_auth',
  'connection_limit',
  'csrf',
  'ext_authz',
  'jwt_authn',
  'local_ratelimit',
  'oauth2',
  'rate_limit_quota',
  'ratelimit',
  'rbac',
]);

const A_GUARD = `a filter that decides who may come in, or how often (${[...GUARDS].join(', ')})`;

/** What there is to say of `guardLevel`. */
export const GUARD_LEVELS = {
  removed: `breaking where it is about ${A_GUARD}`,
  moved: `breaking where it is about ${A_GUARD}`,
  changed: `breaking where it is about ${A_GUARD}`,
} as const;

/** What there is to say of `guardSettingsLevel`. */
export const GUARD_SETTINGS_LEVELS = {
  ...GUARD_LEVELS,
  added: `breaking where it switches off ${A_GUARD}, or lets more requests pass than what held there before`,
} as const;

/** A guard that is gone, disabled, elsewhere in the chain or told something else is breaking; a new or enabled one is not. */
export function guardLevel(way: Way, { fact, before, after }: Impact): Level | undefined {
  if ((way === 'added' && fact.kind === 'added' && isEntry(fact)) || isNeutral(fact)) return undefined;
  if (fact.step?.name === 'disabled' && before === true) return undefined;
  return isGuard(before) || isGuard(after) || aroundIsGuard(fact) ? 'breaking' : undefined;
}

/**
 * The same for what routes say: new settings are breaking where they switch a guard off, or let more pass than what held
 * before. Which filter they are for is told by the chains that lead there, by the name that it has in them (fact 109),
 * else by their type or the usual name.
 */
export function guardSettingsLevel(_: Way, impact: Impact): Level | undefined {
  const { fact, before, after } = impact;
  if (isNeutral(fact)) return undefined;
  const pairs = filterPairs(impact);
  if (pairs !== undefined) {
    const guards = pairs.filter((pair) => pair.some(({ filter }) => isGuard(filter.message)));
    return guards.some(([was, is]) => opensFilter(impact, was, is)) ? 'breaking' : undefined;
  }
  const isOfGuard = [before, after].some(concernsGuard) || aroundIsGuard(fact) || isNamedGuard(fact);
  if (!isOfGuard || (opens(before) && !opens(after))) return undefined;
  return fact.kind === 'added' && !opens(after) ? undefined : 'breaking';
}

/** The filters that settings are for, on both sides; undefined where a side does not show its chains, or has none of the name. */
function filterPairs({
  fact,
  around,
}: Impact): readonly (readonly [was: FilterState, is: FilterState])[] | undefined {
  const key = keyOf(fact);
  const [before, after] = [around('before'), around('after')];
  if (key === undefined || before === undefined || after === undefined) return undefined;
  const [first, second] = [readersOf(key.before, before), readersOf(key.after, after)];
  // Where it is gone from the chain, or new there, the type of its settings tells.
  if ((first.length === 0) !== (second.length === 0)) return undefined;
  if (first.length !== second.length)
    return first.flatMap((one) => second.map((other) => [one, other] as const));
  return first.flatMap((one, at) => {
    const other = second[at];
    return other === undefined ? [] : [[one, other] as const];
  });
}

function opensFilter({ fact, around }: Impact, was: FilterState, is: FilterState): boolean {
  if (was.isOff) return false;
  if (is.isOff || fact.kind !== 'added') return true;
  const { kind } = is.filter;
  const [one, other] = [was, is].map(({ filter, settings }) => settings[0] ?? filter.config);
  if (one !== undefined && other !== undefined && letsMorePass(kind, one, other)) return true;
  const before = around('before');
  return isRateLimit(kind) && before !== undefined && asksLess(was, is, before);
}

/** Whether weighted clusters that are new let pass what a guard looked at on their route. */
export function newClustersOpen({ fact, after, around }: Impact): boolean {
  const [was, is] = [around('before'), around('after')];
  if (fact.kind === 'removed') return false;
  return settingsIn(after).some(([name, settings]) => {
    if (!opens(settings)) return false;
    if (was === undefined || is === undefined) return concernsGuard(settings) || isGuardName(name);
    const clusters = was.route?.route?.weighted_clusters?.clusters ?? [];
    const ways = clusters.length === 0 ? [was] : clusters.map((each) => within(each, was));
    return ways.some((way) =>
      readersOf(name, way).some(({ filter, isOff }) => !isOff && isGuard(filter.message)),
    );
  });
}

function within(cluster: BoundMessage, around: Around): Around {
  return { ...around, levels: [cluster, ...around.levels] };
}

/** What weighted clusters say for filters, by name. */
function settingsIn(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap(settingsIn);
  if (!isObject(value)) return [];
  const { clusters, typed_per_filter_config: typed, per_filter_config: older } = value;
  const own = [typed, older].filter(isObject).flatMap((map) => Object.entries(map));
  return clusters === undefined ? own : settingsIn(clusters);
}

/** Settings of guards that let nobody in or out. */
const NEUTRAL: ReadonlySet<string> = new Set([
  'enable_x_ratelimit_headers',
  'response_headers_to_add',
  'rules_stat_prefix',
  'shadow_matcher',
  'shadow_rules',
  'shadow_rules_stat_prefix',
  'stat_prefix',
  'timeout',
  'track_per_rule_stats',
  'transport_api_version',
]);

function isNeutral({ step }: Fact): boolean {
  for (let at = step; at !== undefined; at = at.up)
    if (at.kind === 'field' && NEUTRAL.has(at.name)) return true;
  return false;
}

function isEntry({ step }: Fact): boolean {
  return step?.kind === 'entry' && step.up?.kind === 'field' && /(?:^|_)filters$/.test(step.up.name);
}

function concernsGuard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { '@type': type, config } = value;
  if (type === SWITCH_OFF) return isObject(config) && concernsGuard(config);
  if (typeof type === 'string') return isGuardType(type);
  return Object.values(value).some((each) => isObject(each) && concernsGuard(each));
}

/** Whether a filter is one, or one stands behind its matcher: by its type, or its name where it has none. */
function isGuard(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGuard);
  if (!isObject(value)) return false;
  const { typed_config: config, config_discovery: fetched, name } = value;
  if (isObject(config) && typeof config['@type'] === 'string') return holdsGuard(config);
  const types = isObject(fetched) && Array.isArray(fetched.type_urls) ? fetched.type_urls : [];
  return types.some((type) => isGuardType(String(type))) || (typeof name === 'string' && isGuardName(name));
}

const HOLDERS = /\.(?:ExtensionWithMatcher|Composite)$/;

function holdsGuard({ '@type': type, ...config }: BoundMessage): boolean {
  const isOne = (name: string, value: unknown): boolean => name === '@type' && isGuardType(String(value));
  return isGuardType(String(type)) || (HOLDERS.test(String(type)) && hasField(config, isOne));
}

function isGuardType(type: string): boolean {
  const kind = /\.filters?\.(?:http|network)\.(\w+)\.v\d/.exec(type)?.[1] ?? '';
  return GUARDS.has(kind === 'rate_limit' ? 'ratelimit' : kind);
}

function isGuardName(name: string): boolean {
  const bare = withoutNamespace(name, 'envoy');
  const known = findExtension('http filter', bare) ?? findExtension('network filter', bare);
  return GUARDS.has((known?.name ?? bare).split('.').at(-1) ?? '');
}

/** Whether a fact is about something inside of a guard. */
function aroundIsGuard({ before, after }: Fact): boolean {
  const frame = (before ?? after)?.sideRoot.frame;
  for (let at = frame; at !== undefined; at = at.parent) {
    const message: BoundMessage = at.message;
    if (typeof message['@type'] === 'string' && isGuardType(message['@type'])) return true;
    if (at.type === 'HttpFilter' || at.type === 'listener.Filter') return isGuard(message);
  }
  return false;
}

/** Whether the settings stand under the usual name of one. */
function isNamedGuard(fact: Fact): boolean {
  const key = keyOf(fact);
  return key !== undefined && isGuardName(key.after);
}

/** The name that settings stand under, on either side. */
function keyOf({ step }: Fact): { readonly [side in Side]: string } | undefined {
  for (let at = step; at !== undefined; at = at.up)
    if (at.kind === 'entry' && at.up?.kind === 'field' && /per_filter_config$/.test(at.up.name))
      return { before: at.before ?? at.name, after: at.name };
  return undefined;
}
