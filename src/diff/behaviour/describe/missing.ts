/** Why a route that takes a request leads nowhere. */
import type { RoutingContext } from '../../../routing/context.ts';
import { type Request, seen } from '../../../routing/request/request.ts';
import { clusterExists, type Route } from '../served-host.ts';

/** Names of clusters that are told. */
const MAX_NAMES = 3;

/** Undefined where its cluster is there, or may be. */
export function missingCluster(
  { route: action }: Route,
  request: Request,
  context: RoutingContext,
): string | undefined {
  const { cluster, cluster_header: header, weighted_clusters: weighted } = action ?? {};
  if (header !== undefined) {
    const name = seen(request, context.namespace).header(header);
    if (name === undefined) return `the header ${header}, which names the cluster, is missing`;
    return clusterExists(context, name) ? undefined : `no cluster ${JSON.stringify(name)} is defined`;
  }
  const names = cluster !== undefined ? [cluster] : (weighted?.clusters ?? []).map(({ name }) => name ?? '');
  const missing = [...new Set(names)].filter((name) => !clusterExists(context, name));
  if (missing.length === 0) return undefined;
  const told = missing.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
  const more = missing.length > MAX_NAMES ? ` or ${missing.length - MAX_NAMES} more` : '';
  return `no cluster ${told.join(' or ')}${more} is defined`;
}
