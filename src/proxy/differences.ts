/** What the model says of a request beside what the proxy did with it. */

import { openMirrors } from '../routing/outcome/mirror.ts';
import { type Branch, type Outcome, UNFILTERED } from '../routing/outcome/outcome.ts';
import type { Request } from '../routing/request/request.ts';
import type { Trace } from '../routing/trace.ts';
import { lowerAscii } from '../traffic/text.ts';
import { HOST_NAME } from './runnable/bootstrap.ts';
import { type Received, type Seen, valuesOf } from './seen.ts';

export interface Difference {
  readonly what:
    | 'connection'
    | 'status'
    | 'route'
    | 'cluster'
    | 'path'
    | 'host'
    | 'location'
    | 'mirror'
    | `${'request' | 'response'} header ${string}`;
  readonly model: string;
  readonly proxy: string;
}

export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly differences: readonly Difference[] }
  /** The model leaves it open, or it could not be asked. */
  | { readonly kind: 'open'; readonly why: string };

/** What headers are in the end, by their lower-case names, null where they are gone; those that are not known are left out. */
export interface ExpectedHeaders {
  readonly request: ReadonlyMap<string, string | null>;
  readonly response: ReadonlyMap<string, string | null>;
}

export const NO_HEADERS: ExpectedHeaders = { request: new Map(), response: new Map() };

/**
 * Whether the proxy did what the model says. Where chance decides, one of its branches has to be it.
 *
 * @param headersOf what the headers that an outcome changes are to be, where this one of its clusters was picked
 */
export function verdictOf(
  trace: Pick<Trace, 'request' | 'outcome' | 'route' | 'virtual_host_index'>,
  seen: Seen,
  headersOf: (outcome: Outcome, cluster: string | undefined) => ExpectedHeaders,
): Verdict {
  const { outcome, route, virtual_host_index: host } = trace;
  if (seen.kind === 'unsent') return { kind: 'open', why: seen.why };
  if (seen.kind === 'answered' && seen.status === 400 && seen.logged?.details === 'via_upstream')
    return { kind: 'open', why: 'the echo server does not understand what it was sent' };
  if (seen.kind === 'answered' && /timeout/.test(seen.logged?.details ?? ''))
    return { kind: 'open', why: 'a timeout of its route ended it' };
  if (seen.kind === 'answered' && /reset.*connection_termination/.test(seen.logged?.details ?? ''))
    return { kind: 'open', why: 'the echo server closed the connection' };
  if (seen.kind === 'answered' && isTunnelled(trace.request, seen))
    return { kind: 'open', why: 'the cluster gets what is inside a tunnel, not the request' };
  const branches: readonly Branch[] =
    outcome.kind === 'random' ? outcome.branches : [{ share: 1, route, outcome }];
  const open = branches.find((branch) => branch.outcome.kind === 'undecided')?.outcome;
  const all = branches.flatMap((branch) =>
    branch.outcome.kind === 'undecided'
      ? []
      : [{ branch, differences: ofBranch(branch, host, seen, headersOf(branch.outcome, clusterOf(seen))) }],
  );
  const same = all.find(({ differences }) => differences.length === 0)?.branch.outcome;
  if (same !== undefined) {
    const why = openMirrors(same);
    return why === undefined ? { kind: 'same' } : { kind: 'open', why };
  }
  if (open?.kind === 'undecided') return { kind: 'open', why: open.reason };
  const [least = []] = all
    .map(({ differences }) => differences)
    .toSorted((one, other) => one.length - other.length);
  return { kind: 'different', differences: least };
}

/** The cluster that the proxy picked. */
function clusterOf(seen: Seen): string | undefined {
  return seen.kind === 'answered' ? (seen.logged?.cluster ?? seen.received[0]?.cluster) : undefined;
}

/** Whether the proxy takes a request as the beginning of a tunnel that ends at it; what it answers itself has no cluster. */
function isTunnelled({ method }: Request, { status, received, logged }: Answered): boolean {
  const isForwarded = logged?.cluster !== null;
  return (
    (method === 'CONNECT' || method === 'POST') && status === 200 && isForwarded && received.length === 0
  );
}

