/** What there is to say about a traced request: where it comes to, the way there, and what the outcome holds beside its answer. */
import type { Place } from '../model/place.ts';
import type { AskedProxy } from '../proxy/asked.ts';
import { urlText } from '../results/requests.ts';
import type { Taker } from '../routing/match/select.ts';
import type { HeaderChanges } from '../routing/outcome/header-changes.ts';
import type { ClusterShare, Outcome } from '../routing/outcome/outcome.ts';
import { answerText, percent } from '../routing/outcome/words.ts';
import { withMarkedQuery } from '../routing/request/marked-request.ts';
import type { Request } from '../routing/request/request.ts';
import type { Step } from '../routing/steps.ts';
import type { Trace } from '../routing/trace.ts';
import { type FoundRoutes, routePlace } from '../routing/where/found-routes.ts';
import { type ListenerRef, listenerText } from '../routing/where/listener.ts';
import { counted } from '../source/counted.ts';
import type { Range } from '../source/lines.ts';
import { isNoSecret } from '../source/secret-looks.ts';
import { secretlyIf } from '../source/secret-marks.ts';
import { isCredentialHeader } from '../source/secret-names.ts';
import type { Entry, Paint } from './text.ts';

export interface TraceReport {
  readonly trace: Trace;
  /** Undefined where the request comes to no route configuration. */
  readonly found: FoundRoutes | undefined;
  /** The listener that the request comes in by, where that is known. */
  readonly listener: ListenerRef | undefined;
  /** Every route that could take the request if the earlier ones were gone, where that was asked for. */
  readonly takers?: readonly Taker[];
  /** What a real proxy did with the request, where one was asked. */
  readonly proxy?: AskedProxy;
}

/** What becomes of a request in one sentence; where it asks to come in where nothing listens, that comes first. */
export function verdictText({ trace, listener }: Pick<TraceReport, 'trace' | 'listener'>): string {
  const { request, outcome, steps } = trace;
  const url = urlText(request);
  const about = steps[0]?.about;
  if (about?.kind !== 'unheard') return `${url} ${answerText(outcome)}`;
  const by = listener === undefined ? 'all the same' : `by ${listenerText(listener)}`;
  return `${url}: ${about.says}; taken to come in ${by}, it ${answerText(outcome)}`;
}

/** The place of a route of the chosen virtual host. */
export function placeOfRoute({ trace, found }: TraceReport, route: number): Place | undefined {
  return trace.virtual_host_index === null || found === undefined
    ? undefined
    : routePlace(found, trace.virtual_host_index, route);
}

/** A route of the chosen virtual host. */
export function routeAt({ trace, found }: TraceReport, route: number) {
  return found?.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1]?.routes?.[route];
}

/** So many routes that fail on the path are still shown each. */
const FEW = 2;
/** Longer lists of failing routes lose their middle. */
const MAX_ENTRIES = 24;

/** Marks what was chosen. */
export const ARROW = '→ ';

/** The steps over routes. @param place `file:line` of a route */
export function routeEntries(
  steps: readonly Step[],
  paint: Paint,
  place: (route: number) => string,
): readonly Entry[] {
  const entries: Entry[] = [];
  let run: Step[] = [];
  const close = (): void => {
    if (run.length <= FEW) entries.push(...run.map((step) => failed(step, paint)));
    else entries.push({ text: runText(run), paint: paint.dim });
    run = [];
  };
  for (const step of steps) {
    if (step.about?.kind !== 'route') continue;
    if (!step.matched && step.about.on === 'path') {
      run.push(step);
      continue;
    }
    close();
    entries.push(
      step.matched
        ? { bullet: ARROW, text: `${step.what} ${place(step.about.route)}: ${step.why}`, paint: paint.green }
        : failed(step, paint),
    );
  }
  close();
  return withoutMiddle(entries, paint);
}

function failed({ what, why }: Step, paint: Paint): Entry {
  return { text: `${what}: ${why}`, paint: paint.dim };
}

function runText(run: readonly Step[]): string {
  const [first, last] = [run[0], run.at(-1)].map((step) =>
    step?.about?.kind === 'route' ? step.about.route : 0,
  );
  return `routes ${first} to ${last}: all ${run.length} fail on the path`;
}

