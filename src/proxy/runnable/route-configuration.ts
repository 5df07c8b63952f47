/** A route configuration as it runs here: every route marked, and of what filters read what those want that run. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { treeOf, withTree } from '../../routing/index.ts';
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
  word: string,
  checksClusters: boolean,
): Plain {
  const { validate_clusters: checks = checksClusters } = configuration;
  return {
    ...filtered(configuration, word),
    validate_clusters: checks,
    virtual_hosts: (configuration.virtual_hosts ?? []).map((host, index) => runnableHost(host, index, word)),
  };
}

function runnableHost(host: Host, index: number, word: string): Plain {
  if (host.routes === undefined) {
    const { places } = treeOf(withTree(host)) ?? { places: new Map<object, readonly number[]>() };
    const matcher = isObject(host.matcher) ? inTree(host.matcher, places, index, word) : undefined;
    return { ...filtered(host, word), ...(matcher === undefined ? {} : { matcher }) };
  }
  const routes = host.routes.map((route, place) => runnableRoute(route, index, place, word));
  return { ...filtered(host, word), routes };
}

type Places = ReadonlyMap<object, readonly number[]>;

/** A matcher with its routes as they run here. */
function inTree(value: BoundMessage, places: Places, host: number, word: string): Plain {
  const place = places.get(value)?.[0];
  if (place !== undefined) return { ...runnableRoute(value, host, place, word), ...typeOf(value, word) };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      Array.isArray(item)
        ? item.map((each) => (isObject(each) ? inTree(each, places, host, word) : each))
        : isObject(item)
          ? inTree(item, places, host, word)
          : (plainOf({ [key]: item }, word)[key] ?? item),
    ]),
  );
}

/** A route that is an action says that it is one. */
function typeOf(value: BoundMessage, word: string): Plain {
  const { '@type': type } = value;
  return type === undefined ? {} : plainOf({ '@type': type }, word);
}

function runnableRoute(route: Route, host: number, place: number, word: string): Plain {
  const { filter_metadata: others, ...metadata } = route.metadata ?? {};
  const plain = filtered(route, word);
  const weighted = route.route?.weighted_clusters;
  const clusters = weighted?.clusters?.map((cluster) => filtered(cluster, word));
  return {
    ...plain,
    ...(weighted !== undefined && clusters !== undefined
      ? {
          route: {
            ...plainOf(route.route ?? {}, word),
            weighted_clusters: { ...plainOf(weighted, word), clusters },
          },
        }
      : {}),
    metadata: {
      ...plainOf(metadata, word),
      filter_metadata: {
        ...plainOf(others ?? {}, word),
        [MARK]: { host: String(host), route: String(place) },
      },
    },
  };
}

/** With what those filters read that run here; the program may not have the others. */
function filtered(
  message: { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown },
  word: string,
): Plain {
  return { ...plainOf(unfiltered(message), word), ...runningSettings(message.typed_per_filter_config, word) };
}

function unfiltered<
  T extends { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown },
>(message: T): Omit<T, 'typed_per_filter_config' | 'per_filter_config'> {
  const { typed_per_filter_config: _typed, per_filter_config: _older, ...kept } = message;
  // What came by itself says of which type it is.
  return '@type' in kept ? { ...kept, '@type': undefined } : kept;
}
