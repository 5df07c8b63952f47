/**
 * What `diff` says of pairs, against a real proxy: equal ones do the same with all requests, groups do not; and the
 * request that stands for a group does on both sides, with their HTTP filters in place, what is printed of it.
 */
import fc from 'fast-check';
import { type ChangedRequests, compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import type { AskedProxy } from '../../src/proxy/asked.ts';
import { askEach, askProxy } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import type { Seen } from '../../src/proxy/seen.ts';
import type { Outcome } from '../../src/routing/outcome/outcome.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { type Routed, routeRequest } from '../../src/routing/route.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import type { FoundRoutes } from '../../src/routing/where/found-routes.ts';
import { sourceFile } from '../../src/source/load.ts';
import { editedChains, type Fields, withListeners } from './edited-chains.ts';
import { leavesOpen, restsOn, withServers } from './filters-mode.ts';
import { routeConfiguration } from './generate.ts';
import { withRealToken } from './prove-mode.ts';
import { requestsFor } from './route-mode.ts';
import { type Servers, startServers } from './servers.ts';

const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };

export interface DiffFigures {
  equal: number;
  /** Requests through both sides of equal pairs. */
  requests: number;
  groups: number;
  /** Requests that stand for groups, and how many of them do as printed on both sides of the proxy. */
  printed: number;
  replayed: number;
  /** Why the others were not compared. */
  readonly open: Map<string, number>;
  readonly wrong: {
    readonly name: string;
    readonly what: string;
    readonly request: Request;
    readonly sides: readonly [string, string];
  }[];
}

export const noDiff = (): DiffFigures => ({
  equal: 0,
  requests: 0,
  groups: 0,
  printed: 0,
  replayed: 0,
  open: new Map(),
  wrong: [],
});

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

/** Listeners of one proxy, each with a chain that was edited. */
const LISTENERS = 24;

/** Replays what is printed of edited chains of filters. @param runs how many pairs of configurations */
export async function tryPrinted(
  program: string,
  seed: number,
  runs: number,
  figures: DiffFigures,
): Promise<void> {
  const servers = await startServers();
  try {
    for (let at = 0; at < runs; at++) {
      const [pair] = fc.sample(fc.noBias(editedChains(LISTENERS)), { seed: seed * 10_000 + at, numRuns: 1 });
      if (pair !== undefined) await askPrinted(`edited ${seed}/${at}`, pair, { program, servers, figures });
    }
  } finally {
    await servers.stop();
  }
}

interface EditedPair {
  readonly before: Fields;
  readonly after: Fields;
}

interface Asking {
  readonly program: string;
  readonly servers: Servers;
  readonly figures: DiffFigures;
}

/** One pair; where the proxy refuses a side, each half of its listeners. */
async function askPrinted(name: string, pair: EditedPair, asking: Asking): Promise<void> {
  const { program, servers, figures } = asking;
  const sides = [pair.before, pair.after].map((value) => [
    openConfiguration(sourceFile(name, JSON.stringify(value), 'named'), { api: 'v3' }),
  ]);
  const { changes } = compareBehaviour(sides[0] ?? [], sides[1] ?? []);
  const routed = sides.map((side) => {
    const routing = findRouting(side);
    return { routing, all: changes.flatMap(({ request }) => routedIn(routing, request)) };
  });
  try {
    const asked = await Promise.all(
      routed.map(({ routing, all }) =>
        askProxy(program, routing, all.map(withServers), () => context, { servers: servers.all }),
      ),
    );
    for (const [at, change] of changes.entries())
      count(
        name,
        change,
        figures,
        [0, 1].map((side) => ({
          routed: routed[side]?.all[at],
          verdict: asked[side]?.[at]?.verdict,
        })),
      );
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    for (const half of halves(pair)) await askPrinted(name, half, asking);
  }
}

function routedIn(routing: ReturnType<typeof findRouting>, request: Request): readonly Routed[] {
  const each = routeRequest(routing, withRealToken(withoutDraws(request)), {}, () => context);
  if ('problem' in each) throw new Error(`diff prints a request that trace refuses: ${each.problem}`);
  return [each];
}

interface Answered {
  readonly routed: Routed | undefined;
  readonly verdict: AskedProxy['verdict'] | undefined;
}

/** Counts a printed request, which has to do in `trace` and in the proxy what is said of it, before and after. */
function count(
  name: string,
  change: ChangedRequests,
  figures: DiffFigures,
  sides: readonly Answered[],
): void {
  const { request } = change;
  figures.printed++;
  const said = [change.before.outcome, change.after.outcome];
  const differing = sides.flatMap(({ verdict }) =>
    verdict?.kind === 'different' ? verdict.differences : [],
  );
  const rests = sides.some(
    ({ routed }) => routed !== undefined && leavesOpen(routed.trace.outcome, differing),
  );
  const otherwise = sides.flatMap(({ routed }, side) => {
    const outcome = said[side];
    const traced = routed?.trace.outcome;
    // What is printed of routes may rest on filters in front, which it names.
    if (outcome === undefined || traced === undefined || restsOn(outcome) || isOpen(traced)) return [];
    return shownOf(outcome) === shownOf(traced) ? [] : [[shownOf(outcome), shownOf(traced)] as const];
  });
  const [open] = sides.flatMap(({ verdict }) => (verdict?.kind === 'open' ? verdict.why : []));
  const wrong =
    otherwise[0] ?? (differing.length > 0 && !rests ? [JSON.stringify(differing), ''] : undefined);
  if (wrong !== undefined)
    figures.wrong.push({ name, what: 'printed', request, sides: [wrong[0] ?? '', wrong[1] ?? ''] });
  else if (open !== undefined || differing.length > 0) {
    const why = open ?? 'it rests on what no request tells';
    figures.open.set(why, (figures.open.get(why) ?? 0) + 1);
  } else figures.replayed++;
}

function isOpen(outcome: Outcome): boolean {
  if (outcome.kind === 'random') return outcome.branches.some((each) => isOpen(each.outcome));
  return outcome.kind === 'undecided';
}

/** What of an outcome a client or a cluster sees, whichever of its clusters gets the request. */
function shownOf(outcome: Outcome): string {
  const ends = ({ kind, status, location, path, host, clusters }: Outcome): readonly string[] =>
    (clusters.length === 0 ? [{ name: '' }] : clusters).map(({ name }) =>
      JSON.stringify([kind, status, location, path, host, name]),
    );
  const all =
    outcome.kind === 'random' ? outcome.branches.flatMap((each) => ends(each.outcome)) : ends(outcome);
  return [...new Set(all)].sort().join();
}

function halves({ before, after }: EditedPair): readonly EditedPair[] {
  const part = (from: number, to: number) => ({
    before: withListeners(before, (all) => all.slice(from, to)),
    after: withListeners(after, (all) => all.slice(from, to)),
  });
  let count = 0;
  withListeners(before, (all) => {
    count = all.length;
    return all;
  });
  const half = Math.ceil(count / 2);
  return count < 2 ? [] : [part(0, half), part(half, count)];
}
