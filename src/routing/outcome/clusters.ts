/** Which cluster a route sends a request to (data-model, route.RouteAction and Errors; facts 37 to 41). */

import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { missingStatus, totalWeight } from '../../traffic/action.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { RouteVisit, RoutingContext } from '../context.ts';
import { countsIn, greatestDivisor, type Interval, type RandomSet } from '../random-range.ts';
import type { SeenRequest } from '../request/request.ts';
import { residue, runtimeInteger, runtimeValue } from '../runtime.ts';
import type { Steps } from '../steps.ts';
import { hashInputs } from './hash-policy.ts';

type RouteAction = Message<'route.RouteAction'>;
type ClusterWeight = Message<'route.WeightedCluster.ClusterWeight'>;

export interface Candidate {
  readonly name: string;
  readonly weight: number;
  /** The entry of the weighted clusters that it is. */
  readonly entry?: ClusterWeight;
  /** The random values modulo the total that pick it; absent where something else does. */
  readonly picked?: Picked;
}

/** Which random values pick a cluster. */
export interface Picked extends Interval {
  readonly total: number;
}

/** A part of the requests that share a fate: forwarded to one of several clusters, or not. */
export type Part =
  | { readonly kind: 'clusters'; readonly weight: number; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'missing'; readonly weight: number; readonly status: number }
  | { readonly kind: 'undecided'; readonly weight: number; readonly reason: string };

/** What the weights of parts add up to for an action that is no weighted split. */
const WHOLE = 100;

/**
 * The parts a route's requests fall into; with a `random_value`, or without weights, it is one part. Weights are
 * those in force, and a weight of 0 is never picked.
 */
export function partsOf(
  action: RouteAction,
  { request, context, values }: Pick<RouteVisit, 'request' | 'context' | 'values'>,
  steps: Steps | undefined,
): readonly Part[] {
  const missing = missingStatus(action);
  if (action.cluster !== undefined) return [named(action.cluster, missing, context, steps)];
  if (action.cluster_header !== undefined) {
    // What comes several times is not one name: the proxy takes the first.
    const isThird = versionOf(action) === 'v3';
    const name = namedBy(action.cluster_header, request, isThird);
    // In version 3 such a cluster is missing as any other (fact 78).
    const status = isThird ? missing : 404;
    if (name !== undefined) return [named(name, status, context, steps)];
    steps?.add('cluster', false, `the header ${action.cluster_header} that names it is missing`);
    return [{ kind: 'missing', weight: WHOLE, status }];
  }
  if (action.cluster_specifier_plugin !== undefined || action.inline_cluster_specifier_plugin !== undefined)
    return [{ kind: 'undecided', weight: WHOLE, reason: 'a plugin picks the cluster' }];
  const { weighted_clusters: weighted } = action;
  if (weighted === undefined)
    return [
      {
        kind: 'undecided',
        weight: WHOLE,
        reason: 'the route has none of cluster, cluster_header and weighted_clusters',
      },
    ];
  const split = splitOf(weighted, request);
  const randomValue = randomValueFor(weighted, request);
  if (randomValue !== undefined) return [pick(split, randomValue, missing, context, steps)];
  const isHashed = weighted.use_hash_policy === true && yieldsHash(action, request);
  return splitParts(isHashed ? split : drawnBy(split, values), missing, context, steps);
}

/** Whether a hash picks the cluster in place of the random value, which it does where any policy yields one. */
function yieldsHash({ hash_policy: policies = [] }: RouteAction, request: SeenRequest): boolean {
  return hashInputs(policies, request).some(({ hashed, generated }) => hashed !== null || generated === true);
}

/** The first value of a header; in version 3 `host` is another name of `:authority` (fact 25). */
function namedBy(header: string, request: SeenRequest, isThird: boolean): string | undefined {
  return request.firstValue(isThird && lowerAscii(header) === 'host' ? ':authority' : header);
}

/**
 * What decides between weighted clusters: a header that comes once and is an unsigned integer, or a hash, where version
 * 3 says so (fact 78); else the random value.
 */
function randomValueFor(
  { header_name: header = '', use_hash_policy: hashes }: Message<'route.WeightedCluster'>,
  request: SeenRequest,
): number | string | undefined {
  const { random_value: own, repeated = {} } = request.request;
  if (hashes === true) return undefined;
  if (header === '' || Object.hasOwn(repeated, lowerAscii(header))) return own;
  const value = request.header(header) ?? '';
  return /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n ? value : own;
}

/** An empty name, as an empty cluster_header gives it, is that of no cluster. */
function exists(name: string, { clusters }: RoutingContext): boolean {
  return name !== '' && (clusters === undefined || clusters.has(name));
}

function named(name: string, status: number, context: RoutingContext, steps: Steps | undefined): Part {
  if (exists(name, context)) {
    steps?.add(`cluster ${JSON.stringify(name)}`, true, 'the route names it');
    return { kind: 'clusters', weight: WHOLE, candidates: [{ name, weight: WHOLE }] };
  }
  steps?.add(`cluster ${JSON.stringify(name)}`, false, 'no such cluster is defined');
  return { kind: 'missing', weight: WHOLE, status };
}

