/** What the model says of chains of HTTP filters, against what a real proxy does with them. */
import fc from 'fast-check';
import { openConfiguration } from '../../src/model/index.ts';
import type { AskedProxy } from '../../src/proxy/asked.ts';
import { askProxy } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import type { RoutingContext } from '../../src/routing/context.ts';
import { type Branch, NOTHING, type Outcome } from '../../src/routing/outcome/outcome.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { type Routed, routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import { sourceFile } from '../../src/source/load.ts';
import { type Drawn, noteFields } from './filter-fields.ts';
import { IN_FORMS } from './forms.ts';
import { chainRequest, chains } from './generate-filters.ts';
import { knownTo } from './known-to.ts';
import type { RouteFigures } from './route-mode.ts';
import { OVER, REFUSED_HEADER, type Servers, startServers } from './servers.ts';

/** Listeners of one proxy, and requests to them. */
const LISTENERS = 24;
const REQUESTS = 2400;

/** What the proxy did with requests to chains. */
export interface AskedChains {
  readonly name: string;
  readonly value: object;
  readonly routed: readonly Routed[];
  readonly asked: readonly AskedProxy[];
  readonly context: RoutingContext;
  readonly release: Release;
}

/**
 * @param drawn takes the fields of all messages of filters that were drawn
 * @param then is told what was asked, chain by chain
 * @param release what the program is
 */
export async function tryFilters(
  program: string,
  seed: number,
  runs: number,
  figures: RouteFigures,
  drawn: Drawn,
  then: (asked: AskedChains) => void = () => undefined,
  release: Release = NEWEST_RELEASE,
): Promise<void> {
  const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };
  const servers = await startServers();
  try {
    for (let at = 0; at < runs; at++) {
      const own = { seed: seed * 10_000 + at, numRuns: 1 };
      const [drawnValue = {}] = fc.sample(fc.noBias(chains(LISTENERS)), own);
      const value = knownTo(drawnValue, release);
      noteFields(value, drawn);
      const requests = fc.sample(fc.noBias(chainRequest(LISTENERS)), { ...own, numRuns: REQUESTS });
      await tryListeners(`chains ${seed}/${at}`, value, requests, {
        program,
        figures,
        servers,
        then,
        context,
        release,
      });
    }
  } finally {
    await servers.stop();
  }
}

interface Trying {
  readonly program: string;
  readonly figures: RouteFigures;
  readonly servers: Servers;
  readonly then: (asked: AskedChains) => void;
  readonly context: RoutingContext;
  readonly release: Release;
}

/** One configuration; where the proxy refuses it, each of its listeners alone. */
async function tryListeners(
  name: string,
  value: object,
  requests: readonly Request[],
  trying: Trying,
): Promise<void> {
  const { figures, program, servers, then, context, release } = trying;
  const routing = findRouting([
    openConfiguration(sourceFile(name, JSON.stringify(value), 'named'), { api: 'v3', release }),
  ]);
  const routed = requests.flatMap((request): readonly Routed[] => {
    const each = routeRequest(routing, request, {}, () => context);
    return 'problem' in each ? [] : [withServers(each)];
  });
  let asked: readonly AskedProxy[];
  try {
    asked = await askProxy(program, routing, routed, () => context, { ...IN_FORMS, servers: servers.all });
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    const halves = halved(value);
    if (halves === undefined) figures.refused.push({ name, why: error.message });
    for (const half of halves ?? []) {
      const own = requests.filter(({ listener }) => half.names.has(listener ?? ''));
      await tryListeners(name, half.value, own, trying);
    }
    return;
  }
  then({ name, value, routed, asked, context, release });
  figures.configurations += routing.listeners.length;
  for (const [position, { trace, found }] of routed.entries()) {
    const verdict = asked[position]?.verdict;
    figures.requests++;
    if (verdict?.kind === 'same') figures.same++;
    else if (verdict?.kind === 'different' && leavesOpen(trace.outcome, verdict.differences))
      figures.open.set(RESTS, (figures.open.get(RESTS) ?? 0) + 1);
    else if (verdict?.kind === 'different')
      figures.wrong.push({
        subject: { name, found },
        request: trace.request,
        differences: verdict.differences,
      });
    else {
      const why = (verdict?.why ?? '').replace(/"[^"]*"/g, '""');
      figures.open.set(why, (figures.open.get(why) ?? 0) + 1);
    }
  }
}

