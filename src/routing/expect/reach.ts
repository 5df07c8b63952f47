/**
 * Which routes tests can reach at all, each with a request that comes to it.
 *
 * A test switches on one runtime key at most, so that a fraction without that key takes nothing: such routes hide no
 * others here. The request comes from the search over all requests, and is then traced as a test would be: through
 * the choice of the route configuration, the domains, require_tls and the whole route list.
 */

import type { Message } from '../../schema/types.ts';
import { certificatesAmong } from '../all/conditions.ts';
import { baseOf, decideInHost, type RouteList, routeList, type Verdict } from '../all/index.ts';
import type { RoutingContext } from '../context.ts';
import type { Meter } from '../regex/meter.ts';
import type { Request } from '../request/request.ts';
import { type Trace, traceRequest } from '../trace.ts';
import { asksForCertificates } from '../where/certificates.ts';
import type { FoundRouting } from '../where/find.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import { startFiltering } from './filtered.ts';
import { takesDraw, withHostOptions } from './run.ts';
import { type Asked, asTest, type Draw, drawsFor, spellingsOf } from './spellings.ts';
import { type Reached, type SuggestedTest, suggestedFor } from './suggest.ts';

export type Reach =
  /** `tests` hold now; there is at least one. */
  | { readonly kind: 'reachable'; readonly reached: Reached; readonly tests: readonly SuggestedTest[] }
  /** No test comes to it: these earlier routes of its virtual host take all it could take, or `why`. */
  | { readonly kind: 'unreachable'; readonly by: readonly number[]; readonly why: string }
  | { readonly kind: 'undecided'; readonly why: string };

export interface ReachOptions {
  readonly routing: FoundRouting;
  readonly contextFor: (found: FoundRoutes) => RoutingContext;
  /** A budget for the next question; undefined when no more may be asked. */
  readonly meter: () => Meter | undefined;
}

export type ReachOf = (found: FoundRoutes, virtualHost: number, route: number) => Reach;

/** Answers for route after route; what the routes of a virtual host share is prepared once. */
export function startReaching(options: ReachOptions): ReachOf {
  const lists = new Map<FoundRoutes, Map<number, RouteList>>();
  const prepared = (found: FoundRoutes, virtualHost: number): RouteList => {
    const ofFound = lists.get(found) ?? new Map<number, RouteList>();
    lists.set(found, ofFound);
    const known = ofFound.get(virtualHost);
    if (known !== undefined) return known;
    const made = listFor(found, virtualHost, undefined, options);
    ofFound.set(virtualHost, made);
    return made;
  };
  return (found, virtualHost, route) => {
    const written = found.routeConfiguration.virtual_hosts?.[virtualHost]?.routes?.[route];
    const fraction = written?.match?.runtime_fraction;
    if (fraction !== undefined && (fraction.runtime_key ?? '') === '')
      return {
        kind: 'unreachable',
        by: [],
        why: 'its runtime fraction has no runtime_key, and tests switch fractions on by their key',
      };
    const list = prepared(found, virtualHost);
    const { presented, validated } = list.matchers[route]?.asked.certificate ?? {};
    if (presented === true || validated === true)
      return { kind: 'unreachable', by: [], why: 'it asks for a client certificate, which no test can show' };
    return searched({ found, virtualHost, route, options, list, draws: drawsFor(fraction) });
  };
}

/** What preparing a list costs for each of its routes, and what tracing a request does, in units of work. */
const LISTING = 20;
const TRACING = 1000;

interface Search {
  readonly found: FoundRoutes;
  readonly virtualHost: number;
  readonly route: number;
  readonly options: ReachOptions;
  readonly list: RouteList;
  /** Runtime keys and random values that let the route's own fraction through. */
  readonly draws: readonly Draw[];
}

function searched(search: Search): Reach {
  const { list, draws, options } = search;
  const first = answered(decided(search, list));
  if (first.kind !== 'alive') return first;
  let met: Reach = MISSED;
  for (const draw of draws) {
    met = replayed(search, first.witness, draw);
    if (met.kind === 'reachable') return met;
  }
  if (met !== MISSED || draws[0]?.runtime === undefined) return met;
  // Earlier routes with the same key took it: they count as well, for each random value that could tell them apart.
  let last: Reach = met;
  for (const draw of draws) {
    if (options.meter()?.spend(LISTING * list.matchers.length) !== true) return OVER;
    const own = listFor(search.found, search.virtualHost, draw, options);
    const next = answered(decided(search, own));
    if (next.kind === 'undecided') return next;
    last = next.kind === 'alive' ? replayed(search, next.witness, draw) : next;
    if (last.kind === 'reachable') return last;
  }
  return last;
}

