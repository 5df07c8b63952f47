/** What the upstream sees as path and host (data-model, route.RouteAction; facts 35, 36). */

import type { Message } from '../../schema/types.ts';
import { hostRewriteOf } from '../../traffic/action.ts';
import { rewriteOf, templateOf } from '../../traffic/path-template.ts';
import { writesEmptyPath } from '../../traffic/paths-of-releases.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import type { RouteVisit } from '../context.ts';
import { matchedLength } from '../match/match.ts';
import { type Regexes, type Undecided, whyOpen } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';

/** `:path` with the matched text replaced, byte for byte; the remainder and the query stay. */
export function rewritePrefix(
  rewrite: string | undefined,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
): string {
  if (rewrite === undefined || rewrite === '' || match === undefined) return request.rawPath;
  const length = matchedLength(lowerMatch(match).path, request);
  // What matched without its parameters stays where it does not begin the path as it is written (fact 76).
  const isWritten =
    request.matchedPath === request.barePath ||
    request.rawPath.startsWith(request.matchedPath.slice(0, length));
  return isWritten ? rewrite + request.rawPath.slice(length) : request.rawPath;
}

/** The path sent upstream: prefix_rewrite, else a rewrite of what is before the query, else as requested. */
export function upstreamPath(visit: RouteVisit): string | Undecided {
  const {
    routeConfiguration,
    route,
    request,
    context: { regexes },
  } = visit;
  const { prefix_rewrite: prefix, regex_rewrite: rewrite } = route.route ?? {};
  if (prefix !== undefined && prefix !== '') return rewritePrefix(prefix, route.match, request);
  if (rewrite !== undefined)
    return rewriteRegex(rewrite, request, regexes, writesEmptyPath(routeConfiguration, rewrite));
  return newerPath(route, request, regexes);
}

/** Whether a route writes the path, be it the same one: the old one goes into a header of the proxy then (fact 139). */
export function writesPath({
  prefix_rewrite: prefix = '',
  ...action
}: Message<'route.RouteAction'>): boolean {
  const { path_rewrite: format = '', regex_rewrite: regex, path_rewrite_policy: policy } = action;
  return prefix !== '' || format !== '' || (regex ?? policy) !== undefined;
}

/** The path that is kept so; a regex that leaves nothing of a path writes none. */
export function keptPath({ routeConfiguration, route, request, context }: RouteVisit): string | undefined {
  const { route: action = {} } = route;
  const { prefix_rewrite: prefix = '', regex_rewrite: regex } = action;
  if (!writesPath(action)) return undefined;
  if (prefix !== '' || regex === undefined || writesEmptyPath(routeConfiguration, regex))
    return request.rawPath;
  return replacedIn(request.barePath, regex, context.regexes) === '' ? undefined : request.rawPath;
}

/** Whether a request for a tunnel gets a path by its route, be it an empty one (facts 72 and 128). */
export function givesPath({ routeConfiguration, route }: RouteVisit, path: string | Undecided): boolean {
  const { regex_rewrite: rewrite } = route.route ?? {};
  return path !== '' || (rewrite !== undefined && writesEmptyPath(routeConfiguration, rewrite));
}

/**
 * `:path` with all matches of a regex replaced, on what is before the query.
 *
 * @param writesEmpty whether an empty path is written; the old one stays otherwise (facts 79 and 128)
 */
export function rewriteRegex(
  rewrite: Message<'type.matcher.RegexMatchAndSubstitute'>,
  request: SeenRequest,
  regexes: Regexes,
  writesEmpty = false,
): string | Undecided {
  const text = replacedIn(request.barePath, rewrite, regexes);
  if (typeof text !== 'string') return text;
  if (text === '' && !writesEmpty) return request.rawPath;
  return text + request.rawPath.slice(request.barePath.length);
}

/** A text with all matches of a pattern replaced. */
export function replacedIn(
  text: string,
  { pattern: matcher, substitution = '' }: Message<'type.matcher.RegexMatchAndSubstitute'>,
  regexes: Regexes,
): string | Undecided {
  const pattern = matcher?.regex ?? '';
  const replaced = regexes.replaceAll?.(pattern, 're2', text, substitution) ?? 'undecided';
  if (replaced === 'undecided' || 'invalid' in replaced) return { undecided: whyOpen(replaced, pattern) };
  return 'text' in replaced ? replaced.text : replaced;
}

/** The rewrites that only version 3 has; they too leave the query (fact 79). */
function newerPath(
  { route: action = {}, match = {} }: Message<'route.Route'>,
  request: SeenRequest,
  regexes: Regexes,
): string | Undecided {
  const { path_rewrite: format = '', path_rewrite_policy: policy } = action;
  const query = request.rawPath.slice(request.barePath.length);
  if (format !== '') {
    const text = formatted(format);
    return typeof text === 'string' ? text + query : text;
  }
  if (policy === undefined) return request.rawPath;
  const template = templateOf(match.path_match_policy);
  const substitution = template && rewriteOf(policy, template);
  if (template === undefined || substitution === undefined)
    return { undecided: 'path_rewrite_policy is an extension that is not known here' };
  const rewrite = { pattern: { regex: `^${template.pattern}$` }, substitution };
  const path = replacedIn(request.barePath, rewrite, regexes);
  return typeof path === 'string' ? path + query : path;
}

/** A format without variables; two percent signs are one. */
function formatted(format: string): string | Undecided {
  const text = format.replaceAll('%%', '\0');
  if (text.includes('%'))
    return { undecided: `${JSON.stringify(format)} is known to the running proxy only` };
  return text.replaceAll('\0', '%');
}

export interface UpstreamHost {
  readonly host: string | Undecided;
  readonly auto_host_rewrite?: true;
}

/**
 * The host sent upstream: the rewrite stands for the whole value, port included (fact 36).
 *
 * @param isNamed whether a host that may be chosen has a name
 * @param headerOf the first value of a header that may become the host
 */
export function upstreamHost(
  action: Message<'route.RouteAction'>,
  request: SeenRequest,
  isNamed: boolean,
  regexes: Regexes,
  headerOf: (name: string) => string | Undecided | undefined,
): UpstreamHost {
  const own = request.request.authority;
  const { literal, header: named, format } = hostRewriteOf(action);
  if (literal !== '') return { host: literal };
  if (named !== '') return { host: headerOf(named) || own };
  const { host_rewrite_path_regex: rewrite } = action;
  if (rewrite !== undefined) return { host: replacedIn(request.barePath, rewrite, regexes) || own };
  if (format !== '') return { host: formatted(format) };
  return action.auto_host_rewrite === true && isNamed
    ? { host: own, auto_host_rewrite: true }
    : { host: own };
}
