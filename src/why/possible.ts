/** What of a configuration can have taken a logged request, whatever the log leaves out of it. */

import { filtersFor } from '../routing/filters/chain.ts';
import { domainOf } from '../routing/match/hosts.ts';
import { matchesPath } from '../routing/match/match.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import { type Request, seen } from '../routing/request/request.ts';
import type { Routed } from '../routing/route.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import type { Message } from '../schema/types.ts';
import { leftOutOf } from '../traffic/paths-of-releases.ts';
import { routeAt } from '../traffic/routes.ts';

export interface Possible {
  readonly host: Message<'route.VirtualHost'> | undefined;
  readonly hostIndex: number | null;
  /** Positions, in order: all that the path leaves, up to the first that asks for nothing else. */
  readonly routes: readonly number[];
  /** Whether a request may come to the end of the list. */
  readonly mayMiss: boolean;
}

/** Undefined where it cannot be told from what a log holds. */
export function possibleRoutes(found: FoundRoutes, request: Request, regexes: Regexes): Possible | undefined {
  const configuration = found.routeConfiguration;
  if (configuration.vhost_header !== undefined || request.method === 'CONNECT') return undefined;
  const domain = domainOf(configuration, request, found.namespace);
  const host = domain && configuration.virtual_hosts?.[domain.virtualHost];
  if (domain === undefined || host === undefined)
    return { host: undefined, hostIndex: null, routes: [], mayMiss: true };
  if (host.matcher !== undefined || (host.require_tls ?? 'NONE') !== 'NONE') return undefined;
  const looked = seen(request, found.namespace, { leftOut: leftOutOf(configuration) });
  const routes: number[] = [];
  const all = host.routes ?? [];
  for (const [at, { match }] of all.entries()) {
    const answer = matchesPath(routeAt(all, at), looked, regexes, undefined);
    if (match === undefined || answer === false) continue;
    routes.push(at);
    if (isUnconditional(match) && answer === true)
      return { host, hostIndex: domain.virtualHost, routes, mayMiss: false };
  }
  return { host, hostIndex: domain.virtualHost, routes, mayMiss: true };
}

const PATHS: ReadonlySet<string> = new Set([
  'prefix',
  'path',
  'regex',
  'safe_regex',
  'path_separated_prefix',
  'case_sensitive',
]);

/** Whether a route asks for nothing but the path. */
function isUnconditional(match: Message<'route.RouteMatch'>): boolean {
  return Object.entries(match).every(([field, value]) => PATHS.has(field) || value === undefined);
}

/** Filters that leave host and path of every request as they are. */
const KEEPS_REQUESTS: ReadonlySet<string> = new Set([
  'adaptive_concurrency',
  'admission_control',
  'api_key_auth',
  'bandwidth_limit',
  'basic_auth',
  'buffer',
  'cdn_loop',
  'compressor',
  'cors',
  'csrf',
  'decompressor',
  'fault',
  'grpc_stats',
  'grpc_web',
  'health_check',
  'jwt_authn',
  'local_ratelimit',
  'ratelimit',
  'rbac',
  'router',
]);

/** Whether no filter can make another request of it before a route is picked. */
export function keepsRequests(manager: FoundManager, request: Request): boolean {
  const filters = filtersFor(manager.message, request, manager.namespace);
  return filters.length > 0 && filters.every(({ kind }) => KEEPS_REQUESTS.has(kind ?? ''));
}

/** The connection manager that took a request, where it is known. */
export function managerOf({ way, found }: Routed): FoundManager | undefined {
  return way?.chain.leads.find((lead) => lead.found === found)?.manager;
}

/** Names of clusters that a route may send requests to; undefined where a request or an extension says it. */
export function clustersOf({ route: action }: Message<'route.Route'>): readonly string[] | undefined {
  if (action === undefined) return [];
  if (action.cluster !== undefined) return [action.cluster];
  const weighted = action.weighted_clusters;
  if (weighted === undefined) return undefined;
  const names = (weighted.clusters ?? []).map(({ name }) => name);
  return names.every((name) => name !== undefined && name !== '')
    ? names.flatMap((name) => name ?? [])
    : undefined;
}
