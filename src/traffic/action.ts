/** What the action of a route says of its end, as data that is the same for both versions. */
import { versionOf } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import { lookup } from '../source/lookup.ts';

type Action = Message<'route.RouteAction'>;
export type MirrorPolicy = Message<'route.RouteAction.RequestMirrorPolicy'>;

export const REDIRECT_STATUS: { readonly [code: string]: number } = {
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
};

/** The status of a redirect; 301 where none is set. */
export function redirectStatus({ response_code: code }: Message<'route.RedirectAction'>): number {
  return lookup(REDIRECT_STATUS, String(code)) ?? 301;
}

/** Other than 503, by `cluster_not_found_response_code`. */
const MISSING: ReadonlyMap<unknown, number> = new Map([
  ['NOT_FOUND', 404],
  ['INTERNAL_SERVER_ERROR', 500],
]);

/** The status of requests for a cluster that there is not. */
export function missingStatus({ cluster_not_found_response_code: code }: Action): number {
  return MISSING.get(code) ?? 503;
}

/** What names a cluster, or a header that does: the action, and the entries of its split. */
export function sendsTo(
  action: Action,
): readonly { readonly cluster?: string | undefined; readonly cluster_header?: string | undefined }[] {
  const split = action.weighted_clusters?.clusters ?? [];
  return [action, ...split.map(({ name, cluster_header }) => ({ cluster: name, cluster_header }))];
}

/** Whether the request names the cluster that it goes to, or may go to by a split. */
export function isNamedByHeader(action: Action): boolean {
  return sendsTo(action).some(({ cluster_header: header = '' }) => header !== '');
}

/** What the weights of a split are shares of; in version 3 nobody reads total_weight (fact 78). */
export function totalWeight(split: Message<'route.WeightedCluster'>, weights: readonly number[]): number {
  if (versionOf(split) !== 'v3') return split.total_weight ?? 100;
  return weights.reduce((all, weight) => all + weight, 0);
}

/** The policies of an action for copies, in either spelling. */
export function ownMirrors({
  request_mirror_policies: policies = [],
  request_mirror_policy: single,
}: Action): readonly MirrorPolicy[] {
  return policies.length > 0 || single === undefined ? policies : [single];
}

/** The policies in force: those of version 3's outer levels hold where none are nearer (fact 82). */
export function mirrorPoliciesOf(around: {
  readonly route: Message<'route.Route'>;
  readonly virtualHost: Message<'route.VirtualHost'>;
  readonly routeConfiguration: Message<'RouteConfiguration'>;
}): readonly MirrorPolicy[] {
  const { request_mirror_policies: ofHost = [] } = around.virtualHost;
  const { request_mirror_policies: ofAll = [] } = around.routeConfiguration;
  return [ownMirrors(around.route.route ?? {}), ofHost, ofAll].find((level) => level.length > 0) ?? [];
}

/** What a route writes in place of the host: a text, the value of a header, or a format. */
export function hostRewriteOf(action: Action): {
  readonly literal: string;
  readonly header: string;
  readonly format: string;
} {
  const { host_rewrite: written = '' } = action;
  const isFormat = versionOf(action) === 'v3';
  return {
    literal: action.host_rewrite_literal ?? (isFormat ? '' : written),
    header: action.host_rewrite_header ?? action.auto_host_rewrite_header ?? '',
    format: isFormat ? written : '',
  };
}
