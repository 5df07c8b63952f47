/**
 * Proofs of what is said about dead routes and virtual clusters: each claim by the algebra and by sampling, each
 * route without one by a request that reaches it.
 */
import { expect } from 'vitest';
import { analysisRules, analyze, type Finding, type Subject } from '../../src/analyze/index.ts';
import { type HostVerdicts, routeVerdicts } from '../../src/analyze/traffic/verdicts.ts';
import { virtualClusterVerdicts } from '../../src/analyze/traffic/virtual-clusters.ts';
import { baseOf, decide, routeList, type Verdict } from '../../src/routing/all/index.ts';
import { matchesRoute } from '../../src/routing/match/match.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import { type Request, seen } from '../../src/routing/request/request.ts';
import { shareOf, takesAll } from '../../src/routing/runtime.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { type FoundRoutes, routePlace } from '../../src/routing/where/found-routes.ts';
import type { Message } from '../../src/schema/types.ts';
import { lowerMatch } from '../../src/traffic/predicate.ts';
import { type Aim, requestsFor } from './requests.ts';

const RULES = analysisRules.filter(({ id }) => /^(?:shadowed|impossible)-/.test(id));
const SAMPLES = 10_000;

type Dead = Extract<Verdict, { kind: 'hidden' | 'never' }>;

interface Claim {
  readonly host: number;
  readonly index: number;
  readonly verdict: Dead;
}

/**
 * How many routes and virtual clusters were found to be what, so that a test can ask for some of each; `missed` are
 * hidden routes of which no sample met the conditions, so that sampling says nothing about them.
 */
export type Tally = {
  [kind in
    | Verdict['kind']
    | 'by default'
    | 'missed'
    | 'certificate'
    | 'counting'
    | 'idle'
    | 'idle missed']?: number;
};

/**
 * @param subject of one file
 * @param seed of the sampling
 */
export function prove(subject: Subject, seed: number, tally: Tally): void {
  const { findings } = analyze(subject, { rules: RULES, known: RULES.map(({ id }) => id) });
  const count = (kind: keyof Tally): void => {
    tally[kind] = (tally[kind] ?? 0) + 1;
  };
  const byPlace = new Map(findings.map((finding) => [placeKey(finding), finding]));
  const claims = new Map<FoundRoutes, Claim[]>();
  for (const each of subject.shared(routeVerdicts)) {
    const { found, host, verdicts } = each;
    for (const [index, verdict] of verdicts.entries()) {
      // Where a matcher repeats a route, or ends a branch.
      if (verdict === undefined) continue;
      count(verdict.kind);
      if (verdict.kind === 'alive' && verdict.witness.client_certificate !== undefined) count('certificate');
      const place = routePlace(found, host, index);
      const finding = place && byPlace.get(placeKey(place));
      if (verdict.kind === 'alive') {
        expect(finding).toBeUndefined();
        const own = each.virtualHost.routes?.[index];
        // Beside a condition that nobody knows, the witness is one of what is known.
        if (lowerMatch(own?.match).isUnknown) continue;
        const { host: comesTo, routes } = reached(subject, found, verdict.witness, own);
        expect(comesTo).toBe(host);
        expect(routes).toContain(index);
      } else if (verdict.kind === 'undecided') expect(finding?.rule ?? 'undecided').toBe('undecided');
      else {
        if (verdict.byDefault) count('by default');
        if (place !== undefined && !isSaidElsewhere(each, index)) proveFinding(finding, index, verdict);
        proveByAlgebra(subject, each, index, verdict);
        claims.set(found, [...(claims.get(found) ?? []), { host, index, verdict }]);
      }
    }
  }
  for (const [found, all] of claims) proveBySampling(subject, found, all, { seed, count });
  proveVirtualClusters(subject, seed, count);
}

function placeKey({
  document = 0,
  embedded = '',
  pointer,
}: Pick<Finding, 'document' | 'embedded' | 'pointer'>) {
  return `${document} ${embedded} ${pointer}`;
}

