/** Whether requests that commands print do what was said of them, given to `trace` as they were printed. */
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { type BoundMessage, NODE } from '../../../src/model/bound.ts';
import type { Configuration } from '../../../src/model/index.ts';
import { suggestedTests } from '../../../src/report/requests/suggested-tests.ts';
import { requestCommand } from '../../../src/results/requests.ts';
import { coverageOf } from '../../../src/routing/expect/coverage.ts';
import { startReaching } from '../../../src/routing/expect/reach.ts';
import { startCandidates } from '../../../src/routing/match/candidates.ts';
import type { FilterStep, Outcome } from '../../../src/routing/outcome/outcome.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { partOf, startMeter } from '../../../src/routing/regex/meter.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { parseRequest } from '../../../src/routing/request/request-json.ts';
import { readRequestLine } from '../../../src/routing/request/request-line.ts';
import { type Routed, routeRequest } from '../../../src/routing/route.ts';
import { type FoundRouting, findRouting } from '../../../src/routing/where/find.ts';
import { shellWords } from '../../../src/source/shell-words.ts';
import { openInput } from '../../../src/tui/jobs/input.ts';
import { exploreRequestFor } from '../../../src/tui/jobs/trace.ts';

/** A printed request, and what is wrong with what `trace` says of it. */
export interface Tried {
  readonly by: 'analyze' | 'diff' | 'suggest' | 'explore';
  readonly request: unknown;
  /** Undefined where it does what was said. */
  readonly wrong: string | undefined;
}

const regexes = regexEngine({ clock: { now: () => performance.now(), milliseconds: 2000 } });
const candidates = startCandidates(regexes);

/** What `trace` says, or why it says nothing. */
type Answer = Routed | string;

interface Traced {
  readonly routing: FoundRouting;
  /** The answers to the JSON form and to the printed command, which have to be one. */
  readonly ask: (request: Request) => Answer;
}

function tracing(configurations: readonly Configuration[]): Traced {
  const routing = findRouting(configurations);
  const { clusters, nameless } = routing;
  const routed = (request: Request): Answer => {
    const answer = routeRequest(routing, request, {}, ({ namespace }) => ({
      namespace,
      regexes,
      candidates,
      nameless,
      ...(clusters ? { clusters } : {}),
    }));
    return 'problem' in answer ? `${answer.problem}; ${answer.hint}` : answer;
  };
  return {
    routing,
    ask: (request) => {
      const parsed = parseRequest(JSON.parse(JSON.stringify(request)));
      if ('problem' in parsed) return parsed.problem;
      const typed = typedCommand(requestCommand(request, 'front.yaml'));
      if (typeof typed === 'string') return `the command is refused: ${typed}`;
      const [byJson, byCommand] = [routed(parsed.request), routed(typed)];
      return textOf(byJson) === textOf(byCommand)
        ? byJson
        : `the command says ${textOf(byCommand)}, the JSON form ${textOf(byJson)}`;
    },
  };
}

/** An outcome without what filters that let the request pass did: what is printed speaks of routes. */
function ofRoute(outcome: Outcome): object {
  const { filters: _, assuming: __, ...rest } = outcome;
  if (rest.kind !== 'random') return rest;
  return { ...rest, branches: rest.branches.map((each) => ({ ...each, outcome: ofRoute(each.outcome) })) };
}

/** The request of a printed command, as the command reads it. */
function typedCommand(command: string): Request | string {
  const [program, ...rest] = shellWords(command);
  if (program !== 'printf') return readRequestLine(rest.slice(2));
  const parsed = parseRequest(JSON.parse(rest[1] ?? ''));
  return 'problem' in parsed ? parsed.problem : parsed.request;
}

function textOf(answer: Answer): string {
  if (typeof answer === 'string') return answer;
  const { virtual_host, route, outcome } = answer.trace;
  return JSON.stringify([virtual_host, route?.index, ofRoute(together(outcome))]);
}

/** Clusters of one route that only filters tell apart, as the route has them. */
function together(outcome: Outcome): Outcome {
  if (outcome.kind !== 'random') return outcome;
  const all = outcome.branches.map((branch) => branch.outcome);
  const texts = new Set(all.map((each) => JSON.stringify(ofRoute({ ...each, clusters: [] }))));
  const [first] = all;
  if (first?.kind !== 'forward' || texts.size > 1) return outcome;
  return { ...first, clusters: all.flatMap(({ clusters }) => clusters) };
}

/** Requests of findings: they come to a route that hides another one, or to the one that is complained about. */
export function triedByAnalyze(configuration: Configuration): readonly Tried[] {
  const { ask } = tracing([configuration]);
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return findings.flatMap(({ rule, request, data }): readonly Tried[] => {
    if (request === undefined) return [];
    const answer = ask(request);
    if (typeof answer === 'string') return [{ by: 'analyze', request, wrong: answer }];
    const { trace } = answer;
    const taken = takersOf(trace.route?.index, trace.outcome);
    // What hides a route may share its requests with others before it.
    const isMeant = (each: number): boolean =>
      rule === 'shadowed-route' ? each < Number(data.route) : each === data.route;
    const isSaid =
      trace.virtual_host === data.virtual_host &&
      taken.length > 0 &&
      taken.every(isMeant) &&
      (rule !== 'redirect-loop' || trace.outcome.location === data.location);
    return [
      {
        by: 'analyze',
        request,
        wrong: isSaid ? undefined : `${rule} says ${JSON.stringify(data)}, trace ${textOf(answer)}`,
      },
    ];
  });
}

function takersOf(route: number | undefined, outcome: Outcome): readonly number[] {
  if (outcome.kind !== 'random') return route === undefined ? [] : [route];
  return outcome.branches.flatMap((branch) => branch.route?.index ?? []);
}

