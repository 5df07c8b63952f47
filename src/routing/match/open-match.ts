/** Matches of routes that ask for what cannot be seen here. */
import { type BoundMessage, UNREADABLE } from '../../model/bound.ts';
import { hasConflict, hasStrangeField, knownFields } from '../../model/unknown-fields.ts';
import type { Message } from '../../schema/types.ts';
import { mannerOf } from '../manners.ts';
import { templateOf } from './path-template.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/** What becomes of a request that meets all but a condition that nobody here knows. */
export const UNKNOWN_CONDITION = {
  undecided: 'it asks by a field that is unknown or cannot be read',
} as const;

/** Whether a match has fields that nobody here knows or can read. */
export function isStrangeMatch(match: RouteMatch | undefined): boolean {
  return match !== undefined && isStrange('route.RouteMatch', match);
}

const strange = new WeakMap<object, boolean>();

/** Whether a message has fields that nobody knows or can read; every request asks it of the same ones. */
export function isStrange(type: 'route.RouteMatch' | 'route.HeaderMatcher', message: object): boolean {
  const told = strange.get(message);
  if (told !== undefined) return told;
  const answer = hasStrangeField(type, message);
  strange.set(message, answer);
  return answer;
}

/** Whether all that is unknown in a message names a condition, of which it has one. */
export function asksByUnknownCondition(message: BoundMessage, known: ReadonlySet<string>): boolean {
  const others = Object.keys(message).filter((name) => message[name] !== undefined && !known.has(name));
  return message[UNREADABLE] === undefined && others.every((name) => /_?match$/i.test(name));
}

/** On a condition that stands for one which nobody here can decide: why. */
const OPEN: unique symbol = Symbol('open');

/** A condition that nobody here can decide, among those on filter state. @param about what it asks; equal texts ask the same */
export function openState(why: string, about: string): { readonly key: string } {
  return { key: about, ...{ [OPEN]: why } };
}

/**
 * What a match asks of that no request shows: it is set by filters, which are not looked at here.
 *
 * @param metadata whether the request says what its metadata is
 */
export function outOfSight(match: RouteMatch, metadata = false): { readonly undecided: string } | undefined {
  const asks = (what: readonly unknown[] | undefined): boolean => (what?.length ?? 0) > 0;
  for (const each of match.filter_state ?? [])
    if (typeof each === 'object' && each !== null && OPEN in each) return { undecided: String(each[OPEN]) };
  if (!metadata && asks(match.dynamic_metadata))
    return { undecided: 'it asks about dynamic metadata, which filters set' };
  return asks(match.filter_state)
    ? { undecided: 'it asks about filter state, which filters set' }
    : undefined;
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
  const hidden = outOfSight(match)?.undecided.replace(/^it /, '');
  if (hidden !== undefined) return hidden;
  if (isStrangeMatch(match)) return 'asks by a field that is unknown or cannot be read';
  if (hasConflict('route.RouteMatch', match)) return 'asks for the path in several ways';
  return opennessInThird(match);
}

/** What of version 3 the search over all requests does not look into. */
function opennessInThird(match: RouteMatch): string | undefined {
  if (match.connect_matcher !== undefined) return 'asks for CONNECT requests, whatever their path';
  if ((match.cookies ?? []).length > 0) return 'asks about cookies';
  const policy = match.path_match_policy;
  if (policy !== undefined && templateOf(policy) === undefined)
    return 'asks for the path by an extension that is not known here';
  return mannerOf(match);
}

const readable = new WeakMap<RouteMatch, RouteMatch>();

/** A match as the search over all requests reads it: without what nobody knows, which {@link whyOpen} tells of. */
export function asRead(match: RouteMatch | undefined): RouteMatch | undefined {
  if (match === undefined || !isStrangeMatch(match)) return match;
  const known = readable.get(match) ?? (knownFields('route.RouteMatch', match) as RouteMatch);
  readable.set(match, known);
  return known;
}
