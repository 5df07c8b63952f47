/**
 * Gathers what differs in the same way, and finds for each such group a request that shows it: one that was replayed
 * through both sides with another outcome.
 */
import { type RouteList, routesOf } from '../../routing/all/index.ts';
import { domainOf } from '../../routing/match/hosts.ts';
import { sizeOf, WHOLE_RANGE, without } from '../../routing/random-range.ts';
import { internalHeader, type Request, seen } from '../../routing/request/request.ts';
import { shareOf } from '../../routing/runtime.ts';
import { addressed, type Meeting } from '../../routing/where/addressed.ts';
import { type Aspect, DESTINATION } from './aspects.ts';
import type { ComparedHosts, Member } from './compare-hosts.ts';
import { differingAspects, type Replayed, replay, replayAmong } from './outcomes/replay.ts';
import type { Route } from './served-host.ts';
import { variantsOf, withTellingHeaders } from './variants.ts';

export interface Shown {
  readonly request: Request;
  readonly before: Replayed;
  readonly after: Replayed;
  readonly aspects: readonly Aspect[];
}

/** What of the differing aspects says something: where only one side forwards, its settings go without saying. */
export function telling({ before, after, aspects }: Shown): readonly Aspect[] {
  if (before.trace.outcome.kind === after.trace.outcome.kind) return aspects;
  const found = aspects.filter((aspect) => aspect === 'virtual_cluster' || DESTINATION.includes(aspect));
  return found.length === 0 ? aspects : found;
}

export interface Group {
  readonly members: readonly Member[];
  /** The member that was shown, and how; without it no request was found that differs. */
  readonly shown: (Shown & { readonly member: Member }) | undefined;
  /** Why the outcome of a request that was tried stays open. */
  readonly why: string | undefined;
}

/** Members of a group that are tried for a request that shows it, or for a shorter one. */
const MAX_TRIED = 4;

/** @param meetings the route configurations of both sides, to which every shown request comes */
export function groupsOf(
  members: readonly Member[],
  aspects: readonly Aspect[],
  meetings: readonly Meeting[],
): readonly Group[] {
  const byChange = new Map<string, Member[]>();
  for (const member of members) {
    const key = `${member.about} ${member.change}`;
    const known = byChange.get(key);
    if (known) known.push(member);
    else byChange.set(key, [member]);
  }
  return [...byChange.values()].map((group) => shownGroup(group, aspects, meetings));
}

function shownGroup(
  members: readonly Member[],
  aspects: readonly Aspect[],
  meetings: readonly Meeting[],
): Group {
  const byLength = members
    .map((member) => ({ member, length: lengthOf(member) }))
    .sort((one, other) => one.length - other.length);
  let why: string | undefined;
  for (const { member } of byLength.slice(0, MAX_TRIED)) {
    const found = show(member, aspects, meetings);
    if ('request' in found) return { members, shown: { ...found, member }, why: undefined };
    why ??= found.why;
  }
  return { members, shown: undefined, why };
}

function lengthOf({ difference: { witness } }: Member): number {
  return witness.path.length + witness.authority.length + JSON.stringify(witness.headers).length;
}

const APART =
  'no one request comes to it unchanged on both sides: their listeners, filter chains or scopes take different ones, or their connection managers change it';

function show(
  member: Member,
  aspects: readonly Aspect[],
  meetings: readonly Meeting[],
): Shown | { readonly why: string | undefined } {
  const { hosts, difference, about } = member;
  const among = aspects.filter((aspect) => (aspect === 'virtual_cluster') === (about === 'virtual_clusters'));
  const witness = plainRequest(difference.witness, hosts);
  // What comes to other routes is another change.
  const shownStaying = (request: Request): Shown | undefined => {
    const next = shownBy(hosts, request, among);
    return 'request' in next && staysIn(member, 'before', next.before) && staysIn(member, 'after', next.after)
      ? next
      : undefined;
  };
  let isApart = false;
  /** The same with what brings it there through the listeners of either side. */
  const comes = (found: Shown | undefined): Shown | undefined => {
    if (found === undefined) return undefined;
    const request = addressed(found.request, meetings, (form) => shownStaying(form) !== undefined);
    isApart ||= request === undefined;
    if (request === undefined || request === found.request) return request && found;
    const again = shownBy(hosts, request, among);
    return 'request' in again ? again : undefined;
  };
  // Of requests that were told to use TLS those count that do not use it yet.
  const isFree = !Object.hasOwn(witness.headers, 'x-forwarded-proto');
  const inPlaintext =
    isFree && wasSentToTls(member) ? comes(shownStaying({ ...witness, scheme: 'http' })) : undefined;
  if (inPlaintext !== undefined) return inPlaintext;
  const tried = shownBy(hosts, witness, among);
  const shown = 'request' in tried ? comes(tried) : undefined;
  const fuller = shown && withHeadersTold(shown);
  if (shown !== undefined) return (fuller && comes(shownStaying(fuller))) ?? shown;
  for (const variant of variantsOf(witness, decidingRoutes(member), tellingClusters(hosts))) {
    const next = comes(shownStaying(variant));
    if (next !== undefined) return next;
  }
  return { why: isApart ? APART : (tried.before.open ?? tried.after.open) };
}

