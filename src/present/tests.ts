/** What the reports of `cfgtool test` are made from. */
import type { AskedProxy } from '../proxy/asked.ts';
import type { Redact } from '../results/secrets/redact.ts';
import type { Coverage, CoveredRoute, NeverReached } from '../routing/expect/coverage.ts';
import type { TestResult } from '../routing/expect/run.ts';
import { routePlace } from '../routing/where/found-routes.ts';
import { secretlyIf } from '../source/secret-marks.ts';
import { isCredentialHeader } from '../source/secret-names.ts';

/** What came of a test, with what a real proxy did with its request where one was asked. */
export interface JudgedResult extends TestResult {
  readonly proxy?: AskedProxy;
}

export interface TestReport {
  /** The file of tests, as messages name it. */
  readonly file: string;
  readonly results: readonly JudgedResult[];
  readonly coverage: Coverage;
  /** `--fail-under`, in percent. */
  readonly failUnder: number | undefined;
}

export function hasFailed({ failures, test, proxy }: JudgedResult): boolean {
  return failures.length + test.problems.length > 0 || proxy?.verdict.kind === 'different';
}

export function isBelow({ coverage, failUnder }: TestReport): boolean {
  return failUnder !== undefined && coverage.percent < failUnder;
}

/** Whether everything holds that was asked for. */
export function hasPassed(report: TestReport): boolean {
  return !report.results.some(hasFailed) && !isBelow(report);
}

export function placeOfCovered({ found, virtualHost, route }: CoveredRoute) {
  return routePlace(found, virtualHost, route);
}

/** Why a route has no request that a test could send; undefined where it has one. */
export function reasonOf({ reach }: NeverReached): string | undefined {
  if (reach.kind === 'reachable') return undefined;
  return reach.kind === 'undecided' ? `undecided: ${reach.why}` : `no test can reach it: ${reach.why}`;
}

/** Percent with as many digits as tell 99.96 from 100. */
export function percentText(percent: number): string {
  return `${Math.floor(percent * 10) / 10}%`;
}

/** What is wrong with a test, a line each, without secrets: these are looked for before a text comes into quotes. */
export function complaints({ failures, test, proxy }: JudgedResult, redact: Redact): readonly string[] {
  const quoted = (text: string, key = ''): string =>
    JSON.stringify(redact(secretlyIf(isCredentialHeader(key.replace(/^.* /, '')), text)));
  return [
    ...test.problems.map(redact),
    ...failures.map(
      ({ key, expected, actual }) =>
        `${redact(key)}: expected ${quoted(expected, key)}, got ${actual === null ? 'nothing' : quoted(actual, key)}`,
    ),
    ...(proxy?.verdict.kind === 'different' ? proxy.verdict.differences : []).map(
      ({ what, model, proxy: other }) =>
        `${redact(what)}: ${quoted(model, what)} by the model, ${quoted(other, what)} by the proxy`,
    ),
  ];
}
