/** Copies of requests for other clusters (data-model, route.RouteAction.RequestMirrorPolicy; facts 41, 42). */
import { versionOf } from '../../model/bound.ts';
import { type MirrorPolicy, mirrorPoliciesOf } from '../../traffic/action.ts';
import type { RouteVisit } from '../context.ts';
import { ANY_VALUE, countsIn, greatestDivisor, type RandomSet } from '../random-range.ts';
import type { Undecided } from '../regex/regexes.ts';
import type { Request, SeenRequest } from '../request/request.ts';
import { effectiveShare, runtimeInteger, runtimeValue, type Share, takes, takesAll } from '../runtime.ts';
import { layerText } from '../runtime-layers.ts';
import type { Steps } from '../steps.ts';
import type { Candidate } from './clusters.ts';

/** A cluster that gets copies: of so many parts of the requests that come to the outcome. */
export interface Mirror {
  readonly cluster: string;
  readonly numerator: number;
  readonly denominator: number;
}

const ALL: Share = { numerator: 100, denominator: 100 };
const NONE: Share = { numerator: 0, denominator: 100 };

export interface Mirrors {
  readonly mirror: readonly Mirror[];
  /** Why it is open which cluster some copies are for. */
  readonly undecided: readonly string[];
}

/**
 * The clusters that get copies, each with its share. A share of 0 and a cluster that does not exist mirror nothing.
 *
 * @param candidates the clusters that the requests may go to
 * @param headerOf the first value of a header as it goes upstream
 */
export function mirrorsOf(
  visit: RouteVisit,
  candidates: readonly Candidate[],
  steps: Steps | undefined,
  headerOf: (name: string) => string | Undecided | undefined,
): Mirrors {
  const { request } = visit.request;
  const { clusters } = visit.context;
  const mirror: Mirror[] = [];
  const undecided: string[] = [];
  const policies = mirrorPoliciesOf(visit);
  if (policies.length > 0 && request.method === 'CONNECT' && versionOf(visit.route) === 'v3') {
    steps?.add('mirrors', false, 'requests for a tunnel are not copied (fact 102)');
    return { mirror, undecided };
  }
  for (const policy of policies) {
    const configured = mirrorShare(policy, request);
    const share = copiedShare(configured, visit, candidates);
    const { cluster_header: header = '' } = policy;
    const cluster = header === '' ? (policy.cluster ?? '') : (headerOf(header) ?? '');
    if (typeof cluster !== 'string') {
      steps?.add(`mirror to what ${header} names`, false, cluster.undecided);
      if (share.numerator > 0) undecided.push(`mirror: ${cluster.undecided}`);
      continue;
    }
    if (cluster === '' && header !== '') continue;
    const exists = clusters === undefined || clusters.has(cluster);
    const mirrors = share.numerator > 0 && exists;
    steps?.add(
      `mirror to ${JSON.stringify(cluster)}`,
      mirrors,
      mirrors
        ? `${partText(share)} requests are copied${fromLayer(policy, request)}`
        : exists
          ? configured.numerator === 0
            ? 'its share is 0'
            : `what goes to ${candidates.map(({ name }) => JSON.stringify(name)).join(', ')} is not copied, by its random value`
          : 'it is not defined',
    );
    if (mirrors) mirror.push({ cluster, ...share });
  }
  return { mirror, undecided };
}

function fromLayer({ runtime_fraction: fraction }: MirrorPolicy, request: Request): string {
  const isGiven = runtimeValue(request, fraction?.runtime_key) !== undefined;
  return fraction === undefined || isGiven ? '' : layerText(fraction);
}

/** Whether it is open which clusters get copies; why. */
export function openMirrors({
  undecided = [],
}: {
  readonly undecided?: readonly string[];
}): string | undefined {
  return undecided.find((each) => each.startsWith('mirror: '));
}

/** runtime_fraction wins over runtime_key, which counts in steps of 0.01 % and is 0 while unset. */
function mirrorShare(policy: MirrorPolicy, request: Request): Share {
  if (policy.runtime_fraction !== undefined) return effectiveShare(policy.runtime_fraction, request);
  const key = policy.runtime_key;
  if (key === undefined || key === '') return ALL;
  return {
    numerator: Math.min(runtimeInteger(runtimeValue(request, key)) ?? 0, 10_000),
    denominator: 10_000,
  };
}

type Parts = Omit<Mirror, 'cluster'>;

function partText({ numerator, denominator }: Parts): string {
  return `${numerator} of ${denominator}`;
}

/**
 * What a share copies of the requests that come to some clusters of a route: the random value that decides about it has
 * brought them there (fact 159).
 */
export function copiedShare(
  share: Share,
  { request, values }: Pick<RouteVisit, 'values'> & { readonly request: Pick<SeenRequest, 'request'> },
  candidates: readonly Candidate[],
): Parts {
  if (takesAll(share) || share.numerator === 0) return share;
  const { random_value: randomValue } = request.request;
  if (randomValue !== undefined) return takes(share, randomValue) ? ALL : NONE;
  return shareAmong(share, values ?? ANY_VALUE, candidates);
}

/** The part of a set of random values, and of those that pick some clusters, that a share takes. */
export function shareAmong(
  share: Share,
  values: RandomSet,
  candidates: readonly Pick<Candidate, 'picked'>[],
): Parts {
  const picks = candidates.flatMap(({ picked }) => picked ?? []);
  const isPicked = picks.length > 0 && picks.length === candidates.length;
  const total = (isPicked ? picks[0]?.total : undefined) ?? 1;
  const intervals = isPicked ? picks : [{ begin: 0, end: 1 }];
  const all = countsIn(values, total, intervals);
  const copied = countsIn({ ...values, below: [...values.below, share] }, total, intervals);
  const sum = (counts: readonly number[]): number => counts.reduce((one, count) => one + count, 0);
  const [numerator, denominator] = [sum(copied.counts), sum(all.counts) * (copied.whole / all.whole)];
  if (denominator === 0 || numerator / denominator === share.numerator / share.denominator) return share;
  return inParts(numerator, denominator);
}

/** Of a hundred, ten thousand or a million where that says it. */
function inParts(numerator: number, denominator: number): Parts {
  const divisor = greatestDivisor(denominator, numerator);
  const least = denominator / divisor;
  const whole = [100, 10_000, 1_000_000].find((each) => each % least === 0) ?? least;
  return { numerator: (numerator / divisor) * (whole / least), denominator: whole };
}

/** The clusters of a split by what is copied of their requests: for each group all policies copy the same part. */
export function byCopies(
  visit: RouteVisit,
  candidates: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const shares = mirrorPoliciesOf(visit).map((policy) => mirrorShare(policy, visit.request.request));
  const isSome = shares.some((share) => share.numerator > 0 && !takesAll(share));
  if (candidates.length < 2 || !isSome) return [candidates];
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = JSON.stringify(shares.map((share) => copiedShare(share, visit, [candidate])));
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()];
}
