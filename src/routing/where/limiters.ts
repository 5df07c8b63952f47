/** The HTTP filters in front of a route configuration that ask by rate limits. */
import { contentKey } from '../../model/content.ts';
import type { Limiter } from '../context.ts';
import { filtersIn, type HttpFilter } from '../filters/chain.ts';
import type { FoundRoutes } from './found-routes.ts';
import type { FoundListener } from './listeners.ts';
import type { FoundManager } from './manager.ts';

/** Those of all connection managers that use one, alike ones once; no entry where none of the input does. */
export function limitersIn(
  listeners: readonly FoundListener[],
): ReadonlyMap<FoundRoutes, readonly Limiter[]> {
  const all = new Map<FoundRoutes, Map<string, Limiter>>();
  for (const { chains } of listeners)
    for (const { found, manager } of chains.flatMap(({ leads }) => leads)) {
      const own = all.get(found) ?? new Map<string, Limiter>();
      all.set(found, own);
      for (const each of limitersOfManager(manager)) own.set(contentKey(each), each);
    }
  return new Map([...all].map(([found, own]) => [found, [...own.values()]]));
}

function limitersOfManager({ message, namespace }: FoundManager): readonly Limiter[] {
  const chains = [message.http_filters, ...(message.upgrade_configs ?? []).map(({ filters }) => filters)];
  return chains.flatMap((chain = []) => filtersIn(chain, namespace).flatMap(limiterOf));
}

function limiterOf({ name, kind, disabled, unread, config }: HttpFilter): readonly Limiter[] {
  if (unread !== undefined || kind === undefined || kind === 'composite' || kind === 'match_delegate')
    return [{ name, kind: undefined, disabled, config: {} }];
  if (kind !== 'ratelimit' && kind !== 'local_ratelimit') return [];
  const { stage, vh_rate_limits, rate_limits } = config;
  return [{ name, kind, disabled, config: { stage, vh_rate_limits, rate_limits } }];
}
