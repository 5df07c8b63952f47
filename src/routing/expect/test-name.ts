/** Names of suggested tests, for people. */

import type { Message } from '../../schema/types.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { Trace } from '../trace.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import type { Asked } from './spellings.ts';

/** Such as `prefix /cart at shop goes to cart`; without quotes, so that a file needs none around it. */
export function testName(found: FoundRoutes, trace: Trace, { request }: Asked): string {
  const host = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[trace.route?.index ?? -1];
  const where = host?.name === undefined || host.name === '' ? '' : ` at ${host.name}`;
  const drawn = route?.route?.weighted_clusters === undefined ? '' : `, drawing ${request.random_value ?? 0}`;
  return `${routeLabel(route)}${conditionsText(route?.match)}${where} ${outcomeText(trace.outcome)}${drawn}`;
}

function routeLabel(route: Message<'route.Route'> | undefined): string {
  const rule = ruleText(route?.match);
  return route?.name === undefined || route.name === '' ? rule : `${route.name} (${rule})`;
}

function ruleText(match: Message<'route.RouteMatch'> | undefined): string {
  if (match?.prefix !== undefined) return `prefix ${match.prefix}`;
  if (match?.path !== undefined) return `path ${match.path}`;
  return `regex ${match?.regex ?? match?.safe_regex?.regex ?? ''}`;
}

/** Of so many conditions the names are shown. */
const MAX_CONDITIONS = 3;

function conditionsText(match: Message<'route.RouteMatch'> | undefined): string {
  const names = [
    ...(match?.grpc === undefined ? [] : ['gRPC']),
    ...(match?.headers ?? []).map(({ name = '' }) => name),
    ...(match?.query_parameters ?? []).map(({ name = '' }) => `?${name}`),
    ...(match?.runtime_fraction?.runtime_key === undefined ? [] : [match.runtime_fraction.runtime_key]),
  ];
  if (names.length === 0) return '';
  const more = names.length > MAX_CONDITIONS ? ', …' : '';
  return ` with ${names.slice(0, MAX_CONDITIONS).join(', ')}${more}`;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'forward':
      return `goes to ${outcome.clusters[0]?.name ?? ''}`;
    case 'redirect':
      return 'is redirected';
    case 'direct_response':
      return `is answered with ${outcome.status}`;
    case 'not_found':
      return `is answered with ${outcome.status} for want of a cluster`;
    default:
      return 'is taken';
  }
}
