/** Matches of routes that ask for what cannot be seen here. */
import { hasConflict, hasStrangeField } from '../model/strange-fields.ts';
import type { Message } from '../schema/types.ts';

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
 * Whether it stays open which requests a match takes: it asks by fields that nobody knows, for a path in two ways, or
 * for a client certificate.
 */
export function isOpenMatch(match: RouteMatch | undefined): boolean {
  return asksForCertificate(match) || isStrangeMatch(match) || hasConflict('route.RouteMatch', match);
}
