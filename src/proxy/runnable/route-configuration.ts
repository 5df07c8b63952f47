/** A route configuration as it runs here: every route marked, nothing that filters would read. */
import type { Message } from '../../schema/types.ts';
import { MARK } from '../access-log.ts';
import { type Plain, plainOf } from '../plain.ts';

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
    ...plainOf(unfiltered(configuration), word),
    validate_clusters: checks,
    virtual_hosts: (configuration.virtual_hosts ?? []).map((host, index) => runnableHost(host, index, word)),
  };
}

function runnableHost(host: Host, index: number, word: string): Plain {
  if (host.routes === undefined) return plainOf(unfiltered(host), word);
  const routes = host.routes.map((route, place) => runnableRoute(route, index, place, word));
  return { ...plainOf(unfiltered(host), word), routes };
}

function runnableRoute(route: Route, host: number, place: number, word: string): Plain {
  const { filter_metadata: others, ...metadata } = route.metadata ?? {};
  const plain = plainOf(unfiltered(route), word);
  const weighted = route.route?.weighted_clusters;
  const clusters = weighted?.clusters?.map((cluster) => plainOf(unfiltered(cluster), word));
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

/** Without what only filters read, which do not run here, and which the program may not have. */
function unfiltered<
  T extends { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown },
>(message: T): Omit<T, 'typed_per_filter_config' | 'per_filter_config'> {
  const { typed_per_filter_config: _typed, per_filter_config: _older, ...kept } = message;
  // What came by itself says of which type it is.
  return '@type' in kept ? { ...kept, '@type': undefined } : kept;
}