const RESTS = 'it rests on what no request tells';

/** Whether an outcome rests on more than what servers let pass, which is known here. */
export function restsOn(outcome: Outcome): boolean {
  if (outcome.kind === 'random') return outcome.branches.some((branch) => restsOn(branch.outcome));
  return (outcome.assuming ?? []).some(
    ({ that }) => !/^the authorization service|^the request is within/.test(that),
  );
}

type Differences = readonly { readonly what: string }[];

/** Whether an outcome says by itself that the proxy may do otherwise. */
export const leavesOpen = (outcome: Outcome, differences: Differences): boolean =>
  restsOn(outcome) || isWritten(outcome, differences);

const CUSTOM_RESPONSE = /\.CustomResponse$/;

/** Whether only the status of a cluster's answer is another one, which `custom_response` may write: no outcome tells it. */
function isWritten(outcome: Outcome, differences: Differences): boolean {
  if (outcome.kind === 'random')
    return outcome.branches.some((branch) => isWritten(branch.outcome, differences));
  const wasAsked = (outcome.filters ?? []).some(
    ({ type, effect }) => effect !== 'skipped' && CUSTOM_RESPONSE.test(type ?? ''),
  );
  return outcome.kind === 'forward' && wasAsked && differences.every(({ what }) => what === 'status');
}

function halved(
  value: object,
): readonly { readonly value: object; readonly names: ReadonlySet<string> }[] | undefined {
  const { static_resources: all } = value as {
    readonly static_resources: { readonly listeners: readonly { readonly name: string }[] };
  };
  const { listeners } = all;
  if (listeners.length < 2) return undefined;
  const half = Math.ceil(listeners.length / 2);
  return [listeners.slice(0, half), listeners.slice(half)].map((own) => ({
    value: { static_resources: { ...all, listeners: own } },
    names: new Set(own.map(({ name }) => name)),
  }));
}

/** What servers that are asked refuse is answered: the model takes them to let requests pass, and says that it does. */
export function withServers(routed: Routed): Routed {
  const { trace } = routed;
  const { outcome, route } = trace;
  const before = outcome.kind === 'random' ? outcome.branches : [{ share: 1, route, outcome }];
  const branches = before.flatMap((branch) => withRefusals(branch, trace.request));
  const [only] = branches;
  if (only === undefined || branches.length > 1)
    return { ...routed, trace: { ...trace, outcome: { kind: 'random', ...NOTHING, branches } } };
  return { ...routed, trace: { ...trace, outcome: only.outcome } };
}

/** The answers of servers that refuse, in the order they are asked; the branch itself where a share of requests gets by all. */
function withRefusals(branch: Branch, { headers }: Request): readonly Branch[] {
  const refusals: Branch[] = [];
  for (const { effect, type, why } of branch.outcome.filters ?? []) {
    // Where it is open whether anybody is asked, the answer stays open.
    const asksAuthorizer = why.startsWith('an authorization service') && headers[REFUSED_HEADER] === 'no';
    // What it is asked about is not always worked out.
    const isOpen = /\.RateLimit$/.test(type ?? '') && !/ about [a-z]/.test(why);
    const asksLimiter = isOpen || (/\.RateLimit$/.test(type ?? '') && why.includes(`"${OVER}"`));
    if (effect !== 'unknown' || !(asksAuthorizer || asksLimiter)) continue;
    const status = asksAuthorizer ? 401 : 429;
    // It rests on what the whole way does: what the authorizer is asked may have been taken out before.
    const { filters = [], assuming: rests = [] } = branch.outcome;
    const mayWrite = filters.some((each) => CUSTOM_RESPONSE.test(each.type ?? ''));
    const assuming = mayWrite
      ? [...rests, { filter: null, that: 'what refuses is not written anew' }]
      : rests;
    refusals.push({
      ...branch,
      outcome: { ...NOTHING, kind: 'answered', status, by: { filter: '', type }, assuming },
    });
    if (!isOpen && !/about [\d.]+ %/.test(why)) return refusals;
  }
  return [branch, ...refusals];
}
