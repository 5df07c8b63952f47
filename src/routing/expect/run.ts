/** Runs expectations against a route configuration, with the manners of the proxy's route check tool. */

import { type BoundMessage, INVALID } from '../../model/bound.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { RouteVisit, RoutingContext } from '../context.ts';
import {
  type FinalHeaders,
  finalRequestHeaders,
  finalResponseHeaders,
  type Variables,
} from '../outcome/final-headers.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { Undecided } from '../regex/regexes.ts';
import { ownUrl, seen } from '../request/request.ts';
import { residue, shareOf } from '../runtime.ts';
import { type Trace, traceRequest } from '../trace.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import type { Expectation, TextKey } from './expectation.ts';
import type { Filtered } from './filtered.ts';
import { meetsMatcher } from './newer-matcher.ts';
import type { RouteTest } from './read.ts';

/** An expectation that does not hold. */
export interface Failure {
  /** The key under `validate`, with the header's name where it is about one. */
  readonly key: string;
  readonly expected: string;
  /** What is there instead; null where nothing is. */
  readonly actual: string | null;
}

export interface TestResult {
  readonly test: RouteTest;
  readonly found: FoundRoutes;
  /** With steps where the test failed. */
  readonly trace: Trace;
  /** What the HTTP filters make of it, where it is known which ones there are. */
  readonly filtered: Outcome;
  readonly failures: readonly Failure[];
}

/** What header values in the tool's requests stand for: they come from itself, over HTTP/1.1. */
const VARIABLES: Variables = new Map([
  ['PROTOCOL', 'HTTP/1.1'],
  ['DOWNSTREAM_REMOTE_ADDRESS', '127.0.0.1:0'],
  ['DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT', '127.0.0.1'],
]);

/** What a test needs for tracing its request. */
export type TestInput = Pick<RouteTest, 'request' | 'runtime' | 'responseHeaders'>;

/** @param filter what the HTTP filters make of a trace */
export function runTest(
  test: RouteTest,
  found: FoundRoutes,
  context: RoutingContext,
  filter: Filtered = (trace) => trace,
): TestResult {
  const own = withHostOptions(test, context);
  const trace = traceRequest(found.routeConfiguration, test.request, own);
  const { outcome: filtered } = filter(trace, found, own);
  const situation = { ...situationOf(test, found, trace, own), filtered };
  const failures = test.expectations.flatMap((expectation) => failureOf(expectation, situation));
  if (failures.length + test.problems.length === 0) return { test, found, trace, filtered, failures };
  const explained = traceRequest(found.routeConfiguration, test.request, { ...own, explain: true });
  return { test, found, trace: explained, filtered, failures };
}

/** The context in which the requests of tests are traced: runtime fractions have manners of their own there. */
export function withHostOptions(
  { runtime, request }: Pick<RouteTest, 'request' | 'runtime'>,
  context: RoutingContext,
): RoutingContext {
  return {
    ...context,
    decideFraction: (fraction) => takesDraw(fraction, runtime, request.random_value ?? 0),
  };
}

/** A fraction matches only where the test names its key, and then up to and including the numerator. */
export function takesDraw(
  fraction: Message<'core.RuntimeFractionalPercent'>,
  runtime: string | undefined,
  randomValue: number | string,
): boolean {
  if (runtime === undefined || runtime === '' || fraction.runtime_key !== runtime) return false;
  const { numerator, denominator } = shareOf(fraction.default_value);
  return residue(randomValue, denominator) <= numerator;
}

/** Reads the texts and codes that tests compare, off a finished trace. @param filtered what the HTTP filters make of it */
export function readingOf(
  test: TestInput,
  found: FoundRoutes,
  trace: Trace,
  filtered: Outcome,
  context: RoutingContext,
): { readonly text: (key: TextKey) => string | Undecided; readonly code: () => string | Undecided } {
  const situation = { ...situationOf(test, found, trace, context), filtered };
  return {
    text: (key) => actualText(key, situation),
    code: () => actualCode(situation, 'response_code'),
  };
}

interface Situation {
  readonly trace: Trace;
  readonly filtered: Outcome;
  readonly virtualHost: Message<'route.VirtualHost'> | undefined;
  readonly route: Message<'route.Route'> | undefined;
  readonly context: RoutingContext;
  readonly requestHeaders: FinalHeaders;
  readonly responseHeaders: FinalHeaders;
}

function situationOf(
  test: TestInput,
  { routeConfiguration }: FoundRoutes,
  trace: Trace,
  context: RoutingContext,
): Omit<Situation, 'filtered'> {
  const { outcome } = trace;
  const virtualHost = routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = virtualHost?.routes?.[trace.route?.index ?? -1];
  const visit: RouteVisit | undefined =
    virtualHost && route
      ? { routeConfiguration, virtualHost, route, request: seen(test.request, context.namespace), context }
      : undefined;
  const forwards = visit !== undefined && outcome.kind === 'forward';
  return {
    trace,
    virtualHost,
    route,
    context,
    requestHeaders: forwards ? finalRequestHeaders(visit, outcome, VARIABLES) : new Map(),
    responseHeaders: finalResponseHeaders(visit, outcome, VARIABLES, test.responseHeaders),
  };
}