function withoutMiddle(entries: readonly Entry[], paint: Paint): readonly Entry[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  const half = MAX_ENTRIES / 2;
  const left = entries.length - MAX_ENTRIES;
  return [
    ...entries.slice(0, half),
    { text: `… ${left} more that fail (--format json lists them)`, paint: paint.dim },
    ...entries.slice(-half),
  ];
}

export interface OutcomeFact {
  readonly label: string;
  readonly texts: readonly string[];
}

interface Route {
  readonly route?: {
    readonly timeout?: string;
    readonly max_grpc_timeout?: string;
    readonly max_stream_duration?: unknown;
  };
}

/** What there is to say about an outcome beside its answer. */
export function outcomeFacts(
  outcome: Outcome,
  request: Request,
  route: Route | undefined,
): readonly OutcomeFact[] {
  const facts: OutcomeFact[] = [];
  const add = (label: string, ...texts: readonly (string | null)[]): void => {
    const there = texts.filter((text) => text !== null);
    if (there.length > 0) facts.push({ label, texts: there });
  };
  const forwards = outcome.kind === 'forward';
  add(
    'path',
    forwards && outcome.path !== request.path && outcome.path !== null
      ? `sent as ${withMarkedQuery(outcome.path)}`
      : null,
  );
  add(
    'host',
    forwards && outcome.auto_host_rewrite
      ? 'becomes the name of the upstream host, where that has one'
      : null,
    forwards && outcome.host !== request.authority ? `sent as ${outcome.host}` : null,
  );
  if (forwards) add('timeout', timeoutText(outcome, route));
  add('idle timeout', outcome.idle_timeout === null ? null : noneIfZero(outcome.idle_timeout));
  add(
    'priority',
    outcome.priority === 'DEFAULT' || outcome.priority === null ? null : String(outcome.priority),
  );
  add('retries', outcome.retry_policy && retryText(outcome.retry_policy));
  add(
    'mirrored',
    ...outcome.mirror.map(
      ({ cluster, numerator, denominator }) =>
        `to ${JSON.stringify(cluster)}, ${percent(numerator / denominator)} of requests`,
    ),
  );
  add(
    'counted as',
    outcome.virtual_cluster === null ? null : `virtual cluster ${JSON.stringify(outcome.virtual_cluster)}`,
  );
  add('hashed by', ...outcome.hash_policy.map(hashText));
  add('subset', subsetText(outcome.metadata_match));
  add('CORS', outcome.cors && corsText(outcome.cors));
  add('rate limits', ...outcome.rate_limit_descriptors.map(descriptorText));
  add('request', ...changeTexts(outcome.request_headers));
  add('response', ...changeTexts(outcome.response_headers));
  add('per cluster', ...outcome.clusters.flatMap(clusterTexts));
  add('undecided', ...(outcome.undecided ?? []));
  add('filters', ...filterTexts(outcome));
  add('assuming', ...(outcome.assuming ?? []).map(assumptionText));
  return facts;
}

/** What each HTTP filter did, without those behind one that answered, and without the router's own. */
function filterTexts({ filters = [] }: Outcome): readonly string[] {
  const end = filters.findIndex(({ effect }) => effect === 'answered');
  const asked = end === -1 ? filters : filters.slice(0, end + 1);
  return asked
    .filter(({ effect, type }) => effect !== 'passed' || !/\.Router$/.test(type ?? ''))
    .map(({ name, effect, why, file, range }) => {
      return `${name}${placeText(file, range)}: ${effect}, ${why}`;
    });
}

function assumptionText({ filter, that, file, range }: NonNullable<Outcome['assuming']>[number]): string {
  return filter === null ? that : `${filter}${placeText(file, range)}: ${that}`;
}

function placeText(file: string | undefined, range: Range | undefined): string {
  return file === undefined || range === undefined ? '' : ` (${file}:${range.start.line})`;
}

