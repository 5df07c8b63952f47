/** Matches of routes that ask for what cannot be seen here. */
import { hasConflict, hasStrangeField } from '../../model/strange-fields.ts';
import type { Message } from '../../schema/types.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/** Whether a match has fields that nobody here knows or can read. */
export function isStrangeMatch(match: RouteMatch | undefined): boolean {
  return hasStrangeField('route.RouteMatch', match);
}

/** Whether a match asks for a client certificate, be it that none is shown. */
export function asksForCertificate(match: RouteMatch | undefined): boolean {
  const { presented, validated } = match?.tls_context ?? {};
  return presented !== undefined || validated !== undefined;
}

/**
 * Why it stays open which requests a match takes: it asks by fields that nobody knows, for a path in two ways, or about
 * a client certificate. Undefined where that is known.
 */
export function whyOpen(match: RouteMatch | undefined): string | undefined {
  if (match === undefined) return undefined;
  if (!known.has(match)) known.set(match, openness(match));
  return known.get(match);
}

/** Many routes of a list ask about the same one. */
const known = new WeakMap<RouteMatch, string | undefined>();

function openness(match: RouteMatch): string | undefined {
  if (asksForCertificate(match)) return 'asks about a client certificate';
  if (isStrangeMatch(match)) return 'asks by a field that is unknown or cannot be read';
  return hasConflict('route.RouteMatch', match) ? 'asks for the path in several ways' : undefined;
}