/** A route without a path rule is an error; one in a virtual host that nothing comes to is not the route's matter. */
function isSaidElsewhere({ found, host, virtualHost }: HostVerdicts, index: number): boolean {
  const { prefix, path, regex, safe_regex: safeRegex } = virtualHost.routes?.[index]?.match ?? {};
  if ([prefix, path, regex, safeRegex].every((rule) => rule === undefined)) return true;
  return decided(found, host, [{ match: { prefix: '' } }]).kind === 'never';
}

function proveFinding(finding: Finding | undefined, index: number, verdict: Dead): void {
  expect(finding?.data).toMatchObject({
    route: index,
    ...(verdict.kind === 'hidden' ? { by: verdict.by, certain: !verdict.byDefault } : {}),
  });
  expect(finding?.rule).toBe(verdict.kind === 'hidden' ? 'shadowed-route' : 'impossible-match');
  const by = verdict.kind === 'hidden' ? verdict.by : [];
  expect(finding?.related).toHaveLength(by.length);
}

/** The routes named hide it, nobody else asked; with one of them left out they do not. */
function proveByAlgebra(
  subject: Subject,
  { found, host, virtualHost: { routes = [] } }: HostVerdicts,
  index: number,
  verdict: Dead,
): void {
  const by = verdict.kind === 'hidden' ? verdict.by : [];
  const outcome = (takers: readonly number[]) =>
    decided(
      found,
      host,
      [...takers, index].map((each) => routes[each] ?? {}),
      subject,
    );
  expect(outcome(by)).toMatchObject({ kind: verdict.kind, byDefault: verdict.byDefault });
  for (const left of by)
    expect(outcome(by.filter((other) => other !== left))).not.toMatchObject({
      kind: 'hidden',
      byDefault: verdict.byDefault,
    });
}

/** What becomes of the last of some routes. */
function decided(
  { routeConfiguration, namespace }: FoundRoutes,
  host: number,
  routes: readonly Message<'route.Route'>[],
  subject?: Subject,
): Verdict {
  const regexes = subject?.regexes ?? { matches: () => 'undecided' as const };
  const list = routeList(routes, { regexes, namespace, base: baseOf(routeConfiguration, host, namespace) });
  return decide(list, routes.length - 1, startMeter({ work: 30_000_000 }));
}

/**
 * No request that is made of the configuration's own texts reaches it; for certain ones whatever the runtime says.
 * Most of the requests are made to meet its conditions, or nearly.
 */
function proveBySampling(
  subject: Subject,
  found: FoundRoutes,
  claims: readonly Claim[],
  { seed, count }: { readonly seed: number; readonly count: (kind: keyof Tally) => void },
): void {
  const { virtual_hosts: hosts = [] } = found.routeConfiguration;
  const matchOf = ({ host, index }: Claim) => hosts[host]?.routes?.[index]?.match ?? {};
  const samples = (runtime: boolean, dead: readonly Claim[]): void => {
    const byPlace = new Map(dead.map((claim) => [`${claim.host} ${claim.index}`, claim]));
    const aims = dead.map((claim): Aim => ({ virtualHost: hosts[claim.host] ?? {}, match: matchOf(claim) }));
    const missed = new Set(dead.filter(({ verdict }) => verdict.kind === 'hidden'));
    for (const request of requestsFor(found.routeConfiguration, SAMPLES, { seed, runtime, aims })) {
      const { host, routes } = reached(subject, found, request);
      for (const index of routes)
        if (byPlace.has(`${host} ${index}`))
          expect({ request, host, index }).toBe('a request that reaches no dead route');
      if (runtime || routes.length === 0) continue;
      const looked = seen(request, found.namespace);
      for (const claim of missed)
        if (claim.host === host && matchesRoute(lowerMatch(matchOf(claim)), looked, subject.regexes) === true)
          missed.delete(claim);
    }
    if (!runtime) for (const _ of missed) count('missed');
  };
  samples(false, claims);
  const hasKeys = hosts.some(({ routes = [] }) =>
    routes.some(({ match }) => match?.runtime_fraction?.runtime_key),
  );
  const certain = claims.filter(({ verdict }) => !verdict.byDefault);
  if (hasKeys && certain.length > 0) samples(true, certain);
}

