/** What stands around a change on either side: its route, what holds that, and the HTTP filters in front. */
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import type { HttpFilter } from '../../routing/filters/chain.ts';
import type { Level } from '../../routing/filters/settings.ts';
import { type FoundRouting, filtersBefore, findRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { once } from '../../source/once.ts';
import type { ResourceFact } from '../facts/facts.ts';
import { type Found, ROUTE_CONFIGURATION, VIRTUAL_HOST } from '../resources/found.ts';
import { placesOf } from './route-places.ts';

export type Side = 'before' | 'after';

/** What a change of routes stands in on one side. */
export interface Around {
  /** Absent where the change is about more than one route, or the route is not there. */
  readonly route: Message<'route.Route'> | undefined;
  readonly virtualHost: Message<'route.VirtualHost'> | undefined;
  /** What may hold settings for filters, the most specific first. */
  readonly levels: readonly Level[];
  /** Of all chains that lead to it, in their order. */
  readonly filters: readonly HttpFilter[];
  readonly namespace: string;
}

/** Undefined where nothing of the input is known to lead there, so that any filters may stand in front. */
export type AroundOf = (fact: ResourceFact, side: Side) => Around | undefined;

export function startLookingAround(
  before: readonly Configuration[],
  after: readonly Configuration[],
): AroundOf {
  const sides = {
    before: once(() => placesIn(findRouting(before))),
    after: once(() => placesIn(findRouting(after))),
  };
  return (fact, side) => {
    const owner = fact.pair?.[side];
    const place = owner && sides[side]().find(owner);
    const filters = place && sides[side]().filtersOf(place.found);
    if (place === undefined || filters === undefined) return undefined;
    const { written, namespace } = place.found;
    const virtualHost = place.host === undefined ? undefined : written.virtual_hosts?.[place.host];
    const route = virtualHost?.routes?.[placesOf(fact)?.[side] ?? -1];
    const levels = [clusterAround(fact, side), route, virtualHost, written];
    return { route, virtualHost, levels: levels.filter((each) => each !== undefined), filters, namespace };
  };
}

/** The weighted cluster that a change is in. */
function clusterAround(fact: ResourceFact, side: Side): BoundMessage | undefined {
  for (let at = fact[side]?.sideRoot.frame; at !== undefined; at = at.parent)
    if (at.type === 'route.WeightedCluster.ClusterWeight') return at.message;
  return undefined;
}

interface Place {
  readonly found: FoundRoutes;
  /** Of a virtual host. */
  readonly host: number | undefined;
}

interface Places {
  readonly find: (owner: Found) => Place | undefined;
  readonly filtersOf: (found: FoundRoutes) => readonly HttpFilter[] | undefined;
}

function placesIn({ routes, listeners }: FoundRouting): Places {
  const filters = filtersBefore(listeners);
  const byNode = new Map<object, Map<number, Place>>();
  // A dump shows a host several times, and another one of them may have been compared.
  const byName = new Map<string, Place>();
  const add = (tree: object, message: BoundMessage, name: string, place: Place): void => {
    const node = message[NODE];
    const inTree = byNode.get(tree) ?? new Map<number, Place>();
    byNode.set(tree, inTree);
    if (node !== undefined && !inTree.has(node)) inTree.set(node, place);
    byName.set(name, place);
  };
  for (const found of routes) {
    const { written, rootOf } = found;
    const hosts = written.virtual_hosts ?? [];
    add(rootOf(0).tree, written, keyOf(found.name, null), { found, host: undefined });
    for (const [host, each] of hosts.entries())
      add(rootOf(host).tree, each, keyOf(found.name, each.name), { found, host });
  }
  return {
    find({ frame, source, owner, name, isDumped }) {
      const own = byNode.get(source.root.tree)?.get(frame.message[NODE] ?? -1);
      if (own !== undefined || !isDumped) return own;
      if (frame.type === VIRTUAL_HOST) return byName.get(keyOf(owner?.name, name));
      return frame.type === ROUTE_CONFIGURATION ? byName.get(keyOf(name, null)) : undefined;
    },
    filtersOf: (found) => filters.get(found),
  };
}

function keyOf(configuration: string | null | undefined, host: string | null | undefined): string {
  return JSON.stringify([configuration ?? '', host]);
}
