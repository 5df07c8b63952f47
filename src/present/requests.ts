/** What there is to say about the outcome of a request beside its answer. */
import type { HeaderChanges } from '../routing/outcome/header-changes.ts';
import type { ClusterShare, Outcome } from '../routing/outcome/outcome.ts';
import { percent } from '../routing/outcome/words.ts';
import { withMarkedQuery } from '../routing/request/marked-request.ts';
import type { Request } from '../routing/request/request.ts';
import { counted } from '../source/counted.ts';
import type { Range } from '../source/lines.ts';
import { isNoSecret } from '../source/secret-looks.ts';
import { secretlyIf } from '../source/secret-marks.ts';
import { isCredentialHeader } from '../source/secret-names.ts';

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
