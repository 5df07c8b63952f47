/** Where a redirect sends the client (data-model, route.RedirectAction; facts 10, 43 to 50). */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { Regexes, Undecided } from '../regex/regexes.ts';
import { ownUrl, type SeenRequest } from '../request/request.ts';
import { rewritePrefix, rewriteRegex } from './rewrite.ts';

/** The location of a require_tls redirect: the request's own URL with https, the port untouched (fact 10). */
export function tlsLocation(request: SeenRequest): string {
  // A request for a tunnel has no path to come back to (fact 72).
  return request.rawPath === '' ? '' : ownUrl(request, 'https');
}

/** The location of a route's redirect. */
export function redirectLocation(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
  regexes?: Regexes,
): string | Undecided {
  const from = requestScheme(request);
  // In version 3 the scheme of the request is its own (fact 43).
  const own = versionOf(redirect) === 'v3' && !/^https?$/.test(from) ? request.request.scheme : from;
  const scheme = redirect.scheme_redirect || (redirect.https_redirect === true ? 'https' : own);
  const path = redirectPath(redirect, match, request, regexes);
  if (typeof path !== 'string') return path;
  // A request for a tunnel has no path, and gets no location unless a rewrite makes one (fact 72).
  if (request.rawPath === '' && !redirect.prefix_rewrite && (path === '/' || !redirect.regex_rewrite))
    return '';
  const port = redirect.port_redirect ? `:${redirect.port_redirect}` : '';
  const host = redirect.host_redirect || keptHost(request.request.authority, from, scheme, port !== '');
  return `${scheme}://${host}${port}${path}`;
}

function requestScheme(request: SeenRequest): string {
  return request.header('x-forwarded-proto') ?? request.request.scheme;
}

/** A written-out default port goes with the scheme it belongs to; port_redirect removes any port (fact 44). */
function keptHost(authority: string, from: string, to: string, hasNewPort: boolean): string {
  const bracket = authority.startsWith('[') ? authority.lastIndexOf(']:') + 1 : -1;
  const colon = authority.startsWith('[') ? bracket : authority.lastIndexOf(':');
  if (colon <= 0) return authority;
  const port = authority.slice(colon);
  const isDefault = (from === 'http' && port === ':80') || (from === 'https' && port === ':443');
  return hasNewPort || (from !== to && isDefault) ? authority.slice(0, colon) : authority;
}

/** path_redirect drops the query (fact 46); prefix_rewrite comes before strip_query (fact 47). */
function redirectPath(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
  regexes: Regexes | undefined,
): string | Undecided {
  if (versionOf(redirect) === 'v3') return newerPath(redirect, match, request, regexes);
  if (redirect.path_redirect) return redirect.path_redirect;
  return stripped(redirect, rewritePrefix(redirect.prefix_rewrite, match, request));
}

/** In version 3 path_redirect keeps the query unless it has its own, and a path begins with a slash (facts 46, 80). */
function newerPath(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
  regexes: Regexes | undefined,
): string | Undecided {
  const { path_redirect: fixed = '', regex_rewrite: rewrite } = redirect;
  const query = request.rawPath.slice(request.barePath.length);
  if (fixed !== '')
    return slashed(fixed.includes('?') ? fixed : fixed + (redirect.strip_query === true ? '' : query));
  if (rewrite === undefined)
    return slashed(stripped(redirect, rewritePrefix(redirect.prefix_rewrite, match, request)));
  if (regexes === undefined) return { undecided: 'regex_rewrite is not looked into' };
  const path = rewriteRegex(rewrite, request, regexes);
  return typeof path === 'string' ? slashed(stripped(redirect, path)) : path;
}

function stripped({ strip_query: strip }: Message<'route.RedirectAction'>, path: string): string {
  const question = path.indexOf('?');
  return strip === true && question !== -1 ? path.slice(0, question) : path;
}

function slashed(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** The location of a direct response: the request's own URL for 201 and redirect codes, else none (fact 49). */
export function directLocation(status: number, request: SeenRequest): string | null {
  return status === 201 || (status >= 300 && status < 400) ? ownUrl(request, requestScheme(request)) : null;
}
