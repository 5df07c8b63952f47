/** Where a virtual host or route stands in its file. */

import { type BoundMessage, NODE } from '../../model/bound.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import type { FoundRoutes } from './found-routes.ts';

/** The place of a virtual host; undefined where it is only wrapped around routes. */
export function virtualHostPlace(found: FoundRoutes, virtualHost: number): Place | undefined {
  return placeOf(found, virtualHost, found.routeConfiguration.virtual_hosts?.[virtualHost]);
}

export function routePlace(found: FoundRoutes, virtualHost: number, route: number): Place | undefined {
  return placeOf(found, virtualHost, found.routeConfiguration.virtual_hosts?.[virtualHost]?.routes?.[route]);
}

function placeOf(
  { file, rootOf }: FoundRoutes,
  virtualHost: number,
  message: BoundMessage | undefined,
): Place | undefined {
  const node = message?.[NODE];
  if (node === undefined) return undefined;
  return placeOfNode(file, rootOf(virtualHost), node);
}
