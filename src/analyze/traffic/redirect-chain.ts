/** Redirects that never end: followed as a browser does, one trace after another. */

import { type FoundRoutes, type Request, seen, traceRequest } from '../../routing/index.ts';
import { redirectLocation } from '../../routing/outcome/redirect.ts';
import type { Message } from '../../schema/types.ts';
import type { Subject } from '../subject.ts';

/** Redirects in a row after which browsers give up. */
const MAX_HOPS = 20;

export interface Chain {
  readonly request: Request;
  /** The URLs that the client is sent to, in order. */
  readonly locations: readonly string[];
}

/**
 * The redirects that a request starts, where scheme and host stay the same, so that the client comes back to the same
 * listener, and where it is sent on until a browser gives up.
 *
 * @param first the route that has to take the request, by its virtual host and its own position
 * @returns undefined where they end or lead elsewhere, and where another route takes the request
 */
export function endlessChain(
  subject: Subject,
  found: FoundRoutes,
  start: Request,
  first: { readonly host: number; readonly index: number },
): Chain | undefined {
  const { routeConfiguration, word } = found;
  const locations: string[] = [];
  let request = start;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const trace = traceRequest(routeConfiguration, request, { word, regexes: subject.regexes });
    const { outcome, route } = trace;
    if (hop === 0 && (trace.virtual_host_index !== first.host || route?.index !== first.index))
      return undefined;
    const path = outcome.kind === 'redirect' ? ownPath(request, outcome.location ?? '') : undefined;
    if (path === undefined) return undefined;
    locations.push(outcome.location ?? '');
    if (path === request.path) return { request: start, locations };
    request = { ...request, path };
  }
  return { request: start, locations };
}

/** Whether a redirect may send a request back to the same scheme and host; cheap, before anything is traced. */
export function staysHere(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: Request,
  word: string,
): boolean {
  const location = redirectLocation(redirect, match, seen(request, word));
  // One that is not looked into here may.
  return typeof location !== 'string' || ownPath(request, location) !== undefined;
}

/** The path that a location asks for, where it is of the same scheme and host as the request. */
function ownPath({ scheme, authority }: Request, location: string): string | undefined {
  const origin = `${scheme}://${authority}`;
  if (!location.startsWith(`${origin}/`)) return undefined;
  return location.slice(origin.length).replace(/#.*$/s, '');
}
