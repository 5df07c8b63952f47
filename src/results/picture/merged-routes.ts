/** The routes of two sides as one list, paired as everything else that is said of both sides. */
import type { PairedHosts, PairedHostsOf, PairedRoutes, WrittenHost } from '../../diff/paired-routes.ts';
import { type FoundRoutes, type FoundRouting, treeOf } from '../../routing/index.ts';
import { placesOf, writtenRoute } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';

export interface RouteOnSide {
  readonly found: FoundRoutes;
  /** Positions. */
  readonly host: number;
  readonly index: number;
  readonly route: Message<'route.Route'>;
}

export interface MergedRoute {
  readonly key: string;
  readonly virtualHost: string;
  readonly before?: RouteOnSide;
  readonly after?: RouteOnSide;
}

type Side = 'before' | 'after';

/** The places of routes: `before`, the configuration's name, the virtual host's, the position. */
type Places = Map<string, MergedRoute>;

/** @param hostsOf which virtual hosts and routes of the first side became which of the second */
export function mergedRoutes(
  before: FoundRouting,
  after: FoundRouting,
  hostsOf: PairedHostsOf,
): {
  /** In the order of the second side; what is gone comes last. */
  readonly routes: readonly MergedRoute[];
  readonly at: (
    side: Side,
    configuration: string | null,
    host: string,
    index: number,
  ) => MergedRoute | undefined;
} {
  const hosts = { before: hostsIn(before), after: hostsIn(after) };
  const partners = partnersOf(hosts.before, hosts.after, hostsOf);
  const places: Places = new Map();
  const routes: MergedRoute[] = [];
  const add = (merged: MergedRoute): void => {
    routes.push(merged);
    for (const side of SIDES) {
      const route = merged[side];
      const place = route && placeOf(side, route);
      if (place !== undefined && !places.has(place)) places.set(place, merged);
    }
  };
  const met = new Set<string>();
  for (const [number, host] of hosts.after.entries())
    for (const route of host.routes) {
      const partner = partners.get(`${number} ${route.index}`);
      const was = partner && hosts.before[partner.host]?.routes[partner.route];
      if (partner !== undefined) met.add(`${partner.host} ${partner.route}`);
      add({
        key: `after ${number} ${route.index}`,
        virtualHost: host.name,
        after: route,
        ...(was === undefined ? {} : { before: was }),
      });
    }
  for (const [number, host] of hosts.before.entries())
    for (const [position, route] of host.routes.entries())
      if (!met.has(`${number} ${position}`))
        add({ key: `before ${number} ${route.index}`, virtualHost: host.name, before: route });
  return {
    routes,
    at: (side, configuration, host, index) => places.get(JSON.stringify([side, configuration, host, index])),
  };
}

const SIDES: readonly Side[] = ['before', 'after'];

interface Host {
  readonly name: string;
  readonly written: WrittenHost;
  /** Whether a matcher leads to the routes. */
  readonly isTree: boolean;
  readonly routes: readonly RouteOnSide[];
}

function hostsIn({ routes: all }: FoundRouting): readonly Host[] {
  return all.flatMap((found) =>
    (found.routeConfiguration.virtual_hosts ?? []).map((message, host) => ({
      name: message.name ?? '',
      written: { tree: found.rootOf(host).tree, message, routeConfiguration: found.name },
      isTree: treeOf(message) !== undefined,
      routes: placesOf(message).flatMap((index) => {
        const route = message.routes?.[index];
        return route === undefined ? [] : [{ found, host, index, route }];
      }),
    })),
  );
}

/** For a route of the second side, by the position of its virtual host among all and its own, the one among those of the first that it was. */
function partnersOf(
  before: readonly Host[],
  after: readonly Host[],
  hostsOf: PairedHostsOf,
): ReadonlyMap<string, { readonly host: number; readonly route: number }> {
  const partners = new Map<string, { readonly host: number; readonly route: number }>();
  const others = new Map<PairedHosts, number>();
  for (const [host, { written }] of after.entries()) {
    const paired = hostsOf('after', written);
    if (paired !== undefined && !others.has(paired)) others.set(paired, host);
  }
  for (const [host, { written }] of before.entries()) {
    const paired = hostsOf('before', written);
    const other = paired && others.get(paired);
    if (paired === undefined || other === undefined) continue;
    others.delete(paired);
    const inTrees = pairsInTrees(before[host], after[other]);
    for (const [one, two] of inTrees ?? paired.routes()?.pairs ?? [])
      partners.set(`${other} ${two}`, { host, route: one });
  }
  return partners;
}

/**
 * The routes of two trees that ask the same of requests themselves, in order: among those of the first side, and in the
 * list of the second. Undefined where a side has no tree.
 */
function pairsInTrees(before: Host | undefined, after: Host | undefined): PairedRoutes['pairs'] | undefined {
  if (!before?.isTree || !after?.isTree) return undefined;
  const waiting = new Map<string, number[]>();
  for (const [position, { route }] of before.routes.entries()) {
    const key = ownText(route);
    const known = waiting.get(key);
    if (known === undefined) waiting.set(key, [position]);
    else known.push(position);
  }
  return after.routes.flatMap(({ route, index }) => {
    const was = waiting.get(ownText(route))?.shift();
    return was === undefined ? [] : [[was, index] as const];
  });
}

function ownText(route: Message<'route.Route'>): string {
  const { name = '', match = {} } = writtenRoute(route);
  return JSON.stringify([name, match]);
}

function placeOf(side: Side, { found, host, index }: RouteOnSide): string {
  const name = found.routeConfiguration.virtual_hosts?.[host]?.name ?? '';
  return JSON.stringify([side, found.name, name, index]);
}
