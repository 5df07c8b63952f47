/** Where a redirect sends the client (data-model, route.RedirectAction; facts 10, 43 to 50). */
import type { Message } from '../../schema/types.ts';
import { ownUrl, type SeenRequest } from '../request/request.ts';
import { rewritePrefix } from './rewrite.ts';

const STATUS: { readonly [code: string]: number } = {
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
};

/** The status of a redirect; 301 where none is set. */
export function redirectStatus(redirect: Message<'route.RedirectAction'>): number {
  return STATUS[redirect.response_code ?? 'MOVED_PERMANENTLY'] ?? 301;
}

/** The location of a require_tls redirect: the request's own URL with https, the port untouched (fact 10). */
export function tlsLocation(request: SeenRequest): string {
  return ownUrl(request, 'https');
}

/** The location of a route's redirect. */
export function redirectLocation(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: SeenRequest,
): string {
  const from = requestScheme(request);
  const scheme = redirect.scheme_redirect || (redirect.https_redirect === true ? 'https' : from);
  const port = redirect.port_redirect ? `:${redirect.port_redirect}` : '';
  const host = redirect.host_redirect || keptHost(request.request.authority, from, scheme, port !== '');
  return `${scheme}://${host}${port}${redirectPath(redirect, match, request)}`;
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
): string {
  if (redirect.path_redirect) return redirect.path_redirect;
  const path = rewritePrefix(redirect.prefix_rewrite, match, request);
  const question = path.indexOf('?');
  return redirect.strip_query === true && question !== -1 ? path.slice(0, question) : path;
}

/** The location of a direct response: the request's own URL for 201 and redirect codes, else none (fact 49). */
export function directLocation(status: number, request: SeenRequest): string | null {
  return status === 201 || (status >= 300 && status < 400) ? ownUrl(request, requestScheme(request)) : null;
}
