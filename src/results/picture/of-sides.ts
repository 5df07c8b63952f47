/** The picture of two sides: moved requests, the routes that take them, and where these lead, before and after. */
import type { BehaviourResult, ChangedRequests, SideOutcome } from '../../diff/behaviour/index.ts';
import type { ClusterNames, NamesOfSide } from '../../diff/cluster-names.ts';
import type { PairedHosts, PairedHostsOf, PairedRoutes, WrittenHost } from '../../diff/paired-routes.ts';
import type { SidesPairing } from '../../diff/pairing.ts';
import { answerText } from '../../routing/outcome/words.ts';
import { placesOf, treeOf, writtenRoute } from '../../routing/tree/flatten.ts';
import type { FoundRouting } from '../../routing/where/find.ts';
import { type FoundRoutes, routePlace } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { grouped } from '../../source/counted.ts';
import { movedLevel, requestText } from '../requests.ts';
import { destinationsOf, matchWords } from './destinations.ts';
import {
  type Mark,
  type NodeRef,
  type Picture,
  type PictureBuilder,
  type PictureNode,
  pictureBuilder,
} from './picture.ts';

const [REQUESTS, ROUTES, DESTINATIONS] = [0, 1, 2];
const MAX_REQUESTS = 25;
/** Two sides with so many routes are shown whole. */
const MAX_ROUTES = 60;
/** Of larger ones so many that differ. */
const MAX_CHOSEN = 40;

/**
 * @param behaviour undefined where it was not asked for: then only the routes themselves are compared
 * @param pairing what of the first side became what of the second
 */
export function pictureOfSides(
  before: FoundRouting,
  after: FoundRouting,
  behaviour: BehaviourResult | undefined,
  pairing: Pick<SidesPairing, 'hostsOf' | 'clusters'>,
): Picture {
  const { routes, at } = mergedRoutes(before, after, pairing.hostsOf);
  const moved = (behaviour?.changes ?? []).slice(0, MAX_REQUESTS);
  const takers = new Set(moved.flatMap((each) => takersOf(each, at)));
  const { clusters: names } = pairing;
  const isFirst = (route: MergedRoute): boolean => takers.has(route) || markOf(route, names) !== undefined;
  const chosen = routes.length <= MAX_ROUTES ? routes : routes.filter(isFirst).slice(0, MAX_CHOSEN);
  const builder = pictureBuilder();
  const clusters = { before: before.clusters, after: after.clusters, names };
  for (const route of chosen) addRoute(builder, route, clusters);
  for (const [index, each] of moved.entries()) {
    const node = builder.node(REQUESTS, String(index), () => requestNode(each, index));
    for (const side of ['before', 'after'] as const)
      builder.link(node, nodeOfDestination(builder, each[side], takerOf(each, side, at)), side);
  }
  for (const [index, { where, reason }] of (behaviour?.undecided ?? []).slice(0, MAX_REQUESTS).entries())
    builder.node(REQUESTS, `open ${index}`, () => ({
      title: where,
      note: reason,
      mark: 'undecided',
      said: 'not decided',
    }));
  const unmoved = behaviour === undefined ? [] : [restWords(routes.length - chosen.length)];
  return builder.picture(
    ['requests that are handled differently', 'routes', 'where they lead'],
    [(behaviour?.changes.length ?? 0) + (behaviour?.undecided.length ?? 0), routes.length, undefined],
    unmoved.filter((text) => text !== ''),
  );
}

function restWords(count: number): string {
  return count <= 0 ? '' : `${grouped(count)} more routes stand unchanged on both sides.`;
}

type At = ReturnType<typeof mergedRoutes>['at'];

function takerOf(moved: ChangedRequests, side: 'before' | 'after', at: At): MergedRoute | undefined {
  const { virtual_host: host, route } = moved[side];
  return host === null || route === null
    ? undefined
    : at(side, moved.routeConfiguration[side], host, route.index);
}

function takersOf(moved: ChangedRequests, at: At): readonly MergedRoute[] {
  return [takerOf(moved, 'before', at) ?? [], takerOf(moved, 'after', at) ?? []].flat();
}

function requestNode(moved: ChangedRequests, index: number): PictureNode {
  const { request, standsFor } = moved;
  const level = movedLevel(moved);
  const { authority, scheme } = request;
  // The path tells requests apart, and has to fit.
  const title = requestText(request).replace(`${scheme}://${authority}`, '');
  return {
    title,
    note: [authority, standsFor].filter((text) => text !== '').join('; '),
    mark: level,
    said: level,
    request: index,
  };
}

/** Where a request lands: its route, or an answer where no route takes it. */
function nodeOfDestination(
  builder: PictureBuilder,
  { outcome }: SideOutcome,
  route: MergedRoute | undefined,
): NodeRef {
  const there = route === undefined ? undefined : builder.find(ROUTES, route.key);
  return (
    there ??
    builder.node(DESTINATIONS, `answer ${answerText(outcome)}`, () => ({
      title: answerText(outcome),
      note: 'no route',
    }))
  );
}