function ofBranch(
  { outcome, route }: Branch,
  host: number | null,
  seen: Exclude<Seen, { kind: 'unsent' }>,
  expected: ExpectedHeaders,
): readonly Difference[] {
  if (seen.kind === 'closed' || outcome.kind === 'closed') {
    if (seen.kind === outcome.kind) return [];
    return [
      {
        what: 'connection',
        model: outcome.kind === 'closed' ? `closed: ${outcome.reason}` : 'answered',
        proxy: seen.kind === 'closed' ? `closed: ${seen.why}` : `answered with ${seen.status}`,
      },
    ];
  }
  const found = new Found();
  const { logged } = seen;
  // What is redirected for TLS alone has no route, and neither has what nothing takes.
  // What a connection manager refuses or redirects for how it is written may have been given one before.
  const isManagers = outcome[UNFILTERED] === true && host === null;
  if (logged !== undefined && !isManagers) {
    const model = route === null ? null : `${host}/${route.index}`;
    const proxy = logged.route && `${logged.route.virtualHost}/${logged.route.route}`;
    found.compare('route', model ?? 'none', proxy ?? 'none');
  }
  const status = outcome.kind === 'forward' ? 200 : outcome.status;
  const details = logged === undefined || seen.status === status ? '' : ` (${logged.details})`;
  if (status !== null && !isAnsweredAsGrpc(status, seen))
    found.compare('status', `${status}`, `${seen.status}${details}`);
  if (outcome.kind === 'redirect')
    found.compare('location', outcome.location ?? '', valuesOf(seen.headers, 'location').join(','));
  compareHeaders(found, 'response', expected.response, seen.headers);
  if (outcome.kind === 'forward') compareUpstream(found, outcome, seen, expected);
  return found.all;
}

/** What the proxy says itself to a gRPC request has its status in `grpc-status` (fact 98). */
function isAnsweredAsGrpc(status: number, seen: Answered): boolean {
  const [code] = valuesOf(seen.headers, 'grpc-status');
  return seen.status === 200 && code !== undefined && code === grpcStatus(status);
}

const GRPC_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, '13'],
  [401, '16'],
  [403, '7'],
  [404, '12'],
  [429, '14'],
  [502, '14'],
  [503, '14'],
  [504, '14'],
]);

function grpcStatus(status: number): string {
  return GRPC_STATUSES.get(status) ?? '2';
}

type Answered = Extract<Seen, { kind: 'answered' }>;

function compareUpstream(
  found: Found,
  outcome: Extract<Outcome, { kind: 'forward' }>,
  seen: Answered,
  expected: ExpectedHeaders,
): void {
  const possible = outcome.clusters.filter(({ weight }) => weight > 0).map(({ name }) => name);
  const cluster = clusterOf(seen) ?? 'none';
  if (!possible.includes(cluster)) found.compare('cluster', possible.join(' or '), cluster);
  const upstream = upstreamOf(seen, cluster);
  if (upstream === undefined) {
    found.compare('cluster', 'gets the request', 'gets nothing');
    return;
  }
  if (outcome.path !== null) found.compare('path', outcome.path, upstream.path);
  const host = outcome.auto_host_rewrite ? HOST_NAME : outcome.host;
  if (host !== null) found.compare('host', host, valuesOf(upstream.headers, 'host').join(','));
  compareHeaders(found, 'request', expected.request, upstream.headers);
  const copied = new Set(seen.received.filter((each) => each !== upstream).map((each) => each.cluster));
  const always = outcome.mirror.filter((each) => each.numerator >= each.denominator);
  const sometimes = new Set(outcome.mirror.map((each) => each.cluster));
  for (const each of always)
    if (!copied.has(each.cluster)) found.compare('mirror', `copied to ${each.cluster}`, 'not copied');
  if (openMirrors(outcome) !== undefined) return;
  for (const each of copied)
    if (!sometimes.has(each)) found.compare('mirror', 'not copied', `copied to ${each}`);
}

/** The request itself among what came: copies have `-shadow` at the end of their host. */
function upstreamOf({ received }: Answered, cluster: string): Received | undefined {
  const there = received.filter((each) => each.cluster === cluster);
  return (
    there.find((each) => !valuesOf(each.headers, 'host').some((host) => /-shadow(?::\d+)?$/.test(host))) ??
    there[0]
  );
}

function compareHeaders(
  found: Found,
  which: 'request' | 'response',
  expected: ReadonlyMap<string, string | null>,
  headers: Answered['headers'],
): void {
  for (const [name, value] of expected) {
    const values = valuesOf(headers, lowerAscii(name));
    found.compare(
      `${which} header ${name}`,
      // Blanks around a value do not go over the wire.
      value?.trim() ?? 'none',
      values.length === 0 ? 'none' : values.join(','),
    );
  }
}

class Found {
  readonly all: Difference[] = [];

  compare(what: Difference['what'], model: string, proxy: string): void {
    if (model !== proxy) this.all.push({ what, model, proxy });
  }
}
