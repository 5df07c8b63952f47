/** Asks the real proxy what it does with requests that the model has spoken about. */

import type { RoutingContext } from '../../routing/context.ts';
import { finalHeaders } from '../../routing/outcome/final-headers.ts';
import type { HeaderChanges } from '../../routing/outcome/header-changes.ts';
import { LEFT, type Outcome } from '../../routing/outcome/outcome.ts';
import { seen as seenRequest } from '../../routing/request/request.ts';
import type { Routed } from '../../routing/route.ts';
import type { Trace } from '../../routing/trace.ts';
import type { FoundRouting } from '../../routing/where/find.ts';
import type { Message } from '../../schema/types.ts';
import type { AskedProxy } from '../asked.ts';
import { type ExpectedHeaders, NO_HEADERS, verdictOf } from '../differences.ts';
import { PROXY_NAMESPACE } from '../plain.ts';
import type { EchoCluster } from '../runnable/bootstrap.ts';
import { clusterHeaders, clusterNames, writtenInto } from '../runnable/cluster-names.ts';
import type { Seen } from '../seen.ts';
import { isReadable, type WayIn, wayIn } from '../way-in.ts';
import type { Client } from './client.ts';
import { type Question, startJudge } from './judge.ts';
import { ProxyError } from './program.ts';

