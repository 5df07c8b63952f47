/** Which requests a change stands for: those of one pair of routes, exactly, and how many more pairs there are. */
import { picksByPlace } from '../../../effects/clusters-of-action.ts';
import { type HostPiece, oneOfDomains } from '../../../routing/all/base.ts';
import type { Box } from '../../../routing/all/box.ts';
import type { Meter } from '../../../routing/regex/meter.ts';
import type { Message } from '../../../schema/types.ts';
import {
  hostRewriteOf,
  isNamedByHeader,
  mirrorPoliciesOf,
  ownMirrors,
  redirectStatus,
} from '../../../traffic/action.ts';
import { lowerMatch } from '../../../traffic/predicate.ts';
import { type Aspect, DESTINATION } from '../aspects.ts';
import type { Member } from '../compare-hosts.ts';
import { decidingRoutes, type Shown, telling } from '../groups.ts';
import type { HostPair } from '../pairing/host-pairs.ts';
import type { Region } from '../pairing/regions.ts';
import { type HostPlace, type Route, SIDES, type VirtualHost } from '../served-host.ts';
import { apartWords, PROTOCOL, requestsWords } from './box-words.ts';
import { aspectsText } from './describe.ts';
import { areWhole, exceptWords, matchersOf, sharedBox } from './earlier.ts';

/**
 * The words hold for every request that fits them: each differs as the shown one does. Where that hangs on more than
 * the routes that it comes to, it is said so.
 *
 * @param pairs how many pairs of routes have requests that change in the same way; the words are about one of them
 */
export function standsFor(member: Member, shown: Shown, pairs: number, meter: Meter): string {
  const { hosts, region, about } = member;
  const own = matchersOf(member);
  const { namespace } = hosts.before.context;
  const box = sharedBox(own, areWhole(own));
  const words = requestsWords(box, namespace, hostWords(hosts.pair), wayWords(region, namespace));
  const rest =
    about === 'virtual_clusters'
      ? ' that the virtual clusters tell apart in another way'
      : exceptWords(member, meter);
  const others = pairs > 1 ? `, and ${pairs - 1} more ${pairs === 2 ? 'pair' : 'pairs'} of routes` : '';
  if (differsForAll(member, shown)) return `all ${words}${rest}${others}`;
  return `${words}${rest}, as far as their ${differingWords(shown)} differs${others}`;
}

function differingWords(shown: Shown): string {
  const aspects = telling(shown);
  if (aspects.some((aspect) => DESTINATION.includes(aspect))) return 'outcome';
  return aspectsText(aspects, ' or ');
}

/** Of so many domains the names are given. */
const MAX_NAMED = 3;
/** So many domains that take some of the hosts away are named. */
const MAX_LOST = 2;

/**
 * Such as `to shop.test, *.shop.test except www.shop.test`; empty for all hosts. As ever with domains the most
 * specific one of all that are named counts.
 */
function hostWords({ pieces }: HostPair): string {
  const named = new Set(pieces.flatMap(({ takenBy }) => namesOf(takenBy)));
  const areAll = named.delete('');
  let count = 0;
  for (const { takenBy } of pieces) count += takenBy.reduce((product, { length }) => product * length, 1);
  if (areAll) count--;
  const lost = lostBy(pieces);
  if (areAll && lost.length === 0) return '';
  let away = lost;
  if (areAll && count === 0 && lost.length <= MAX_LOST) named.add('any host');
  else if (areAll) {
    named.add('hosts of no other domain');
    away = lostBy(pieces.map(withoutRest));
  }
  const all = count + (areAll ? 1 : 0);
  const more = all > MAX_NAMED ? ` and ${all - MAX_NAMED} more` : '';
  const said = `to ${[...named].slice(0, MAX_NAMED).join(', ')}${more}`;
  if (away.length === 0) return said;
  return away.length > MAX_LOST
    ? `${said} that no more specific domain takes`
    : `${said} except ${away.join(' and ')}`;
}

