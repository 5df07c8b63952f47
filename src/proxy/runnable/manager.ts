/** A connection manager as it runs here: its own ways with requests, the router, and nothing that needs a network. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { treeOf, withTree } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { accessLog, MARK } from '../access-log.ts';
import { anyOf, type Plain, plainOf } from '../plain.ts';
import { runningFilters, runningSettings } from './http-filters.ts';

type Manager = Message<'HttpConnectionManager'>;
type RouteConfiguration = Message<'RouteConfiguration'>;

export interface Setting {
  readonly namespace: string;
  readonly logPath: string;
  /** The route configuration of a name that would be fetched. */
  readonly routesNamed: (name: string) => RouteConfiguration | undefined;
  /** Clusters whose servers answer filters. */
  readonly servers: ReadonlySet<string>;
  /** Says what does not run. @param decides whether it might have done something else with requests */
  readonly leaveOut: (what: string, decides?: 'decides') => void;
}

export const MANAGER_TYPE = 'extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

/** What would need other programs, or files, or says what is better said here. */
const LEFT_OUT: readonly string[] = [
  'tracing',
  'access_log',
  'access_log_flush_interval',
  'access_log_options',
  'flush_access_log_on_new_request',
  'flush_log_on_tunnel_successfully_established',
  'rds',
  'scoped_routes',
  'route_config',
  'http_filters',
  'codec_type',
  'upgrade_configs',
  'http3_protocol_options',
];

/** A network filter that handles HTTP; undefined where its routes are not in the input, which is said. */
export function runnableManager(manager: Manager, setting: Setting): Plain | undefined {
  const routes = routesOf(manager, setting);
  if (routes === undefined) return undefined;
  const { namespace, logPath, leaveOut } = setting;
  const leaveFilters = (names: readonly string[]): void => {
    const others = names.filter((name) => !isRouter(name));
    if (others.length > 0) leaveOut(`HTTP filters: ${others.join(', ')}`, 'decides');
  };
  const chain = (filters: readonly BoundMessage[]): readonly Plain[] => {
    const running = runningFilters(filters, namespace, setting.servers, leaveFilters);
    return running.some(({ name }) => name === last(filters)) ? running : [...running, router(namespace)];
  };
  const { codec_type: codec = 'AUTO', upgrade_configs: upgrades = [] } = manager;
  if (codec !== 'AUTO' && codec !== 'HTTP1') leaveOut(`the codec ${codec}: requests come over HTTP/1.1`);
  const kept = Object.fromEntries(Object.entries(manager).filter(([field]) => !LEFT_OUT.includes(field)));
  return managerFilter(namespace, {
    ...plainOf(kept, namespace),
    ...routes,
    upgrade_configs: upgrades.map(({ filters = [], ...upgrade }) => ({
      ...plainOf(upgrade, namespace),
      ...(filters.length === 0 ? {} : { filters: chain(filters) }),
    })),
    http_filters: chain(manager.http_filters ?? []),
    access_log: [accessLog(namespace, logPath)],
  });
}

/** The name of the filter that ends a chain. */
function last(filters: readonly BoundMessage[]): unknown {
  return filters.at(-1)?.name;
}

function isRouter(name: string): boolean {
  return /(?:^|\.)router$/.test(name);
}

/** The filter of a connection manager that is made around a route configuration. */
export function plainManager(configuration: RouteConfiguration, { namespace, logPath }: Setting): Plain {
  return managerFilter(namespace, {
    stat_prefix: 'cfgtool',
    route_config: runnableRoutes(configuration, namespace, false),
    // So that a request can say that it comes from inside.
    internal_address_config: { cidr_ranges: [{ address_prefix: INSIDE, prefix_len: 32 }] },
    upgrade_configs: [{ upgrade_type: 'websocket' }, { upgrade_type: 'CONNECT' }],
    http_protocol_options: READING_ALL,
    http_filters: [router(namespace)],
    access_log: [accessLog(namespace, logPath)],
  });
}

/** With these a manager reads requests in every form that HTTP/1 has. */
export const READING_ALL = { accept_http_10: true, enable_trailers: true } as const;

/** The address that requests from inside come from. */
export const INSIDE = '10.0.0.1';

function managerFilter(namespace: string, fields: Plain): Plain {
  return {
    name: `${namespace}.http_connection_manager`,
    typed_config: anyOf(namespace, MANAGER_TYPE, fields),
  };
}

function router(namespace: string): Plain {
  const typed = anyOf(namespace, 'extensions.filters.http.router.v3.Router');
  return { name: `${namespace}.filters.http.router`, typed_config: typed };
}

function routesOf(manager: Manager, setting: Setting): Plain | undefined {
  const { namespace, routesNamed, leaveOut } = setting;
  if (manager.route_config !== undefined)
    return { route_config: runnableRoutes(manager.route_config, namespace, true) };
  if (manager.scoped_routes !== undefined) return scopesOf(manager.scoped_routes, setting);
  const name = manager.rds?.route_config_name;
  const found = name === undefined ? undefined : routesNamed(name);
  if (found !== undefined) return { route_config: runnableRoutes(found, namespace, false) };
  leaveOut(
    name === undefined
      ? 'a connection manager without routes'
      : `the route configuration ${JSON.stringify(name)}, which is fetched and not in the input`,
  );
  return undefined;
}