interface Clusters {
  readonly before: FoundRouting['clusters'];
  readonly after: FoundRouting['clusters'];
  readonly names: ClusterNames;
}

function addRoute(builder: PictureBuilder, merged: MergedRoute, clusters: Clusters): void {
  const { names } = clusters;
  const node = builder.node(ROUTES, merged.key, () => routeNode(merged, names));
  const [one, other] = [leads(merged.before, names.before), leads(merged.after, names.after)];
  for (const [key, name] of new Map([...one, ...other])) {
    const to = builder.node(DESTINATIONS, key, () => destinationNode(key, name, clusters));
    builder.link(node, to, one.has(key) ? (other.has(key) ? 'live' : 'before') : 'after');
  }
}

/** Where a route leads, by a key that is the same on both sides. */
function leads(route: RouteOnSide | undefined, names: NamesOfSide): ReadonlyMap<string, string> {
  if (route === undefined) return new Map();
  return new Map(
    destinationsOf(route.route).map(({ kind, name, isIdle }) => {
      const shown = kind === 'header' ? `cluster named by header ${name}` : name;
      const common = kind === 'cluster' || kind === 'mirror' ? names.of(name) : shown;
      return [
        `${kind === 'mirror' ? 'mirror' : isIdle ? 'idle' : kind === 'answer' ? 'answer' : 'to'} ${common}`,
        kind === 'mirror' ? `${shown} (copies)` : isIdle ? `${shown} (weight 0)` : shown,
      ];
    }),
  );
}

function destinationNode(key: string, title: string, { before, after, names }: Clusters): PictureNode {
  const shown = title === '' ? '(no name)' : title;
  if (!key.startsWith('to ') || title.startsWith('cluster named by header '))
    return { title: shown, note: '' };
  if (names.before.isRenamed(title) || names.after.isRenamed(title))
    return { title: shown, note: 'renamed cluster' };
  const [was, is] = [before?.has(title), after?.has(title)];
  if (is === false)
    return {
      title: shown,
      note: '',
      mark: 'undefined',
      said: was === true ? 'no longer defined' : 'not defined',
    };
  return was === false
    ? { title: shown, note: '', mark: 'after', said: 'new cluster' }
    : { title: shown, note: 'cluster' };
}

function markOf(
  { before, after }: MergedRoute,
  names: ClusterNames,
): { readonly mark: Mark; readonly said: string } | undefined {
  if (after === undefined) return { mark: 'before', said: 'only before' };
  if (before === undefined) return { mark: 'after', said: 'only after' };
  const [one, other] = [destinationsText(before, names.before), destinationsText(after, names.after)];
  if (one !== other) return { mark: 'changed', said: 'leads elsewhere' };
  // Both fields of a regular expression say the same.
  const [was, is] = [before, after].map(({ route }) => matchWords(route).replace(/^safe_/, ''));
  return was === is ? undefined : { mark: 'changed', said: `was ${was}` };
}

function destinationsText({ route }: RouteOnSide, names: NamesOfSide): string {
  const isNamed = (kind: string): boolean => kind === 'cluster' || kind === 'mirror';
  return JSON.stringify(
    destinationsOf(route).map((each) => (isNamed(each.kind) ? { ...each, name: names.of(each.name) } : each)),
  );
}

function routeNode(merged: MergedRoute, names: ClusterNames): PictureNode {
  const { before, after } = merged;
  const shown = after ?? before;
  const place = shown && routePlace(shown.found, shown.host, shown.index);
  const lines = [before, after].flatMap((side) => {
    const there = side && routePlace(side.found, side.host, side.index);
    return there === undefined ? [] : [there.range.start.line];
  });
  const [first, second] = lines;
  const where =
    first === undefined
      ? ''
      : second === undefined || second === first
        ? `line ${first}`
        : `line ${first} → ${second}`;
  return {
    title: shown === undefined ? '' : matchWords(shown.route),
    note: [merged.virtualHost, where].filter((text) => text !== '').join('; '),
    ...markOf(merged, names),
    ...(place === undefined ? {} : { place }),
    side: after === undefined ? 'before' : 'after',
  };
}

export interface RouteOnSide {
  readonly found: FoundRoutes;
  /** Positions. */
  readonly host: number;
  readonly index: number;
  readonly route: Message<'route.Route'>;
}

export interface MergedRoute {
  readonly key: string;
  readonly virtualHost: string;
  readonly before?: RouteOnSide;
  readonly after?: RouteOnSide;
}

type Side = 'before' | 'after';

/** The places of routes: `before`, the configuration's name, the virtual host's, the position. */
type Places = Map<string, MergedRoute>;

