/** Finds the route configurations in whatever an input holds, and the clusters that it defines. */

import type { BoundMessage } from '../../model/bound.ts';
import { contentKey } from '../../model/content.ts';
import type { Configuration, Root } from '../../model/open.ts';
import type { Message } from '../../schema/types.ts';
import { withHostOptions } from '../../traffic/host-options.ts';
import { type OwnHeaders, ownHeadersOf } from '../../traffic/own-headers.ts';
import { withPathsOf } from '../../traffic/paths-of-releases.ts';
import { joiningAt, looksOtherwise, withJoining } from '../../traffic/repeated-headers.ts';
import type { Limiter } from '../context.ts';
import { chainsIn, filtersIn, type HttpFilter } from '../filters/chain.ts';
import { isRateLimit } from '../outcome/rate-limit.ts';
import { inLayers, layerValue, managerInLayers } from '../runtime-layers.ts';
import { withTrees } from '../tree/flatten.ts';
import type { FoundRoutes } from './found-routes.ts';
import {
  addCluster,
  addListener,
  type Gathered,
  type GatheredRoutes,
  gather,
  type RouteConfiguration,
} from './gather.ts';
import { type FoundListener, foundListener, type HeldManager } from './listeners.ts';
import type { FoundManager } from './manager.ts';

type Manager = Message<'HttpConnectionManager'>;

