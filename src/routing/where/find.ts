/** Finds the route configurations in whatever an input holds, and the clusters that it defines. */
import { type BoundMessage, UNREADABLE } from '../../model/bound.ts';
import type { Configuration, OpenableFile, Root } from '../../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Message } from '../../schema/types.ts';
import { sameData } from '../../source/edit/same-data.ts';
import { inLayers } from '../runtime-layers.ts';
import { type ListenerRef, listenerOf } from './listener.ts';
import { around, type FoundListener, foundListener, type GatheredListener, type Use } from './listeners.ts';
import { scopesIn } from './scopes.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;

/** A route configuration of an input. Where bare virtual hosts or routes stand, one that is wrapped around them. */
export interface FoundRoutes {
  /** With the shares and weights that the bootstrap's own runtime layers give (`runtime-layers.ts`). */
  readonly routeConfiguration: RouteConfiguration;
  /** The same as it was written, before those. */
  readonly written: RouteConfiguration;
  /** Null where it has none, or is wrapped around what was found. */
  readonly name: string | null;
  /** The listeners that use it; none where the input does not tell. */
  readonly listeners: readonly ListenerRef[];
  readonly file: OpenableFile;
  /** The reserved word of its file. */
  readonly word: string;
  /** The document that a virtual host of it, or a route in that, was written in. */
  rootOf(virtualHost: number): Root;
}

export interface FoundRouting {
  readonly routes: readonly FoundRoutes[];
  /** Those that the input holds whole, each once. */
  readonly listeners: readonly FoundListener[];
  /** Names of all clusters; undefined where the input defines none, or gets them from elsewhere. */
  readonly clusters: ReadonlySet<string> | undefined;
  /** Names of clusters of a type that looks no names up. */
  readonly nameless: ReadonlySet<string>;
}

const MANAGER = 'HttpConnectionManager';
const BOOTSTRAP = 'Bootstrap';
/** What it holds stands inside a listener as well. */
const STATIC_DUMP = 'RoutesConfigDump.StaticRouteConfig';
const CLUSTERS_DUMP = 'ClustersConfigDump';
const LISTENER = 'Listener';
const WANTED = new Set([
  LISTENER,
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'Cluster',
  MANAGER,
  BOOTSTRAP,
  CLUSTERS_DUMP,
]);

let paths: Paths | undefined;

interface GatheredRoutes {
  readonly routeConfiguration: RouteConfiguration;
  readonly root: Root;
  readonly listeners: ListenerRef[];
  /** It stands outside of any connection manager as well, so that it can be fetched. */
  isApart: boolean;
}

/** What was found so far in one file. */
interface Gathered {
  readonly configurations: GatheredRoutes[];
  /** What each route configuration was gathered as: a dump shows the same one several times. */
  readonly known: Map<BoundMessage, GatheredRoutes>;
  readonly listeners: Map<BoundMessage, GatheredListener>;
  readonly virtualHosts: { readonly message: Message<'route.VirtualHost'>; readonly root: Root }[];
  readonly routes: { readonly message: Message<'route.Route'>; readonly root: Root }[];
  /** Listeners that fetch a route configuration, by its name. */
  readonly fetched: Map<string, ListenerRef[]>;
  /** Clusters, and whether their hosts may have names. */
  readonly clusters: Map<string, boolean>;
  readonly bootstraps: { readonly message: BoundMessage; readonly root: Root }[];
  /** Clusters come from a management server as well. */
  open: boolean;
  /** A dump tells all clusters, the fetched ones included. */
  dumped: boolean;
}