interface Reached {
  readonly host: number | null;
  readonly routes: readonly number[];
}

/**
 * The virtual host that a request comes to, and there the routes, several where chance decides.
 *
 * @param drawn a route whose fraction is given the draw, and other fractions below the whole are not: a draw for each
 * match, as the specification has it. Without it all fractions look at one random value (fact 32), by which the second
 * of two equal ones takes nothing.
 */
function reached(
  subject: Subject,
  { routeConfiguration, namespace }: FoundRoutes,
  request: Request,
  drawn?: Message<'route.Route'>,
): Reached {
  const own = drawn?.match?.runtime_fraction;
  const trace = traceRequest(routeConfiguration, request, {
    regexes: subject.regexes,
    namespace,
    ...(own === undefined
      ? {}
      : { decideFraction: (fraction) => fraction === own || takesAll(shareOf(fraction.default_value)) }),
  });
  const { virtual_host_index: host, route, outcome } = trace;
  const routes = outcome.kind === 'random' ? outcome.branches.map((branch) => branch.route) : [route];
  return { host, routes: routes.flatMap((each) => (each === null ? [] : [each.index])) };
}

function proveVirtualClusters(subject: Subject, seed: number, count: (kind: keyof Tally) => void): void {
  for (const { found, host, virtualHost, verdicts } of subject.shared(virtualClusterVerdicts)) {
    const { routeConfiguration, namespace } = found;
    const names = (virtualHost.virtual_clusters ?? []).map(({ name }) => name);
    const countedAs = (request: Request) => {
      const trace = traceRequest(routeConfiguration, request, { regexes: subject.regexes, namespace });
      return trace.virtual_host_index === host ? trace.outcome.virtual_cluster : null;
    };
    const idle = new Set<string>();
    const hidden = new Map<string, Aim>();
    for (const [index, verdict] of verdicts.entries()) {
      const name = names[index] ?? '';
      if (verdict.kind === 'alive') {
        expect(countedAs(verdict.witness)).toBe(name);
        count('counting');
      } else if (verdict.kind !== 'undecided' && names.indexOf(name) === names.lastIndexOf(name)) {
        idle.add(name);
        count('idle');
        const match = clusterMatch(virtualHost.virtual_clusters?.[index]);
        if (verdict.kind === 'hidden') hidden.set(name, { virtualHost, match });
      }
    }
    if (idle.size === 0) continue;
    const sampling = { seed, runtime: false, aims: [...hidden.values()] };
    for (const request of requestsFor(routeConfiguration, SAMPLES, sampling)) {
      const as = countedAs(request);
      if (as !== null && as !== undefined) expect(idle).not.toContain(as);
      if (as === null) continue;
      const looked = seen(request, namespace);
      for (const [name, { match }] of hidden)
        if (matchesRoute(lowerMatch(match), looked, subject.regexes) === true) hidden.delete(name);
    }
    for (const _ of hidden) count('idle missed');
  }
}

/** A virtual cluster as a match that takes the same requests (fact 51). */
function clusterMatch({
  pattern,
  headers = [],
  method,
}: Message<'route.VirtualCluster'> = {}): Message<'route.RouteMatch'> {
  const byMethod =
    method === undefined || method === 'METHOD_UNSPECIFIED'
      ? []
      : [{ name: ':method', exact_match: String(method) }];
  const byPath = pattern === undefined ? [] : [{ name: ':path', regex_match: pattern }];
  return { prefix: '', headers: [...(headers.length > 0 ? headers : byPath), ...byMethod] };
}
