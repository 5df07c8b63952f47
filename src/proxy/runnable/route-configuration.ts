/** A route configuration as it runs here: every route marked, and of what filters read what those want that run. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { treeOf, withTree } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { MARK } from '../access-log.ts';
import { type Plain, plainOf } from '../plain.ts';
import { runningSettings } from './http-filters.ts';

type RouteConfiguration = Message<'RouteConfiguration'>;
type Host = Message<'route.VirtualHost'>;
type Route = Message<'route.Route'>;

/** @param checksClusters what `validate_clusters` is where nothing is said */
export function runnableRoutes(
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
