/** Which properties speak of which route, for who looks at the route. */
import type { Subject } from '../analyze/index.ts';
import type { PropertyFile } from '../model/own-rules.ts';
import type { Property } from '../prove/property.ts';
import { type Refutation, requestsMeant } from '../prove/prove.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import { decider } from './property-rules.ts';

/** A property that some request is meant by which comes to a route. */
export interface RouteProperty {
  readonly property: Property;
  /** `broken`: by a request that comes to this route; `elsewhere`: only by others. */
  readonly verdict: 'proved' | 'broken' | 'elsewhere' | 'undecided';
}

/** So many routes times properties are looked at: a request is made for each. */
const MOST = 20_000;

/**
 * @returns for a route of a virtual host the properties that are known to speak of it
 * @throws InputError where a file holds no properties, with its line
 */
export function propertiesByRoute(
  files: readonly PropertyFile[],
  subject: Subject,
): (found: FoundRoutes, host: number, route: number) => readonly RouteProperty[] {
  const { verdicts, ground } = subject.shared(decider(files));
  const { routes } = subject.routing;
  const hosts = routes.flatMap(({ routeConfiguration }) => routeConfiguration.virtual_hosts ?? []);
  const count = hosts.reduce((sum, host) => sum + (host.routes?.length ?? 0), 0);
  if (verdicts.length * count > MOST) return () => [];
  const meant = requestsMeant(
    verdicts.map(({ property }) => property),
    ground,
  );
  const byRoute = new Map<FoundRoutes, Map<string, RouteProperty[]>>();
  verdicts.forEach(({ property, verdict: { kind } }, at) => {
    const { all = [], breaking = [] } = meant[at] ?? {};
    const otherwise = kind === 'proved' ? kind : kind === 'refuted' ? 'elsewhere' : 'undecided';
    for (const [found, keys] of arrivals(all, breaking)) {
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

/** The routes that requests come to, and whether one comes there that breaks the property. */
function arrivals(
  all: readonly Refutation[],
  breaking: readonly Refutation[],
): ReadonlyMap<FoundRoutes, ReadonlyMap<string, boolean>> {
  const arrived = new Map<FoundRoutes, Map<string, boolean>>();
  for (const [requests, isBroken] of [
    [all, false],
    [breaking, true],
  ] as const)
    for (const { routed, observed } of requests) {
      const { found, trace } = routed;
      const { route } = observed.branch;
      if (found === undefined || trace.virtual_host_index === null || route === null) continue;
      const keys = arrived.get(found) ?? new Map<string, boolean>();
      arrived.set(found, keys.set(`${trace.virtual_host_index}/${route.index}`, isBroken));
    }
  return arrived;
}