/** Requests that are handled differently: on each side they do what the report says. */
export function triedByDiff(
  before: readonly Configuration[],
  after: readonly Configuration[],
): readonly Tried[] {
  const sides = { before: tracing(before), after: tracing(after) };
  const { changes } = compareBehaviour(before, after);
  return changes.map((change): Tried => {
    const wrong = (['before', 'after'] as const).flatMap((side) => {
      const answer = sides[side].ask(change.request);
      const { virtual_host, route, outcome } = change[side];
      const said = JSON.stringify([virtual_host, route?.index, ofRoute(together(outcome))]);
      if (textOf(answer) === said || isNamed(outcome, answer)) return [];
      return `${side}: said ${said}, trace ${textOf(answer)}`;
    });
    return { by: 'diff', request: change.request, wrong: wrong[0] };
  });
}

/** Whether what is said rests on a filter that `trace` says answers the request, or changes it. */
function isNamed({ assuming = [] }: Outcome, answer: Answer): boolean {
  if (typeof answer === 'string') return false;
  const all = stepsIn(answer.trace.outcome);
  return assuming.some(({ filter }) =>
    all.some(({ name, effect }) => name === filter && effect !== 'passed' && effect !== 'skipped'),
  );
}

/** What filters did, in whichever branch. */
export function stepsIn(outcome: Outcome): readonly FilterStep[] {
  return outcome.kind === 'random'
    ? outcome.branches.flatMap((branch) => stepsIn(branch.outcome))
    : (outcome.filters ?? []);
}

/** Suggested tests, as requests; runtime keys that a test does not name are off. */
export function triedBySuggest(configuration: Configuration): readonly Tried[] {
  const { routing, ask } = tracing([configuration]);
  const whole = startMeter({ work: 500_000_000 });
  const { clusters } = routing;
  const reachOf = startReaching({
    routing,
    contextFor: ({ namespace }) => ({ namespace, regexes, candidates, ...(clusters ? { clusters } : {}) }),
    meter: () => (whole.exhausted() === undefined ? partOf(whole, 5_000_000) : undefined),
  });
  const keys = runtimeKeys(routing);
  return suggestedTests(coverageOf(routing.routes, [], reachOf, routing)).map(
    ({ input, validate }): Tried => {
      const { additional_request_headers: added, ssl, runtime, ...rest } = input;
      const headers = Array.isArray(added)
        ? Object.fromEntries(added.map(({ key, value }) => [key, value]))
        : {};
      const off = Object.fromEntries(keys.map((key) => [key, key === runtime ? 100 : 0]));
      const request = {
        random_value: 0,
        remote_address: '127.0.0.1',
        ...rest,
        scheme: ssl === true ? 'https' : 'http',
        headers,
        ...(keys.length === 0 ? {} : { runtime: off }),
      };
      const parsed = parseRequest(request);
      const answer = 'problem' in parsed ? parsed.problem : ask(parsed.request);
      return { by: 'suggest', request, wrong: missedBy(answer, validate) };
    },
  );
}

function runtimeKeys({ routes }: FoundRouting): readonly string[] {
  const keys = routes.flatMap(({ routeConfiguration }) =>
    (routeConfiguration.virtual_hosts ?? []).flatMap(({ routes: own = [] }) =>
      own.flatMap(({ match }) => match?.runtime_fraction?.runtime_key || []),
    ),
  );
  return [...new Set(keys)];
}

/** What a test expects and a trace does not say; the name of a test may stand for any cluster that is drawn. */
function missedBy(
  answer: Answer,
  {
    cluster_name: cluster,
    virtual_host_name: host,
    path_redirect: location,
    response_code: code,
  }: { readonly [key: string]: unknown },
): string | undefined {
  if (typeof answer === 'string') return answer;
  const { outcome, virtual_host } = answer.trace;
  const isMet =
    (cluster === undefined || (outcome.clusters[0]?.name ?? '') === cluster) &&
    (host === undefined || virtual_host === host || outcome.kind === 'not_found') &&
    (location === undefined || outcome.location === location) &&
    (code === undefined || outcome.status === code);
  return isMet
    ? undefined
    : `the test expects ${JSON.stringify([cluster, host, location, code])}, trace says ${textOf(answer)}`;
}

/** The requests that the explorer finds for routes land there. */
export function triedByExplore(configuration: Configuration): readonly Tried[] {
  const { name, text } = configuration.file;
  const file = { name, text, levels: new Map() };
  const diff = { ignore: [], rules: new Map() };
  const input = { side: [file], together: true, showSecrets: true, diff };
  const opened = openInput(input, () => performance.now());
  const { subject } = opened;
  const { ask } = tracing(opened.side);
  return subject.routing.routes.flatMap((found) =>
    (found.routeConfiguration.virtual_hosts ?? []).flatMap((host, index) =>
      (host.routes ?? []).flatMap((route, at): readonly Tried[] => {
        const root = subject.documents.findIndex((each) => each.root === found.rootOf(index));
        const node = (route as BoundMessage)[NODE];
        if (root === -1 || node === undefined) return [];
        const answer = exploreRequestFor(opened, { root, node });
        if (answer?.kind !== 'lands') return [];
        const { request } = answer.traced;
        const told = ask(request);
        const lands =
          typeof told !== 'string' &&
          told.found?.name === found.name &&
          takersOf(told.trace.route?.index, told.trace.outcome).includes(at);
        return [
          {
            by: 'explore',
            request,
            wrong:
              lands && !('problem' in answer.traced)
                ? undefined
                : `should come to route ${at}: ${textOf(told)}`,
          },
        ];
      }),
    ),
  );
}
