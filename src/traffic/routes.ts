/** Routes and virtual clusters of a virtual host as what they ask of a request. */
import type { Message } from '../schema/types.ts';
import { type HeaderTest, headerTest, lowerHeader } from './headers.ts';
import { assemble, lowerMatch, NO_MATCH, type Predicate } from './predicate.ts';

type Route = Message<'route.Route'>;
type VirtualCluster = Message<'route.VirtualCluster'>;

/** What each route of a list asks. */
export function lowerRoutes(routes: readonly Route[]): readonly Predicate[] {
  return routes.map(({ match }) => lowerMatch(match));
}

/**
 * A virtual cluster: its headers, or its pattern, which covers `:path` as a whole, query included; and its method
 * (fact 51).
 */
export function lowerVirtualCluster({ pattern, method, headers = [] }: VirtualCluster): Predicate {
  const byMethod: readonly HeaderTest[] =
    method === undefined || method === 'METHOD_UNSPECIFIED'
      ? []
      : [headerTest(':method', { kind: 'exact', text: String(method), fold: false })];
  if (headers.length > 0) return assemble({ headers: [...headers.map(lowerHeader), ...byMethod] });
  if (pattern === undefined) return NO_MATCH;
  return assemble({
    path: { kind: 'prefix', text: '', fold: false, withQuery: false },
    headers: [headerTest(':path', { kind: 'regex', pattern, grammar: 'ecmascript' }), ...byMethod],
  });
}

/** What an entry of a list asks; kept with the list, which many requests are traced through. */
export type AskedAt<Entry> = (list: readonly Entry[], index: number) => Predicate;

function keeping<Entry>(lower: (entry: Entry | undefined) => Predicate): AskedAt<Entry> {
  const lowered = new WeakMap<readonly Entry[], (Predicate | undefined)[]>();
  return (list, index) => {
    let known = lowered.get(list);
    if (known === undefined) {
      known = new Array<Predicate | undefined>(list.length);
      lowered.set(list, known);
    }
    known[index] ??= lower(list[index]);
    return known[index];
  };
}

export const routeAt: AskedAt<Route> = keeping((route) => lowerMatch(route?.match));
export const virtualClusterAt: AskedAt<VirtualCluster> = keeping((each = {}) => lowerVirtualCluster(each));