const OVER = { kind: 'undecided', why: 'the time for finding requests is over' } as const;

function decided({ found, virtualHost, route, options }: Search, list: RouteList): Verdict {
  const budget = options.meter();
  const host = found.routeConfiguration.virtual_hosts?.[virtualHost] ?? {};
  return budget === undefined ? OVER : decideInHost(host, list, route, budget);
}

type Answered = Exclude<Reach, { kind: 'reachable' }> | Extract<Verdict, { kind: 'alive' }>;

function answered(verdict: Verdict): Answered {
  switch (verdict.kind) {
    case 'alive':
    case 'undecided':
      return verdict;
    case 'never':
      return { kind: 'unreachable', by: [], why: verdict.why };
    case 'hidden':
      return { kind: 'unreachable', by: verdict.by, why: hiddenText(verdict.by) };
  }
}

/** Longest list of routes in a reason. */
const MAX_NAMED = 6;

function hiddenText(by: readonly number[]): string {
  const [only, ...others] = by;
  if (others.length === 0) return `route ${only} takes every such request before it`;
  const named = by.slice(0, MAX_NAMED).join(', ');
  const more = by.length > MAX_NAMED ? ` and ${by.length - MAX_NAMED} more` : '';
  return `routes ${named}${more} together take every such request before it`;
}

type Met = Exclude<Reach, { kind: 'unreachable' }>;

/** Tries the spellings of a request, the plainest first, as tests would run. */
function replayed(search: Search, witness: Request, draw: Draw): Met {
  const { found, virtualHost, route, options } = search;
  const context = options.contextFor(found);
  const asked = asTest(witness, draw, context.namespace);
  if (asked === undefined) return MISSED;
  const traced = (each: Asked): Trace => {
    options.meter()?.spend(TRACING);
    return traceRequest(found.routeConfiguration, each.request, withHostOptions(each, context));
  };
  let isMet = false;
  const holds = (request: Request): boolean => {
    const trace = traced({ ...asked, request });
    const comes = trace.virtual_host_index === virtualHost && trace.route?.index === route;
    isMet ||= comes;
    return comes;
  };
  for (const each of spellingsOf(asked, { routing: options.routing, found }, holds))
    return withTests({ asked: each, trace: traced(each) }, found, context, options.routing);
  return isMet ? ELSEWHERE : MISSED;
}

function withTests(
  reached: Reached,
  found: FoundRoutes,
  context: RoutingContext,
  routing: FoundRouting,
): Met {
  const tests = suggestedFor(reached, found, context, startFiltering(routing, {}));
  if (tests.length > 0) return { kind: 'reachable', reached, tests };
  const { outcome } = reached.trace;
  const why = outcome.kind === 'undecided' ? outcome.reason : 'its outcome cannot be expected in a test';
  return { kind: 'undecided', why };
}

const ELSEWHERE = {
  kind: 'undecided',
  why: 'no request tells its route configuration from the others; --route-config or --listener does',
} as const;
const MISSED = {
  kind: 'undecided',
  why: 'the request that was found for it cannot be written as a test',
} as const;

/** A share that hides no other route and lets the own one through. */
const BY_CHANCE = { default_value: { numerator: 1, denominator: 'HUNDRED' } } as const;

/** The routes as a test with this draw meets them: fractions that it switches on are no conditions any more. */
function listFor(
  found: FoundRoutes,
  virtualHost: number,
  draw: Draw | undefined,
  options: ReachOptions,
): RouteList {
  const { namespace, regexes } = options.contextFor(found);
  const routes = found.routeConfiguration.virtual_hosts?.[virtualHost]?.routes ?? [];
  const met = routes.map((route): Message<'route.Route'> => {
    const { runtime_fraction: fraction, ...match } = route.match ?? {};
    if (fraction === undefined) return route;
    const isOn = draw !== undefined && takesDraw(fraction, draw.runtime, draw.randomValue);
    return { ...route, match: isOn ? match : { ...match, runtime_fraction: BY_CHANCE } };
  });
  const base = baseOf(found.routeConfiguration, virtualHost, namespace);
  return routeList(met, {
    regexes,
    namespace,
    // No request of a test shows a certificate.
    base: asksForCertificates(found.routeConfiguration)
      ? base.map((box) => new Map([...box, ['certificate', certificatesAmong(['none'])]]))
      : base,
  });
}
