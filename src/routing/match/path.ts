/** The path rule of a route (data-model, route.RouteMatch; facts 12 to 19). */
import type { Message } from '../../schema/types.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { isStrangeMatch, UNKNOWN_CONDITION } from './open-match.ts';
import { equals, matchesRegex, quoted, startsWith } from './text.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/** Whether the path rule holds: `prefix` on `:path` with its query, `path` and regexes on what is before the `?`. */
export function matchesPath(match: RouteMatch, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { prefix, path } = match;
  if (prefix !== undefined) {
    if (startsWith(request.rawPath, prefix, match.case_sensitive !== false)) return true;
    say?.(`:path is ${quoted(request.rawPath)}, which does not begin with ${quoted(prefix)}`);
    return false;
  }
  if (path !== undefined) {
    if (equals(request.barePath, path, match.case_sensitive !== false)) return true;
    say?.(`the path is ${quoted(request.barePath)}, not ${quoted(path)}`);
    return false;
  }
  const { regex, safe_regex: safeRegex } = match;
  if (regex !== undefined)
    return matchesRegex(regex, 'ecmascript', request.barePath, 'the path', regexes, say);
  if (safeRegex !== undefined)
    return matchesRegex(safeRegex.regex ?? '', 're2', request.barePath, 'the path', regexes, say);
  if (isStrangeMatch(match)) return UNKNOWN_CONDITION;
  say?.('the route has none of prefix, path and regex');
  return false;
}

/** How much of `:path` the path rule stands for, which is what prefix_rewrite replaces (fact 35). */
export function matchedLength(match: RouteMatch, request: SeenRequest): number {
  if (match.prefix !== undefined) return match.prefix.length;
  return match.path === undefined ? request.barePath.length : match.path.length;
}

/** The path rule for people, such as `prefix "/shop"`. */
export function pathRuleText(match: RouteMatch | undefined): string {
  if (match?.prefix !== undefined) return `prefix ${quoted(match.prefix)}`;
  if (match?.path !== undefined) return `path ${quoted(match.path)}`;
  if (match?.regex !== undefined) return `regex ${quoted(match.regex)}`;
  if (match?.safe_regex !== undefined) return `safe_regex ${quoted(match.safe_regex.regex ?? '')}`;
  return 'no path rule';
}
