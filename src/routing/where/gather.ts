/** Goes through one file and takes what its messages have to say about routing. */

import { type BoundMessage, isObject } from '../../model/bound.ts';
import { contentKey, sameContent } from '../../model/content.ts';
import { shownAgain } from '../../model/dump-copies.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { around, eachChild, type Frame, type FrameOf, fieldsOn, isOf, rootFrames } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Message } from '../../schema/types.ts';
import { hasNamelessHosts } from '../../traffic/cluster.ts';
import { typedHttpOptions } from '../../traffic/http-options.ts';
import { filtersIn, type HttpFilter } from '../filters/chain.ts';
import { type ListenerRef, listenerOf } from './listener.ts';
import type { GatheredListener, Use } from './listeners.ts';
import { scopesIn } from './scopes.ts';

export type RouteConfiguration = Message<'RouteConfiguration'>;

const MANAGER = 'HttpConnectionManager';
const BOOTSTRAP = 'Bootstrap';
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

export interface GatheredRoutes {
  readonly routeConfiguration: RouteConfiguration;
  readonly root: Root;
  readonly listeners: ListenerRef[];
  /** It stands outside of any connection manager as well, so that it can be fetched. */
  isApart: boolean;
}

/** Route configurations of one name. Content is put down as text where there are several: hundreds may share a name. */
interface Namesakes {
  readonly first: GatheredRoutes;
  byContent: Map<string, GatheredRoutes[]> | undefined;
}

/** What was found so far in one file. */
export interface Gathered {
  readonly configurations: GatheredRoutes[];
  readonly byName: Map<string, Namesakes>;
  /** What each route configuration was gathered as: several listeners may hold the same one. */
  readonly known: Map<BoundMessage, GatheredRoutes>;
  readonly listeners: Map<BoundMessage, GatheredListener>;
  readonly virtualHosts: { readonly message: Message<'route.VirtualHost'>; readonly root: Root }[];
  readonly routes: { readonly message: Message<'route.Route'>; readonly root: Root }[];
  /** Listeners that fetch a route configuration, by its name. */
  readonly fetched: Map<string, ListenerRef[]>;
  /** Clusters, and whether hosts of their own may have names. */
  readonly clusters: Map<string, boolean>;
  /** HTTP filters that clusters have of their own, where they have any. */
  readonly upstreamFilters: Map<string, readonly HttpFilter[]>;
  /** The members of aggregate and composite clusters. */
  readonly aggregates: Map<string, readonly string[]>;
  readonly bootstraps: { readonly message: BoundMessage; readonly root: Root }[];
  /** Clusters come from a management server as well. */
  open: boolean;
  /** A dump tells all clusters, the fetched ones included. */
  dumped: boolean;
  /** Whether a route configuration that stands there again is gathered again. */
  readonly withCopies: boolean;
}

/** Of several clusters of one name any may be in force. */
export function addCluster(clusters: Map<string, boolean>, name: string, isNamed: boolean): void {
  clusters.set(name, isNamed || clusters.get(name) === true);
}

/** The clusters that an aggregate or composite cluster sends its requests on to; none of another one. */
function membersOf({ cluster_type: custom }: FrameOf<'Cluster'>['message']): readonly string[] {
  const config = isObject(custom) ? custom.typed_config : undefined;
  if (!isObject(config) || !/\.(?:aggregate|composite)\.v\d/.test(String(config['@type']))) return [];
  const clusters: readonly unknown[] = Array.isArray(config.clusters) ? config.clusters : [];
  return clusters.map((each) => String(isObject(each) ? (each.name ?? '') : each));
}

export function gather({ roots, namespace }: Configuration, withCopies: boolean): Gathered {
  const found: Gathered = {
    configurations: [],
    byName: new Map(),
    known: new Map(),
    listeners: new Map(),
    virtualHosts: [],
    routes: [],
    fetched: new Map(),
    clusters: new Map(),
    upstreamFilters: new Map(),
    aggregates: new Map(),
    bootstraps: [],
    open: false,
    dumped: false,
    withCopies,
  };
  paths ??= pathsTo(WANTED);
  for (const root of roots) {
    const again = shownAgain(root, namespace);
    const look = (frame: Frame): void => {
      if (!again.has(frame.message) && take(frame, root, namespace, found))
        eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of rootFrames(root)) look(frame);
  }
  return found;
}

