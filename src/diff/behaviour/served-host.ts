/** One side of a comparison: a virtual host in its route configuration, with what its routes depend on. */
import type { RoutingContext } from '../../routing/context.ts';
import { isEnd, samePlaces } from '../../routing/tree/flatten.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { isNamedByHeader } from '../../traffic/action.ts';
import type { NamesOfSide } from '../cluster-names.ts';

export const SIDES = ['before', 'after'] as const;
export type Side = (typeof SIDES)[number];

export type Route = Message<'route.Route'>;
export type VirtualHost = Message<'route.VirtualHost'>;

/** A route configuration with the context in which its requests are traced. */
export interface Served {
  readonly found: FoundRoutes;
  readonly context: RoutingContext;
  /** What its clusters are called where both sides are compared; absent where all have their own names. */
  readonly names?: NamesOfSide;
}

/** What takes some hosts on one side. */
export interface HostPlace extends Served {
  /** Position in `virtual_hosts`; undefined where no domain takes the hosts, so that they get a 404. */
  readonly index: number | undefined;
  readonly virtualHost: VirtualHost | undefined;
}

export function hostPlace(served: Served, index: number | undefined): HostPlace {
  const virtualHost =
    index === undefined ? undefined : served.found.routeConfiguration.virtual_hosts?.[index];
  return { ...served, index, virtualHost };
}

export interface RoutePair {
  /** Positions in `virtual_hosts`, and of routes in theirs, in a tree the first; undefined where there is none. */
  readonly before: { readonly virtualHost: number | undefined; readonly route: number | undefined };
  readonly after: { readonly virtualHost: number | undefined; readonly route: number | undefined };
}

/** Where a route stands first; the end of a branch is none. */
export function placeOf(host: VirtualHost | undefined, at: number | undefined): number | undefined {
  if (host === undefined || at === undefined || isEnd(host.routes?.[at])) return undefined;
  return samePlaces(host, at)[0];
}

/** Whether a name is that of a cluster that exists, as a trace has it. */
export function clusterExists({ clusters }: RoutingContext, name: string): boolean {
  return name !== '' && (clusters === undefined || clusters.has(name));
}

/** Whether the hosts that a route may take have names to rewrite to; of some clusters only, those without. */
export function hasNames(
  { nameless }: RoutingContext,
  action: NonNullable<Route['route']>,
): boolean | readonly string[] {
  if (nameless === undefined || nameless.size === 0) return true;
  if (isNamedByHeader(action)) return [...nameless].sort();
  const { cluster, weighted_clusters: split } = action;
  const mayBePicked = ({ weight = 0 }) => weight > 0 || (split?.runtime_key_prefix ?? '') !== '';
  const names =
    cluster === undefined
      ? (split?.clusters ?? []).filter(mayBePicked).map(({ name = '' }) => name)
      : [cluster];
  const without = names.filter((name) => nameless.has(name));
  if (without.length === 0) return true;
  return without.length === names.length ? false : [...new Set(without)].sort();
}
