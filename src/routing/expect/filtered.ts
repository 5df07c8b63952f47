/** What the HTTP filters in front of routes make of the request of a test: the tool that such files are for runs none. */
import type { RoutingContext } from '../context.ts';
import { throughFilters } from '../filters/index.ts';
import type { Request } from '../request/request.ts';
import type { Trace } from '../trace.ts';
import { chooseRoutes, narrowed, type Refused, startStaying, type Wish } from '../where/choose.ts';
import type { FoundRouting } from '../where/find.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { agreed } from '../where/manager.ts';

export type Filtered = (trace: Trace, found: FoundRoutes, context: RoutingContext) => Trace;

/** The trace stays as it is where no connection manager is known to lead here, or several do that are not alike. */
export function startFiltering(routing: FoundRouting, wish: Wish): Filtered {
  return (trace, found, context) => {
    const choice = chooseRoutes(routing, trace.request, wish);
    const manager = choice.kind === 'routes' && choice.found === found ? agreed(choice.managers) : undefined;
    if (manager === undefined || choice.kind !== 'routes') return trace;
    return throughFilters(trace, {
      manager,
      connection: choice.connection,
      found,
      context,
      stays: startStaying(choice),
    });
  };
}

/**
 * The only one that there is to choose, however its listener picks connections: the proxy's own tool knows no
 * listeners. Among several the one that the request comes to.
 */
export function chooseForTest(routing: FoundRouting, request: Request, wish: Wish): FoundRoutes | Refused {
  const left = narrowed(routing, wish);
  if ('problem' in left) return left;
  const [only] = left;
  if (only !== undefined && left.length === 1) return only;
  const choice = chooseRoutes(routing, request, wish);
  if (choice.kind === 'problem') return choice;
  if (choice.kind === 'routes') return choice.found;
  const hint = 'ssl, server_name, listener or route_config in its input say what it is about';
  return { problem: `the request comes to no route configuration: ${choice.why}`, hint };
}
