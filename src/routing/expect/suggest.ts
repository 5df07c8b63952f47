/** Tests that hold now: for each route that can be tested a request, and the outcome it has. */

import type { Message } from '../../schema/types.ts';
import { lowerMatch, type PathTest, type Predicate } from '../../traffic/predicate.ts';
import { pathRuleText } from '../../traffic/words.ts';
import type { RoutingContext } from '../context.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { headerLines } from '../request/request.ts';
import { type Trace, traceRequest } from '../trace.ts';
import type { FoundRoutes } from '../where/found-routes.ts';
import type { TextKey } from './expectation.ts';
import type { Filtered } from './filtered.ts';
import { readingOf, withHostOptions } from './run.ts';
import type { Asked } from './spellings.ts';

/** A test as a test file has it, its keys in the order in which they are written. */
export interface SuggestedTest {
  readonly test_name: string;
  readonly input: { readonly [key: string]: InputValue };
  readonly validate: { readonly [key: string]: string | number };
}

export type InputValue =
  | string
  | number
  | boolean
  | readonly { readonly key: string; readonly value: string }[];

/** A request as a test asks it, and where it goes. */
export interface Reached {
  readonly asked: Asked;
  readonly trace: Trace;
}

/**
 * The tests for one route: one request, and for weighted clusters one for each further cluster, by its random value.
 * None where what becomes of the request cannot be expected in a test.
 */
export function suggestedFor(
  reached: Reached,
  found: FoundRoutes,
  context: RoutingContext,
  filter: Filtered,
): readonly SuggestedTest[] {
  const first = withClusterHeader(reached, found, context);
  const cases = [first, ...furtherClusters(first, found, context)];
  return cases.flatMap(({ asked, trace }) => {
    const own = withHostOptions(asked, context);
    const { outcome: filtered } = filter(trace, found, own);
    const validate = expectationsOf(asked, trace, found, { filtered, context: own });
    if (Object.keys(validate).length === 0) return [];
    return [{ test_name: testName(found, trace, asked, filtered), input: inputOf(asked), validate }];
  });
}

function traced(asked: Asked, found: FoundRoutes, context: RoutingContext): Reached {
  const trace = traceRequest(found.routeConfiguration, asked.request, withHostOptions(asked, context));
  return { asked, trace };
}

function isSamePlace(left: Trace, right: Trace): boolean {
  return left.virtual_host_index === right.virtual_host_index && left.route?.index === right.route?.index;
}

function routeOf({ trace }: Reached, found: FoundRoutes): Message<'route.Route'> | undefined {
  const hosts = found.routeConfiguration.virtual_hosts;
  return hosts?.[trace.virtual_host_index ?? -1]?.routes?.[trace.route?.index ?? -1];
}

/** With the header that names the cluster, where the route reads one and the request may have it. */
function withClusterHeader(reached: Reached, found: FoundRoutes, context: RoutingContext): Reached {
  const header = routeOf(reached, found)?.route?.cluster_header?.toLowerCase();
  if (header === undefined || header.startsWith(':') || header === 'host') return reached;
  const { asked } = reached;
  const { request } = asked;
  if (Object.hasOwn(request.headers, header)) return reached;
  const [known = 'some-cluster'] = [...(context.clusters ?? [])].sort();
  const named = { ...request, headers: { ...request.headers, [header]: known } };
  const again = traced({ ...asked, request: named }, found, context);
  return isSamePlace(again.trace, reached.trace) && again.trace.outcome.kind === 'forward' ? again : reached;
}

/** So many clusters of one route get a test each: a trace looks at all of them. */
const MAX_CLUSTERS = 200;

/** The same request for the clusters that another random value picks. */
function furtherClusters(first: Reached, found: FoundRoutes, context: RoutingContext): readonly Reached[] {
  const entries = routeOf(first, found)?.route?.weighted_clusters?.clusters ?? [];
  const seen = new Set([clusterOf(first.trace)]);
  const further: Reached[] = [];
  let begin = 0;
  for (const { name, weight = 0 } of entries) {
    const randomValue = begin;
    begin += weight;
    if (seen.size > MAX_CLUSTERS) break;
    if (weight === 0 || name === undefined || seen.has(name)) continue;
    const request = { ...first.asked.request, random_value: randomValue };
    const next = traced({ ...first.asked, request }, found, context);
    if (!isSamePlace(next.trace, first.trace) || clusterOf(next.trace) !== name) continue;
    seen.add(name);
    further.push(next);
  }
  return further;
}

