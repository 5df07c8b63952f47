/** Which route configuration a test is about. */

import type { Request } from '../request/request.ts';
import { chooseRoutes, narrowed, type Refused, type Wish } from '../where/choose.ts';
import type { FoundRouting } from '../where/find.ts';
import type { FoundRoutes } from '../where/found-routes.ts';

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
