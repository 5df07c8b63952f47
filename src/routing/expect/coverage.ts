/**
 * Which routes the tests of a run reach.
 *
 * A route that no test can reach does not count: coverage is a share of the routes that could be tested, so that 100 %
 * can be demanded. Where it stays open whether a test can reach a route, it counts.
 */

import type { Outcome } from '../outcome/outcome.ts';
import { placesOf } from '../tree/flatten.ts';
import type { FoundRouting } from '../where/find.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { type PolicyCoverage, policyCoverage } from './policies.ts';
import type { Reach, ReachOf } from './reach.ts';
import type { TestResult } from './run.ts';

const KINDS = ['forward', 'redirect', 'direct_response', 'filter_action'] as const;
export type RouteKind = (typeof KINDS)[number];

const OUTCOMES = ['forward', 'redirect', 'direct_response', 'not_found', 'undecided'] as const;
type OutcomeKind = Outcome['kind'];

export interface CoveredRoute {
  readonly found: FoundRoutes;
  readonly virtualHost: number;
  readonly route: number;
  readonly kind: RouteKind;
}

/** A route that no test reaches, and whether one could. */
export interface NeverReached extends CoveredRoute {
  readonly reach: Reach;
}

export interface Coverage {
  /** Routes that count: those that are reached, could be, or for which that stays open. */
  readonly total: number;
  readonly reached: number;
  /** Of `total`; 100 where there are none. */
  readonly percent: number;
  /** Routes that no test can reach. */
  readonly unreachable: number;
  /** Routes of each kind that count. */
  readonly kinds: readonly { readonly kind: RouteKind; readonly total: number; readonly reached: number }[];
  /** Tests by the outcome that they end in. */
  readonly outcomes: readonly { readonly kind: OutcomeKind; readonly tests: number }[];
  readonly never: readonly NeverReached[];
  /** Of access, where filters in front of the routes have any. */
  readonly policies: PolicyCoverage;
}

export function coverageOf(
  all: readonly FoundRoutes[],
  results: readonly TestResult[],
  reachOf: ReachOf,
  routing: FoundRouting,
): Coverage {
  const hit = hitsOf(results);
  const never: NeverReached[] = [];
  const counts = new Map(KINDS.map((kind) => [kind, { kind, total: 0, reached: 0 }]));
  for (const each of all.flatMap(routesOf)) {
    const isReached = hit.get(each.found)?.has(keyOf(each.virtualHost, each.route)) === true;
    if (!isReached) {
      const reach = reachOf(each.found, each.virtualHost, each.route);
      never.push({ ...each, reach });
      if (reach.kind === 'unreachable') continue;
    }
    const count = counts.get(each.kind);
    if (count === undefined) continue;
    count.total++;
    if (isReached) count.reached++;
  }
  const kinds = [...counts.values()].filter(({ total }) => total > 0);
  const total = kinds.reduce((sum, each) => sum + each.total, 0);
  const reached = kinds.reduce((sum, each) => sum + each.reached, 0);
  return {
    total,
    reached,
    percent: total === 0 ? 100 : (100 * reached) / total,
    unreachable: never.filter(({ reach }) => reach.kind === 'unreachable').length,
    kinds,
    outcomes: OUTCOMES.map((kind) => ({
      kind,
      tests: results.filter(({ trace }) => trace.outcome.kind === kind).length,
    })),
    never,
    policies: policyCoverage(routing, all, results),
  };
}

function hitsOf(results: readonly TestResult[]): ReadonlyMap<FoundRoutes, ReadonlySet<string>> {
  const hits = new Map<FoundRoutes, Set<string>>();
  for (const { found, trace } of results) {
    if (trace.route === null) continue;
    const ofFound = hits.get(found) ?? new Set<string>();
    ofFound.add(keyOf(trace.virtual_host_index ?? -1, trace.route.index));
    hits.set(found, ofFound);
  }
  return hits;
}

function keyOf(virtualHost: number, route: number): string {
  return `${virtualHost}/${route}`;
}

/** Every route of a route configuration, in its order. */
export function routesOf(found: FoundRoutes): readonly CoveredRoute[] {
  return (found.routeConfiguration.virtual_hosts ?? []).flatMap((host, virtualHost) =>
    placesOf(host).map((route) => {
      const { redirect, direct_response: direct, filter_action: filter } = host.routes?.[route] ?? {};
      const kind = redirect ? 'redirect' : direct ? 'direct_response' : filter ? 'filter_action' : 'forward';
      return { found, virtualHost, route, kind };
    }),
  );
}
