/** Names of suggested tests, for people. */

import { lowerMatch, type PathTest, type Predicate } from '../../traffic/predicate.ts';
import { pathRuleText } from '../../traffic/words.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { Trace } from '../trace.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import type { Asked } from './spellings.ts';

/** Such as `prefix /cart at shop goes to cart`; without quotes, so that a file needs none around it. */
export function testName(found: FoundRoutes, trace: Trace, { request }: Asked, filtered: Outcome): string {
  const host = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[trace.route?.index ?? -1];
  const asked = lowerMatch(route?.match);
  const where = host?.name === undefined || host.name === '' ? '' : ` at ${host.name}`;
  const drawn = route?.route?.weighted_clusters === undefined ? '' : `, drawing ${request.random_value ?? 0}`;
  return `${routeLabel(route?.name, asked)}${conditionsText(asked)}${where} ${outcomeText(trace.outcome)}${drawn}${answeredText(filtered)}`;
}

/** The route stays what it is about; a filter answers before it counts. */
function answeredText(filtered: Outcome): string {
  return filtered.kind === 'answered' ? `, but ${filtered.by.filter} answers ${filtered.status}` : '';
}

function routeLabel(name: string | undefined, { path }: Predicate): string {
  const rule = ruleText(path);
  return name === undefined || name === '' ? rule : `${name} (${rule})`;
}

function ruleText(path: PathTest): string {
  return path.kind === 'regex' ? `regex ${path.pattern}` : pathRuleText(path, (text) => text);
}

/** Of so many conditions the names are shown. */
const MAX_CONDITIONS = 3;

function conditionsText({ grpc, headers, query, fraction }: Predicate): string {
  const names = [
    ...(grpc ? ['gRPC'] : []),
    ...headers.map(({ name }) => name),
    ...query.map(({ name }) => `?${name}`),
    ...(fraction?.runtime_key === undefined ? [] : [fraction.runtime_key]),
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
