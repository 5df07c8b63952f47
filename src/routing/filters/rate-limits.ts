/** The rate limits that a rate limit filter asks by, and those among them that are the route's or its virtual host's (fact 142). */
import { type BoundMessage, messagesIn } from '../../model/bound.ts';
import { limitsFor } from '../outcome/rate-limit.ts';
import type { HttpFilter } from './chain.ts';
import { ofType } from './filter.ts';

export type RateLimits = ReturnType<typeof limitsFor>;
type Filter = Pick<HttpFilter, 'kind' | 'config'>;
type Around = Parameters<typeof limitsFor>[2];

/** A local rate limit leaves out what has a key to switch it off, whatever that key says. @param around where a route sends requests to a cluster */
export function limitsAsked(filter: Filter, settings: readonly BoundMessage[], around: Around): RateLimits {
  const limits = limitsFor(filter, settings[0], around);
  return filter.kind === 'local_ratelimit'
    ? limits.filter(({ disable_key: key = '' }) => key === '')
    : limits;
}

/** Of a route and its virtual host: none where the filter, or what the route says for it, has its own. */
export function limitsRead(filter: Filter, settings: readonly BoundMessage[], around: Around): RateLimits {
  if (limitsFor(filter, settings[0], undefined).length > 0) return [];
  const isLocal = filter.kind === 'local_ratelimit';
  // Without descriptors of its own one bucket counts for all requests.
  if (isLocal && messagesIn(localConfig(filter, settings).descriptors).length === 0) return [];
  return limitsAsked(filter, settings, around);
}

/** What a local rate limit goes by: what the route says for it takes the place of all that it has. */
export function localConfig(
  { config }: Pick<Filter, 'config'>,
  settings: readonly BoundMessage[],
): BoundMessage {
  return ofType('http.local_ratelimit.LocalRateLimit', settings[0]) ?? config;
}
