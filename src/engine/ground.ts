/** What properties are decided on, wherever that is asked outside of `prove`. */
import type { Configuration } from '../model/open.ts';
import { restsOn } from '../prove/elsewhere.ts';
import type { EffectContext } from '../prove/prove.ts';
import type { Meter } from '../routing/regex/meter.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';

/** @param meter of all questions */
export function groundOf(
  routing: FoundRouting,
  configurations: readonly Configuration[],
  regexes: Regexes,
  meter: Meter,
): EffectContext {
  const { clusters, nameless } = routing;
  return {
    routing,
    contextFor: ({ namespace }: FoundRoutes) => ({
      namespace,
      regexes,
      nameless,
      ...(clusters ? { clusters } : {}),
    }),
    regexes,
    meter,
    strict: false,
    assuming: restsOn(configurations),
  };
}
