/**
 * Where a route may send its requests, read from its settings alone, whatever the request: one end for each cluster
 * that may be picked. The one-request model is not asked, so that it can judge what is concluded here.
 */
import { versionOf } from '../model/bound.ts';
import type { HttpFilter } from '../routing/filters/chain.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { Message } from '../schema/types.ts';
import { type MirrorPolicy, mirrorPoliciesOf, missingStatus, redirectStatus } from '../traffic/action.ts';
import type { OutcomeKind } from './property.ts';

type Route = Message<'route.Route'>;
type RouteAction = Message<'route.RouteAction'>;

/** Names, or whatever a request, a plugin or a filter says. */
export type Names = readonly string[] | 'open';

export interface End {
  readonly kind: OutcomeKind;
  /** Undefined where it is not the proxy that says. */
  readonly status: number | undefined;
  readonly clusters: Names;
  /** Clusters that get a copy. */
  readonly copies: Names;
  /** Of where a redirect leads; undefined for other ends. */
  readonly scheme: 'https' | 'http' | 'request' | 'open' | undefined;
  /** HTTP filters of its clusters, and of those that get a copy, which see the request last. */
  readonly filters: readonly HttpFilter[];
  /** What is added to the request by the picked cluster. */
  readonly entry: Message<'route.WeightedCluster.ClusterWeight'> | undefined;
  /** What it rests on that it is no other end. */
  readonly assuming: readonly string[];
  /** Why nobody here can tell the end. */
  readonly open: string | undefined;
  /** Whether it may be the end of another route. */
  readonly isRerouted?: boolean;
}

const PLAIN: Omit<End, 'kind' | 'status'> = {
  clusters: [],
  copies: [],
  scheme: undefined,
  filters: [],
  entry: undefined,
  assuming: [],
  open: undefined,
};

export const NOT_FOUND: End = { ...PLAIN, kind: 'not_found', status: 404 };

/** What require_tls answers. */
export const TO_HTTPS: End = { ...PLAIN, kind: 'redirect', status: 301, scheme: 'https' };

/** What an HTTP filter answers. */
export function answeredEnd(status: number | undefined): End {
  return { ...PLAIN, kind: 'answered', status };
}

export interface KnownClusters extends Pick<FoundRouting, 'upstreamFilters'> {
  /** Those that exist; undefined where every one that is named does. */
  readonly clusters: ReadonlySet<string> | undefined;
}

export interface Around {
  readonly routeConfiguration: Message<'RouteConfiguration'>;
  readonly virtualHost: Message<'route.VirtualHost'>;
  readonly known: KnownClusters;
  /** The end of every route that only leads to a cluster: one object for each, which very many routes share. */
  readonly plainly: Map<string, End>;
}

export function endsOf(route: Route, around: Around): readonly End[] {
  if (route.route !== undefined) return forwards(route, route.route, around);
  if (route.redirect !== undefined) return [redirect(route.redirect)];
  if (route.direct_response !== undefined)
    return [{ ...PLAIN, kind: 'direct_response', status: route.direct_response.status ?? 0 }];
  return [openEnd('the route leaves the answer to a filter or to the program that asks')];
}

/** Where nobody here can tell what comes of a request. */
export function openEnd(open: string): End {
  return {
    ...PLAIN,
    kind: 'forward',
    status: undefined,
    clusters: 'open',
    copies: 'open',
    scheme: 'open',
    open,
  };
}

/** Where a filter may have the route chosen anew, by what it has changed. */
export function reroutedEnd(filter: string): End {
  const why = `the filter ${JSON.stringify(filter)} may have the route chosen anew (clear_route_cache)`;
  return { ...openEnd(why), isRerouted: true };
}

function redirect(action: Message<'route.RedirectAction'>): End {
  const written = action.scheme_redirect ?? '';
  const scheme = written !== '' ? written : action.https_redirect === true ? 'https' : 'request';
  return {
    ...PLAIN,
    kind: 'redirect',
    status: redirectStatus(action),
    scheme: scheme === 'https' || scheme === 'http' || scheme === 'request' ? scheme : 'open',
  };
}

