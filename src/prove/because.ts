/** What lets a request through that breaks a property: the lines, and a change after which the property is proved. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { Place } from '../model/place.ts';
import { partOf } from '../routing/regex/meter.ts';
import { routeRequest } from '../routing/route.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import { type FoundRoutes, routePlace, virtualHostPlace } from '../routing/where/found-routes.ts';
import type { FoundChain } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';
import { holds, type Observed, observedIn } from './holds.ts';
import type { Property } from './property.ts';
import { type ProofContext, proveAll, type Refutation } from './prove.ts';

type Routes = Message<'RouteConfiguration'>;
type VirtualHost = Message<'route.VirtualHost'>;

/** A place of the configuration, and what it has to do with the request. */
export interface Because {
  readonly message: string;
  readonly place: Place;
  /** What to change there; the property is proved afterwards. */
  readonly change?: string;
}

/** Proving again may cost so much, for so many changes. */
const WORK = 400_000_000;
const MAX_TRIED = 8;

/** The route or virtual host that takes the request, filters that did not look at it, and what would close the way. */
export function becauseOf(
  refutation: Refutation,
  property: Property,
  proving: ProofContext,
): readonly Because[] {
  const closing = closingOf(refutation, property, proving);
  return [...takenBy(refutation), ...(closing === undefined ? [] : [closing])];
}

/** The first of some changes after which the property is proved. */
function closingOf(refutation: Refutation, property: Property, proving: ProofContext): Because | undefined {
  let tried = 0;
  for (const { routes, because } of changesFor(refutation)) {
    if (tried >= MAX_TRIED) return undefined;
    tried++;
    if (isClosedBy(routes, refutation, property, proving)) return because;
  }
  return undefined;
}

function takenBy({ routed, observed }: Refutation): readonly Because[] {
  const { trace, found } = routed;
  const host = trace.virtual_host_index;
  if (found === undefined || host === null) return [];
  const name = JSON.stringify(trace.virtual_host ?? '');
  const { route, outcome } = observed.branch;
  const place = route === null ? virtualHostPlace(found, host) : routePlace(found, host, route.index);
  const message =
    route === null
      ? `no route of virtual host ${name} takes the request`
      : `route ${route.index} of virtual host ${name} takes the request`;
  return [
    ...(place === undefined ? [] : [{ message, place }]),
    ...(outcome.filters ?? []).flatMap(({ name: filter, type: _, rule: __, effect, why, ...at }) => {
      const { file, api, pointer, range } = at;
      if (effect !== 'skipped' || file === undefined || api === undefined || !pointer || !range) return [];
      const said = `the filter ${JSON.stringify(filter)} does not look at it: ${why}`;
      return [{ message: said, place: { ...at, file, api, pointer, range } }];
    }),
  ];
}

/** Routes with one change, and what is said of it. */
interface Changed {
  readonly routes: Routes;
  readonly because: Because;
}

/** Each made when it is asked for. */
function* changesFor({ routed, observed, request }: Refutation): Generator<Changed> {
  const { found, trace } = routed;
  const host = trace.virtual_host_index;
  const own = found?.routeConfiguration.virtual_hosts?.[host ?? -1];
  if (found === undefined || host === null || own === undefined) return;
  const at: Where = { found, host, own, route: observed.branch.route?.index };
  for (const { effect, name } of observed.branch.outcome.filters ?? [])
    if (effect === 'skipped') yield* switchedOn(name, at);
  yield* withSlash(request.path.split('?', 1)[0] ?? '', at);
  yield* reordered(at);
  yield* inDomains(request.authority, at);
}

interface Where {
  readonly found: FoundRoutes;
  readonly host: number;
  readonly own: VirtualHost;
  readonly route: number | undefined;
}

function withHost({ found, host }: Where, own: VirtualHost): Routes {
  const { routeConfiguration } = found;
  const hosts = (routeConfiguration.virtual_hosts ?? []).map((each, at) => (at === host ? own : each));
  return { ...routeConfiguration, virtual_hosts: hosts };
}

/** Without what the route, or the virtual host, says for a filter. */
function switchedOn(filter: string, at: Where): readonly Changed[] {
  const { found, host, own, route } = at;
  const without = <T extends BoundMessage>(level: T): T | undefined => {
    const { typed_per_filter_config: settings } = level;
    if (!isObject(settings) || !Object.hasOwn(settings, filter)) return undefined;
    const { [filter]: _, ...others } = settings;
    return { ...level, typed_per_filter_config: others };
  };
  const said = (place: Place | undefined, whose: string, routes: Routes): readonly Changed[] =>
    place === undefined
      ? []
      : [
          {
            routes,
            because: {
              message: `${whose} says something else for the filter ${JSON.stringify(filter)}`,
              place,
              change: `leave out typed_per_filter_config[${JSON.stringify(filter)}]`,
            },
          },
        ];
  const changedRoute = own.routes?.[route ?? -1];
  const inRoute = changedRoute && without(changedRoute);
  const inHost = without(own);
  return [
    ...(inRoute === undefined || route === undefined
      ? []
      : said(
          routePlace(found, host, route),
          `route ${route}`,
          withHost(at, {
            ...own,
            routes: (own.routes ?? []).map((each, n) => (n === route ? inRoute : each)),
          }),
        )),
    ...(inHost === undefined
      ? []
      : said(virtualHostPlace(found, host), 'the virtual host', withHost(at, inHost))),
  ];
}

