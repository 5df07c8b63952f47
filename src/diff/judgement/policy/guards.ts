/** Filters that decide who may come in, or how often: where they do less, requests pass that were refused. */
import { type BoundMessage, isObject } from '../../../model/bound.ts';
import { withoutNamespace } from '../../../model/extension-config.ts';
import { findExtension } from '../../../schema/extensions.ts';
import type { Level } from '../../change.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Impact } from './impact.ts';
import type { Way } from './topic.ts';

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
  added: `breaking where it switches off ${A_GUARD}`,
} as const;

/** Settings of routes that let requests pass a guard. */
const SWITCH_OFF = 'config.route.v3.FilterConfig';

/** A guard that is gone, disabled, elsewhere in the chain or told something else is breaking; a new or enabled one is not. */
export function guardLevel(way: Way, { fact, before, after }: Impact): Level | undefined {
  if ((way === 'added' && fact.kind === 'added' && isEntry(fact)) || isNeutral(fact)) return undefined;
  if (fact.step?.name === 'disabled' && before === true) return undefined;
  return isGuard(before) || isGuard(after) || aroundIsGuard(fact) ? 'breaking' : undefined;
}

/** The same for what routes say: new settings are breaking where they switch a guard off. */
export function guardSettingsLevel(_: Way, { fact, before, after }: Impact): Level | undefined {
  const isOfGuard = [before, after].some(concernsGuard) || aroundIsGuard(fact) || isNamedGuard(fact);
  if (!isOfGuard || isNeutral(fact)) return undefined;
  return fact.kind === 'added' && !opens(after) ? undefined : 'breaking';
}

/** Whether settings, or any of several, let everything pass. */
function opens(value: unknown): boolean {
  if (value === true) return true;
  if (!isObject(value)) return false;
  const { '@type': type, disabled, config, rbac } = value;
  if (disabled === true) return true;
  if (type === SWITCH_OFF) return opens(config);
  if (typeof type !== 'string') return Object.values(value).some((each) => isObject(each) && opens(each));
  return /\.RBACPerRoute$/.test(type) && !(isObject(rbac) && (rbac.rules ?? rbac.matcher) !== undefined);
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

/** Whether a filter is one, by its type, or its name where it has none. */
function isGuard(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGuard);
  if (!isObject(value)) return false;
  const { typed_config: config, name } = value;
  if (isObject(config) && typeof config['@type'] === 'string') return isGuardType(config['@type']);
  return typeof name === 'string' && isGuardName(name);
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
  const frame = (before ?? after)?.half.frame;
  for (let at = frame; at !== undefined; at = at.parent) {
    const message: BoundMessage = at.message;
    if (typeof message['@type'] === 'string' && isGuardType(message['@type'])) return true;
    if (at.type === 'HttpFilter' || at.type === 'listener.Filter') return isGuard(message);
  }
  return false;
}

/** Whether the settings stand under the usual name of one. */
function isNamedGuard({ step }: Fact): boolean {
  for (let at = step; at !== undefined; at = at.up)
    if (at.kind === 'entry' && at.up?.kind === 'field' && /per_filter_config$/.test(at.up.name))
      return isGuardName(at.name);
  return false;
}
