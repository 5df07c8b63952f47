/** The route lists of a pair of virtual hosts, ready to be compared over all requests. */
import type { Box } from '../../routing/all/box.ts';
import { NO_ROUTE } from '../../routing/all/chain.ts';
import { type ComparedList, matchList, type RouteList } from '../../routing/all/index.ts';
import { remembered } from '../../routing/all/outside.ts';
import type { RoutingContext } from '../../routing/context.ts';
import { assemble } from '../../traffic/predicate.ts';
import { lowerVirtualCluster } from '../../traffic/routes.ts';
import type { Aspect } from './aspects.ts';
import {
  asksValue,
  type ByValue,
  NOT_FOUND,
  type Settings,
  settingsOf,
  settingsText,
  TLS_REDIRECT,
} from './outcomes/settings.ts';
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
  const textOf = (given: Settings): string => {
    const text = settingsText(given, aspects);
    return text === none ? NO_ROUTE : text;
  };
  const routeAt = (route: number) => place.virtualHost?.routes?.[route] ?? {};
  const asks = remembered((route: number) => asksValue(place, routeAt(route)));
  const whenDrawn = (route: number, byValue: ByValue): string =>
    textOf(settingsOf(place, routeAt(route), portless, byValue));
  return {
    list,
    outcome: (route, values) =>
      values === undefined || !asks(route) ? textOf(settings(route)) : whenDrawn(route, values),
    byValue: (route) => (asks(route) ? whenDrawn(route, 'each value') : undefined),
    matchText,
    settings,
  };
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
