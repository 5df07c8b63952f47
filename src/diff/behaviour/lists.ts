/** The route lists of a pair of virtual hosts, ready to be compared over all requests. */
import type { Box } from '../../routing/all/box.ts';
import { NO_ROUTE } from '../../routing/all/chain.ts';
import { type ComparedList, matchList, type RouteList } from '../../routing/all/index.ts';
import type { RoutingContext } from '../../routing/context.ts';
import { assemble } from '../../traffic/predicate.ts';
import { lowerVirtualCluster } from '../../traffic/routes.ts';
import type { Aspect } from './aspects.ts';
import { NOT_FOUND, type Settings, settingsOf, settingsText, TLS_REDIRECT } from './outcomes/settings.ts';
import { type HostPlace, SIDES, type Side } from './served-host.ts';

/** A list with what its routes do. */
export interface ComparedPlace extends ComparedList {
  readonly settings: (route: number | undefined) => Settings;
}

interface Options {
  readonly portless: boolean;
  readonly aspects: readonly Aspect[];
  readonly matchText: MatchText;
}

type MatchText = NonNullable<ComparedList['matchText']>;

/** Matches as texts, where both sides have some that are written alike: they mean the same. */
export function matchesWrittenAlike(hosts: { readonly [side in Side]: HostPlace }): {
  readonly [side in Side]: MatchText;
} {
  const [before, after] = SIDES.map((side) =>
    (hosts[side].virtualHost?.routes ?? []).map(({ match }) => JSON.stringify(match ?? null)),
  );
  const textIn = (own: readonly string[] = [], across: readonly string[] = []): MatchText => {
    const others = new Set(across);
    return (route) => {
      const written = own[route];
      return written !== undefined && others.has(written) ? written : undefined;
    };
  };
  return { before: textIn(before, after), after: textIn(after, before) };
}

export function comparedPlace(place: HostPlace, list: RouteList, options: Options): ComparedPlace {
  const { portless, aspects, matchText } = options;
  const known: (Settings | undefined)[] = [];
  const settings = (route: number | undefined): Settings => {
    if (route === undefined) return NOT_FOUND;
    const found = known[route] ?? settingsOf(place, place.virtualHost?.routes?.[route] ?? {}, portless);
    known[route] = found;
    return found;
  };
  const none = settingsText(NOT_FOUND, aspects);
  const outcome = (route: number): string => {
    const text = settingsText(settings(route), aspects);
    return text === none ? NO_ROUTE : text;
  };
  return { list, outcome, matchText, settings };
}

/** A list of one route that stands for the redirect of require_tls. */
export function redirectList(
  context: RoutingContext,
  base: readonly Box[],
  aspects: readonly Aspect[],
): ComparedPlace {
  const list = matchList([assemble({})], { ...context, base });
  return {
    list,
    outcome: () => settingsText(TLS_REDIRECT, aspects),
    settings: (route) => (route === undefined ? NOT_FOUND : TLS_REDIRECT),
  };
}

/** Virtual clusters as routes whose outcome is their name: the first that takes a request counts (fact 51). */
export function virtualClusterList({ virtualHost, context }: HostPlace, base: readonly Box[]): ComparedPlace {
  const clusters = virtualHost?.virtual_clusters ?? [];
  const settings = (route: number | undefined): Settings => {
    const name = route === undefined ? undefined : clusters[route]?.name;
    return name === undefined ? {} : { virtual_cluster: name };
  };
  return {
    list: matchList(
      clusters.map((each) => lowerVirtualCluster(each)),
      { ...context, base },
    ),
    outcome: (route) => settings(route).virtual_cluster || NO_ROUTE,
    settings,
  };
}