function failureOf(expectation: Expectation, situation: Situation): readonly Failure[] {
  const { requestHeaders, responseHeaders } = situation;
  switch (expectation.kind) {
    case 'text':
      return compared(expectation.key, expectation.expected, actualText(expectation.key, situation));
    case 'code':
      return compared(expectation.key, expectation.expected, actualCode(situation, expectation.key));
    case 'header': {
      const actual = requestHeaders.get(lowerAscii(expectation.name)) ?? '';
      return compared(`${expectation.key} ${expectation.name}`, expectation.expected, actual);
    }
    case 'match':
      return matched(
        expectation,
        expectation.key === 'request_header_matches' ? requestHeaders : responseHeaders,
        situation,
      );
  }
}

function compared(key: string, expected: string, actual: string | Undecided): readonly Failure[] {
  if (actual === expected) return [];
  const shown = typeof actual === 'string' ? actual : `undecided: ${actual.undecided}`;
  return [{ key, expected, actual: shown }];
}

function matched(
  { key, matcher: { matcher, text } }: Extract<Expectation, { kind: 'match' }>,
  headers: FinalHeaders,
  { trace, context }: Situation,
): readonly Failure[] {
  const name = matcher.name ?? '';
  const value = headers.get(lowerAscii(name));
  // Newer forms stand apart in a matcher of version 2.
  const written = { ...matcher, ...(matcher as BoundMessage)[INVALID] };
  const conditions = Object.entries(written).filter(([field]) => isCondition(field));
  const expected = conditions.length === 0 ? 'to be there' : JSON.stringify(Object.fromEntries(conditions));
  if (typeof value === 'object')
    return [{ key: `${key} ${name}`, expected, actual: `undecided: ${value.undecided}` }];
  const request = {
    ...seen(trace.request, context.namespace),
    header: () => value,
    values: () => (value === undefined ? undefined : [value]),
  };
  const answer = meetsMatcher({ matcher, ...(text ? { text } : {}) }, request, context.regexes);
  if (answer === true) return [];
  const actual = answer === false ? (value ?? null) : `undecided: ${answer.undecided}`;
  return [{ key: `${key} ${name}`, expected, actual }];
}

/** Whether a field says what is expected of a header; one that nobody knows is a problem of the test by itself. */
function isCondition(field: string): boolean {
  const { byName } = compiledMessage('route.HeaderMatcher');
  return field !== 'name' && (byName.has(field) || /^(?:string|contains)_?match$/i.test(field));
}

/** The text a key stands for; empty where the route does not forward, but for redirects (CONTRACT, test). */
function actualText(key: TextKey, { trace, virtualHost, route }: Situation): string | Undecided {
  const { outcome } = trace;
  // An HTTP filter answers: whatever it does, the route names no cluster.
  if (key === 'cluster_name' && route?.filter_action !== undefined) return '';
  if (outcome.kind === 'undecided') return { undecided: outcome.reason };
  if (outcome.kind === 'random') return { undecided: 'it depends on chance' };
  if (key === 'path_redirect') return redirectUrl(trace);
  if (outcome.kind !== 'forward') return '';
  switch (key) {
    case 'virtual_host_name':
      return trace.virtual_host ?? '';
    case 'cluster_name':
      return outcome.clusters[0]?.name ?? '';
    case 'virtual_cluster_name':
      return openPart(outcome, 'virtual_cluster') ?? outcome.virtual_cluster ?? unmatched(virtualHost);
    case 'path_rewrite':
      return outcome.path ?? openPart(outcome, 'path') ?? '';
    case 'host_rewrite':
      return outcome.host ?? '';
  }
}

function unmatched(virtualHost: Message<'route.VirtualHost'> | undefined): string {
  return (virtualHost?.virtual_clusters?.length ?? 0) > 0 ? 'other' : '';
}

/** A part of an outcome that stayed open, with its reason. */
function openPart({ undecided }: Outcome, part: string): Undecided | undefined {
  const reason = undecided?.find((each) => each.startsWith(`${part}: `));
  return reason === undefined ? undefined : { undecided: reason.slice(part.length + 2) };
}

/** Where a redirect leads; of a direct response the request's own URL. */
function redirectUrl({ outcome, request }: Trace): string {
  if (outcome.kind === 'redirect') return outcome.location ?? '';
  if (outcome.kind !== 'direct_response') return '';
  return ownUrl(seen(request, ''), request.scheme);
}

/** The status that the client gets; what filters do with it counts where they answer for certain. */
function actualCode(
  { trace, filtered }: Pick<Situation, 'trace' | 'filtered'>,
  key: 'response_code' | 'code_redirect',
): string | Undecided {
  const { kind, status } = trace.outcome;
  if (key === 'code_redirect' && kind !== 'redirect' && kind !== 'direct_response') return '';
  if (key === 'response_code' && filtered.kind === 'answered') return String(filtered.status);
  if (kind === 'forward')
    return { undecided: filtered.kind === 'undecided' ? filtered.reason : 'the upstream answers' };
  return status === null ? '' : String(status);
}
