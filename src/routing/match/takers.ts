/** Every route of a virtual host that could take a request if the earlier ones were gone. */

import type { RoutingContext } from '../context.ts';
import { seen } from '../request/request.ts';
import type { Trace } from '../trace.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { routesThatTake, type Taker } from './select.ts';

/** The routes of the virtual host that a trace ended in; none where it ended before. */
export function routesOfTrace(
  { routeConfiguration }: FoundRoutes,
  { request, arrived = request, virtual_host_index: virtualHost }: Trace,
  context: RoutingContext,
): readonly Taker[] {
  const routes = routeConfiguration.virtual_hosts?.[virtualHost ?? -1]?.routes ?? [];
  return routesThatTake(routes, seen(arrived, context.namespace), context);
}
