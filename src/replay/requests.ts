/**
 * Requests that show what a virtual host does: for each route one that comes to it, or would if nothing stood before it,
 * at every boundary of its shares and weights; one for each virtual cluster, header condition and domain; one that no
 * route takes. Found by the search over all requests, which knows nothing of migrations.
 */
import { baseOf, decide, type ListContext, matchList } from '../routing/all/index.ts';
import { readDomain } from '../routing/match/hosts.ts';
import { type Meter, partOf } from '../routing/regex/meter.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { Request } from '../routing/request/request.ts';
import { shareOf } from '../routing/runtime.ts';
import type { Message } from '../schema/types.ts';
import { lowerHeader } from '../traffic/headers.ts';
import { assemble, NO_MATCH, type Predicate, withFraction } from '../traffic/predicate.ts';
import { lowerRoutes, lowerVirtualCluster } from '../traffic/routes.ts';

type Route = Message<'route.Route'>;
type HeaderMatcher = Message<'route.HeaderMatcher'>;

export interface Place {
  readonly routeConfiguration: Message<'RouteConfiguration'>;
  /** Position in `virtual_hosts`. */
  readonly host: number;
  readonly namespace: string;
  readonly regexes: Regexes;
  /** What finding requests may cost; none are found once it has run out. */
  readonly meter: Meter;
}

/** What the search for one request may cost, and what preparing a list costs for each of its routes. */
const EACH = 20_000;
const LISTING = 20;

/** The requests of one virtual host, found as they are asked for. */
export function* requestsOf(place: Place): Generator<Request> {
  const { routeConfiguration, host, namespace, regexes, meter } = place;
  const virtualHost = routeConfiguration.virtual_hosts?.[host];
  if (virtualHost === undefined) return;
  const { routes = [], domains = [] } = virtualHost;
  const context: ListContext = { regexes, namespace, base: baseOf(routeConfiguration, host, namespace) };
  // Shares are tried one by one at their boundaries; a route that takes none by default has requests all the same.
  const bare = lowerRoutes(routes).map((each) => withFraction(each, undefined));
  if (!meter.spend(LISTING * (bare.length + 1))) return;
  // After the last route all that is left comes to this one.
  const list = matchList([...bare, assemble({})], context);
  let some: Request | undefined;
  for (let index = 0; index <= bare.length; index++) {
    const verdict = decide(list, index, partOf(meter, EACH));
    const witness = verdict.kind === 'alive' ? verdict.witness : undefined;
    some ??= witness;
    const route = routes[index];
    if (route === undefined) {
      if (witness !== undefined) yield witness;
      continue;
    }
    const asked = bare[index] ?? NO_MATCH;
    const fitting = witness ?? alone(asked, context, meter);
    if (fitting !== undefined) yield* atBoundaries(fitting, route);
    for (const conditions of conditionsOf(route, virtualHost)) {
      const headers = [...asked.headers, ...conditions.map(lowerHeader)];
      const request = alone(assemble({ ...asked, headers }), context, meter);
      if (request !== undefined) yield request;
    }
  }
  const patterns = (virtualHost.virtual_clusters ?? []).map(lowerVirtualCluster);
  if (patterns.length > 0) {
    const own = matchList(patterns, context);
    for (const index of patterns.keys()) {
      const verdict = decide(own, index, partOf(meter, EACH));
      if (verdict.kind === 'alive') yield verdict.witness;
    }
  }
  if (some === undefined) return;
  for (const domain of domains) {
    const { kind, literal } = readDomain(domain, host);
    if (!meter.spend(1)) return;
    yield {
      ...some,
      authority: { exact: literal, suffix: `a${literal}`, prefix: `${literal}a`, any: 'a' }[kind],
    };
  }
}

/** A request that is taken where nothing else stands before. */
function alone(asked: Predicate, context: ListContext, meter: Meter): Request | undefined {
  const list = matchList([asked], context);
  const verdict = decide(list, 0, partOf(meter, EACH));
  return verdict.kind === 'alive' ? verdict.witness : undefined;
}

/** A request as it is, and with the random values just below and at each boundary of a route's shares and weights. */
function* atBoundaries(request: Request, { match, route }: Route): Generator<Request> {
  yield request;
  const values = new Set<number>();
  if (match?.runtime_fraction !== undefined) {
    const { numerator } = shareOf(match.runtime_fraction.default_value);
    for (const value of [0, numerator - 1, numerator]) values.add(value);
  }
  let sum = 0;
  for (const { weight = 0 } of route?.weighted_clusters?.clusters ?? []) {
    sum += weight;
    for (const value of [sum - 1, sum]) values.add(value);
  }
  for (const value of values) if (value >= 0) yield { ...request, random_value: value };
}

/** The conditions on headers in rate limits that count on a route: what they say of a request is in its outcome. */
function conditionsOf(
  { route }: Route,
  virtualHost: Message<'route.VirtualHost'>,
): readonly (readonly HeaderMatcher[])[] {
  const limits = [...(route?.rate_limits ?? []), ...(virtualHost.rate_limits ?? [])];
  return limits.flatMap(({ actions = [] }) =>
    actions.flatMap(({ header_value_match: condition }) =>
      condition?.headers === undefined ? [] : [condition.headers],
    ),
  );
}