/** How it is asked, where not in the usual way. */
export interface How {
  /** What answers filters that ask somebody. */
  readonly servers?: readonly EchoCluster[];
  /** Starts what sends the requests. */
  readonly client?: () => Client;
  /** What the proxy knows of its connections, whatever they are; that of HTTP/1.1 where absent. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** The same for requests to route configurations that stand alone, each a listener of one proxy. */
export function askEach(
  program: string,
  all: readonly Routed[],
  contextFor: (routed: Routed) => RoutingContext | undefined,
  how: How = {},
): Promise<readonly AskedProxy[]> {
  const routes = [...new Set(all.flatMap(({ found }) => found ?? []))];
  const routing = {
    routes,
    listeners: [],
    clusters: undefined,
    nameless: new Set<string>(),
    limiters: new Map(),
    corsFilters: new Map(),
    upstreamFilters: new Map(),
    aggregates: new Map(),
  };
  return askProxy(program, routing, all, contextFor, how);
}

interface Ready {
  readonly routed: Routed;
  readonly way: WayIn;
  readonly position: number;
}

/**
 * @param all what the model says, without a random value: the proxy draws its own
 * @returns one for each request, in order
 * @throws ProxyError where the proxy refuses the configuration, or does not run
 */
export async function askProxy(
  program: string,
  routing: FoundRouting,
  all: readonly Routed[],
  contextFor: (routed: Routed) => RoutingContext | undefined,
  how: How = {},
): Promise<readonly AskedProxy[]> {
  const asked: AskedProxy[] = [];
  const groups = new Map<string, Ready[]>();
  for (const [position, routed] of all.entries()) {
    const way = wayIn(routing, routed);
    if (typeof way === 'string') {
      asked[position] = { verdict: { kind: 'open', why: way }, seen: undefined, leftOut: [] };
      continue;
    }
    if (!isReadable(way.entrance))
      throw new ProxyError('the configuration is of version 2, and the proxy reads version 3');
    // Runtime values hold for all requests of a run.
    const runtime = JSON.stringify(routed.trace.request.runtime ?? {});
    groups.set(runtime, [...(groups.get(runtime) ?? []), { routed, way, position }]);
  }
  for (const [runtime, ready] of groups) {
    const run = await askTogether(program, routing, ready, JSON.parse(runtime), how);
    for (const [at, { routed, position }] of ready.entries()) {
      const seen = run.seen[at];
      if (seen === undefined) continue;
      const headersOf = headersBy(routed, contextFor(routed), how.variables);
      const verdict = verdictOf(routed.trace, seen, headersOf);
      asked[position] = { seen, verdict: withLeftOut(verdict, run.deciding), leftOut: run.leftOut };
    }
  }
  return asked;
}

/** What did not run might have done something else, so that nothing is called the same without it, or different. */
function withLeftOut(verdict: AskedProxy['verdict'], deciding: readonly string[]): AskedProxy['verdict'] {
  if (verdict.kind === 'open' || deciding.length === 0) return verdict;
  return { kind: 'open', why: `${deciding.join('; ')} did not run` };
}

async function askTogether(
  program: string,
  routing: FoundRouting,
  ready: readonly Ready[],
  runtime: { readonly [key: string]: unknown },
  { servers = [], client }: How,
): Promise<{
  readonly seen: readonly Seen[];
  readonly leftOut: readonly string[];
  readonly deciding: readonly string[];
}> {
  const entrances = ready
    .map(({ way }) => way.entrance)
    .filter((each, at, list) => list.findIndex((other) => isSame(each, other)) === at);
  const judge = await startJudge(program, {
    namespace: PROXY_NAMESPACE,
    entrances,
    clusters: routing.clusters ?? namedBy(routing, ready),
    nameless: routing.nameless,
    routesNamed: (name) => routing.routes.find((each) => each.name === name)?.written,
    runtime,
    servers,
    ...(client === undefined ? {} : { client }),
  });
  try {
    const questions = ready.map(({ way, routed }): Question => {
      const { entrance, ...connection } = way;
      const place = entrances.findIndex((each) => isSame(each, entrance));
      return { ...connection, entrance: place, request: routed.trace.request };
    });
    return { seen: await judge.ask(questions), leftOut: judge.leftOut, deciding: judge.deciding };
  } finally {
    await judge.stop();
  }
}

function isSame(one: WayIn['entrance'], other: WayIn['entrance']): boolean {
  if (one.kind === 'listener') return other.kind === 'listener' && one.listener === other.listener;
  return other.kind === 'routes' && one.routes === other.routes;
}

/**
 * Where the input does not define clusters, every one that is named exists: by the configuration, by a header as it comes
 * or as the levels change it, and by what the model says, which knows what rewrites make of paths and hosts.
 */
function namedBy({ routes }: FoundRouting, ready: readonly Ready[]): ReadonlySet<string> {
  const configurations = routes.map(({ written }) => written);
  const headers = clusterHeaders(configurations);
  const byRequests = ready.flatMap(({ routed }) => {
    const request = seenRequest(routed.trace.request, PROXY_NAMESPACE);
    return [...headers].flatMap((name) => request.firstValue(name === 'host' ? ':authority' : name) || []);
  });
  const byModel = ready.flatMap(
    ({
      routed: {
        trace: { outcome },
      },
    }) =>
      (outcome.kind === 'random' ? outcome.branches.map((branch) => branch.outcome) : [outcome]).flatMap(
        ({ clusters, mirror }) => [
          ...clusters.map(({ name }) => name),
          ...mirror.map(({ cluster }) => cluster),
        ],
      ),
  );
  const all = [
    ...clusterNames(configurations),
    ...writtenInto(headers, configurations),
    ...byRequests,
    ...byModel,
  ];
  return new Set(all.filter((name) => name !== ''));
}

/** What the proxy knows for certain of the connections that are made to it here. */
const VARIABLES: ReadonlyMap<string, string> = new Map([['PROTOCOL', 'HTTP/1.1']]);

/** What the headers that an outcome changes are to be. */
export function headersBy(
  { trace, found }: Routed,
  context: RoutingContext | undefined,
  variables = VARIABLES,
): (outcome: Outcome, cluster: string | undefined) => ExpectedHeaders {
  if (found === undefined || context === undefined) return () => NO_HEADERS;
  return (outcome, cluster) => {
    const visit = visitOf(trace, outcome, found.routeConfiguration, context);
    const { request, response } = finalHeaders(visit, pickedIn(outcome, cluster), variables);
    return {
      request: known(new Map([...changedByFilters(trace, outcome), ...request])),
      response: known(response),
    };
  };
}

/** The headers that filters changed; what one writes that the route writes too is the route's to say. */
function changedByFilters(trace: Trace, outcome: Outcome): ReadonlyMap<string, string | null> {
  const left = outcome.kind === 'forward' ? outcome[LEFT]?.headers : undefined;
  if (left === undefined) return new Map();
  const { headers } = trace.arrived ?? trace.request;
  const names = new Set([...Object.keys(headers), ...Object.keys(left)]);
  return new Map(
    [...names].filter((name) => headers[name] !== left[name]).map((name) => [name, left[name] ?? null]),
  );
}

/** An outcome as it is where one of its clusters was picked. */
function pickedIn(outcome: Outcome, cluster: string | undefined): Outcome {
  const { clusters, request_headers: request, response_headers: response } = outcome;
  const own = clusters.filter(({ name }) => name === cluster);
  const [picked] = own;
  if (clusters.length === 1 || own.length !== 1 || picked === undefined) return outcome;
  return {
    ...outcome,
    clusters: own,
    request_headers: both(picked.request_headers, request),
    response_headers: both(picked.response_headers, response),
  };
}

function both(own: HeaderChanges | undefined, all: HeaderChanges): HeaderChanges {
  return { add: [...(own?.add ?? []), ...all.add], remove: [...(own?.remove ?? []), ...all.remove] };
}

function visitOf(
  trace: Trace,
  outcome: Outcome,
  routeConfiguration: Message<'RouteConfiguration'>,
  context: RoutingContext,
) {
  const { outcome: whole } = trace;
  const index =
    whole.kind === 'random'
      ? whole.branches.find((branch) => branch.outcome === outcome)?.route?.index
      : trace.route?.index;
  const virtualHost = routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = virtualHost?.routes?.[index ?? -1];
  if (virtualHost === undefined || route === undefined) return undefined;
  return {
    routeConfiguration,
    virtualHost,
    route,
    request: seenRequest(outcome[LEFT] ?? trace.arrived ?? trace.request, context.namespace),
    context,
  };
}

/** Headers that connections and the proxy itself have a say in. */
const NOT_COMPARED =
  /^(?::|host$|connection$|content-length$|content-type$|date$|transfer-encoding$|x-request-id$|x-forwarded-)/;

function known(headers: ReturnType<typeof finalHeaders>['request']): ReadonlyMap<string, string | null> {
  return new Map(
    [...headers].flatMap(([name, value]) =>
      NOT_COMPARED.test(name) || (typeof value === 'object' && value !== null)
        ? []
        : [[name, value] as const],
    ),
  );
}
