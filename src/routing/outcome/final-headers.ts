/**
 * Headers as they are in the end: what the request or response had, then level by level what is removed and what is
 * added (data-model, route.VirtualHost and route.WeightedCluster), then the rewritten path and host.
 */

import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { RouteVisit } from '../context.ts';
import type { Undecided } from '../regex/regexes.ts';
import { requestHeaders } from '../request/request.ts';
import {
  type HeaderAddition,
  type HeaderChanges,
  type Level,
  levelsOf,
  requestHeaderChanges,
  responseHeaderChanges,
} from './header-changes.ts';
import type { Outcome } from './outcome.ts';
import { keptPath } from './rewrite.ts';

/** Values by lower-case name; undecided where a value holds a variable that only the running proxy knows. */
export type FinalHeaders = ReadonlyMap<string, string | Undecided>;

/** The single values of each header, in order. */
export type Headers = Map<string, readonly (string | Undecided)[]>;

function joined(headers: Headers): FinalHeaders {
  return new Map(
    [...headers].map(([name, values]) => {
      const known = values.filter((each) => typeof each === 'string');
      return [name, values.find((each) => typeof each !== 'string') ?? known.join(',')];
    }),
  );
}

/** What `%NAME%` in a header value stands for. */
export type Variables = ReadonlyMap<string, string>;

/**
 * The headers that an outcome changes, by their lower-case names; null where one is gone in the end.
 *
 * @param visit the route that led to the outcome; absent where none did
 */
export function finalHeaders(
  visit: RouteVisit | undefined,
  outcome: Outcome,
  variables: Variables,
): { readonly request: TouchedHeaders; readonly response: TouchedHeaders } {
  const response = touched(outcome.response_headers, finalResponseHeaders(visit, outcome, variables));
  if (visit === undefined || outcome.kind !== 'forward') return { request: new Map(), response };
  return {
    request: touched(outcome.request_headers, finalRequestHeaders(visit, outcome, variables)),
    response,
  };
}

/** As {@link FinalHeaders}, with null for a header that is not there. */
export type TouchedHeaders = ReadonlyMap<string, string | Undecided | null>;

function touched({ add, remove }: HeaderChanges, all: FinalHeaders): TouchedHeaders {
  const names = [...add.map((addition) => headerName(addition)), ...remove.map(lowerAscii)];
  return new Map(names.map((name) => [name, all.get(name) ?? null]));
}

/** What goes upstream in place of the request's own path and host. */
export interface Rewritten {
  readonly path: string | Undecided;
  readonly host: string | Undecided;
}

/**
 * The first value of a header as it goes upstream, which is when the cluster of a mirror is looked up (fact 99).
 *
 * @param entries the weighted clusters that may be picked, undefined for one that is none
 */
export function changedHeader(
  visit: RouteVisit,
  entries: readonly (Level | undefined)[],
  rewritten: Rewritten,
  name: string,
): string | Undecided | undefined {
  const changing = new Set(
    entries.map((entry) =>
      entry?.request_headers_to_add || entry?.request_headers_to_remove ? entry : undefined,
    ),
  );
  const values = [...changing].map((entry) => {
    const levels = [...(entry ? [entry] : []), ...levelsOf(visit)];
    return upstreamHeaders(visit, levels, rewritten, new Map()).get(headerName({ key: name }))?.[0];
  });
  const [first, ...others] = values;
  return others.every((each) => each === first)
    ? first
    : { undecided: 'it depends on the cluster that is picked' };
}

/** The headers of the request that goes upstream. */
export function finalRequestHeaders(visit: RouteVisit, outcome: Outcome, variables: Variables): FinalHeaders {
  const { request, context } = visit;
  if (outcome.kind !== 'forward') return requestHeaders(request.request, context.namespace);
  return joined(forwardedHeaders(visit, outcome, variables));
}

/** The same of what a route sends to a cluster, with the single values of each. */
export function forwardedHeaders(
  visit: RouteVisit,
  outcome: Extract<Outcome, { readonly kind: 'forward' }>,
  variables: Variables,
): Headers {
  const open = (what: string): Undecided => ({
    undecided:
      outcome.undecided?.find((each) => each.startsWith(`${what}: `))?.slice(what.length + 2) ??
      `the ${what} is not known`,
  });
  const host = outcome.auto_host_rewrite
    ? { undecided: 'it is the name of the upstream host' }
    : (outcome.host ?? open('host'));
  const rewritten = { path: outcome.path ?? open('path'), host };
  return upstreamHeaders(visit, levelsAndCluster(visit, outcome), rewritten, variables);
}

