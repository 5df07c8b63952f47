/** Runs expectations written as YAML against routes written as YAML, for tests. */

import type { OpenOptions } from '../../../src/model/index.ts';
import { type RouteTest, readTests } from '../../../src/routing/expect/read.ts';
import { runTest } from '../../../src/routing/expect/run.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { opened } from '../../opened.ts';

const regexes = regexEngine();

export function testsIn(text: string, name = 'tests.yaml'): readonly RouteTest[] {
  return readTests(sourceFile(name, text, 'named'), 'proxy');
}

/** The results of every test. @param routes a configuration */
export function results(routes: string, tests: string, options: OpenOptions = {}) {
  const configuration = opened(routes, options);
  const [found] = findRouting([configuration]).routes;
  if (!found) throw new Error('no route configuration was found');
  return testsIn(tests).map((test) => runTest(test, found, { namespace: configuration.namespace, regexes }));
}

/** What fails of one test with this input and these expectations. */
export function failures(routes: string, input: string, validate: string) {
  const test = `- test_name: it\n  input: {authority: shop.test, path: /, ${input}}\n  validate: {${validate}}`;
  return results(routes, test).flatMap((each) => [...each.test.problems, ...each.failures]);
}
