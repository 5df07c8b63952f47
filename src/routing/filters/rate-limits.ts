/** The rate limits that a rate limit filter asks by, and those among them that are the route's or its virtual host's. */
import { type BoundMessage, messagesIn } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { HttpFilter } from './chain.ts';
import { type FilterVisit, ofType } from './filter.ts';

export type RateLimits = readonly Message<'route.RateLimit'>[];

/** What has rate limits that filters read. */
export interface Limited {
  /** Absent where the route sends requests to no cluster. */
  readonly action: Message<'route.RouteAction'> | undefined;
  readonly virtualHost: Message<'route.VirtualHost'> | undefined;
}

export function limitedBy({ route }: FilterVisit): Limited {
  if (route.kind !== 'forward') return { action: undefined, virtualHost: undefined };
  const { route: message, virtualHost } = route.visit;
  return { action: message.route, virtualHost };
}

type Filter = Pick<HttpFilter, 'kind' | 'config'>;

/** Its own, of the route or in the chain, else those of the route and of what is around it (fact 141). */
export function limitsAsked(filter: Filter, settings: readonly BoundMessage[], limited: Limited): RateLimits {
  const own = ownLimits(filter, settings);
  return own.length > 0 ? counted(filter, own) : limitsRead(filter, settings, limited);
}

/**
 * The rate limits of a route and of its virtual host that a filter reads: none where it, or what the route says for it,
 * has its own (fact 141).
 */
export function limitsRead(filter: Filter, settings: readonly BoundMessage[], limited: Limited): RateLimits {
  const { action, virtualHost } = limited;
  if (action === undefined || ownLimits(filter, settings).length > 0) return [];
  const isLocal = filter.kind === 'local_ratelimit';
  const perRoute = isLocal ? localConfig(filter, settings) : ofType('RateLimitPerRoute', settings[0]);
  // Without descriptors of its own one bucket counts for all requests.
  if (isLocal && messagesIn(perRoute?.descriptors).length === 0) return [];
  const { stage = 0 } = (isLocal ? perRoute : filter.config) ?? {};
  const option = perRoute?.vh_rate_limits;
  const ofRoute = action.rate_limits ?? [];
  const includes = action.include_vh_rate_limits === true || option === 'INCLUDE';
  const hasAbove = includes || (option !== 'IGNORE' && ofRoute.length === 0);
  const all = [...ofRoute, ...(hasAbove ? (virtualHost?.rate_limits ?? []) : [])];
  return counted(
    filter,
    all.filter((limit) => (limit.stage ?? 0) === stage),
  );
}

/** A local rate limit leaves out what has a key to switch it off, whatever that key says. */
function counted({ kind }: Filter, limits: RateLimits): RateLimits {
  return kind === 'local_ratelimit' ? limits.filter(({ disable_key: key = '' }) => key === '') : limits;
}

/** What a local rate limit goes by: what the route says for it takes the place of all that it has (fact 141). */
export function localConfig(
  { config }: Pick<Filter, 'config'>,
  settings: readonly BoundMessage[],
): BoundMessage {
  return ofType('http.local_ratelimit.LocalRateLimit', settings[0]) ?? config;
}

function ownLimits(filter: Filter, settings: readonly BoundMessage[]): RateLimits {
  if (filter.kind === 'local_ratelimit') return messagesIn(localConfig(filter, settings).rate_limits);
  const own = ofType('RateLimitPerRoute', settings[0]);
  const given = [own?.rate_limits, filter.config.rate_limits].map(messagesIn);
  return given.find((limits) => limits.length > 0) ?? [];
}
