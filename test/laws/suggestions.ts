/** Laws of `cfgtool test --suggest`. */

import fc from 'fast-check';
import { suggestedYaml } from '../../src/report/requests/suggested-tests.ts';
import { showAll } from '../../src/results/secrets/redact.ts';
import type { RoutingContext } from '../../src/routing/context.ts';
import { type Coverage, coverageOf } from '../../src/routing/expect/coverage.ts';
import { chooseForTest, startFiltering } from '../../src/routing/expect/filtered.ts';
import { type ReachOptions, startReaching } from '../../src/routing/expect/reach.ts';
import { readTests } from '../../src/routing/expect/read.ts';
import { runTest, type TestResult } from '../../src/routing/expect/run.ts';
import { startCandidates } from '../../src/routing/match/candidates.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import { type FoundRouting, findRouting } from '../../src/routing/where/find.ts';
import type { FoundRoutes } from '../../src/routing/where/found-routes.ts';
import { sourceFile } from '../../src/source/load.ts';
import { opened } from '../opened.ts';
import { bootstraps, routeConfigurations } from './configurations.ts';
import { demand, demandSame, type Law, law } from './law.ts';

const regexes = regexEngine();
const candidates = startCandidates(regexes);

function reachOptionsOf(routing: FoundRouting): ReachOptions {
  const { clusters } = routing;
  const contextFor = ({ namespace }: FoundRoutes): RoutingContext => ({
    namespace,
    regexes,
    candidates,
    ...(clusters ? { clusters } : {}),
  });
  return {
    routing,
    contextFor,
    meter: () => startMeter({ work: 2_000_000 }),
  };
}

export interface SuggestedRun {
  /** What is known before there is any test. */
  readonly before: Coverage;
  readonly text: string;
  /** Of the suggested tests. */
  readonly results: readonly TestResult[];
  readonly after: Coverage;
}

/** Writes the tests that are suggested for a configuration, reads them again and runs them. */
export function suggestedRun(text: string): SuggestedRun {
  const routing = findRouting([opened(text, { api: 'v2' })]);
  const options = reachOptionsOf(routing);
  const before = coverageOf(routing.routes, [], startReaching(options), routing);
  const yaml = suggestedYaml('routes.yaml', before, showAll);
  const isEmpty = before.never.every(({ reach }) => reach.kind !== 'reachable');
  const tests = isEmpty
    ? []
    : readTests(sourceFile('tests.yaml', yaml, 'named'), routing.routes[0]?.namespace ?? '');
  const results = tests.map((test) => {
    const found = chooseForTest(routing, test.request, {});
    if ('problem' in found) throw new Error(`${test.name}: ${found.problem}`);
    return runTest(test, found, options.contextFor(found), startFiltering(routing, {}));
  });
  const after = coverageOf(routing.routes, results, startReaching(options), routing);
  return { before, text: yaml, results, after };
}

/** Everything that is suggested passes, and no route that a test can reach is left out. */
export function demandSuggestionsHold({ before, text, results, after }: SuggestedRun): void {
  for (const { test, failures } of results)
    demand(
      failures.length + test.problems.length === 0,
      () => `${test.name} fails: ${JSON.stringify([failures, test.problems])}\n${text}`,
    );
  const left = after.never.filter(({ reach }) => reach.kind === 'reachable');
  demandSame(left.length, 0, 'reachable routes without a test');
  const undecided = before.never.filter(({ reach }) => reach.kind === 'undecided').length;
  demandSame(after.reached, after.total - undecided, 'reached routes');
}

const asked = fc.record({
  path: fc.constantFrom('/', '/a', '/ab', '/A', '/a/b', '/b', '/a?k=1', '/a?k=2&l', '/c'),
  authority: fc.constantFrom('a.test', 'x.a.test', 'b.test:8080', 'a.example', 'c', 'axb'),
  ssl: fc.boolean(),
  runtime: fc.constantFrom('k', 'l', 'm'),
  random_value: fc.constantFrom(0, 1, 51, 99, 5000, 9999, 999_999),
});

export const suggestionLaws: readonly Law[] = [
  law(
    {
      id: 'suggested-tests',
      says: 'Suggested tests pass and reach every route that tests can reach',
      runs: 300,
    },
    [routeConfigurations],
    (configuration) => demandSuggestionsHold(suggestedRun(JSON.stringify(configuration))),
  ),
  law(
    { id: 'suggested-listeners', says: 'So they do behind two listeners', runs: 100 },
    [bootstraps],
    (bootstrap) => demandSuggestionsHold(suggestedRun(JSON.stringify(bootstrap))),
  ),
  law(
    { id: 'unreachable-by-tests', says: 'No test reaches a route that is said to be unreachable', runs: 300 },
    [routeConfigurations, fc.array(asked, { minLength: 8, maxLength: 8 })],
    (configuration, inputs) => {
      const routing = findRouting([opened(JSON.stringify(configuration), { api: 'v2' })]);
      const options = reachOptionsOf(routing);
      const tests = { tests: inputs.map((input) => ({ input, validate: { cluster_name: '' } })) };
      const file = sourceFile('tests.json', JSON.stringify(tests), 'named');
      const reachOf = startReaching(options);
      for (const test of readTests(file, 'proxy')) {
        const found = routing.routes[0];
        if (found === undefined) continue;
        const { trace } = runTest(test, found, options.contextFor(found));
        if (trace.route === null) continue;
        const reach = reachOf(found, trace.virtual_host_index ?? -1, trace.route.index);
        demand(
          reach.kind !== 'unreachable',
          () =>
            `${JSON.stringify(test.request)} reaches route ${trace.route?.index}, ${JSON.stringify(reach)}`,
        );
      }
    },
  ),
];