interface Split {
  readonly total: number;
  /** Clusters in list order, each with as much of its interval as lies below the total. */
  readonly candidates: readonly (Candidate & Required<Pick<Candidate, 'entry'>>)[];
  /** What the weights leave of the total. */
  readonly gap: number;
  /** What the weights add up to as they are configured, and what they should. */
  readonly sum: number;
  readonly wanted: number;
  /** Whether the random values that bring requests here change the shares. */
  readonly isDrawn?: true;
}

/** The weights in force: runtime values under the prefix where it is set (fact 38), else the configured ones. */
function splitOf(weighted: Message<'route.WeightedCluster'>, request: SeenRequest): Split {
  const prefix = weighted.runtime_key_prefix ?? '';
  let sum = 0;
  const entries = (weighted.clusters ?? []).map((entry) => {
    const own = entry.cluster_header ?? '';
    const name = own === '' ? (entry.name ?? '') : (namedBy(own, request, true) ?? '');
    const key = prefix === '' ? undefined : `${prefix}.${entry.name ?? ''}`;
    return { name, entry, weight: runtimeInteger(runtimeValue(request.request, key)) ?? entry.weight ?? 0 };
  });
  const total = totalWeight(
    weighted,
    entries.map(({ weight }) => weight),
  );
  const candidates = entries.map(({ name, entry, weight }) => {
    const left = Math.max(0, total - sum);
    sum += weight;
    return { name, weight: Math.min(weight, left), entry };
  });
  return { total, candidates, gap: Math.max(0, total - sum), sum, wanted: total };
}

/** A split as the random values that bring requests to it make it; the same where they leave all shares as they are. */
function drawnBy(split: Split, values: RandomSet | undefined): Split {
  let begin = 0;
  const drawn = split.candidates.map((candidate) => {
    const picked = { total: split.total, begin, end: begin + candidate.weight };
    begin = picked.end;
    return { ...candidate, picked };
  });
  if (values === undefined || split.total === 0) return { ...split, candidates: drawn };
  const intervals = [...drawn.map(({ picked }) => picked), { begin, end: split.total }];
  const { counts } = countsIn(values, split.total, intervals);
  const sum = counts.reduce((all, count) => all + count, 0);
  const isSame = intervals.every(
    (each, at) => (each.end - each.begin) / split.total === (counts[at] ?? 0) / sum,
  );
  if (isSame) return { ...split, candidates: drawn };
  const divisor = counts.reduce(greatestDivisor, sum);
  const weightAt = (at: number): number => (counts[at] ?? 0) / divisor;
  return {
    ...split,
    total: sum / divisor,
    candidates: drawn.map((candidate, at) => ({ ...candidate, weight: weightAt(at) })),
    gap: weightAt(drawn.length),
    isDrawn: true,
  };
}

function gapReason({ sum, wanted }: Split): string {
  return `the weights of the clusters add up to ${sum}, not to total_weight (${wanted})`;
}

/** The cluster whose half-open interval holds the random value, in list order (fact 38). */
function pick(
  split: Split,
  randomValue: number | string,
  status: number,
  context: RoutingContext,
  steps: Steps | undefined,
): Part {
  const selected = split.total === 0 ? 0 : residue(randomValue, split.total);
  let begin = 0;
  for (const candidate of split.candidates) {
    const end = begin + candidate.weight;
    if (selected < end) {
      const found = exists(candidate.name, context);
      const interval = `${randomValue} modulo ${split.total} is ${selected}, between ${begin} and ${end}`;
      steps?.add(
        `cluster ${JSON.stringify(candidate.name)}`,
        found,
        found ? interval : `${interval}, but no such cluster is defined`,
      );
      return found
        ? { kind: 'clusters', weight: split.total, candidates: [candidate] }
        : { kind: 'missing', weight: split.total, status };
    }
    begin = end;
  }
  return { kind: 'undecided', weight: WHOLE, reason: gapReason(split) };
}

function splitParts(
  split: Split,
  status: number,
  context: RoutingContext,
  steps: Steps | undefined,
): readonly Part[] {
  const picked = split.candidates.filter(({ weight }) => weight > 0);
  const whose = split.isDrawn ? 'requests that the random value brings here' : 'requests';
  for (const { name, weight, entry } of steps !== undefined && split.isDrawn ? split.candidates : [])
    if (weight === 0 && (entry.weight ?? 0) > 0)
      steps?.add(
        `cluster ${JSON.stringify(name)}`,
        false,
        'nothing that comes here goes to it, by its random value',
      );
  for (const { name, weight } of picked) {
    const found = exists(name, context);
    const share = `${weight} of ${split.total} ${whose}`;
    steps?.add(`cluster ${JSON.stringify(name)}`, found, found ? share : `${share}, but it is not defined`);
  }
  const present = picked.filter(({ name }) => exists(name, context));
  const lost = weightOf(picked) - weightOf(present);
  const parts: Part[] = [];
  if (present.length > 0) parts.push({ kind: 'clusters', weight: weightOf(present), candidates: present });
  if (lost > 0) parts.push({ kind: 'missing', weight: lost, status });
  if (split.gap > 0 || parts.length === 0)
    parts.push({ kind: 'undecided', weight: Math.max(split.gap, 1), reason: gapReason(split) });
  return parts;
}

function weightOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { weight }) => sum + weight, 0);
}
