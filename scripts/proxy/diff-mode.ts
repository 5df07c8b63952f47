/** What `diff` says of pairs, against a real proxy: equal ones do the same with all requests, groups do not. */
import fc from 'fast-check';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { askEach } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import type { Seen } from '../../src/proxy/seen.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import type { FoundRoutes } from '../../src/routing/where/found-routes.ts';
import { sourceFile } from '../../src/source/load.ts';
import { routeConfiguration } from './generate.ts';
import { requestsFor } from './route-mode.ts';

const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };

export interface DiffFigures {
  equal: number;
  /** Requests through both sides of equal pairs. */
  requests: number;
  groups: number;
  readonly wrong: {
    readonly name: string;
    readonly what: string;
    readonly request: Request;
    readonly sides: readonly [string, string];
  }[];
}

export const noDiff = (): DiffFigures => ({ equal: 0, requests: 0, groups: 0, wrong: [] });

interface Value {
  readonly virtual_hosts: readonly { readonly routes?: readonly object[] }[];
}

/** A configuration as somebody could have edited it: some edits mean nothing, others do. */
const edited = fc
  .tuple(
    routeConfiguration,
    fc.array(fc.tuple(fc.constantFrom('swap', 'drop', 'repeat', 'last', 'host'), fc.nat(), fc.nat()), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([value, edits]) => {
    const before = value as Value;
    const after = edits.reduce((sum: Value, [kind, which, at]) => edit(sum, kind, which, at), before);
    return { before, after };
  });

function edit(value: Value, kind: string, which: number, at: number): Value {
  const hosts = [...value.virtual_hosts];
  if (kind === 'host') return { ...value, virtual_hosts: hosts.reverse() };
  const place = hosts.length === 0 ? 0 : which % hosts.length;
  const host = hosts[place];
  const routes = [...(host?.routes ?? [])];
  if (host === undefined || routes.length === 0) return value;
  const from = at % routes.length;
  const route = routes[from] ?? {};
  if (kind === 'repeat') routes.push(route);
  else {
    routes.splice(from, 1);
    if (kind === 'last') routes.push(route);
    if (kind === 'swap') routes.splice(from === 0 ? 1 : from - 1, 0, route);
  }
  hosts[place] = { ...host, routes };
  return { ...value, virtual_hosts: hosts };
}

interface Pair {
  readonly name: string;
  readonly found: readonly [FoundRoutes, FoundRoutes];
  readonly isEqual: boolean;
  readonly shown: readonly Request[];
}

export async function tryPairs(
  program: string,
  seed: number,
  runs: number,
  figures: DiffFigures,
): Promise<void> {
  const pairs = fc
    .sample(edited, { seed, numRuns: runs })
    .flatMap(({ before, after }, at) => pairOf(`pair ${seed}/${at}`, before, after));
  for (let at = 0; at < pairs.length; at += 8)
    await askPairs(program, seed, pairs.slice(at, at + 8), figures);
}

function pairOf(name: string, before: Value, after: Value): readonly Pair[] {
  const sides = [before, after].map((value, side) => [
    openConfiguration(sourceFile(`${name} ${side}`, JSON.stringify(value), 'named'), {
      api: 'v3',
      type: 'RouteConfiguration',
    }),
  ]);
  const [one = [], two = []] = sides;
  const [first] = findRouting(one).routes;
  const [second] = findRouting(two).routes;
  if (first === undefined || second === undefined) return [];
  const { equal, changes, undecided } = compareBehaviour(one, two, { work: 20_000_000 });
  if (!equal && undecided.length > 0 && changes.length === 0) return [];
  return [{ name, found: [first, second], isEqual: equal, shown: changes.map(({ request }) => request) }];
}

async function askPairs(
  program: string,
  seed: number,
  pairs: readonly Pair[],
  figures: DiffFigures,
): Promise<void> {
  const asked = pairs.flatMap((pair) => {
    const { found, isEqual, shown, name } = pair;
    const all = isEqual ? found.flatMap((each) => requestsFor({ name, found: each }, 40, seed)) : shown;
    return all.filter((request) => isCertain(request, found)).map((request) => ({ pair, request }));
  });
  const routed = asked.flatMap(({ pair, request }) =>
    pair.found.map((found) => ({
      trace: traceRequest(found.routeConfiguration, withoutDraws(request), context),
      found,
      listener: undefined,
    })),
  );
  try {
    const answers = await askEach(program, routed, () => context);
    figures.equal += pairs.filter(({ isEqual }) => isEqual).length;
    for (const [at, { pair, request }] of asked.entries()) {
      const [first, second] = [answers[2 * at]?.seen, answers[2 * at + 1]?.seen];
      if (first?.kind !== 'answered' || second?.kind !== 'answered') continue;
      const sides = [textOf(first), textOf(second)] as const;
      if (pair.isEqual) figures.requests++;
      else figures.groups++;
      const isSame = sides[0] === sides[1];
      if (isSame !== pair.isEqual)
        figures.wrong.push({ name: pair.name, what: pair.isEqual ? 'equal' : 'group', request, sides });
    }
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    if (pairs.length === 1) return;
    const half = Math.ceil(pairs.length / 2);
    await askPairs(program, seed, pairs.slice(0, half), figures);
    await askPairs(program, seed, pairs.slice(half), figures);
  }
}

function withoutDraws({ random_value: _, ...request }: Request): Request {
  return request;
}

/** Chance would tell the sides apart. */
function isCertain(request: Request, sides: readonly FoundRoutes[]): boolean {
  return sides.every(({ routeConfiguration: each }) => {
    const { outcome } = traceRequest(each, withoutDraws(request), context);
    return outcome.kind !== 'random' && outcome.kind !== 'undecided' && outcome.clusters.length <= 1;
  });
}

/** What can be seen of a request's way, but for the numbers of routes. */
function textOf({ status, headers, received }: Extract<Seen, { kind: 'answered' }>): string {
  const kept = (all: typeof headers) =>
    all
      .filter(
        ([name]) =>
          !/^(?:date|x-request-id|x-cfgtool-request|x-envoy-upstream-service-time|connection|content-length)$/i.test(
            name,
          ),
      )
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort();
  const came = received
    .map((each) => JSON.stringify([each.cluster, each.method, each.path, kept(each.headers)]))
    .sort();
  return JSON.stringify([status, kept(headers), came]);
}
