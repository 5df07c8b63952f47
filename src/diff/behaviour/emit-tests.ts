/** The requests of a comparison as tests that expect what happens after the change (CONTRACT, test). */
import { startFiltering } from '../../routing/expect/filtered.ts';
import { withHostOptions } from '../../routing/expect/run.ts';
import { asTest } from '../../routing/expect/spellings.ts';
import { type SuggestedTest, suggestedFor } from '../../routing/expect/suggest.ts';
import type { Request } from '../../routing/request/request.ts';
import { traceRequest } from '../../routing/trace.ts';
import { chooseRoutes } from '../../routing/where/choose.ts';
import type { ChangedRequests } from './changed-requests.ts';
import type { BehaviourResult } from './compare.ts';
import { outcomeWords } from './describe/describe.ts';

export interface EmittedTests {
  /** The content of a test file. */
  readonly tests: readonly SuggestedTest[];
  /** Requests that no test can ask for, or whose outcome none can expect. */
  readonly left: readonly { readonly request: Request; readonly why: string }[];
}

/** A test for each group of requests; it holds on the second input. */
export function emitTests(result: BehaviourResult): EmittedTests {
  const tests: SuggestedTest[] = [];
  const left: EmittedTests['left'][number][] = [];
  const names = new Map<string, number>();
  for (const change of result.changes) {
    const test = testOf(change, result);
    if (typeof test === 'string') {
      left.push({ request: change.request, why: test });
      continue;
    }
    const count = (names.get(test.test_name) ?? 0) + 1;
    names.set(test.test_name, count);
    tests.push(count === 1 ? test : { ...test, test_name: `${test.test_name} (${count})` });
  }
  return { tests, left };
}

function testOf(
  { request, served, after }: ChangedRequests,
  result: BehaviourResult,
): SuggestedTest | string {
  if (request.runtime !== undefined) return 'a test cannot set runtime values';
  const { found, context } = served;
  const asked = asTest(request, { runtime: undefined, randomValue: 0 }, context.namespace);
  if (asked === undefined) return 'a test cannot send it';
  const choice = chooseRoutes(result.served.after, asked.request, {});
  if (choice.kind !== 'routes' || choice.found !== found)
    return 'nothing in the request tells which route configuration it comes to';
  const trace = traceRequest(found.routeConfiguration, asked.request, withHostOptions(asked, context));
  const [test] = suggestedFor({ asked, trace }, found, context, startFiltering(result.served.after, {}));
  if (test === undefined) return 'its outcome cannot be expected in a test';
  const url = `${request.authority}${request.path}`;
  const name = `${request.method} ${url} ${outcomeWords(after.outcome)}`.replaceAll('"', '');
  return { ...test, test_name: name };
}
