/** The path rule of a route (data-model, route.RouteMatch; facts 12 to 19, 69 to 73). */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { isStrangeMatch, UNKNOWN_CONDITION } from './open-match.ts';
import { templateOf, UNKNOWN_POLICY } from './path-template.ts';
import { equals, matchesRegex, quoted, startsWith } from './text.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/**
 * Whether the path rule holds: `prefix` on `:path` with its query, `path` and regexes on what is before the `?`. In
 * version 3 a prefix too is compared without the query (fact 69).
 */
export function matchesPath(match: RouteMatch, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { prefix, path } = match;
  const isThird = versionOf(match) === 'v3';
  if (isThird && request.rawPath === '' && match.connect_matcher === undefined) {
    say?.('the request has no path, as only a connect_matcher takes it');
    return false;
  }
  if (prefix !== undefined) {
    const text = isThird ? request.matchedPath : request.rawPath;
    if (startsWith(text, prefix, match.case_sensitive !== false)) return true;
    const what = isThird ? 'the path' : ':path';
    say?.(`${what} is ${quoted(text)}, which does not begin with ${quoted(prefix)}`);
    return false;
  }
  if (path !== undefined) {
    if (equals(request.matchedPath, path, match.case_sensitive !== false)) return true;
    say?.(`the path is ${quoted(request.matchedPath)}, not ${quoted(path)}`);
    return false;
  }
  const { regex, safe_regex: safeRegex } = match;
  if (regex !== undefined)
    return matchesRegex(regex, 'ecmascript', request.matchedPath, 'the path', regexes, say);
  if (safeRegex !== undefined)
    return matchesRegex(safeRegex.regex ?? '', 're2', request.matchedPath, 'the path', regexes, say);
  return matchesNewerRule(match, request, regexes, say);
}

/** The rules that only version 3 has. */
function matchesNewerRule(match: RouteMatch, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { path_separated_prefix: separated, path_match_policy: policy } = match;
  if (separated !== undefined) {
    if (isUnder(request.matchedPath, separated, match.case_sensitive !== false)) return true;
    say?.(`the path is ${quoted(request.matchedPath)}, which is not ${quoted(separated)} or below it`);
    return false;
  }
  if (match.connect_matcher !== undefined) {
    if (isConnect(request)) return true;
    say?.('the request is neither CONNECT nor an upgrade to connect-udp');
    return false;
  }
  if (policy !== undefined) {
    const template = templateOf(policy);
    // The whole path counts, its parameters too.
    return template === undefined
      ? UNKNOWN_POLICY
      : matchesRegex(template.pattern, 're2', request.barePath, 'the path', regexes, say);
  }
  if (isStrangeMatch(match)) return UNKNOWN_CONDITION;
  say?.('the route has none of prefix, path and regex');
  return false;
}

/** Whether a path is that text, or goes on with a slash behind it (fact 70). */
export function isUnder(path: string, prefix: string, caseSensitive: boolean): boolean {
  if (!startsWith(path, prefix, caseSensitive)) return false;
  return path.length === prefix.length || path[prefix.length] === '/';
}

/** Whether a request asks for a tunnel, whatever its path (fact 72). */
function isConnect(request: SeenRequest): boolean {
  return request.request.method === 'CONNECT' || request.header('upgrade')?.toLowerCase() === 'connect-udp';
}

/** How much of `:path` the path rule stands for, which is what prefix_rewrite replaces (fact 35). */
export function matchedLength(match: RouteMatch, request: SeenRequest): number {
  const plain =
    match.prefix ??
    match.path ??
    match.path_separated_prefix ??
    // As it is written, which redirects of such routes get wrong (fact 79).
    templateOf(match.path_match_policy)?.written;
  return plain === undefined ? request.barePath.length : plain.length;
}

/** The path rule for people, such as `prefix "/shop"`. */
export function pathRuleText(match: RouteMatch | undefined): string {
  if (match?.prefix !== undefined) return `prefix ${quoted(match.prefix)}`;
  if (match?.path !== undefined) return `path ${quoted(match.path)}`;
  if (match?.regex !== undefined) return `regex ${quoted(match.regex)}`;
  if (match?.safe_regex !== undefined) return `safe_regex ${quoted(match.safe_regex.regex ?? '')}`;
  if (match?.path_separated_prefix !== undefined)
    return `path_separated_prefix ${quoted(match.path_separated_prefix)}`;
  if (match?.connect_matcher !== undefined) return 'connect_matcher';
  if (match?.path_match_policy !== undefined) {
    const template = templateOf(match.path_match_policy);
    return template === undefined ? 'path_match_policy' : `template ${quoted(template.written)}`;
  }
  return 'no path rule';
}
