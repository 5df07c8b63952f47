/** What a filter of a chain does on the routes that a change is about: whether it looks at requests there, and by what. */
import { type BoundMessage, emptyBeside, isObject } from '../../../model/bound.ts';
import type { HttpFilter } from '../../../routing/filters/chain.ts';
import { type Level, settingsFor } from '../../../routing/filters/settings.ts';
import { localConfig } from '../../../routing/outcome/rate-limit.ts';
import type { Around } from '../chains.ts';
import { isNever, limitsNothing } from './limits.ts';

/** Settings of routes that let requests pass a guard. */
export const SWITCH_OFF = 'config.route.v3.FilterConfig';

export interface FilterState {
  readonly filter: HttpFilter;
  /** What the levels say for it, the most specific first. */
  readonly settings: readonly BoundMessage[];
  /** It keeps no request out there. */
  readonly isOff: boolean;
}

export function stateOf(filter: HttpFilter, levels: readonly Level[], namespace: string): FilterState {
  const { disabled = filter.disabled, all } = settingsFor(filter, levels, namespace);
  return { filter, settings: all, isOff: disabled || opens(all[0]) || letsAllPass(filter, all) };
}

/** The filters that read what routes say under a name. */
export function readersOf(name: string, { filters, levels, namespace }: Around): readonly FilterState[] {
  const only = { ...emptyBeside(levels[0] ?? {}), typed_per_filter_config: { [name]: {} } };
  return filters
    .filter((filter) => settingsFor(filter, [only], namespace).disabled !== undefined)
    .map((filter) => stateOf(filter, levels, namespace));
}

/** Whether settings of a route, or any of several, let everything pass. */
export function opens(value: unknown): boolean {
  if (value === true) return true;
  if (!isObject(value)) return false;
  const { '@type': type, disabled, config, rbac } = value;
  if (disabled === true) return true;
  if (type === SWITCH_OFF) return opens(config);
  if (typeof type !== 'string') return Object.values(value).some((each) => isObject(each) && opens(each));
  return /\.RBACPerRoute$/.test(type) && !(isObject(rbac) && (rbac.rules ?? rbac.matcher) !== undefined);
}

/** Whether a filter says nothing that would keep a request out. */
function letsAllPass({ kind, config, unread }: HttpFilter, settings: readonly BoundMessage[]): boolean {
  if (unread !== undefined) return false;
  switch (kind) {
    case 'local_ratelimit':
      return limitsNothing(localConfig({ config }, settings));
    case 'ratelimit':
      // All requests, where nothing is said.
      return [config.filter_enabled, config.filter_enforced].some(
        (share) => share !== undefined && isNever(share),
      );
    case 'rbac':
      return settings.length === 0 && (config.rules ?? config.matcher) === undefined;
    default:
      return false;
  }
}