/** Takes what a message has to say; answers whether there may be more inside it. */
function take(frame: Frame, root: Root, namespace: string, found: Gathered): boolean {
  const { message, type } = frame;
  if (isOf(frame, 'route.VirtualHost')) {
    found.virtualHosts.push({ message: frame.message, root });
    return false;
  }
  if (isOf(frame, 'route.Route')) {
    found.routes.push({ message: frame.message, root });
    return false;
  }
  if (isOf(frame, 'Cluster')) {
    const { name } = frame.message;
    if (name === undefined) return false;
    const members = membersOf(frame.message);
    // An aggregate has the hosts of its members.
    addCluster(found.clusters, name, members.length === 0 && !hasNamelessHosts(frame.message));
    if (members.length > 0) found.aggregates.set(name, [...(found.aggregates.get(name) ?? []), ...members]);
    const { http_filters: filters } = typedHttpOptions(frame.message) ?? {};
    if (Array.isArray(filters)) {
      const own = filtersIn(filters.filter(isObject), namespace);
      found.upstreamFilters.set(name, [...(found.upstreamFilters.get(name) ?? []), ...own]);
    }
    return false;
  }
  if (isOf(frame, BOOTSTRAP)) {
    found.bootstraps.push({ message, root });
    found.open ||= frame.message.dynamic_resources?.cds_config !== undefined;
    return true;
  }
  if (isOf(frame, MANAGER)) takeManager(frame, found);
  switch (type) {
    case 'RouteConfiguration':
      takeConfiguration(message, frame, root, found);
      return false;
    case CLUSTERS_DUMP:
      found.dumped = true;
      return true;
    case LISTENER:
      found.listeners.set(message, { frame, root, managers: [] });
      return true;
    default:
      return true;
  }
}

/** Several listeners of one document may hold the same route configuration: it is one. */
function takeConfiguration(message: BoundMessage, frame: Frame, root: Root, found: Gathered): void {
  const listener = listenerOf(frame);
  const isApart = around(frame, MANAGER) === undefined;
  const { name } = message as RouteConfiguration;
  const isAlone = name === undefined || found.withCopies;
  const alike = isAlone ? undefined : alikeIn(found.byName.get(name), message);
  const same = alike?.find((each) => each.root === root && sameContent(each.routeConfiguration, message));
  if (!same) {
    const listeners = listener === undefined ? [] : [listener];
    const taken = { routeConfiguration: message as RouteConfiguration, root, listeners, isApart };
    found.configurations.push(taken);
    if (alike !== undefined) alike.push(taken);
    else if (!isAlone) found.byName.set(name, { first: taken, byContent: undefined });
    found.known.set(message, taken);
    return;
  }
  found.known.set(message, same);
  same.isApart ||= isApart;
  if (listener !== undefined) addListener(same.listeners, listener);
}

/** Those of a name that may have the same content; undefined where nothing has the name yet. */
function alikeIn(namesakes: Namesakes | undefined, message: BoundMessage): GatheredRoutes[] | undefined {
  if (namesakes === undefined) return undefined;
  const { first } = namesakes;
  namesakes.byContent ??= new Map([[contentKey(first.routeConfiguration), [first]]]);
  const key = contentKey(message);
  const alike = namesakes.byContent.get(key) ?? [];
  namesakes.byContent.set(key, alike);
  return alike;
}

function takeManager(frame: FrameOf<typeof MANAGER>, found: Gathered): void {
  const { rds, scoped_routes: scoped, route_config: own } = frame.message;
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
    for (const { own: inline, routeConfiguration, scope } of scopesIn(scoped))
      if (inline === undefined) add(routeConfiguration, { ...listener, scope });
      else uses.push({ kind: 'own', configuration: inline, listener: { ...listener, scope } });
  if (rds !== undefined && rds.route_config_name === undefined)
    uses.push({ kind: 'elsewhere', why: 'its routes are fetched over RDS, and not in the input' });
  if (scoped?.scoped_rds !== undefined)
    uses.push({ kind: 'elsewhere', why: 'its scopes are fetched, and not in the input' });
  const message = around(frame, LISTENER)?.message;
  if (message !== undefined) found.listeners.get(message)?.managers.push({ frame, uses });
}

/** What long lists hold, by its text: thousands of scopes may lead to one route configuration. */
const HELD = new WeakMap<ListenerRef[], Set<string>>();

export function addListener(listeners: ListenerRef[], listener: ListenerRef): void {
  const held = HELD.get(listeners) ?? new Set(listeners.map(contentKey));
  HELD.set(listeners, held);
  const key = contentKey(listener);
  if (held.has(key)) return;
  held.add(key);
  listeners.push(listener);
}