/** With earlier routes that take what is below a path taking the path itself too. */
function* withSlash(path: string, at: Where): Generator<Changed> {
  const { found, host, own, route } = at;
  const before = (own.routes ?? []).slice(0, route ?? own.routes?.length);
  for (const [index, each] of before.entries()) {
    const { prefix, ...match } = each.match ?? {};
    const place = prefix === `${path}/` ? routePlace(found, host, index) : undefined;
    if (place === undefined) continue;
    // What only begins with the same letters may have to be taken too.
    for (const field of ['path_separated_prefix', 'prefix'] as const) {
      const changed = { ...each, match: { ...match, [field]: path } };
      const routes = (own.routes ?? []).map((other, n) => (n === index ? changed : other));
      yield {
        routes: withHost(at, { ...own, routes }),
        because: {
          message: `route ${index} takes what is below ${JSON.stringify(prefix)}, and not ${JSON.stringify(path)} itself: the slash leads around it`,
          place,
          change: `${field}: ${JSON.stringify(path)} instead of prefix: ${JSON.stringify(prefix)}`,
        },
      };
    }
  }
}

/** With the route behind each later one. */
function reordered(at: Where): readonly Changed[] {
  const { found, host, own, route } = at;
  const all = own.routes ?? [];
  const moved = all[route ?? -1];
  if (moved === undefined || route === undefined) return [];
  const place = routePlace(found, host, route);
  return all.slice(route + 1, route + 4).flatMap((_, distance): readonly Changed[] => {
    const later = route + 1 + distance;
    const routes = [
      ...all.slice(0, route),
      ...all.slice(route + 1, later + 1),
      moved,
      ...all.slice(later + 1),
    ];
    if (place === undefined) return [];
    return [
      {
        routes: withHost(at, { ...own, routes }),
        because: {
          message: `route ${route} stands before route ${later}, which takes such requests too`,
          place,
          change: `put route ${route} behind route ${later}`,
        },
      },
    ];
  });
}

/** With the host of the request among the domains of another virtual host. */
function* inDomains(authority: string, { found, host }: Where): Generator<Changed> {
  const hosts = found.routeConfiguration.virtual_hosts ?? [];
  for (const [index, other] of hosts.entries()) {
    const place = index === host ? undefined : virtualHostPlace(found, index);
    if (place === undefined) continue;
    const changed = { ...other, domains: [...(other.domains ?? []), authority] };
    const routes = hosts.map((each, n) => (n === index ? changed : each));
    const name = JSON.stringify(other.name ?? '');
    yield {
      routes: { ...found.routeConfiguration, virtual_hosts: routes },
      because: {
        message: `virtual host ${name} does not have the host ${JSON.stringify(authority)} among its domains`,
        place,
        change: `add ${JSON.stringify(authority)} to the domains of virtual host ${name}`,
      },
    };
  }
}

function isClosedBy(
  routes: Routes,
  { routed: { found }, request }: Refutation,
  property: Property,
  proving: ProofContext,
): boolean {
  if (found === undefined) return false;
  const routing = withRoutes(proving.routing, found, routes);
  const again = routeRequest(routing, request, {}, proving.contextFor);
  if ('problem' in again || observedIn(again, proving).some((each) => breaks(property, each))) return false;
  const [verdict] = proveAll([property], { ...proving, routing, meter: partOf(proving.meter, WORK) }, 1);
  return verdict?.kind === 'proved';
}

function breaks({ when, must }: Property, observed: Observed): boolean {
  return holds(when, observed) === true && holds(must, observed) === false;
}

/** The same input with other routes in one of its route configurations. */
function withRoutes(routing: FoundRouting, found: FoundRoutes, routeConfiguration: Routes): FoundRouting {
  const next = { ...found, routeConfiguration };
  const changed = (chain: FoundChain): FoundChain => ({
    ...chain,
    leads: chain.leads.map((lead) => (lead.found === found ? { ...lead, found: next } : lead)),
  });
  const listeners = routing.listeners.map((listener) => {
    const chains = new Map(listener.chains.map((chain) => [chain, changed(chain)]));
    const now = (chain: FoundChain): FoundChain => chains.get(chain) ?? chain;
    const pick: typeof listener.pick = (connection) => {
      const picked = listener.pick(connection);
      if (picked.kind === 'chain') return { ...picked, chain: now(picked.chain) };
      return picked.kind === 'open' ? { ...picked, chains: picked.chains.map(now) } : picked;
    };
    return { ...listener, chains: [...chains.values()], pick };
  });
  const routes = routing.routes.map((each) => (each === found ? next : each));
  return { ...routing, routes, listeners };
}