export interface FoundRouting {
  readonly routes: readonly FoundRoutes[];
  /** Those that the input holds whole, each once. */
  readonly listeners: readonly FoundListener[];
  /** Names of all clusters; undefined where the input defines none, or gets them from elsewhere. */
  readonly clusters: ReadonlySet<string> | undefined;
  /** Names of clusters none of whose hosts has a name. */
  readonly nameless: ReadonlySet<string>;
  /** HTTP filters that clusters have of their own, those of its members too for one made of others. */
  readonly upstreamFilters: ReadonlyMap<string, readonly HttpFilter[]>;
  /** Filters that ask by rate limits in front of the route configurations that connection managers use. */
  readonly limiters: ReadonlyMap<FoundRoutes, readonly Limiter[]>;
  /** Names of the CORS filters there; no entry where the only one may be one that nobody here can read. */
  readonly corsFilters: ReadonlyMap<FoundRoutes, readonly string[]>;
  /** The members of aggregate and composite clusters. */
  readonly aggregates: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<readonly Configuration[], FoundRouting>();

/** The same with a route configuration for each place that one stands in, whatever it says; made anew when asked. */
export function findRoutingInPlace(configuration: Configuration): FoundRouting {
  return foundIn([configuration], true);
}

/** Everything about routing in the files of an input, found once for each list of them. */
export function findRouting(configurations: readonly Configuration[]): FoundRouting {
  const made = known.get(configurations) ?? foundIn(configurations);
  known.set(configurations, made);
  return made;
}

function foundIn(configurations: readonly Configuration[], withCopies = false): FoundRouting {
  const clusters = new Map<string, boolean>();
  let open = false;
  let dumped = false;
  const all = configurations.map((configuration) => {
    const found = gather(configuration, withCopies);
    for (const [name, isNamed] of found.clusters) addCluster(clusters, name, isNamed);
    open ||= found.open;
    dumped ||= found.dumped;
    return { configuration, found };
  });
  const bootstraps = all.flatMap(({ found }) => found.bootstraps);
  const byGathered = new Map<GatheredRoutes, FoundRoutes>();
  const byName = new Map<string, GatheredRoutes[]>();
  const routes = all.flatMap(({ configuration, found }) => {
    for (const each of found.configurations) {
      const { name } = each.routeConfiguration;
      const others = byName.get(name ?? '');
      if (others === undefined) byName.set(name ?? '', [each]);
      else others.push(each);
      for (const other of all)
        for (const listener of other.found.fetched.get(name ?? '') ?? [])
          addListener(each.listeners, listener);
    }
    return routesOf(configuration, found, bootstraps, byGathered);
  });
  const listeners = all.flatMap(({ configuration, found }) =>
    listenersOf(configuration, found, bootstraps, byGathered, byName),
  );
  const defined = clusters.size === 0 || (open && !dumped) ? undefined : new Set(clusters.keys());
  const aggregates = new Map(all.flatMap(({ found }) => [...found.aggregates]));
  const nameless = namelessIn(clusters, aggregates);
  const own = new Map(all.flatMap(({ found }) => [...found.upstreamFilters]));
  // An aggregate may be the member of another one.
  const inAny = [...own.values()].flat();
  const ofAggregates = inAny.length === 0 ? [] : [...aggregates.keys()].map((name) => [name, inAny] as const);
  const upstreamFilters = new Map([...own, ...ofAggregates]);
  const before = filtersBefore(listeners);
  const limiters = limitersIn(before);
  const corsFilters = corsFiltersIn(before);
  return {
    routes,
    listeners,
    clusters: defined,
    nameless,
    limiters,
    corsFilters,
    upstreamFilters,
    aggregates,
  };
}

/** The HTTP filters of all managers that use a route configuration; no entry where none of the input does. */
export function filtersBefore(
  listeners: readonly FoundListener[],
): ReadonlyMap<FoundRoutes, readonly HttpFilter[]> {
  const managers = new Map<FoundRoutes, Set<FoundManager>>();
  for (const { found, manager } of listeners.flatMap(({ chains }) => chains.flatMap(({ leads }) => leads)))
    managers.set(found, (managers.get(found) ?? new Set()).add(manager));
  const filtersOf = ({ message, namespace }: FoundManager): readonly HttpFilter[] =>
    chainsIn(message).flatMap((chain) => filtersIn(chain, namespace));
  return new Map([...managers].map(([found, all]) => [found, [...all].flatMap(filtersOf)]));
}

/** Those that ask by rate limits, alike ones once. */
function limitersIn(before: ReturnType<typeof filtersBefore>): FoundRouting['limiters'] {
  const once = (all: readonly Limiter[]): readonly Limiter[] => [
    ...new Map(all.map((each) => [contentKey(each), each])).values(),
  ];
  return new Map([...before].map(([found, filters]) => [found, once(filters.flatMap(limiterOf))]));
}

/** Their names; no entry where one that nobody can read here may be the only one. */
function corsFiltersIn(before: ReturnType<typeof filtersBefore>): FoundRouting['corsFilters'] {
  return new Map(
    [...before].flatMap(([found, filters]) => {
      const names = filters.filter(({ kind }) => kind === 'cors').map(({ name }) => name);
      return names.length === 0 && filters.some(isOpaque)
        ? []
        : [[found, [...new Set(names)].sort()] as const];
    }),
  );
}

/** Whether nobody here can say which filter it is. */
function isOpaque({ kind, unread }: HttpFilter): boolean {
  return unread !== undefined || kind === undefined || kind === 'composite' || kind === 'match_delegate';
}

function limiterOf(filter: HttpFilter): readonly Limiter[] {
  const { name, kind, disabled, config } = filter;
  if (isOpaque(filter)) return [{ name, kind: undefined, disabled, config: {} }];
  if (kind === undefined || !isRateLimit(kind)) return [];
  const { stage, vh_rate_limits, rate_limits } = config;
  return [{ name, kind, disabled, config: { stage, vh_rate_limits, rate_limits } }];
}

/** An aggregate, which may be the member of another one, has the hosts of its members; those of others may have names. */
function namelessIn(
  clusters: ReadonlyMap<string, boolean>,
  aggregates: FoundRouting['aggregates'],
): ReadonlySet<string> {
  const nameless = new Set([...clusters].flatMap(([name, isNamed]) => (isNamed ? [] : [name])));
  for (let size = -1; size !== nameless.size; ) {
    size = nameless.size;
    for (const [name, members] of aggregates)
      if (members.some((member) => !nameless.has(member))) nameless.delete(name);
  }
  return nameless;
}

/** The bootstrap around a message decides its runtime values; else the only one that there is. */
function bootstrapOf(root: Root, bootstraps: Gathered['bootstraps']): BoundMessage | undefined {
  const around = bootstraps.filter((each) => each.root === root);
  const [bootstrap, ...others] = around.length > 0 ? around : bootstraps;
  return others.length > 0 ? undefined : bootstrap?.message;
}

/** How matchers look at headers, by a release and a bootstrap. */
type Held = ReturnType<typeof joiningAt> & { readonly own: OwnHeaders };

function joiningOf(root: Root, bootstrap: BoundMessage | undefined, namespace: string): Held {
  return {
    ...joiningAt(root.release, (key) => (bootstrap === undefined ? undefined : layerValue(bootstrap, key))),
    own: ownHeadersOf(bootstrap, namespace),
  };
}

function inForce(
  routeConfiguration: RouteConfiguration,
  root: Root,
  bootstraps: Gathered['bootstraps'],
  namespace: string,
): RouteConfiguration {
  const bootstrap = bootstrapOf(root, bootstraps);
  const held = withTrees(heldTo(root, routeConfiguration, namespace, bootstrap));
  return bootstrap === undefined ? held : inLayers(held, bootstrap);
}

/** Matches headers and writes paths as a release does. */
function heldTo(
  root: Root,
  routeConfiguration: RouteConfiguration,
  namespace: string,
  bootstrap?: BoundMessage,
): RouteConfiguration {
  return withPathsOf(root.release, withJoining(routeConfiguration, joiningOf(root, bootstrap, namespace)));
}

/** What of a manager asks for headers, beside its routes. */
const ASKS = ['http_filters', 'upgrade_configs', 'local_reply_config'] as const;

function heldManager(manager: Manager, joining: Held): HeldManager {
  const { own } = joining;
  if (!looksOtherwise(joining)) return { message: manager, own };
  const held = ASKS.flatMap((field) => {
    const { [field]: part } = manager;
    return typeof part === 'object' && part !== null ? [[field, withJoining(part, joining)] as const] : [];
  });
  return { message: { ...manager, ...Object.fromEntries(held) }, own };
}

function routesOf(
  { file, namespace }: Configuration,
  { configurations, virtualHosts, routes }: Gathered,
  bootstraps: Gathered['bootstraps'],
  byGathered: Map<GatheredRoutes, FoundRoutes>,
): readonly FoundRoutes[] {
  const found: FoundRoutes[] = configurations.map((gathered) => {
    const { routeConfiguration, root, listeners } = gathered;
    const each = {
      routeConfiguration: withHostOptions(inForce(routeConfiguration, root, bootstraps, namespace)),
      written: routeConfiguration,
      name: routeConfiguration.name ?? null,
      listeners,
      file,
      namespace,
      rootOf: () => root,
    };
    byGathered.set(gathered, each);
    return each;
  });
  const wrap = (all: readonly Message<'route.VirtualHost'>[], rootOf: (index: number) => Root): void => {
    const written = { virtual_hosts: all };
    const routeConfiguration = withTrees(heldTo(rootOf(0), written, namespace));
    found.push({ routeConfiguration, written, name: null, listeners: [], file, namespace, rootOf });
  };
  const [firstHost] = virtualHosts;
  if (firstHost)
    wrap(
      virtualHosts.map(({ message }) => message),
      (index) => virtualHosts[index]?.root ?? firstHost.root,
    );
  const [firstRoute] = routes;
  if (firstRoute) {
    const host = { name: '', domains: ['*'], routes: routes.map(({ message }) => message) };
    wrap([host], () => firstRoute.root);
  }
  return found;
}

/** The listeners of one file. */
function listenersOf(
  { file, namespace }: Configuration,
  { listeners, known }: Gathered,
  bootstraps: Gathered['bootstraps'],
  byGathered: ReadonlyMap<GatheredRoutes, FoundRoutes>,
  byName: ReadonlyMap<string, readonly GatheredRoutes[]>,
): readonly FoundListener[] {
  const found = (gathered: GatheredRoutes): readonly FoundRoutes[] => {
    const each = byGathered.get(gathered);
    return each === undefined ? [] : [each];
  };
  return [...listeners.values()].map((gathered) =>
    foundListener(gathered, {
      file,
      namespace,
      own: (configuration) => {
        const own = known.get(configuration as BoundMessage);
        return own === undefined ? undefined : byGathered.get(own);
      },
      named: (wanted) => {
        const all = byName.get(wanted) ?? [];
        const apart = all.filter(({ isApart }) => isApart);
        return (apart.length > 0 ? apart : all).flatMap(found);
      },
      held: (manager, root) => {
        const bootstrap = bootstrapOf(root, bootstraps);
        const held = heldManager(manager, joiningOf(root, bootstrap, namespace));
        return bootstrap === undefined
          ? held
          : { ...held, message: managerInLayers(held.message, bootstrap) };
      },
    }),
  );
}