function scopesOf(
  scoped: NonNullable<Manager['scoped_routes']>,
  { namespace, routesNamed, leaveOut }: Setting,
): Plain | undefined {
  const list = scoped.scoped_route_configurations_list?.scoped_route_configurations;
  if (list === undefined) {
    leaveOut('scoped routes that are fetched');
    return undefined;
  }
  const scopes = list.flatMap((scope): readonly Plain[] => {
    const { route_configuration_name: name, ...kept } = scope;
    const own = ownRoutes(scope);
    const found = own ?? (name === undefined ? undefined : routesNamed(name));
    if (found === undefined) {
      leaveOut(`the scope ${JSON.stringify(scope.name ?? '')}: its route configuration is not in the input`);
      return [];
    }
    return [{ ...plainOf(kept, namespace), route_configuration: runnableRoutes(found, namespace, false) }];
  });
  const { scoped_rds: _, rds_config_source: __, ...kept } = scoped;
  return {
    scoped_routes: {
      ...plainOf(kept, namespace),
      scoped_route_configurations_list: { scoped_route_configurations: scopes },
    },
  };
}

/** Routes that a scope holds itself. */
function ownRoutes(scope: BoundMessage): RouteConfiguration | undefined {
  const own = scope.route_configuration;
  return isObject(own) ? own : undefined;
}

type Host = Message<'route.VirtualHost'>;
type Route = Message<'route.Route'>;

/** @param checksClusters what `validate_clusters` is where nothing is said */
function runnableRoutes(
  configuration: RouteConfiguration,
  namespace: string,
  checksClusters: boolean,
): Plain {
  const { validate_clusters: checks = checksClusters } = configuration;
  return {
    ...filtered(configuration, namespace),
    validate_clusters: checks,
    virtual_hosts: (configuration.virtual_hosts ?? []).map((host, index) =>
      runnableHost(host, index, namespace),
    ),
  };
}

function runnableHost(host: Host, index: number, namespace: string): Plain {
  if (host.routes === undefined) {
    const { places } = treeOf(withTree(host)) ?? { places: new Map<object, readonly number[]>() };
    const matcher = isObject(host.matcher) ? inTree(host.matcher, places, index, namespace) : undefined;
    return { ...filtered(host, namespace), ...(matcher === undefined ? {} : { matcher }) };
  }
  const routes = host.routes.map((route, place) => runnableRoute(route, index, place, namespace));
  return { ...filtered(host, namespace), routes };
}

type Places = ReadonlyMap<object, readonly number[]>;

/** A matcher with its routes as they run here. */
function inTree(value: BoundMessage, places: Places, host: number, namespace: string): Plain {
  const place = places.get(value)?.[0];
  if (place !== undefined)
    return { ...runnableRoute(value, host, place, namespace), ...typeOf(value, namespace) };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      Array.isArray(item)
        ? item.map((each) => (isObject(each) ? inTree(each, places, host, namespace) : each))
        : isObject(item)
          ? inTree(item, places, host, namespace)
          : (plainOf({ [key]: item }, namespace)[key] ?? item),
    ]),
  );
}

/** A route that is an action says that it is one. */
function typeOf(value: BoundMessage, namespace: string): Plain {
  const { '@type': type } = value;
  return type === undefined ? {} : plainOf({ '@type': type }, namespace);
}

function runnableRoute(route: Route, host: number, place: number, namespace: string): Plain {
  const { filter_metadata: others, ...metadata } = route.metadata ?? {};
  const plain = filtered(route, namespace);
  const weighted = route.route?.weighted_clusters;
  const clusters = weighted?.clusters?.map((cluster) => filtered(cluster, namespace));
  return {
    ...plain,
    ...(weighted !== undefined && clusters !== undefined
      ? {
          route: {
            ...plainOf(route.route ?? {}, namespace),
            weighted_clusters: { ...plainOf(weighted, namespace), clusters },
          },
        }
      : {}),
    metadata: {
      ...plainOf(metadata, namespace),
      filter_metadata: {
        ...plainOf(others ?? {}, namespace),
        [MARK]: { host: String(host), route: String(place) },
      },
    },
  };
}

/** With what those filters read that run here; the program may not have the others. */
function filtered(
  message: { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown },
  namespace: string,
): Plain {
  return {
    ...plainOf(unfiltered(message), namespace),
    ...runningSettings(message.typed_per_filter_config, namespace),
  };
}

function unfiltered<
  T extends { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown },
>(message: T): Omit<T, 'typed_per_filter_config' | 'per_filter_config'> {
  const { typed_per_filter_config: _typed, per_filter_config: _older, ...kept } = message;
  // What came by itself says of which type it is.
  return '@type' in kept ? { ...kept, '@type': undefined } : kept;
}
