/**
 * Gathers what differs in the same way, and finds for each such group a request that shows it: one that was replayed
 * through both sides with another outcome.
 */
import type { Chain, RouteList } from '../../routing/all/index.ts';
import { type Request, seen } from '../../routing/index.ts';
import { internalHeader } from '../../routing/request.ts';
import type { ComparedHosts, Member } from './compare-hosts.ts';
import type { Route } from './place.ts';
import { differingAspects, type Replayed, replay, replayAmong } from './replay.ts';
import type { Aspect } from './settings.ts';
import { variantsOf } from './variants.ts';

export interface Shown {
  readonly request: Request;
  readonly before: Replayed;
  readonly after: Replayed;
  readonly aspects: readonly Aspect[];
}

export interface Group {
  readonly members: readonly Member[];
  /** The member that was shown, and how; without it no request was found that differs. */
  readonly shown: (Shown & { readonly member: Member }) | undefined;
  /** Why the outcome of a request that was tried stays open. */
  readonly why: string | undefined;
}

/** Members of a group that are tried for a request that shows it, or for a shorter one. */
const MOST_TRIED = 4;

export function groupsOf(members: readonly Member[], aspects: readonly Aspect[]): readonly Group[] {
  const byChange = new Map<string, Member[]>();
  for (const member of members) {
    const key = `${member.about} ${member.change}`;
    const known = byChange.get(key);
    if (known) known.push(member);
    else byChange.set(key, [member]);
  }
  return [...byChange.values()].map((group) => shownGroup(group, aspects));
}

function shownGroup(members: readonly Member[], aspects: readonly Aspect[]): Group {
  const byLength = [...members].sort((one, other) => lengthOf(one) - lengthOf(other));
  let why: string | undefined;
  for (const member of byLength.slice(0, MOST_TRIED)) {
    const found = show(member, aspects);
    if ('request' in found) return { members, shown: { ...found, member }, why: undefined };
    why ??= found.why;
  }
  return { members, shown: undefined, why };
}

function lengthOf({ difference: { witness } }: Member): number {
  return witness.path.length + witness.authority.length + JSON.stringify(witness.headers).length;
}

function show(member: Member, aspects: readonly Aspect[]): Shown | { readonly why: string | undefined } {
  const { hosts, difference } = member;
  const witness = plainRequest(difference.witness, hosts);
  const tried = shownBy(hosts, witness, aspects);
  if ('request' in tried) return tried;
  const [first, second] = [tried.before, tried.after];
  const variants = variantsOf(witness, decidingRoutes(member), changedClusters(hosts));
  for (const variant of variants) {
    const next = shownBy(hosts, variant, aspects);
    // What comes to other routes is another change.
    if ('request' in next && comesTo(next.before, first) && comesTo(next.after, second)) return next;
  }
  return { why: first.open ?? second.open };
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
  const candidates = list.index.candidates(seen(request, list.word));
  return [...new Set([...candidates, ...byChance])].sort((one, other) => one - other);
}

function comesTo(one: Replayed, other: Replayed): boolean {
  const [first, second] = [one.trace, other.trace];
  return first.virtual_host_index === second.virtual_host_index && first.route?.index === second.route?.index;
}

/** The routes that decide about a member's requests on either side. */
function decidingRoutes({ hosts, difference, region }: Member): readonly Route[] {
  const routesOf = (side: 'before' | 'after'): readonly Route[] => {
    const chain: Chain = difference[side];
    if (region[side] === 'redirect') return [];
    return [...chain.byChance, ...(chain.route === undefined ? [] : [chain.route])].flatMap(
      (route) => hosts[side].virtualHost?.routes?.[route] ?? [],
    );
  };
  return [...routesOf('before'), ...routesOf('after')];
}

/** Names of clusters that exist on one side only, and one that exists nowhere. */
function changedClusters({ before, after }: ComparedHosts): readonly string[] {
  const [first, second] = [before.context.clusters, after.context.clusters];
  if (first === second) return [];
  const only = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined) =>
    one === undefined ? [] : [...one].filter((name) => other !== undefined && !other.has(name));
  return [...only(first, second).slice(0, 2), ...only(second, first).slice(0, 2), 'no-such-cluster'];
}

/** A request is said to be internal by its field, whatever the header is called. */
function plainRequest(request: Request, { before }: ComparedHosts): Request {
  const { [internalHeader(before.context.word)]: marked, ...headers } = request.headers;
  return marked === 'true' ? { ...request, internal: true, headers } : request;
}