/** Everything about routing in the files of an input. */
export function findRouting(configurations: readonly Configuration[]): FoundRouting {
  const clusters = new Map<string, boolean>();
  let open = false;
  let dumped = false;
  const all = configurations.map((configuration) => {
    const found = gather(configuration);
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
    listenersOf(configuration, found, byGathered, byName),
  );
  const nameless = new Set([...clusters].flatMap(([name, isNamed]) => (isNamed ? [] : [name])));
  const defined = clusters.size === 0 || (open && !dumped) ? undefined : new Set(clusters.keys());
  return { routes, listeners, clusters: defined, nameless };
}

/** Of several clusters of one name any may be in force. */
function addCluster(clusters: Map<string, boolean>, name: string, isNamed: boolean): void {
  clusters.set(name, isNamed || clusters.get(name) === true);
}

/** Whether the hosts of a cluster may have names to rewrite to (data-model, route.RouteAction: auto_host_rewrite). */
function mayHaveNames(cluster: BoundMessage): boolean {
  const { type, cluster_type: custom } = cluster as Message<'Cluster'>;
  const isOpen = custom !== undefined || cluster[UNREADABLE]?.type !== undefined;
  return isOpen || type === 'STRICT_DNS' || type === 'LOGICAL_DNS';
}

function gather({ roots, word }: Configuration): Gathered {
  const found: Gathered = {
    configurations: [],
    known: new Map(),
    listeners: new Map(),
    virtualHosts: [],
    routes: [],
    fetched: new Map(),
    clusters: new Map(),
    bootstraps: [],
    open: false,
    dumped: false,
  };
  paths ??= pathsTo(WANTED);
  for (const root of roots) {
    const look = (frame: Frame): void => {
      if (take(frame, root, found)) eachChild(frame, word, look, paths?.get(frame.type) ?? []);
    };
    for (const frame of rootFrames(root)) look(frame);
  }
  return found;
}

/** Takes what a message has to say; answers whether there may be more inside it. */
function take(frame: Frame, root: Root, found: Gathered): boolean {
  const { message, type } = frame;
  switch (type) {
    case 'RouteConfiguration':
      takeConfiguration(message, frame, root, found);
      return false;
    case 'route.VirtualHost':
      found.virtualHosts.push({ message: message as Message<'route.VirtualHost'>, root });
      return false;
    case 'route.Route':
      found.routes.push({ message: message as Message<'route.Route'>, root });
      return false;
    case 'Cluster':
      if (typeof message.name === 'string') addCluster(found.clusters, message.name, mayHaveNames(message));
      return false;
    case CLUSTERS_DUMP:
      found.dumped = true;
      return true;
    case BOOTSTRAP:
      found.bootstraps.push({ message, root });
      found.open ||= (message as Message<typeof BOOTSTRAP>).dynamic_resources?.cds_config !== undefined;
      return true;
    case LISTENER:
      found.listeners.set(message, { frame, root, managers: [] });
      return true;
    case MANAGER:
      takeManager(frame, found);
      return true;
    default:
      return true;
  }
}

/** A dump shows the same route configuration up to three times: under bootstrap, listeners and routes. */
function takeConfiguration(message: BoundMessage, frame: Frame, root: Root, found: Gathered): void {
  const listener = listenerOf(frame);
  const isApart = frame.parent?.type !== MANAGER;
  const same = found.configurations.find(
    ({ routeConfiguration }) =>
      routeConfiguration.name !== undefined &&
      routeConfiguration.name === message.name &&
      (frame.parent?.type === STATIC_DUMP || sameData(routeConfiguration, message)),
  );
  if (!same) {
    const listeners = listener === undefined ? [] : [listener];
    const taken = { routeConfiguration: message as RouteConfiguration, root, listeners, isApart };
    found.configurations.push(taken);
    found.known.set(message, taken);
    return;
  }
  found.known.set(message, same);
  same.isApart ||= isApart;
  if (listener !== undefined) addListener(same.listeners, listener);
}

function takeManager(frame: Frame, found: Gathered): void {
  const { rds, scoped_routes: scoped, route_config: own } = frame.message as Message<typeof MANAGER>;
  const listener = listenerOf(frame);
  if (listener === undefined) return;
  const { fetched } = found;
  const uses: Use[] = [];
  if (own !== undefined) uses.push({ kind: 'own', configuration: own });
  const add = (name: string, ref: ListenerRef): void => {
    const known = fetched.get(name) ?? [];
    addListener(known, ref);
    fetched.set(name, known);
    uses.push({ kind: 'fetched', name, listener: ref });
  };
  if (rds?.route_config_name !== undefined) add(rds.route_config_name, listener);
  if (scoped !== undefined)
    for (const { routeConfiguration, scope } of scopesIn(scoped))
      add(routeConfiguration, { ...listener, scope });
  if (rds !== undefined && rds.route_config_name === undefined)
    uses.push({ kind: 'elsewhere', why: 'its routes are fetched over RDS, and not in the input' });
  if (scoped?.scoped_rds !== undefined)
    uses.push({ kind: 'elsewhere', why: 'its scopes are fetched, and not in the input' });
  const message = around(frame, LISTENER)?.message;
  if (message !== undefined) found.listeners.get(message)?.managers.push({ frame, uses });
}

function addListener(listeners: ListenerRef[], listener: ListenerRef): void {
  if (!listeners.some((each) => sameData(each, listener))) listeners.push(listener);
}

/** The bootstrap around a route configuration decides its runtime values; else the only one that there is. */
function inForce(
  routeConfiguration: RouteConfiguration,
  root: Root,
  bootstraps: Gathered['bootstraps'],
): RouteConfiguration {
  const around = bootstraps.filter((each) => each.root === root);
  const [bootstrap, ...others] = around.length > 0 ? around : bootstraps;
  if (bootstrap === undefined || others.length > 0) return routeConfiguration;
  return inLayers(routeConfiguration, bootstrap.message);
}

function routesOf(
  { file, word }: Configuration,
  { configurations, virtualHosts, routes }: Gathered,
  bootstraps: Gathered['bootstraps'],
  byGathered: Map<GatheredRoutes, FoundRoutes>,
): readonly FoundRoutes[] {
  const found: FoundRoutes[] = configurations.map((gathered) => {
    const { routeConfiguration, root, listeners } = gathered;
    const each = {
      routeConfiguration: inForce(routeConfiguration, root, bootstraps),
      written: routeConfiguration,
      name: routeConfiguration.name ?? null,
      listeners,
      file,
      word,
      rootOf: () => root,
    };
    byGathered.set(gathered, each);
    return each;
  });
  const wrap = (all: readonly Message<'route.VirtualHost'>[], rootOf: (index: number) => Root): void => {
    const routeConfiguration = { virtual_hosts: all };
    const written = routeConfiguration;
    found.push({ routeConfiguration, written, name: null, listeners: [], file, word, rootOf });
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

/** Of so many listeners of one name and address each is compared. */
const MOST_COMPARED = 20;

/** The listeners of one file; a dump shows the same one under bootstrap and listeners. */
function listenersOf(
  { file, word }: Configuration,
  { listeners, known: configurations }: Gathered,
  byGathered: ReadonlyMap<GatheredRoutes, FoundRoutes>,
  byName: ReadonlyMap<string, readonly GatheredRoutes[]>,
): readonly FoundListener[] {
  const known = new Map<string, BoundMessage[]>();
  const found = (gathered: GatheredRoutes): readonly FoundRoutes[] => {
    const each = byGathered.get(gathered);
    return each === undefined ? [] : [each];
  };
  return [...listeners.values()].flatMap((gathered) => {
    const { message } = gathered.frame;
    const key = JSON.stringify([message.name ?? null, message.address ?? null]);
    const others = known.get(key) ?? [];
    known.set(key, others);
    if (others.slice(-MOST_COMPARED).some((other) => sameData(other, message))) return [];
    others.push(message);
    return foundListener(gathered, {
      file,
      word,
      own: (configuration) => {
        const own = configurations.get(configuration as BoundMessage);
        return own === undefined ? undefined : byGathered.get(own);
      },
      named: (wanted) => {
        const all = byName.get(wanted) ?? [];
        const apart = all.filter(({ isApart }) => isApart);
        return (apart.length > 0 ? apart : all).flatMap(found);
      },
    });
  });
}
