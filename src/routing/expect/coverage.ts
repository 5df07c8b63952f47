/** Which routes the tests of a run reach. */
import type { FoundRoutes } from '../find.ts';
import type { TestResult } from './run.ts';

const KINDS = ['forward', 'redirect', 'direct_response', 'filter_action'] as const;
export type RouteKind = (typeof KINDS)[number];

export interface CoveredRoute {
  readonly found: FoundRoutes;
  readonly virtualHost: number;
  readonly route: number;
  readonly kind: RouteKind;
  /** How many tests reach it. */
  readonly tests: number;
}

export interface Coverage {
  readonly total: number;
  readonly reached: number;
  /** Of all routes, in percent; 100 where there are none. */
  readonly percent: number;
  readonly kinds: readonly { readonly kind: RouteKind; readonly total: number; readonly reached: number }[];
  readonly never: readonly CoveredRoute[];
}

export function coverageOf(all: readonly FoundRoutes[], results: readonly TestResult[]): Coverage {
  const hits = new Map<FoundRoutes, Map<string, number>>();
  for (const { found, trace } of results) {
    if (trace.route === null) continue;
    const counts = hits.get(found) ?? new Map<string, number>();
    const key = `${trace.virtual_host_index}/${trace.route.index}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    hits.set(found, counts);
  }
  const routes = all.flatMap((found) => routesOf(found, hits.get(found)));
  const isReached = ({ tests }: CoveredRoute): boolean => tests > 0;
  const reached = routes.filter(isReached).length;
  return {
    total: routes.length,
    reached,
    percent: routes.length === 0 ? 100 : (100 * reached) / routes.length,
    kinds: KINDS.flatMap((kind) => {
      const ofKind = routes.filter((each) => each.kind === kind);
      return ofKind.length === 0
        ? []
        : [{ kind, total: ofKind.length, reached: ofKind.filter(isReached).length }];
    }),
    never: routes.filter((each) => !isReached(each)),
  };
}

function routesOf(
  found: FoundRoutes,
  hits: ReadonlyMap<string, number> | undefined,
): readonly CoveredRoute[] {
  return (found.routeConfiguration.virtual_hosts ?? []).flatMap((host, virtualHost) =>
    (host.routes ?? []).map((route, index) => ({
      found,
      virtualHost,
      route: index,
      kind: route.redirect
        ? 'redirect'
        : route.direct_response
          ? 'direct_response'
          : route.filter_action
            ? 'filter_action'
            : 'forward',
      tests: hits?.get(`${virtualHost}/${index}`) ?? 0,
    })),
  );
}
