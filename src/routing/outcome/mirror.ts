/** Copies of requests for other clusters (data-model, route.RouteAction.RequestMirrorPolicy; facts 41, 42). */
import type { Message } from '../../schema/types.ts';
import type { RouteVisit } from '../context.ts';
import type { Undecided } from '../regex/regexes.ts';
import type { Request } from '../request/request.ts';
import { effectiveShare, runtimeInteger, runtimeValue, type Share, shareText } from '../runtime.ts';
import { layerText } from '../runtime-layers.ts';
import type { Steps } from '../steps.ts';

export type MirrorPolicy = Message<'route.RouteAction.RequestMirrorPolicy'>;

export interface Mirror extends Share {
  readonly cluster: string;
}

const ALL: Share = { numerator: 100, denominator: 100 };

/** The clusters that get copies, each with its share. A share of 0 and a cluster that does not exist mirror nothing. */
/** @param headerOf the first value of a header as the levels leave it */
export function mirrorsOf(
  visit: RouteVisit,
  steps: Steps | undefined,
  headerOf: (name: string) => string | Undecided | undefined,
): readonly Mirror[] {
  const { request: seen, context } = visit;
  const { request } = seen;
  const { clusters } = context;
  return mirrorPoliciesOf(visit).flatMap((policy) => {
    const share = mirrorShare(policy, request);
    const { cluster_header: header = '' } = policy;
    const named = header === '' ? (policy.cluster ?? '') : (headerOf(header) ?? '');
    // What a header is that a format writes is not known here.
    const cluster = typeof named === 'string' ? named : '';
    if (cluster === '' && header !== '') return [];
    const exists = clusters === undefined || clusters.has(cluster);
    const fraction = policy.runtime_fraction;
    const isGiven = runtimeValue(request, fraction?.runtime_key) !== undefined;
    const told = fraction === undefined || isGiven ? '' : layerText(fraction);
    const mirrors = share.numerator > 0 && exists;
    steps?.add(
      `mirror to ${JSON.stringify(cluster)}`,
      mirrors,
      mirrors
        ? `${shareText(share)} requests are copied${told}`
        : exists
          ? 'its share is 0'
          : 'it is not defined',
    );
    return mirrors ? [{ cluster, ...share }] : [];
  });
}

/** The policies of the route; those of version 3's outer levels hold where none are nearer (fact 82). */
export function mirrorPoliciesOf({
  route: { route: action = {} },
  virtualHost,
  routeConfiguration,
}: Pick<RouteVisit, 'route' | 'virtualHost' | 'routeConfiguration'>): readonly MirrorPolicy[] {
  const own =
    action.request_mirror_policies ?? (action.request_mirror_policy ? [action.request_mirror_policy] : []);
  const levels = [
    own,
    virtualHost.request_mirror_policies ?? [],
    routeConfiguration.request_mirror_policies ?? [],
  ];
  return levels.find((level) => level.length > 0) ?? [];
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
