/** Which properties speak of which route, for who looks at the route. */
import { holds, observedIn } from '../prove/holds.ts';
import type { Property } from '../prove/property.ts';
import { type MetBy, type ProofContext, requestsMeant } from '../prove/prove.ts';
import type { Meter } from '../routing/regex/meter.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { Decided } from './property-rules.ts';

/** A property that some request is meant by which comes to a route. */
export interface RouteProperty {
  readonly property: Property;
  /** `broken`: by a request that comes to this route; `elsewhere`: only by others. */
  readonly verdict: 'proved' | 'broken' | 'elsewhere' | 'undecided';
}

/** So many routes times properties are looked at: a request is made for each. */
const MOST = 20_000;

/** The properties that are known to speak of a route of a virtual host. */
export type PropertiesOf = (found: FoundRoutes, host: number, route: number) => readonly RouteProperty[];

const known = new WeakMap<Decided, PropertiesOf>();

/** Looked for once. @param meter of all that is looked for: what was decided may have spent its own long ago */
export function propertiesByRoute(decided: Decided, meter: Meter): PropertiesOf {
  const made = known.get(decided) ?? foundByRoute(decided, meter);
  known.set(decided, made);
  return made;
}

function foundByRoute({ verdicts, proving }: Decided, meter: Meter): PropertiesOf {
  const { routes } = proving.routing;
  const hosts = routes.flatMap(({ routeConfiguration }) => routeConfiguration.virtual_hosts ?? []);
  const count = hosts.reduce((sum, host) => sum + (host.routes?.length ?? 0), 0);
  if (verdicts.length * count > MOST) return () => [];
  const meant = requestsMeant(
    verdicts.map(({ property }) => property),
    { ...proving, meter },
  );
  const byRoute = new Map<FoundRoutes, Map<string, RouteProperty[]>>();
  verdicts.forEach(({ property, verdict: { kind } }, at) => {
    const otherwise = kind === 'proved' ? kind : kind === 'refuted' ? 'elsewhere' : 'undecided';
    for (const [found, keys] of meant[at] === undefined ? [] : arrivals(meant[at], proving)) {
      const ofFound = byRoute.get(found) ?? new Map<string, RouteProperty[]>();
      byRoute.set(found, ofFound);
      for (const [key, isBroken] of keys) {
        const verdict = isBroken ? 'broken' : otherwise;
        ofFound.set(key, [...(ofFound.get(key) ?? []), { property, verdict }]);
      }
    }
  });
  return (found, host, route) => byRoute.get(found)?.get(`${host}/${route}`) ?? [];
}

/** The routes that requests come to by which a property is met, and whether one breaks it there; chance may decide. */
function arrivals(
  { when, must, requests }: MetBy,
  proving: ProofContext,
): ReadonlyMap<FoundRoutes, ReadonlyMap<string, boolean>> {
  const arrived = new Map<FoundRoutes, Map<string, boolean>>();
  for (const { routed } of requests) {
    const { found, trace } = routed;
    if (found === undefined || trace.virtual_host_index === null) continue;
    const keys = arrived.get(found) ?? new Map<string, boolean>();
    for (const observed of observedIn(routed, proving)) {
      const { route } = observed.branch;
      if (route === null || holds(when, observed) !== true) continue;
      const key = `${trace.virtual_host_index}/${route.index}`;
      keys.set(key, keys.get(key) === true || holds(must, observed) === false);
    }
    arrived.set(found, keys);
  }
  return arrived;
}
