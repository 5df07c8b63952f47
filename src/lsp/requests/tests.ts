/** Which tests come to which route (`cfgtool test`): files of expectations that belong to what an editor has open. */
import { hasFailed } from '../../present/tests.ts';
import { contextsOf } from '../../routing/context.ts';
import { chooseForTest, startFiltering } from '../../routing/expect/filtered.ts';
import { readTests } from '../../routing/expect/read.ts';
import { runTest } from '../../routing/expect/run.ts';
import { startCandidates } from '../../routing/match/candidates.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { counted } from '../../source/counted.ts';
import { InputError } from '../../source/errors.ts';
import { sourceFile } from '../../source/load.ts';
import type { Examined } from '../diagnostics.ts';
import type { Place, TestFile } from '../shapes.ts';
import type { RoutePlace } from './places.ts';

interface Arrived {
  readonly place: Place;
  readonly hasFailed: boolean;
}

/** The tests that come to a route, and how many of them fail. */
export interface RouteTests {
  readonly title: string;
  readonly places: readonly Place[];
}

/** @returns for a route what its tests are; undefined where no test comes to it */
export function testsOf(
  { subject }: Examined,
  files: readonly TestFile[],
): (place: RoutePlace) => RouteTests | undefined {
  const byRoute = new Map<FoundRoutes, Map<string, Arrived[]>>();
  const { routing, regexes } = subject;
  const contextFor = contextsOf(routing, { regexes, candidates: startCandidates(regexes) });
  for (const file of files) {
    for (const test of testsIn(file, routing.routes[0]?.namespace ?? '')) {
      const found = chooseForTest(routing, test.request, {});
      // What comes to no route of this file is about another one.
      if ('problem' in found) continue;
      const result = runTest(test, found, contextFor(found), startFiltering(routing, {}));
      const { virtual_host_index: host, route } = result.trace;
      if (host === null || route === null) continue;
      const ofFound = byRoute.get(found) ?? new Map<string, Arrived[]>();
      byRoute.set(found, ofFound);
      const key = `${host}/${route.index}`;
      const start = { line: test.line, column: 1 };
      const place = { file: file.name, range: { start, end: start } };
      ofFound.set(key, [...(ofFound.get(key) ?? []), { place, hasFailed: hasFailed(result) }]);
    }
  }
  return ({ verdicts: { found, host }, route }) => {
    const arrived = byRoute.get(found)?.get(`${host}/${route}`);
    return arrived && { title: titleOf(arrived), places: arrived.map(({ place }) => place) };
  };
}

function titleOf(arrived: readonly Arrived[]): string {
  const failed = arrived.filter((each) => each.hasFailed).length;
  const all = counted(arrived.length, 'test');
  return failed === 0 ? all : `${all}, ${failed} ${failed === 1 ? 'fails' : 'fail'}`;
}

/** What cannot be read as tests counts as none: `cfgtool test` says why. */
function testsIn({ name, text }: TestFile, namespace: string): ReturnType<typeof readTests> {
  try {
    return readTests(sourceFile(name, text, 'named'), namespace);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
