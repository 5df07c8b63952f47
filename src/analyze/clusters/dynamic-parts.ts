/**
 * Which parts of a configuration the input leaves to a management server: clusters, and listeners and routes. What a
 * dump or another file of the input shows is not left open.
 */
import { around, eachChild, type Frame, fieldsOn, isOf } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Message } from '../../schema/types.ts';
import type { Document, Location } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { definitionsOf } from './definitions.ts';

interface DynamicPart {
  /** The field that asks for it. */
  readonly at: Location;
  /** What comes from there, in words: `listeners come from lds_config (ADS)`. */
  readonly words: string;
}

export interface DynamicParts {
  /** Where further clusters come from. */
  readonly clusters?: DynamicPart;
  /** Where further listeners or routes come from. */
  readonly routes?: DynamicPart;
  /** The input has a place for listeners or routes, be it empty. */
  readonly hasRoutes: boolean;
  /** The input has the file that the proxy starts with. */
  readonly hasBootstrap: boolean;
}

const BOOTSTRAP = 'Bootstrap';
const MANAGER = 'HttpConnectionManager';
const LISTENERS_DUMP = 'ListenersConfigDump';
const CLUSTERS_DUMP = 'ClustersConfigDump';
const ROUTES_DUMP = 'RoutesConfigDump';
/** Messages whose presence shows that routes could be written here. */
const ROUTE_PLACES = new Set([
  BOOTSTRAP,
  'Listener',
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  LISTENERS_DUMP,
  ROUTES_DUMP,
]);
const ROUTE_FIELDS = [
  'virtual_hosts',
  'listeners',
  'routes',
  'route_configs',
  'route_config',
  'filter_chains',
];
/** Route configurations hold nothing below that matters here. */
const LEAVES = new Set(['RouteConfiguration', 'route.VirtualHost', 'route.Route', 'Cluster']);
const WANTED = new Set([...ROUTE_PLACES, MANAGER, CLUSTERS_DUMP, 'Resources', 'DiscoveryResponse']);

let paths: Paths | undefined;

/** What was seen of an input. */
interface Seen {
  readonly types: Set<string>;
  readonly routeNames: Set<string>;
  readonly asked: {
    readonly clusters: DynamicPart[];
    readonly listeners: DynamicPart[];
    readonly routes: (DynamicPart & { readonly name?: string })[];
  };
  hasRouteField: boolean;
}

/** To be asked for through {@link Subject.shared}. */
export function dynamicParts(subject: Subject): DynamicParts {
  paths ??= pathsTo(WANTED);
  const seen: Seen = {
    types: new Set(),
    routeNames: new Set(),
    asked: { clusters: [], listeners: [], routes: [] },
    hasRouteField: false,
  };
  for (const document of subject.documents) {
    const { namespace } = document.configuration;
    const look = (frame: Frame): void => {
      note(document, frame, seen);
      if (!LEAVES.has(frame.type)) eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  const { types, routeNames, asked } = seen;
  const { clusters, listeners } = subject.shared(definitionsOf);
  const isElsewhere = ({ frame }: { readonly frame: Frame }): boolean =>
    around(frame, BOOTSTRAP) === undefined;
  const open = {
    clusters: types.has(CLUSTERS_DUMP) || clusters.some(isElsewhere) ? undefined : asked.clusters[0],
    listeners: types.has(LISTENERS_DUMP) || listeners.some(isElsewhere) ? undefined : asked.listeners[0],
    routes: asked.routes.find(({ name }) => name === undefined || !routeNames.has(name)),
  };
  const routes = open.listeners ?? open.routes;
  return {
    ...(open.clusters === undefined ? {} : { clusters: open.clusters }),
    ...(routes === undefined ? {} : { routes }),
    hasRoutes: seen.hasRouteField || [...ROUTE_PLACES].some((type) => types.has(type)),
    hasBootstrap: types.has(BOOTSTRAP),
  };
}

function note(document: Document, frame: Frame, seen: Seen): void {
  const { message, type } = frame;
  seen.types.add(type);
  const { asked } = seen;
  const part = (field: string, words: string, at: Frame = frame): DynamicPart => ({
    at: { document, message: at.message, type: at.type, field },
    words,
  });
  if (isOf(frame, BOOTSTRAP)) {
    const { dynamic_resources: dynamic } = frame.message;
    if (dynamic === undefined) return;
    const inner: Frame = { message: dynamic, type: `${BOOTSTRAP}.DynamicResources` };
    if (dynamic.cds_config)
      asked.clusters.push(
        part('cds_config', `clusters also come from cds_config${sourceText(dynamic.cds_config)}`, inner),
      );
    if (dynamic.lds_config)
      asked.listeners.push(
        part('lds_config', `listeners also come from lds_config${sourceText(dynamic.lds_config)}`, inner),
      );
  } else if (isOf(frame, MANAGER)) {
    const { rds, scoped_routes: scoped } = frame.message;
    if (rds !== undefined) {
      const name = rds.route_config_name ?? '';
      asked.routes.push({
        ...part('rds', `the route configuration "${name}" comes from RDS${sourceText(rds.config_source)}`),
        name,
      });
    }
    const scopes = scoped?.scoped_route_configurations_list?.scoped_route_configurations;
    if (scoped !== undefined && scopes === undefined)
      asked.routes.push(part('scoped_routes', 'the scopes of scoped_routes are fetched'));
    for (const { route_configuration_name: name = '', route_configuration: own } of scopes ?? [])
      if (own === undefined)
        asked.routes.push({ ...part('scoped_routes', `the route configuration "${name}" is fetched`), name });
  } else if (isOf(frame, 'RouteConfiguration')) {
    const { name, vhds } = frame.message;
    if (name !== undefined) seen.routeNames.add(name);
    if (vhds !== undefined) asked.routes.push(part('vhds', 'further virtual hosts come from VHDS'));
  } else if (type === 'Listener') {
    if (message.api_listener !== undefined)
      asked.routes.push(
        part('api_listener', 'the program around api_listener may send to any cluster by its name'),
      );
  } else if (isOf(frame, 'DiscoveryResponse')) {
    const { type_url: url = '' } = frame.message;
    seen.hasRouteField ||= /\.(?:Listener|RouteConfiguration|VirtualHost)$/.test(url);
  } else if (type === 'Resources')
    seen.hasRouteField ||= ROUTE_FIELDS.some((field) => message[field] !== undefined);
}

// A source of dynamic configuration in a few words.

/** ` (ADS)`, ` (the file "cds.yaml")`, ` (the clusters "xds")`; empty where the source does not say. */
export function sourceText(source: Message<'core.ConfigSource'> | undefined): string {
  if (source?.ads !== undefined) return ' (ADS)';
  if (source?.path !== undefined) return ` (the file "${source.path}")`;
  const { cluster_names: names = [], grpc_services: services = [] } = source?.api_config_source ?? {};
  const [name] = [...names, ...services.flatMap(({ envoy_grpc: grpc }) => grpc?.cluster_name ?? [])];
  return name === undefined ? '' : ` (through the cluster "${name}")`;
}
