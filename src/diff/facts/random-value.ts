/**
 * What asks the random value of a request, of which it has one: fractions of routes, weighted clusters and shares of
 * copies (facts 32 and 166). Where two of them may be asked about the same request, how a share is cut counts: of which
 * parts, and in which order. Told from the settings alone, so that it may say so where no request meets both.
 */
import { isObject } from '../../model/bound.ts';
import { around, type Frame } from '../../model/walk.ts';
import { shareOf, takesAll } from '../../routing/runtime.ts';
import { withTree } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { type MirrorPolicy, mirrorPoliciesOf } from '../../traffic/action.ts';
import { lowerMatch } from '../../traffic/predicate.ts';

type Route = Message<'route.Route'>;
type VirtualHost = Message<'route.VirtualHost'>;

/** Whether something else may ask the same value as what a share of a route, or a split, stands in. */
export function sharesRandomValue(frame: Frame): boolean {
  const match = around(frame, 'route.RouteMatch');
  const isCopied = around(frame, 'route.RouteAction.RequestMirrorPolicy') !== undefined;
  const isSplit = around(frame, 'route.WeightedCluster') !== undefined;
  const isMatched = match !== undefined && match.parent?.type === 'route.Route';
  if (!isCopied && !isSplit && !isMatched) return false;
  const routeConfiguration = around(frame, 'RouteConfiguration')?.message ?? {};
  const host = around(frame, 'route.VirtualHost')?.message;
  const hosts: readonly VirtualHost[] =
    host === undefined ? (routeConfiguration.virtual_hosts ?? []).filter(isObject) : [host];
  const own = around(frame, 'route.Route');
  return hosts.some((written) => {
    const virtualHost = withTree(written);
    const routes = (virtualHost.routes ?? []).filter(isObject);
    const asked = routes.map((route) => askingIn(route, virtualHost, routeConfiguration));
    const mayMeet = (one: number, other: number): boolean => meet(routes[one], routes[other]);
    // What is in front of a route, itself included.
    const drawnBefore = (route: number): number =>
      asked.filter(({ isDrawn }, at) => at <= route && isDrawn && mayMeet(at, route)).length;
    const together = (route: number): number => drawnBefore(route) + (asked[route]?.inside ?? 0);
    // Of a tree it is not known which entries of its list a route stands for, nor of an outer level.
    const place = own?.parent?.type === 'route.VirtualHost' ? Number(own.index) : undefined;
    if (place === undefined || !isMatched)
      return routes.some((_, at) => (place === undefined || at === place) && together(at) > 1);
    return routes.some((_, at) => at >= place && mayMeet(place, at) && together(at) > 1);
  });
}

/** Whether the value decides if a route takes a request, and how many things inside it ask. */
function askingIn(
  route: Route,
  virtualHost: VirtualHost,
  routeConfiguration: Message<'RouteConfiguration'>,
): { readonly isDrawn: boolean; readonly inside: number } {
  const { route: action, match } = route;
  const splits = (action?.weighted_clusters?.clusters ?? []).length > 1 ? 1 : 0;
  const copies =
    action === undefined ? [] : mirrorPoliciesOf({ route, virtualHost, routeConfiguration }).filter(asks);
  return { isDrawn: asks(match ?? {}), inside: splits + copies.length };
}

/** Whether a share is one between nothing and all, or a runtime key may make it one. */
function asks({
  runtime_fraction: fraction,
  runtime_key: key = '',
}: Pick<MirrorPolicy, 'runtime_fraction' | 'runtime_key'>): boolean {
  if (fraction === undefined) return key !== '';
  const share = shareOf(fraction.default_value);
  return (fraction.runtime_key ?? '') !== '' || (share.numerator > 0 && !takesAll(share));
}

/** Whether two routes may take the same request: no paths begin with both of the texts that they ask for. */
function meet(one: Route | undefined, other: Route | undefined): boolean {
  const [first, second] = [headOf(one), headOf(other)];
  return first.startsWith(second) || second.startsWith(first);
}

function headOf(route: Route | undefined): string {
  const { path } = lowerMatch(route?.match);
  return (path.kind === 'prefix' || path.kind === 'under' || path.kind === 'exact') && !path.fold
    ? path.text
    : '';
}
