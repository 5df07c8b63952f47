/** Copies of requests for other clusters (data-model, route.RouteAction.RequestMirrorPolicy; facts 41, 42). */
import { versionOf } from '../../model/bound.ts';
import { type MirrorPolicy, mirrorPoliciesOf } from '../../traffic/action.ts';
import type { RouteVisit } from '../context.ts';
import type { Undecided } from '../regex/regexes.ts';
import type { Request } from '../request/request.ts';
import { effectiveShare, runtimeInteger, runtimeValue, type Share, shareText } from '../runtime.ts';
import { layerText } from '../runtime-layers.ts';
import type { Steps } from '../steps.ts';

export interface Mirror extends Share {
  readonly cluster: string;
}

const ALL: Share = { numerator: 100, denominator: 100 };

export interface Mirrors {
  readonly mirror: readonly Mirror[];
  /** Why it is open which cluster some copies are for. */
  readonly undecided: readonly string[];
}

/**
 * The clusters that get copies, each with its share. A share of 0 and a cluster that does not exist mirror nothing.
 *
 * @param headerOf the first value of a header as it goes upstream
 */
export function mirrorsOf(
  visit: RouteVisit,
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
    const share = mirrorShare(policy, request);
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
        ? `${shareText(share)} requests are copied${fromLayer(policy, request)}`
        : exists
          ? 'its share is 0'
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