/** A request that shows a change of headers alone, with the headers that it is about. */
function withHeadersTold({ request, before, after, aspects }: Shown): Request | undefined {
  if (!aspects.includes('request_headers') || aspects.some((aspect) => DESTINATION.includes(aspect)))
    return undefined;
  return withTellingHeaders(request, before.trace.outcome, after.trace.outcome);
}

type Tried = Shown | Pick<Shown, 'before' | 'after'>;

function shownBy(hosts: ComparedHosts, request: Request, aspects: readonly Aspect[]): Tried {
  const before = replayed(hosts, 'before', request, aspects);
  const after = replayed(hosts, 'after', request, aspects);
  if (before.open !== undefined || after.open !== undefined) return { before, after };
  const differing = differingAspects(before, after, aspects);
  return differing.length === 0 ? { before, after } : { request, before, after, aspects: differing };
}

function replayed(
  hosts: ComparedHosts,
  side: 'before' | 'after',
  request: Request,
  aspects: readonly Aspect[],
): Replayed {
  const place = hosts[side];
  const list = hosts.lists[side];
  if (place.virtualHost === undefined || list === undefined) return replay(place, request, aspects);
  const routes = possibleRoutes(list, request);
  return replayAmong(place, place.virtualHost, routes, request, aspects);
}

const draws = new WeakMap<RouteList, readonly number[]>();

/** All routes that could take a request, ascending. */
function possibleRoutes(list: RouteList, request: Request): readonly number[] {
  const byChance =
    draws.get(list) ?? [...list.matchers.keys()].filter((route) => list.matchers[route]?.chance !== 'always');
  draws.set(list, byChance);
  const candidates = list.index.candidates(seen(request, list.namespace));
  return [...new Set([...candidates, ...byChance])].sort((one, other) => one - other);
}

/** Whether a request is one of a member's: to its hosts, handled by require_tls and met by routes as these are. */
function staysIn(member: Member, side: 'before' | 'after', { trace }: Replayed): boolean {
  const { hosts, difference, region, about } = member;
  const { found, context, index } = hosts[side];
  if (domainOf(found.routeConfiguration, trace.request, context.namespace)?.virtualHost !== index)
    return false;
  if (about === 'virtual_clusters') return true;
  const { outcome } = trace;
  const isForTls = outcome.kind === 'redirect' && trace.route === null;
  if (isForTls !== (region[side] === 'redirect')) return false;
  if (isForTls) return true;
  const { byChance, route } = difference[side];
  const met = (outcome.kind === 'random' ? outcome.branches : [trace]).map((each) => each.route?.index);
  const { matchers } = hosts.lists[side] ?? { matchers: [] };
  // One random value serves all draws: one whose share the earlier ones have taken takes nothing.
  let range = WHOLE_RANGE;
  const drawn = byChance.filter((each) => {
    const { chance, asked } = matchers[each] ?? {};
    const [before, share] = [range, shareOf(asked?.fraction?.default_value)];
    if (chance === 'sometimes') range = without(range, share);
    return sizeOf(range) < sizeOf(before);
  });
  return (
    met.every((each) => each === route || (each !== undefined && byChance.includes(each))) &&
    drawn.every((each) => met.includes(each))
  );
}

/** The routes that decide about a member's requests on either side. */
export function decidingRoutes(member: Member): readonly Route[] {
  return [...decidingOn(member, 'before'), ...decidingOn(member, 'after')];
}

function decidingOn({ hosts, difference, region }: Member, side: 'before' | 'after'): readonly Route[] {
  if (region[side] === 'redirect') return [];
  return routesOf(difference[side]).flatMap((route) => hosts[side].virtualHost?.routes?.[route] ?? []);
}

/** Whether a route of the first side redirected a member's requests to HTTPS. */
function wasSentToTls(member: Member): boolean {
  return (
    member.about === 'routes' &&
    decidingOn(member, 'before').some(
      ({ redirect }) => redirect?.https_redirect === true || redirect?.scheme_redirect === 'https',
    )
  );
}

/** Names of clusters that are worth asking for: those that exist on one side only, on both, nowhere. */
function tellingClusters({ before, after }: ComparedHosts): readonly string[] {
  const [first, second] = [before.context.clusters, after.context.clusters];
  const names = [...(first ?? []), ...(second ?? [])];
  const has = (set: ReadonlySet<string> | undefined, name: string) => set === undefined || set.has(name);
  const only = names.filter((name) => has(first, name) !== has(second, name)).slice(0, 2);
  const both = names.find((name) => has(first, name) && has(second, name)) ?? 'some-cluster';
  return [...only, both, 'no-such-cluster'];
}

/** A request is said to be internal by its field, whatever the header is called. */
function plainRequest(request: Request, { before }: ComparedHosts): Request {
  const { [internalHeader(before.context.namespace)]: marked, ...headers } = request.headers;
  return marked === 'true' ? { ...request, internal: true, headers } : request;
}
