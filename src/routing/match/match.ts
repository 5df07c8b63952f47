/** Whether one route takes a request, its runtime fraction left aside (data-model, route.RouteMatch). */
import type { Message } from '../../schema/types.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { matchesCookies } from './cookies.ts';
import { isGrpc, matchesHeaders } from './headers.ts';
import { matchesMetadata } from './metadata.ts';
import { isStrangeMatch, outOfSight, UNKNOWN_CONDITION } from './open-match.ts';
import { matchesPath } from './path.ts';
import { matchesQuery } from './query.ts';
import { quoted } from './text.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/**
 * Whether all conditions but `runtime_fraction` hold. The first one that fails is put into words for `say`; one that
 * is undecided matters only where no other fails. Makes no new objects for a route that fails, so that a list of
 * 100,000 routes is a plain scan.
 */
export function matchesRoute(
  match: RouteMatch | undefined,
  request: SeenRequest,
  regexes: Regexes,
  say?: Say,
): Answer {
  if (match === undefined) {
    say?.('the route has no match');
    return false;
  }
  let answer = matchesPath(match, request, regexes, say && ((words) => say(words, 'path')));
  if (answer === false) return false;
  if (match.grpc !== undefined && !isGrpc(request)) {
    say?.(`the request is not gRPC: its content-type is ${quotedOrMissing(request.header('content-type'))}`);
    return false;
  }
  if (match.tls_context !== undefined && !matchesCertificate(match.tls_context, say)) return false;
  if (match.headers !== undefined) {
    const headers = matchesHeaders(match.headers, request, regexes, say);
    if (headers === false) return false;
    if (answer === true) answer = headers;
  }
  if (match.query_parameters !== undefined) {
    const query = matchesQuery(match.query_parameters, request, regexes, say);
    if (query === false) return false;
    if (answer === true) answer = query;
  }
  if (match.cookies !== undefined) {
    const cookies = matchesCookies(match.cookies, request, regexes, say);
    if (cookies === false) return false;
    if (answer === true) answer = cookies;
  }
  const given = request.request.dynamic_metadata;
  if (given !== undefined && match.dynamic_metadata !== undefined) {
    const metadata = matchesMetadata(match.dynamic_metadata, given, request, regexes, say);
    if (metadata === false) return false;
    if (answer === true) answer = metadata;
  }
  if (answer === true) answer = outOfSight(match, given !== undefined) ?? true;
  // What nobody here knows or can read may ask for anything.
  return answer === true && isStrangeMatch(match) ? UNKNOWN_CONDITION : answer;
}

/** A request as it is described here shows no client certificate, so that none is presented or validated. */
function matchesCertificate(match: Message<'route.RouteMatch.TlsContextMatchOptions'>, say: Say): boolean {
  if (match.presented !== true && match.validated !== true) return true;
  say?.('the route wants a client certificate, and the request shows none');
  return false;
}

function quotedOrMissing(value: string | undefined): string {
  return value === undefined ? 'missing' : quoted(value);
}
