/**
 * What asks the random value of a request, of which it has one: fractions of routes, weighted clusters and shares of
 * copies (facts 32 and 159). Where two of them may be asked about the same request, how a share is cut counts: of which
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
  const isMatched = match !== undefined && (match.parent?.type ?? 'route.Route') === 'route.Route';
  if (!isCopied && !isSplit && !isMatched) return false;
  const routeConfiguration = around(frame, 'RouteConfiguration')?.message;
  const host = around(frame, 'route.VirtualHost')?.message;
  // Alone a split asks nothing else; of a share that stands alone nobody knows what is beside it.
  if (routeConfiguration === undefined && host === undefined) return !isSplit;
  const hosts: readonly VirtualHost[] =
    host === undefined ? (routeConfiguration?.virtual_hosts ?? []).filter(isObject) : [host];
  const own = around(frame, 'route.Route');
  return hosts.some((written) => {
    const { heads, asked, drawn } = askingOf(written, routeConfiguration ?? {});
    const mayMeet = (one: number, other: number): boolean => meet(heads[one] ?? '', heads[other] ?? '');
    // What is in front of a route, itself included.
    const drawnBefore = (route: number): number =>
      drawn.filter((at) => at <= route && mayMeet(at, route)).length;
    const together = (route: number): number => drawnBefore(route) + (asked[route]?.inside ?? 0);
    // Of a tree it is not known which entries of its list a route stands for, nor of an outer level.
    const place = own?.parent?.type === 'route.VirtualHost' ? Number(own.index) : undefined;
    if (drawn.length > MAX_DRAWN) return true;
    if (place !== undefined && !isMatched) return together(place) > 1;
    if (place === undefined) return heads.some((_, at) => together(at) > 1);
    return heads.some((_, at) => at >= place && mayMeet(place, at) && together(at) > 1);
  });
}

/** Of more fractions in one virtual host none is looked at: that they meet is the safe side. */
const MAX_DRAWN = 200;

interface Asking {
  /** What the paths of each route begin with. */
  readonly heads: readonly string[];
  readonly asked: readonly ReturnType<typeof askingIn>[];
  /** The routes that the value decides about. */
  readonly drawn: readonly number[];
}

const ASKING = new WeakMap<VirtualHost, Asking>();

/** Looked through once for a virtual host: every split in it asks. */
function askingOf(written: VirtualHost, routeConfiguration: Message<'RouteConfiguration'>): Asking {
  const known = ASKING.get(written);
  if (known !== undefined) return known;
  const virtualHost = withTree(written);
  const routes = (virtualHost.routes ?? []).filter(isObject);
  const asked = routes.map((route) => askingIn(route, virtualHost, routeConfiguration));
  const drawn = asked.flatMap(({ isDrawn }, at) => (isDrawn ? at : []));
  const found = { heads: routes.map(headOf), asked, drawn };
  ASKING.set(written, found);
  return found;
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
function meet(first: string, second: string): boolean {
  return first.startsWith(second) || second.startsWith(first);
}

function headOf({ match }: Route): string {
  const { path } = lowerMatch(match);
  return (path.kind === 'prefix' || path.kind === 'under' || path.kind === 'exact') && !path.fold
    ? path.text
    : '';
}
