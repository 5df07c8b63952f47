/** Routes and virtual clusters of a virtual host as what they ask of a request. */
import type { Message } from '../schema/types.ts';
import { type HeaderTest, headerTest, lowerHeader } from './headers.ts';
import { assemble, lowerMatch, NO_MATCH, type Predicate } from './predicate.ts';

type Route = Message<'route.Route'>;

/** What each route of a list asks. */
export function lowerRoutes(routes: readonly Route[]): readonly Predicate[] {
  return routes.map(({ match }) => lowerMatch(match));
}

/** What one route of a list asks; kept with the list, which many requests are traced through. */
export function predicateAt(routes: readonly Route[], index: number): Predicate {
  let known = lowered.get(routes);
  if (known === undefined) {
    known = new Array<Predicate | undefined>(routes.length);
    lowered.set(routes, known);
  }
  known[index] ??= lowerMatch(routes[index]?.match);
  return known[index];
}

const lowered = new WeakMap<readonly Route[], (Predicate | undefined)[]>();

/**
 * A virtual cluster: its headers, or its pattern, which covers `:path` as a whole, query included; and its method
 * (fact 51).
 *
 * @param head what all paths begin with that the pattern covers: asked for as well it changes nothing
 */
export function lowerVirtualCluster(
  { pattern, method, headers = [] }: Message<'route.VirtualCluster'>,
  head = '',
): Predicate {
  const byMethod: readonly HeaderTest[] =
    method === undefined || method === 'METHOD_UNSPECIFIED'
      ? []
      : [headerTest(':method', { kind: 'exact', text: String(method), fold: false })];
  if (headers.length > 0) return assemble({ headers: [...headers.map(lowerHeader), ...byMethod] });
  if (pattern === undefined) return NO_MATCH;
  return assemble({
    path: { kind: 'prefix', text: head, fold: false, withQuery: false },
    headers: [headerTest(':path', { kind: 'regex', pattern, grammar: 'ecmascript' }), ...byMethod],
  });
}