function upstreamHeaders(
  visit: RouteVisit,
  levels: readonly Level[],
  { path, host }: Rewritten,
  variables: Variables,
): Headers {
  const { request, context } = visit;
  const { repeated = {} } = request.request;
  const headers: Headers = new Map();
  for (const [name, value] of requestHeaders(request.request, context.namespace))
    headers.set(name, lookup(repeated, name) ?? [value]);
  for (const level of levels) change(headers, level, 'request', variables);
  const kept = keptPath(visit);
  if (kept !== undefined) headers.set(`x-${context.namespace}-original-path`, [kept]);
  headers.set(':path', [path]);
  headers.set(':authority', [host]);
  return headers;
}

/**
 * The headers of the response, without those that an upstream may send.
 *
 * @param visit absent where no route decides
 * @param sent what the upstream is taken to send
 */
export function finalResponseHeaders(
  visit: RouteVisit | undefined,
  outcome: Outcome,
  variables: Variables,
  sent: ReadonlyMap<string, string> = new Map(),
): FinalHeaders {
  const headers: Headers = new Map([...sent].map(([name, value]) => [name, [value]]));
  if (outcome.status !== null) headers.set(':status', [String(outcome.status)]);
  if (outcome.location !== null) headers.set('location', [outcome.location]);
  if (visit === undefined || outcome.kind === 'not_found') return joined(headers);
  const { direct_response: direct } = visit.route;
  if (direct?.body) describeBody(headers, direct.body);
  for (const level of levelsAndCluster(visit, outcome)) change(headers, level, 'response', variables);
  return joined(headers);
}

/** A direct response with a body is plain text, and its length is known unless it comes from a file. */
function describeBody(headers: Headers, body: Message<'core.DataSource'>): void {
  const length =
    body.inline_string === undefined
      ? Buffer.from(body.inline_bytes ?? '', 'base64').length
      : Buffer.byteLength(body.inline_string);
  if (body.filename === undefined && length === 0) return;
  headers.set('content-type', ['text/plain']);
  headers.set('content-length', [
    body.filename === undefined
      ? String(length)
      : { undecided: `it is the size of the file ${body.filename}` },
  ]);
}

/** The levels in the order in which they are applied, that of the picked cluster first. */
function levelsAndCluster(visit: RouteVisit, outcome: Outcome): readonly Level[] {
  const [picked, ...others] = outcome.clusters;
  const entries = visit.route.route?.weighted_clusters?.clusters ?? [];
  const entry = picked && others.length === 0 ? entries.find(({ name }) => name === picked.name) : undefined;
  return entry ? [entry, ...levelsOf(visit)] : levelsOf(visit);
}

/**
 * Removals come before the additions of the same level. In version 3 what replaces comes before what is added, and
 * whether a header is there is asked before either (fact 84).
 */
function change(headers: Headers, level: Level, which: 'request' | 'response', variables: Variables): void {
  const { add, remove } =
    which === 'request' ? requestHeaderChanges([level]) : responseHeaderChanges([level]);
  for (const name of remove) headers.delete(lowerAscii(name));
  // What only the running proxy knows may be empty, and then nothing is there.
  const open = new Set([...headers].flatMap(([name, values]) => (values.some(isText) ? [] : name)));
  const wanted = add.filter(({ when, ...addition }) => {
    const name = headerName(addition);
    return when === undefined || (!open.has(name) && headers.has(name) === (when === 'present'));
  });
  const isThird = versionOf(level) === 'v3';
  const inOrder = isThird
    ? [...wanted.filter(({ append }) => !append), ...wanted.filter(({ append }) => append)]
    : wanted;
  for (const addition of inOrder) {
    const name = headerName(addition);
    const value = expanded(addition.value, variables);
    // The proxy adds no empty values.
    if (value === '' && addition.keep_empty !== true) continue;
    const before = addition.append ? (headers.get(name) ?? []) : [];
    headers.set(name, [...before, value]);
  }
}

function isText(value: string | Undecided): boolean {
  return typeof value === 'string';
}

/** `host` is kept as `:authority` (fact 25). */
function headerName({ key }: Pick<HeaderAddition, 'key'>): string {
  const name = lowerAscii(key);
  return name === 'host' ? ':authority' : name;
}

/** What a configured value writes; undecided where it holds a variable. */
export function writtenValue(value: string): string | Undecided {
  return expanded(value, new Map());
}

/** A configured value with its variables replaced; `%%` is a percent sign. */
function expanded(value: string, variables: Variables): string | Undecided {
  let unknown: string | undefined;
  const text = value.replace(/%([A-Z_]*(?:\([^)]*\))?(?::\d+)?)%/g, (whole, name: string) => {
    if (name === '') return '%';
    const known = variables.get(name);
    if (known === undefined) unknown ??= whole;
    return known ?? whole;
  });
  return unknown === undefined ? text : { undecided: `${unknown} is known to the running proxy only` };
}