/** What holds for one of several clusters alone. */
function clusterTexts({ name, ...own }: ClusterShare): readonly string[] {
  const texts = [
    ...(own.request_headers ? changeTexts(own.request_headers).map((text) => `request ${text}`) : []),
    ...(own.response_headers ? changeTexts(own.response_headers).map((text) => `response ${text}`) : []),
    ...(own.rate_limit_descriptors ?? []).map((entries) => `rate limit ${descriptorText(entries)}`),
  ];
  return texts.map((text) => `${JSON.stringify(name)}: ${text}`);
}

/** A descriptor as its entries. */
export function descriptorText(entries: Outcome['rate_limit_descriptors'][number]): string {
  return entries
    .map(({ key, value }) => `${key}=${JSON.stringify(secretlyIf(isCredentialHeader(key), value))}`)
    .join(', ');
}

/** The time limit and where it comes from. */
function timeoutText({ timeout }: Outcome, route: Route | undefined): string | null {
  if (timeout === null) return null;
  const { timeout: own, max_grpc_timeout: cap, max_stream_duration: stream } = route?.route ?? {};
  if (stream !== undefined) return `${noneIfZero(timeout)}, as max_stream_duration says`;
  if (cap !== undefined && timeout !== (own ?? '15s'))
    return `${noneIfZero(timeout)}, from grpc-timeout (max_grpc_timeout is ${cap})`;
  return `${noneIfZero(timeout)}, ${own === undefined ? 'the default' : 'as the route says'}`;
}

function noneIfZero(duration: string): string {
  return duration === '0s' ? 'none (0s)' : duration;
}

/** When and how often a request is tried again. */
export function retryText(policy: { readonly [field: string]: unknown }): string {
  const { retry_on: on, num_retries: count, per_try_timeout: each } = policy;
  const codes = policy.retriable_status_codes;
  const list = Array.isArray(codes) && codes.length > 0 ? ` (${codes.join(', ')})` : '';
  const limit = typeof each === 'string' && each !== '0s' ? `, ${each} each` : '';
  if (on === undefined || on === '') return 'none: retry_on is empty';
  return `up to ${count ?? 1} on ${on}${list}${limit}`;
}

/** What a request is hashed by, and its value. */
export function hashText({
  header,
  cookie,
  connection_properties: connection,
  query_parameter: query,
  hashed,
  generated,
}: Outcome['hash_policy'][number]): string {
  const what = header
    ? `header ${header.header_name}`
    : cookie
      ? `cookie ${cookie.name}`
      : connection
        ? 'the client address'
        : query
          ? `query parameter ${query.name}`
          : 'filter state';
  if (generated) return `${what}: none sent, the proxy hands out a new one`;
  if (hashed === null) return `${what}: nothing there to hash`;
  const isSecret =
    cookie !== undefined ||
    isCredentialHeader(header?.header_name ?? '') ||
    isCredentialHeader(query?.name ?? '');
  return `${what}: ${JSON.stringify(secretlyIf(isSecret, hashed))}`;
}

/** The subset of hosts; null where there is none. */
export function subsetText(match: Outcome['metadata_match']): string | null {
  const pairs = Object.entries(match).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? null : pairs.join(', ');
}

/** How many origins a policy lets in, and which methods. */
export function corsText(policy: { readonly [field: string]: unknown }): string {
  const origins = Array.isArray(policy.allow_origin_string_match) ? policy.allow_origin_string_match : [];
  const older = [policy.allow_origin, policy.allow_origin_regex].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const count = origins.length + older.length;
  const methods = typeof policy.allow_methods === 'string' ? `, methods ${policy.allow_methods}` : '';
  return `${counted(count, 'allowed origin')}${methods}`;
}

/** Headers removed and added, one by one. */
export function changeTexts({ add, remove }: HeaderChanges): readonly string[] {
  return [
    ...remove.map((name) => `- ${name}`),
    ...add.map((addition) => `+ ${addition.key}: ${shownValue(addition)}${howText(addition)}`),
  ];
}

function shownValue({ key, value }: HeaderChanges['add'][number]): string {
  return secretlyIf(isCredentialHeader(key) && !isNoSecret(value), value);
}

function howText({ append, when }: HeaderChanges['add'][number]): string {
  if (when === 'absent') return ' (where it is missing)';
  if (when === 'present') return ' (replaces, where it is there)';
  return append ? '' : ' (replaces)';
}
