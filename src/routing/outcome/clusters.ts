/** Which cluster a route sends a request to (data-model, route.RouteAction and Errors; facts 37 to 41). */

import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { missingStatus, totalWeight } from '../../traffic/action.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { RoutingContext } from '../context.ts';
import type { SeenRequest } from '../request/request.ts';
import { residue, runtimeInteger, runtimeValue } from '../runtime.ts';
import type { Steps } from '../steps.ts';

type RouteAction = Message<'route.RouteAction'>;
type ClusterWeight = Message<'route.WeightedCluster.ClusterWeight'>;

export interface Candidate {
  readonly name: string;
  readonly weight: number;
  /** The entry of the weighted clusters that it is. */
  readonly entry?: ClusterWeight;
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
  request: SeenRequest,
  context: RoutingContext,
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
  return splitParts(split, missing, context, steps);
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
  readonly candidates: readonly Required<Candidate>[];
  /** What the weights leave of the total. */
  readonly gap: number;
  readonly sum: number;
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
  return { total, candidates, gap: Math.max(0, total - sum), sum };
}

function gapReason({ sum, total }: Split): string {
  return `the weights of the clusters add up to ${sum}, not to total_weight (${total})`;
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
  for (const { name, weight } of picked) {
    const found = exists(name, context);
    const share = `${weight} of ${split.total} requests`;
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
