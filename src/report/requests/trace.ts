/** What the reports of `cfgtool trace` and `cfgtool test` are made from. */
import type { Place } from '../../model/place.ts';
import type { AskedProxy } from '../../proxy/asked.ts';
import type { FoundRoutes, ListenerRef, Taker, Trace } from '../../routing/index.ts';
import { routePlace } from '../../routing/index.ts';

export interface TraceReport {
  readonly trace: Trace;
  /** Undefined where the request comes to no route configuration. */
  readonly found: FoundRoutes | undefined;
  /** The listener that the request comes in by, where that is known. */
  readonly listener: ListenerRef | undefined;
  /** Every route that could take the request if the earlier ones were gone, where that was asked for. */
  readonly takers?: readonly Taker[];
  /** What a real proxy did with the request, where one was asked. */
  readonly proxy?: AskedProxy;
}

/** The place of a route of the chosen virtual host. */
export function placeOfRoute({ trace, found }: TraceReport, route: number): Place | undefined {
  return trace.virtual_host_index === null || found === undefined
    ? undefined
    : routePlace(found, trace.virtual_host_index, route);
}

/** A route of the chosen virtual host. */
export function routeAt({ trace, found }: TraceReport, route: number) {
  return found?.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1]?.routes?.[route];
}