function clusterOf({ outcome }: Trace): string | undefined {
  return outcome.kind === 'forward' ? outcome.clusters[0]?.name : undefined;
}

/** What a test file says of a request, defaults left out. */
export function inputOf({ request, runtime }: Asked): SuggestedTest['input'] {
  const headers = headerLines(request).map(([key, value]) => ({ key, value }));
  return {
    authority: request.authority,
    path: request.path,
    ...(request.method === 'GET' ? {} : { method: request.method }),
    ...(request.scheme === 'https' ? { ssl: true } : {}),
    ...(request.internal ? { internal: true } : {}),
    ...(headers.length === 0 ? {} : { additional_request_headers: headers }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(request.random_value === undefined || request.random_value === 0
      ? {}
      : { random_value: request.random_value }),
    ...(request.route_config === undefined ? {} : { route_config: request.route_config }),
    ...(request.listener === undefined ? {} : { listener: request.listener }),
    ...(request.server_name === undefined ? {} : { server_name: request.server_name }),
    ...(request.alpn === undefined ? {} : { alpn: request.alpn }),
  };
}

function expectationsOf(
  asked: Asked,
  trace: Trace,
  found: FoundRoutes,
  { filtered, context }: { readonly filtered: Outcome; readonly context: RoutingContext },
): SuggestedTest['validate'] {
  const { request } = asked;
  const { outcome } = trace;
  const reading = readingOf({ ...asked, responseHeaders: new Map() }, found, trace, filtered, context);
  const validate: { [key: string]: string | number } = {};
  /** Left out where nobody would expect anything else. */
  const expect = (key: TextKey, usual?: string): void => {
    const text = reading.text(key);
    if (typeof text === 'string' && text !== usual) validate[key] = text;
  };
  if (outcome.kind !== 'redirect' && outcome.kind !== 'direct_response') expect('cluster_name');
  if (outcome.kind === 'forward') expect('virtual_host_name', '');
  if (outcome.kind === 'forward') {
    expect('virtual_cluster_name', '');
    expect('path_rewrite', request.path);
    expect('host_rewrite', request.authority);
    if (filtered.kind !== 'answered') return validate;
  }
  if (outcome.kind === 'redirect') expect('path_redirect');
  const code = reading.code();
  if (typeof code === 'string' && code !== '') validate.response_code = Number(code);
  return validate;
}

/** Such as `prefix /cart at shop goes to cart`; without quotes, so that a file needs none around it. */
function testName(found: FoundRoutes, trace: Trace, { request }: Asked, filtered: Outcome): string {
  const host = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[trace.route?.index ?? -1];
  const asked = lowerMatch(route?.match);
  const where = host?.name === undefined || host.name === '' ? '' : ` at ${host.name}`;
  const drawn = route?.route?.weighted_clusters === undefined ? '' : `, drawing ${request.random_value ?? 0}`;
  return `${routeLabel(route?.name, asked)}${conditionsText(asked)}${where} ${outcomeText(trace.outcome)}${drawn}${answeredText(filtered)}`;
}

/** The route stays what it is about; a filter answers before it counts. */
function answeredText(filtered: Outcome): string {
  return filtered.kind === 'answered' ? `, but ${filtered.by.filter} answers ${filtered.status}` : '';
}

function routeLabel(name: string | undefined, { path }: Predicate): string {
  const rule = ruleText(path);
  return name === undefined || name === '' ? rule : `${name} (${rule})`;
}

function ruleText(path: PathTest): string {
  return path.kind === 'regex' ? `regex ${path.pattern}` : pathRuleText(path, (text) => text);
}

/** Of so many conditions the names are shown. */
const MAX_CONDITIONS = 3;

function conditionsText({ grpc, headers, query, fraction }: Predicate): string {
  const names = [
    ...(grpc ? ['gRPC'] : []),
    ...headers.map(({ name }) => name),
    ...query.map(({ name }) => `?${name}`),
    ...(fraction?.runtime_key === undefined ? [] : [fraction.runtime_key]),
  ];
  if (names.length === 0) return '';
  const more = names.length > MAX_CONDITIONS ? ', …' : '';
  return ` with ${names.slice(0, MAX_CONDITIONS).join(', ')}${more}`;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'forward':
      return `goes to ${outcome.clusters[0]?.name ?? ''}`;
    case 'redirect':
      return 'is redirected';
    case 'direct_response':
      return `is answered with ${outcome.status}`;
    case 'not_found':
      return `is answered with ${outcome.status} for want of a cluster`;
    default:
      return 'is taken';
  }
}
