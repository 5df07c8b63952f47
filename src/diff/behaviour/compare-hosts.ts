/** Compares what a pair of virtual hosts does with all requests to the hosts that come to both. */
import { sameContent } from '../../model/content.ts';
import type { Box } from '../../routing/all/box.ts';
import { type Chain, chainText, drawText } from '../../routing/all/chain.ts';
import {
  type Difference,
  type Differing,
  differ,
  type RouteList,
  routeList,
} from '../../routing/all/index.ts';
import type { Meter } from '../../routing/regex/meter.ts';
import type { Aspect } from './aspects.ts';
import {
  type ComparedPlace,
  comparedPlace,
  matchesWrittenAlike,
  redirectList,
  virtualClusterList,
} from './lists.ts';
import type { HostPair } from './pairing/host-pairs.ts';
import { hostBox, isPortless, type Region, regionsOf } from './pairing/regions.ts';
import { isReadAlikeIn, isSameAround, namesChangedCluster } from './pairing/same-hosts.ts';
import type { HostPlace } from './served-host.ts';

/** Two virtual hosts that get the same hosts. */
export interface ComparedHosts {
  readonly before: HostPlace;
  readonly after: HostPlace;
  readonly pair: HostPair;
  /** The route lists, for looking up which routes could take a request. */
  readonly lists: { readonly before: RouteList | undefined; readonly after: RouteList | undefined };
}

/** Requests that differ, all for the same reason. */
export interface Member {
  readonly hosts: ComparedHosts;
  readonly about: 'routes' | 'virtual_clusters';
  readonly region: Region;
  readonly difference: Difference;
  /** Equal texts: the same aspects differ in the same way. */
  readonly change: string;
  /** The aspects that differ by what is configured. */
  readonly aspects: readonly Aspect[];
}

export interface HostsResult {
  readonly hosts: ComparedHosts;
  readonly members: readonly Member[];
  readonly open: readonly {
    readonly about: Member['about'];
    readonly region: Region;
    readonly differing: Differing;
  }[];
  /** The comparison of the routes of both sides, where both have some to compare. */
  readonly routes: Differing | undefined;
}

export interface CompareOptions {
  readonly aspects: readonly Aspect[];
  readonly meter: Meter;
  readonly workPerPair: number;
}

export function compareHosts(
  before: HostPlace,
  after: HostPlace,
  pair: HostPair,
  options: CompareOptions,
): HostsResult {
  const { aspects, meter, workPerPair } = options;
  const listOf = ({ virtualHost, context }: HostPlace) =>
    virtualHost && routeList(virtualHost.routes ?? [], context);
  const lists = { before: listOf(before), after: listOf(after) };
  const hosts: ComparedHosts = { before, after, pair, lists };
  const members: Member[] = [];
  const open: HostsResult['open'][number][] = [];
  let routes: Differing | undefined;
  const alike = startComparing(before, after);
  const compare = (
    about: Member['about'],
    region: Region,
    first: ComparedPlace,
    second: ComparedPlace,
  ): Differing => {
    const isList = about === 'routes' && region.before === 'routes' && region.after === 'routes';
    const differing = differ(first, second, meter, { workPerPair, ...(isList ? { alike } : {}) });
    if (differing.undecided.length > 0) open.push({ about, region, differing });
    for (const difference of differing.differences)
      members.push({
        hosts,
        about,
        region,
        difference,
        ...changeOf(first, second, difference, about === 'routes' ? aspects : ['virtual_cluster']),
      });
    return differing;
  };
  const portless = isPortless(pair.pieces);
  const matchText = matchesWrittenAlike(hosts);
  for (const region of regionsOf(before, after, pair.pieces)) {
    const side = (which: 'before' | 'after'): ComparedPlace => {
      const place = hosts[which];
      if (region[which] === 'redirect') return redirectList(place.context, region.base, aspects);
      const list = lists[which] ?? routeList([], place.context);
      const options = { portless, aspects, matchText: matchText[which] };
      return comparedPlace(place, { ...list, base: region.base }, options);
    };
    const differing = compare('routes', region, side('before'), side('after'));
    if (region.before === 'routes' && region.after === 'routes') routes = differing;
  }
  if (
    aspects.includes('virtual_cluster') &&
    !sameContent(before.virtualHost?.virtual_clusters ?? [], after.virtualHost?.virtual_clusters ?? [])
  ) {
    const base: readonly Box[] = pair.pieces.map(hostBox);
    const region: Region = { before: 'routes', after: 'routes', base };
    compare('virtual_clusters', region, virtualClusterList(before, base), virtualClusterList(after, base));
  }
  return { hosts, members, open, routes };
}

/** Whether two routes of a pair of virtual hosts are surely alike; routes that differ may be alike all the same. */
function startComparing(before: HostPlace, after: HostPlace): (before: number, after: number) => boolean {
  if (!isSameAround(before, after)) return () => false;
  return (first, second) => {
    const [one, other] = [before.virtualHost?.routes?.[first], after.virtualHost?.routes?.[second]];
    if (one === undefined || !sameContent(one, other) || !isReadAlikeIn(before, after, one)) return false;
    return !namesChangedCluster(one, before, after);
  };
}

/** What differs between the outcomes of two chains, by what is configured. */
function changeOf(
  before: ComparedPlace,
  after: ComparedPlace,
  difference: Difference,
  aspects: readonly Aspect[],
): Pick<Member, 'change' | 'aspects'> {
  const left = leftByDraws(before, after, difference);
  const end = ({ route }: Chain) => route;
  const [first, second] = [before.settings(end(difference.before)), after.settings(end(difference.after))];
  const differing = aspects.filter((aspect) => (first[aspect] ?? '') !== (second[aspect] ?? ''));
  // What differs by the random value alone differs in what becomes of shares.
  if (left === undefined || differing.length === 0)
    return {
      change: JSON.stringify([chainText(before, difference.before), chainText(after, difference.after)]),
      aspects: ['destination'],
    };
  const values = differing.map((aspect) => [aspect, first[aspect] ?? '', second[aspect] ?? '']);
  return { change: JSON.stringify([left, ...values]), aspects: differing };
}

/**
 * What the same draws on both sides leave to routes that differ, where each is decided by its key alone: whether some
 * key has to be set for that. Undefined where the draws are others, or have a part in it.
 */
function leftByDraws(
  before: ComparedPlace,
  after: ComparedPlace,
  difference: Difference,
): 'by default' | 'by keys' | undefined {
  const drawsOf = ({ list, outcome }: ComparedPlace, { byChance }: Chain): string =>
    JSON.stringify(byChance.map((route) => [drawText(list, route), outcome(route)]));
  if (drawsOf(before, difference.before) !== drawsOf(after, difference.after)) return undefined;
  const chances = difference.before.byChance.map((route) => before.list.matchers[route]?.chance);
  if (chances.includes('sometimes')) return undefined;
  return chances.includes('always-by-default') ? 'by keys' : 'by default';
}