/** The first names of hosts that fit one domain of each list; empty for any host. */
function namesOf(takenBy: HostPiece['takenBy']): readonly string[] {
  let names: readonly string[] = [''];
  for (const domains of takenBy)
    names = names
      .flatMap((name) =>
        domains.slice(0, MAX_NAMED + 1).map(({ kind, written }) => {
          if (kind === 'any') return name;
          return name === '' ? written : `${name} that also fit ${written}`;
        }),
      )
      .slice(0, MAX_NAMED + 1);
  return names;
}

/** The piece without the hosts of no wildcard: what takes these away is another domain. */
function withoutRest(piece: HostPiece): Pick<HostPiece, 'takenBy' | 'without'> {
  if (piece.within.length > 0) return piece;
  const named = piece.takenBy.flat().filter(({ kind }) => kind !== 'any');
  if (named.length === 0) return { ...piece, without: [] };
  const some = oneOfDomains(named);
  // Hosts may fit any wildcard at the front beside one at the end.
  const meets = ({ kind, literal }: (typeof named)[number]): boolean =>
    kind === 'suffix' || some.holds(literal) === true;
  return { ...piece, without: piece.without.map((domains) => domains.filter(meets)) };
}

/** Domains that take hosts away from these, other than themselves, as written. */
function lostBy(pieces: readonly Pick<HostPiece, 'takenBy' | 'without'>[]): readonly string[] {
  const own = new Set(
    pieces.flatMap(({ takenBy }) => (takenBy.length === 1 ? takenBy.flat().map(keyOf) : [])),
  );
  const lost = new Map<string, string>();
  for (const { without } of pieces)
    for (const domains of without)
      for (const domain of domains) if (!own.has(keyOf(domain))) lost.set(keyOf(domain), domain.written);
  return [...lost.values()];
}

function keyOf({ kind, literal }: HostPiece['within'][number][number]): string {
  return `${kind} ${literal}`;
}

const TLS = 'over TLS';

/** Such as `over TLS or from inside`; empty for requests that come in any way. */
function wayWords({ base }: Region, namespace: string): string {
  const told = (box: Box): string => apartWords(box, namespace);
  const ways = base.map(
    (box): Box => new Map([...box].filter(([dimension]) => dimension !== 'header :authority')),
  );
  const words = [...new Set(ways.map(told))];
  if (words.includes('')) return '';
  if (words.length === 1) return words[0] ?? '';
  if (!words.includes(TLS)) return told(new Map([...(ways[0] ?? [])].filter(isProtocol)));
  const others = ways.map((box): Box => new Map([...box].filter((each) => !isProtocol(each))));
  return [TLS, ...new Set(others.map(told).filter((other) => other !== ''))].join(' or ');
}

function isProtocol([dimension]: readonly [string, unknown]): boolean {
  return dimension === PROTOCOL;
}

/** Aspects of a forwarded request that only its route decides. */
const STEADY: ReadonlySet<Aspect> = new Set([
  'idle_timeout',
  'max_grpc_timeout',
  'priority',
  'retry_policy',
  'cors',
  'hash_policy',
  'metadata_match',
  'request_headers',
  'response_headers',
]);

type Pair<T> = readonly [before: T, after: T];

/**
 * Whether what differs for one request differs for every other one that comes to the same routes, as long as no runtime
 * key is set: some of what routes do hangs on the request itself.
 */
function differsForAll(member: Member, { request, before, after, aspects }: Shown): boolean {
  const { about, hosts, difference, region } = member;
  if (about === 'virtual_clusters') return true;
  if (request.runtime !== undefined) return false;
  const routes = decidingRoutes(member);
  const isDrawn = SIDES.some((side) => difference[side].byChance.length > 0);
  if (isDrawn && !(routes.every(isSteady) && SIDES.every((side) => !limitsRates(hosts[side].virtualHost))))
    return false;
  const [one, other] = [before.trace.outcome.kind, after.trace.outcome.kind];
  // Who is redirected is not forwarded, wherever to.
  if (one !== other && (one === 'redirect' || other === 'redirect')) return true;
  if (routes.some(({ route }) => isPickedByRequest(route) || hasRuntime(route))) return false;
  if (isDrawn || one !== other || one === 'not_found' || one === 'direct_response') return true;
  const [first, second] = SIDES.map((side) =>
    region[side] === 'redirect' ? undefined : hosts[side].virtualHost?.routes?.[difference[side].route ?? -1],
  );
  if (first === undefined || second === undefined) return false;
  if (copiesByHeader(first, hosts.before) || copiesByHeader(second, hosts.after)) return false;
  const pair: Pair<Route> = [first, second];
  if (one === 'redirect') return aspects.includes('response_headers') || redirectsApart(pair);
  return one === 'forward' && aspects.some((aspect) => STEADY.has(aspect) || isSteadyHere(aspect, pair));
}

