/** One side of a comparison: a virtual host in its route configuration, with what its routes depend on. */
import type { RoutingContext } from '../../routing/context.ts';
import type { FoundRoutes } from '../../routing/index.ts';
import type { Message } from '../../schema/types.ts';

export type Route = Message<'route.Route'>;
export type VirtualHost = Message<'route.VirtualHost'>;

/** A route configuration with the context in which its requests are traced. */
export interface Served {
  readonly found: FoundRoutes;
  readonly context: RoutingContext;
}

/** What takes some hosts on one side. */
export interface HostPlace extends Served {
  /** Position in `virtual_hosts`; undefined where no domain takes the hosts, so that they get a 404. */
  readonly index: number | undefined;
  readonly virtualHost: VirtualHost | undefined;
}

export function hostPlace(served: Served, index: number | undefined): HostPlace {
  const virtualHost =
    index === undefined ? undefined : served.found.routeConfiguration.virtual_hosts?.[index];
  return { ...served, index, virtualHost };
}

/** Whether a name is that of a cluster that exists, as a trace has it. */
export function clusterExists({ clusters }: RoutingContext, name: string): boolean {
  return name !== '' && (clusters === undefined || clusters.has(name));
}