/** @param hostsOf which virtual hosts and routes of the first side became which of the second */
export function mergedRoutes(
  before: FoundRouting,
  after: FoundRouting,
  hostsOf: PairedHostsOf,
): {
  /** In the order of the second side; what is gone comes last. */
  readonly routes: readonly MergedRoute[];
  readonly at: (
    side: Side,
    configuration: string | null,
    host: string,
    index: number,
  ) => MergedRoute | undefined;
} {
  const hosts = { before: hostsIn(before), after: hostsIn(after) };
  const partners = partnersOf(hosts.before, hosts.after, hostsOf);
  const places: Places = new Map();
  const routes: MergedRoute[] = [];
  const add = (merged: MergedRoute): void => {
    routes.push(merged);
    for (const side of SIDES) {
      const route = merged[side];
      const place = route && placeOf(side, route);
      if (place !== undefined && !places.has(place)) places.set(place, merged);
    }
  };
  const met = new Set<string>();
  for (const [number, host] of hosts.after.entries())
    for (const route of host.routes) {
      const partner = partners.get(`${number} ${route.index}`);
      const was = partner && hosts.before[partner.host]?.routes[partner.route];
      if (partner !== undefined) met.add(`${partner.host} ${partner.route}`);
      add({
        key: `after ${number} ${route.index}`,
        virtualHost: host.name,
        after: route,
        ...(was === undefined ? {} : { before: was }),
      });
    }
  for (const [number, host] of hosts.before.entries())
    for (const [position, route] of host.routes.entries())
      if (!met.has(`${number} ${position}`))
        add({ key: `before ${number} ${route.index}`, virtualHost: host.name, before: route });
  return {
    routes,
    at: (side, configuration, host, index) => places.get(JSON.stringify([side, configuration, host, index])),
  };
}

const SIDES: readonly Side[] = ['before', 'after'];

interface Host {
  readonly name: string;
  readonly written: WrittenHost;
  /** Whether a matcher leads to the routes. */
  readonly isTree: boolean;
  readonly routes: readonly RouteOnSide[];
}

function hostsIn({ routes: all }: FoundRouting): readonly Host[] {
  return all.flatMap((found) =>
    (found.routeConfiguration.virtual_hosts ?? []).map((message, host) => ({
      name: message.name ?? '',
      written: { tree: found.rootOf(host).tree, message, routeConfiguration: found.name },
      isTree: treeOf(message) !== undefined,
      routes: placesOf(message).flatMap((index) => {
        const route = message.routes?.[index];
        return route === undefined ? [] : [{ found, host, index, route }];
      }),
    })),
  );
}

/** For a route of the second side, by the position of its virtual host among all and its own, the one among those of the first that it was. */
function partnersOf(
  before: readonly Host[],
  after: readonly Host[],
  hostsOf: PairedHostsOf,
): ReadonlyMap<string, { readonly host: number; readonly route: number }> {
  const partners = new Map<string, { readonly host: number; readonly route: number }>();
  const others = new Map<PairedHosts, number>();
  for (const [host, { written }] of after.entries()) {
    const paired = hostsOf('after', written);
    if (paired !== undefined && !others.has(paired)) others.set(paired, host);
  }
  for (const [host, { written }] of before.entries()) {
    const paired = hostsOf('before', written);
    const other = paired && others.get(paired);
    if (paired === undefined || other === undefined) continue;
    others.delete(paired);
    const inTrees = pairsInTrees(before[host], after[other]);
    for (const [one, two] of inTrees ?? paired.routes()?.pairs ?? [])
      partners.set(`${other} ${two}`, { host, route: one });
  }
  return partners;
}

/**
 * The routes of two trees that ask the same of requests themselves, in order: among those of the first side, and in the
 * list of the second. Undefined where a side has no tree.
 */
function pairsInTrees(before: Host | undefined, after: Host | undefined): PairedRoutes['pairs'] | undefined {
  if (!before?.isTree || !after?.isTree) return undefined;
  const waiting = new Map<string, number[]>();
  for (const [position, { route }] of before.routes.entries()) {
    const key = ownText(route);
    const known = waiting.get(key);
    if (known === undefined) waiting.set(key, [position]);
    else known.push(position);
  }
  return after.routes.flatMap(({ route, index }) => {
    const was = waiting.get(ownText(route))?.shift();
    return was === undefined ? [] : [[was, index] as const];
  });
}

function ownText(route: Message<'route.Route'>): string {
  const { name = '', match = {} } = writtenRoute(route);
  return JSON.stringify([name, match]);
}

function placeOf(side: Side, { found, host, index }: RouteOnSide): string {
  const name = found.routeConfiguration.virtual_hosts?.[host]?.name ?? '';
  return JSON.stringify([side, found.name, name, index]);
}
