/** What can be told equal at a glance, so that it need not be compared over all requests. */

import { type BoundMessage, versionOf } from '../../../model/bound.ts';
import { sameContent } from '../../../model/content.ts';
import { isReadAlike } from '../../../routing/read-alike.ts';
import type { Message } from '../../../schema/types.ts';
import { mirrorPoliciesOf, sendsTo } from '../../../traffic/action.ts';
import { clusterExists, type HostPlace, type Route } from '../served-host.ts';

/** Whether two virtual hosts surely do the same with every request. */
export function isSameHost(before: HostPlace, after: HostPlace): boolean {
  if (before.virtualHost === undefined || after.virtualHost === undefined)
    return before.virtualHost === after.virtualHost;
  return (
    isSameAround(before, after) &&
    sameContent(before.virtualHost.require_tls ?? 'NONE', after.virtualHost.require_tls ?? 'NONE') &&
    sameContent(before.virtualHost.virtual_clusters ?? [], after.virtualHost.virtual_clusters ?? []) &&
    sameContent(before.virtualHost.routes ?? [], after.virtualHost.routes ?? []) &&
    isReadAlikeIn(before, after, before.virtualHost) &&
    !(before.virtualHost.routes ?? []).some((route) => namesChangedCluster(route, before, after))
  );
}

/** Whether the same content says the same on both sides. */
export function isReadAlikeIn(before: HostPlace, after: HostPlace, content: unknown): boolean {
  const [one, other] = [before, after].map(({ found }) => versionOf(found.routeConfiguration));
  return one === other || isReadAlike(content);
}

/** Whether what a route takes from its virtual host and route configuration is the same on both sides. */
export function isSameAround(before: HostPlace, after: HostPlace): boolean {
  return (
    before.context.namespace === after.context.namespace &&
    isReadAlikeIn(before, after, around(before)) &&
    isReadAlikeIn(before, after, additionsOf(before.virtualHost ?? {})) &&
    isReadAlikeIn(before, after, additionsOf(before.found.routeConfiguration)) &&
    sameContent(around(before), around(after)) &&
    sameContent(before.context.limiters ?? null, after.context.limiters ?? null) &&
    haveSameCors(before, after) &&
    sameContent(headersOf(before.found.routeConfiguration), headersOf(after.found.routeConfiguration))
  );
}

/** Whether policies under the same names are read; version 2 has none under names. */
function haveSameCors(before: HostPlace, after: HostPlace): boolean {
  const sides = [before, after];
  if (sides.some(({ found }) => versionOf(found.routeConfiguration) === 'v2')) return true;
  const [one, other] = sides.map(({ context }) => context.corsFilters ?? null);
  return sameContent(one, other);
}

function around({ virtualHost, found }: HostPlace): readonly unknown[] {
  return [
    virtualHost?.retry_policy ?? null,
    virtualHost?.cors ?? null,
    virtualHost?.rate_limits ?? [],
    headersOf(virtualHost ?? {}),
    filtersOf(virtualHost ?? {}),
    filtersOf(found.routeConfiguration),
    ...[virtualHost, found.routeConfiguration].map((level) => level?.request_mirror_policies ?? []),
    found.routeConfiguration.cluster_specifier_plugins ?? [],
    found.routeConfiguration.most_specific_header_mutations_wins ?? false,
  ];
}

/** What filters are told. */
function filtersOf(level: Message<'RouteConfiguration'> | Message<'route.VirtualHost'>): readonly unknown[] {
  const { typed_per_filter_config: typed = null, per_filter_config: older = null }: BoundMessage = level;
  return [typed, older];
}

function headersOf(level: Message<'RouteConfiguration'> | Message<'route.VirtualHost'>): readonly unknown[] {
  return [
    level.request_headers_to_add ?? [],
    level.request_headers_to_remove ?? [],
    level.response_headers_to_add ?? [],
    level.response_headers_to_remove ?? [],
  ];
}

/** The headers that a level adds, under the names of their fields. */
function additionsOf(level: Message<'RouteConfiguration'> | Message<'route.VirtualHost'>): object {
  const fields = ['request_headers_to_add', 'response_headers_to_add'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => ((level[field] ?? []).length > 0 ? [[field, level[field]]] : [])),
  );
}

/** Whether a route names a cluster, or may be told one by a header, that exists or has named hosts on one side only. */
export function namesChangedCluster(route: Route, before: HostPlace, after: HostPlace): boolean {
  const [first, second] = [before.context, after.context];
  const { route: action } = route;
  if (action === undefined) return false;
  const asksForNames = action.auto_host_rewrite === true;
  if (first.clusters === second.clusters && !asksForNames) return false;
  const changed = (name: string | undefined): boolean =>
    name !== undefined &&
    (clusterExists(first, name) !== clusterExists(second, name) ||
      (asksForNames && first.nameless?.has(name) !== second.nameless?.has(name)));
  const anyChanged = (): boolean =>
    !sameNames(first.clusters, second.clusters) ||
    (asksForNames && !sameNames(first.nameless, second.nameless));
  const { virtualHost = {}, found } = before;
  // Those of the levels around it are the same on both sides.
  const mirrors = mirrorPoliciesOf({ route, virtualHost, routeConfiguration: found.routeConfiguration });
  return [...sendsTo(action), ...mirrors].some(
    ({ cluster, cluster_header: header = '' }) => changed(cluster) || (header !== '' && anyChanged()),
  );
}

export function sameNames(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.size === other.size && [...one].every((name) => other.has(name));
}