/** Whether an aspect of two forwarding routes is the same for all their requests, or differs for all. */
function isSteadyHere(aspect: Aspect, pair: Pair<Route>): boolean {
  const [first, second] = pair;
  switch (aspect) {
    case 'destination':
    case 'mirror':
      return true;
    case 'timeout':
      return pair.every(({ route }) => route?.max_grpc_timeout === undefined);
    case 'path':
      return pair.every(({ match, route }) => isPlainPrefix(match) && route?.regex_rewrite === undefined);
    case 'host':
      return hasBoth(literalHost(first), literalHost(second));
    default:
      return false;
  }
}

/** What is rewritten of a path with such a match is a part of it that is known beforehand. */
function isPlainPrefix(match: Message<'route.RouteMatch'> | undefined): boolean {
  const { path } = lowerMatch(match);
  return (path.kind === 'prefix' || path.kind === 'under') && !path.text.includes('?') && !path.fold;
}

function redirectsApart([first, second]: Pair<Route>): boolean {
  const [one, other] = [first.redirect ?? {}, second.redirect ?? {}];
  return (
    redirectStatus(one) !== redirectStatus(other) ||
    isOther(one.host_redirect, other.host_redirect) ||
    isOther(one.path_redirect, other.path_redirect)
  );
}

function literalHost({ route }: Route): string | undefined {
  return route && hostRewriteOf(route).literal;
}

function hasBoth(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one !== '' && other !== undefined && other !== '';
}

function isOther(one: string | undefined, other: string | undefined): boolean {
  return hasBoth(one, other) && one !== other;
}

/** Whether what names or picks the cluster comes with the request. */
function isPickedByRequest(action: Route['route'] = {}): boolean {
  const { weighted_clusters: split } = action;
  return isNamedByHeader(action) || (split !== undefined && picksByPlace(split));
}

/** Whether a header of the request names who gets a copy. */
function copiesByHeader(route: Route, { virtualHost = {}, found }: HostPlace): boolean {
  const policies = mirrorPoliciesOf({ route, virtualHost, routeConfiguration: found.routeConfiguration });
  return policies.some(({ cluster_header: header = '' }) => header !== '');
}

/** Whether runtime keys may change what the route does: nobody says that they are not set. */
function hasRuntime(action: Route['route']): boolean {
  return (
    (action?.weighted_clusters?.runtime_key_prefix ?? '') !== '' ||
    ownMirrors(action ?? {}).some(
      ({ runtime_key: key, runtime_fraction: fraction }) => (key ?? fraction?.runtime_key ?? '') !== '',
    )
  );
}

/** Fields of version 3 by which it may not. */
const NEWER = [
  'path_rewrite',
  'path_rewrite_policy',
  'host_rewrite_path_regex',
  'max_stream_duration',
  'cluster_specifier_plugin',
  'inline_cluster_specifier_plugin',
] as const;

/** Whether the route does the same with all its requests, but for the path that it hands on as it came. */
function isSteady({ route, direct_response: answer }: Route): boolean {
  if (answer !== undefined) return true;
  return (
    route !== undefined &&
    route.regex_rewrite === undefined &&
    !NEWER.some((field) => route[field] !== undefined) &&
    (route.weighted_clusters?.header_name ?? '') === '' &&
    (route.prefix_rewrite ?? '') === '' &&
    Object.values(hostRewriteOf(route)).every((each) => each === '') &&
    route.auto_host_rewrite !== true &&
    route.max_grpc_timeout === undefined &&
    (route.rate_limits ?? []).length === 0
  );
}

function limitsRates(virtualHost: VirtualHost | undefined): boolean {
  return (virtualHost?.rate_limits ?? []).length > 0;
}