const FOLLOWED =
  'no upstream redirects a request to where it may not go (the proxy follows its redirects: internal_redirect_policy)';

function forwards(route: Route, action: RouteAction, around: Around): readonly End[] {
  const own = copiesOf(route, around);
  const isFollowed =
    (action.internal_redirect_policy ?? action.internal_redirect_action) !== undefined &&
    action.internal_redirect_action !== 'PASS_THROUGH_INTERNAL_REDIRECT';
  const copies = isFollowed ? { ...own, assuming: [...own.assuming, FOLLOWED] } : own;
  const missing = missingStatus(action);
  const { clusters: known, upstreamFilters } = around.known;
  const anyone: End = {
    ...PLAIN,
    kind: 'forward',
    status: undefined,
    clusters: 'open',
    filters: [...upstreamFilters.values()].flat(),
    ...copies,
  };
  const ofCopies =
    own.copies === 'open' ? anyone.filters : own.copies.flatMap((name) => upstreamFilters.get(name) ?? []);
  const exists = (name: string): boolean => name !== '' && (known === undefined || known.has(name));
  const to = (name: string, more: Partial<End> = {}): End =>
    exists(name)
      ? { ...anyone, clusters: [name], filters: [...(upstreamFilters.get(name) ?? []), ...ofCopies], ...more }
      : { ...NOT_FOUND, status: missing, ...more };
  if (action.cluster !== undefined) {
    if (copies !== NO_COPIES || !exists(action.cluster)) return [to(action.cluster)];
    const end = around.plainly.get(action.cluster) ?? to(action.cluster);
    around.plainly.set(action.cluster, end);
    return [end];
  }
  if (action.cluster_header !== undefined) {
    const isThird = versionOf(action) === 'v3';
    return [anyone, { ...NOT_FOUND, status: isThird ? missing : 404 }];
  }
  const { weighted_clusters: weighted } = action;
  if (weighted === undefined) return [openEnd('a plugin picks the cluster')];
  return weightedEnds(weighted, to, anyone);
}

function weightedEnds(
  weighted: Message<'route.WeightedCluster'>,
  to: (name: string, more: Partial<End>) => End,
  anyone: End,
): readonly End[] {
  const prefix = weighted.runtime_key_prefix ?? '';
  const entries = weighted.clusters ?? [];
  const assuming =
    prefix === '' ? [] : [`nobody sets the runtime keys ${prefix}.*, which take the place of the weights`];
  const ends = entries.flatMap((entry): readonly End[] => {
    if ((entry.weight ?? 0) === 0) return [];
    const more = { entry, assuming: [...assuming, ...anyone.assuming] };
    return (entry.cluster_header ?? '') === '' ? [to(entry.name ?? '', more)] : [{ ...anyone, ...more }];
  });
  return ends.length > 0 ? ends : [openEnd('the weights of its clusters add up to 0')];
}

const NO_COPIES: Pick<End, 'copies' | 'assuming'> = { copies: [], assuming: [] };

function copiesOf(route: Route, around: Around): Pick<End, 'copies' | 'assuming'> {
  const { clusters } = around.known;
  const policies = mirrorPoliciesOf({ ...around, route });
  if (policies.length === 0) return NO_COPIES;
  const names: string[] = [];
  const assuming: string[] = [];
  for (const policy of policies) {
    if ((policy.cluster_header ?? '') !== '') return { copies: 'open', assuming: [] };
    const name = policy.cluster ?? '';
    const key = policy.runtime_fraction?.runtime_key ?? policy.runtime_key ?? '';
    if (name === '' || (clusters !== undefined && !clusters.has(name))) continue;
    if (mayCopy(policy)) names.push(name);
    else if (key !== '')
      assuming.push(`nobody sets the runtime key ${key}, which copies requests to ${name}`);
  }
  return { copies: names, assuming };
}

function mayCopy({ runtime_fraction: fraction, runtime_key: key = '' }: MirrorPolicy): boolean {
  if (fraction === undefined) return key === '';
  return (fraction.default_value?.numerator ?? 0) > 0;
}
