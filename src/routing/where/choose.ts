/** Which of an input's route configurations a request meets. */

import { emptyBeside } from '../../model/bound.ts';
import { mayChangeEarly } from '../filters/early.ts';
import { type Request, seen } from '../request/request.ts';
import { ipAddress, isUnspecified } from './addresses.ts';
import { type Arrival, afterCodec, arrive } from './arrival.ts';
import { connectionTo, portOf, speaksTls, splitDestination, writtenDestination } from './connection.ts';
import type { Connection } from './filter-chains.ts';
import type { FoundRouting } from './find.ts';
import type { FoundRoutes } from './found-routes.ts';
import { reachable } from './handed.ts';
import type { ListenerAddress, ListenerRef } from './listener.ts';
import type { FoundChain, FoundListener, Lead } from './listeners.ts';
import type { FoundManager } from './manager.ts';
import { isListenerNamed, isRoutesNamed, listingOf, type NamedRoutes, namedRoutes } from './names.ts';
import { isInScope, scopeNames } from './scopes.ts';

/** What a command line says; it wins over what the request says itself. */
export interface Wish {
  /** `--route-config`: a name, or the place in the file. */
  readonly routeConfig?: string | undefined;
  /** `--listener`: a name, a port, `address:port`, or the place in the file. */
  readonly listener?: string | undefined;
}

export interface Refused {
  readonly problem: string;
  readonly hint: string;
  /** What can be chosen, where that is the problem. */
  readonly candidates?: readonly NamedRoutes[];
}

interface Led {
  readonly found: FoundRoutes;
  readonly listener: ListenerRef | undefined;
  /** Whether the listener speaks with a client as the request has it: over TLS or without. */
  readonly isFit: boolean;
  /** What is to be said of the connection. */
  readonly remark?: string;
  readonly unheard?: string;
  /** What the connection manager makes of the request. */
  readonly arrival?: Arrival;
  /** The filter chain that takes its connection, with its listener, where just one does. */
  readonly way?: { readonly listener: FoundListener; readonly chain: FoundChain };
  /** Those whose requests come here; several where it stays open which one it is. */
  readonly managers: readonly FoundManager[];
  readonly connection?: Connection;
}

export type Choice =
  | (Led & { readonly kind: 'routes' })
  /** No scope takes the request, which filters see all the same: what was found has no virtual host. */
  | (Led & { readonly kind: 'outside'; readonly why: string })
  /** No filter chain takes the connection. */
  | {
      readonly kind: 'closed' | 'undecided';
      readonly listener: ListenerRef | undefined;
      readonly why: string;
      /** That nothing listens where the request asks to come in, and is followed all the same. */
      readonly unheard?: string;
    }
  | ({ readonly kind: 'problem' } & Refused);

/** What leads to a connection manager. */
export type Chosen = Extract<Choice, Led>;

/** The route configurations that a wish leaves, or why it leaves none. */
export function narrowed(
  routing: FoundRouting,
  { routeConfig, listener }: Wish,
): readonly FoundRoutes[] | Refused {
  const { routes: all, listeners } = routing;
  if (all.length === 0)
    return {
      problem: 'the input holds no route configuration',
      hint: 'routes stand in virtual hosts, route configurations or the listeners that hold them; those fetched over RDS are not in the file',
    };
  const named = routeConfig === undefined ? all : all.filter((each) => isRoutesNamed(each, routeConfig));
  if (named.length === 0)
    return { problem: `no route configuration is named "${routeConfig}"`, hint: listingOf(all, routing) };
  if (listener === undefined) return named;
  const heard = new Set(
    listeners.filter((each) => isListenerNamed(each, listener)).flatMap((each) => foundBy(each)),
  );
  const left = named.filter((each) => heard.has(each));
  if (left.length > 0) return left;
  return {
    problem: `no listener "${listener}" leads to a route configuration`,
    hint: listingOf(named, routing),
  };
}

function foundBy({ chains }: FoundListener): readonly FoundRoutes[] {
  return chains.flatMap(({ leads }) => leads.map(({ found }) => found));
}

/**
 * The one that a request meets: that which is named; else by the port that the client connects to and the listener's
 * address, then by the filter chain that takes the connection, then by the scope.
 */
export function chooseRoutes(routing: FoundRouting, request: Request, wish: Wish): Choice {
  const routeConfig = wish.routeConfig ?? request.route_config;
  const wanted = wish.listener ?? request.listener;
  const meant =
    wanted === undefined
      ? routing.listeners
      : routing.listeners.filter((each) => isListenerNamed(each, wanted));
  // A listener whose routes are all elsewhere can be asked about by its name only.
  const known = wanted !== undefined && meant.some(isForHttp) && routeConfig === undefined;
  const possible = known ? routing.routes : narrowed(routing, { routeConfig, listener: wanted });
  if ('problem' in possible) return { kind: 'problem', ...possible };
  const [only] = possible;
  if (only !== undefined && routeConfig !== undefined && possible.length === 1)
    return named(only, meant, wanted);
  const among = new Set(possible);
  const forHttp = meant.filter((each) =>
    routeConfig === undefined ? isForHttp(each) : foundBy(each).some((found) => among.has(found)),
  );
  // Who names a listener means that one.
  const listeners = wanted === undefined ? reachable(forHttp, request, routing) : forHttp;
  const mayAnswer = (found: FoundRoutes): boolean =>
    found.listeners.length === 0 && !isUnused(found, routing);
  const apart = wanted === undefined ? possible.filter(mayAnswer) : [];
  const ways: readonly Way[] = [
    ...listeners.map((listener) => ({ kind: 'listener', listener }) as const),
    ...apart.map((found) => ({ kind: 'apart', found }) as const),
  ];
  const choice = best(atPort(ways, request), request, routing, possible);
  const nowhere = wanted === undefined ? unheard(listeners, request) : undefined;
  if (nowhere === undefined) return choice;
  return choice.kind === 'problem'
    ? { ...choice, problem: `${nowhere}; ${choice.problem}` }
    : { ...choice, unheard: nowhere };
}

/**
 * What is to be said where a request names a port or an address at which nothing listens, and is followed all the same.
 *
 * @param listeners those for HTTP
 */
function unheard(listeners: readonly FoundListener[], request: Request): string | undefined {
  const { host, port } = writtenDestination(request);
  if (host === undefined && port === undefined) return undefined;
  // What redirects connections to a listener leads any of them there.
  if (listeners.some(({ keepsDestination }) => keepsDestination)) return undefined;
  const all = listeners.flatMap(({ addresses }) => addresses);
  const ports = new Set(all.map((each) => each.port));
  const isPortless = ports.size === 0 || ports.has(0) || all.every((each) => each.port === null);
  if (port !== undefined && !isPortless && !ports.has(port)) {
    const known = [...ports].filter((each) => each !== null).slice(0, MAX_PORTS);
    const more = known.length < ports.size ? ', …' : '';
    return `no listener for HTTP listens at port ${port}, only ${known.join(', ')}${more}`;
  }
  const own = host === undefined ? undefined : ipAddress(host);
  const isMeant = all.some(({ address }) => {
    const bound = address === null ? undefined : ipAddress(address);
    return (
      bound === undefined || isUnspecified(bound) || (bound.bits === own?.bits && bound.size === own.size)
    );
  });
  return own === undefined || all.length === 0 || isMeant
    ? undefined
    : `no listener for HTTP listens at address ${host}`;
}

/** So many ports are named. */
const MAX_PORTS = 6;

/** What is asked for by name is looked at, whoever leads there. */
function named(found: FoundRoutes, meant: readonly FoundListener[], wanted: string | undefined): Choice {
  const refs = meant.flatMap(({ chains }) =>
    chains.flatMap(({ leads }) => leads.filter((lead) => lead.found === found)),
  );
  const listener = refs.length === 1 || wanted !== undefined ? refs[0]?.listener : undefined;
  const managers = refs.map(({ manager }) => manager);
  return {
    kind: 'routes',
    found,
    listener,
    isFit: true,
    managers,
    ...arrivalIn(refs.map(({ arrival }) => arrival)),
  };
}

/** A listener, or a route configuration that no listener is known to use. */
type Way =
  | { readonly kind: 'listener'; readonly listener: FoundListener }
  | { readonly kind: 'apart'; readonly found: FoundRoutes };

/** A dump shows every listener of its proxy: what none of them names answers nobody, unless it is asked for by name. */
function isUnused({ file }: FoundRoutes, { listeners }: FoundRouting): boolean {
  return listeners.some(
    (each) => each.file === file && each.root.type.endsWith('ConfigDump') && isForHttp(each),
  );
}

function isForHttp({ chains }: FoundListener): boolean {
  return chains.some(({ leads, isHttp }) => isHttp || leads.length > 0);
}

function atPort(ways: readonly Way[], request: Request): readonly Way[] {
  const { host, port } = splitDestination(request);
  const fits = (test: (listener: ListenerAddress) => boolean) => (way: Way) =>
    way.kind === 'listener' && way.listener.addresses.some(test);
  const left = preferring(
    ways,
    fits((ref) => ref.port === port),
  );
  const there = preferring(
    left,
    fits((ref) => ref.address === host),
  );
  // Who speaks TLS means a listener that does, even where that one closes the connection.
  const tls = speaksTls(request);
  return preferring(
    there,
    (way) => way.kind === 'apart' || way.listener.chains.some(({ expectsTls }) => expectsTls === tls),
  );
}

/** Those that fit, or all where none does. */
function preferring<T>(all: readonly T[], fits: (each: T) => boolean): readonly T[] {
  const fitting = all.filter(fits);
  return fitting.length === 0 ? all : fitting;
}

/** What becomes of a connection, from the best to the worst. */
type Rank = 'fits' | 'leads' | 'open' | 'closed';
const RANKS: readonly Rank[] = ['fits', 'leads', 'open', 'closed'];

interface Met {
  readonly rank: Rank;
  readonly choice: Choice;
}

function best(
  ways: readonly Way[],
  request: Request,
  routing: FoundRouting,
  possible: readonly FoundRoutes[],
): Choice {
  const asked = { routing, possible: new Set(possible) };
  const met = ways.map((way) => metBy(way, request, asked));
  const rank = RANKS.find((each) => met.some((one) => one.rank === each));
  const left = met.filter((one) => one.rank === rank).map(({ choice }) => choice);
  const [first] = left;
  if (first === undefined)
    return {
      kind: 'problem',
      problem: 'nothing leads to a route configuration',
      hint: listingOf(possible, routing),
    };
  if (left.length === 1) return first;
  const found = left.flatMap((choice) => (choice.kind === 'routes' ? choice.found : []));
  if (left.every((choice) => choice.kind === 'outside') && first.kind === 'outside') {
    const managers = left.flatMap((choice) => (choice.kind === 'outside' ? choice.managers : []));
    return { ...withoutArrival(first), listener: undefined, managers };
  }
  if (found.length < left.length)
    return { ...first, ...('listener' in first ? { listener: undefined } : {}) };
  if (found.every((each) => each === found[0])) {
    const arrivals = left.map((choice) => (choice.kind === 'routes' ? choice.arrival : undefined));
    return first.kind === 'routes'
      ? {
          ...withoutArrival(first),
          listener: undefined,
          managers: left.flatMap((choice) => (choice.kind === 'routes' ? choice.managers : [])),
          ...arrivalIn(arrivals),
        }
      : first;
  }
  const fitting = [...new Set(found)];
  return {
    kind: 'problem',
    problem: `${fitting.length} route configurations fit, and nothing in the request tells which is meant`,
    hint: `choose with --route-config or --listener: ${listingOf(fitting, routing)}`,
    candidates: namedRoutes(fitting, routing),
  };
}

/** The one that all agree on; where they do not, requests are taken as they come. */
function arrivalIn(all: readonly (Arrival | undefined)[]): { readonly arrival?: Arrival } {
  const [first] = all;
  if (first === undefined) return {};
  const isSame = (one: Arrival | undefined, text: string): boolean =>
    one !== undefined && arrivalText(one) === text;
  const own = arrivalText(first);
  if (all.every((each) => isSame(each, own))) return { arrival: first };
  const rest = withoutUpgrades(first);
  const text = JSON.stringify(rest);
  return all.every((each) => isSame(each && withoutUpgrades(each), text)) ? { arrival: rest } : {};
}

const TEXTS = new WeakMap<Arrival, string>();

/** Asked again for every request. */
function arrivalText(arrival: Arrival): string {
  const text = TEXTS.get(arrival) ?? JSON.stringify(arrival);
  TEXTS.set(arrival, text);
  return text;
}

function withoutUpgrades({ upgrades: _, ...arrival }: Arrival): Arrival {
  return arrival;
}

/** What holds where one way in several leads to the same routes. */
function withoutArrival<T extends Led>({ arrival: _, way: __, ...choice }: T): Omit<T, 'arrival' | 'way'> {
  return choice;
}

interface Asked {
  readonly routing: FoundRouting;
  readonly possible: ReadonlySet<FoundRoutes>;
}

function metBy(way: Way, request: Request, asked: Asked): Met {
  if (way.kind === 'apart')
    return {
      rank: 'fits',
      choice: { kind: 'routes', found: way.found, listener: undefined, isFit: true, managers: [] },
    };
  const { listener } = way;
  const connection = connectionTo(listener, request);
  const picked = listener.pick(connection);
  if (picked.kind === 'closed') return closed(picked.why, listener.ref);
  if (picked.kind === 'chain') return over(connection, metByChain(picked.chain, listener, request, asked));
  const all = picked.chains.map((chain) => metByChain(chain, listener, request, asked));
  const [first] = all;
  const isSame =
    first?.choice.kind === 'routes' &&
    !picked.maybeClosed &&
    all.every(
      ({ choice }) =>
        choice.kind === 'routes' && first.choice.kind === 'routes' && choice.found === first.choice.found,
    );
  if (first?.choice.kind === 'routes' && isSame) {
    const { way: _, ...choice } = first.choice;
    const managers = all.flatMap(({ choice: each }) => (each.kind === 'routes' ? each.managers : []));
    return over(connection, { ...first, choice: { ...choice, listener: listener.ref, managers } });
  }
  return { rank: 'open', choice: { kind: 'undecided', listener: listener.ref, why: picked.why } };
}

function over(connection: Connection, { rank, choice }: Met): Met {
  const isLed = choice.kind === 'routes' || choice.kind === 'outside';
  return { rank, choice: isLed ? { ...choice, connection } : choice };
}

function closed(why: string, listener: ListenerRef): Met {
  return { rank: 'closed', choice: { kind: 'closed', listener, why } };
}

function metByChain(chain: FoundChain, listener: FoundListener, request: Request, asked: Asked): Met {
  const { transport, expectsTls, leads, elsewhere } = chain;
  const { ref } = listener;
  const { routing, possible } = asked;
  const tls = speaksTls(request);
  if (transport === 'tls' && !tls)
    return closed(
      'the filter chain that takes it expects TLS, and the request comes without (https:// says that it does)',
      ref,
    );
  const rank = expectsTls === tls ? 'fits' : 'leads';
  const within = leads.filter(({ found }) => possible.has(found));
  const [any] = within;
  if (any === undefined) return open(elsewhere ?? 'its routes are not among those that were asked for', ref);
  if (mayChangeEarly(request, any.manager.message, namesOf(within)))
    return open(
      'scopes choose the route configuration by a header that early_header_mutation_extensions may change',
      ref,
    );
  const inScope = leadsOf(within, request, ref);
  if (inScope.length === 0 && elsewhere !== undefined) return open(elsewhere, ref);
  const first = inScope[0] ?? any;
  if (inScope.some(({ found }) => found !== first.found)) {
    const several = [...new Set(inScope.map(({ found }) => found))];
    return {
      rank,
      choice: {
        kind: 'problem',
        problem: `the listener leads to ${several.length} route configurations of one name`,
        hint: `choose with --route-config: ${listingOf(several, routing)}`,
        candidates: namedRoutes(several, routing),
      },
    };
  }
  const remark =
    transport === 'plaintext' && tls
      ? 'the filter chain has no TLS of its own, so that it is taken to end before the proxy'
      : undefined;
  const led = {
    isFit: rank === 'fits' || expectsTls === undefined,
    ...(remark === undefined ? {} : { remark }),
    ...(first.arrival === undefined ? {} : { arrival: first.arrival }),
    way: { listener, chain },
  };
  if (inScope.length === 0) {
    const why = 'the listener chooses the route configuration by scopes, and the request is in none of them';
    const managers = [first.manager];
    return {
      rank,
      choice: { kind: 'outside', ...led, found: withoutRoutes(first.found), listener: ref, managers, why },
    };
  }
  const managers = inScope.map(({ manager }) => manager);
  return { rank, choice: { kind: 'routes', ...led, found: first.found, listener: first.listener, managers } };
}

function open(why: string, listener: ListenerRef): Met {
  return { rank: 'open', choice: { kind: 'undecided', listener, why } };
}

function withoutRoutes(found: FoundRoutes): FoundRoutes {
  return { ...found, routeConfiguration: emptyBeside(found.routeConfiguration) };
}

/** The headers that the scopes of a filter chain are told by. */
export function scopesOf({ way }: Chosen): ReadonlySet<string> {
  return namesOf(way?.chain.leads ?? []);
}

function namesOf(leads: readonly Lead[]): ReadonlySet<string> {
  return new Set(leads.flatMap(({ listener: { scope } }) => scopeNames(scope)));
}

/** Those whose scope takes what the connection manager makes of a request; what it refuses has none. */
function leadsOf(leads: readonly Lead[], request: Request, listener: ListenerRef): readonly Lead[] {
  const [first] = leads;
  if (first?.listener.scope === undefined) return leads;
  const decoded = afterCodec(request, first.arrival);
  const arrived =
    decoded.kind === 'answer'
      ? decoded
      : arrive(decoded.request, first.arrival, {}, portOf(listener, request));
  return arrived.kind === 'answer' ? [first] : inScopes(leads, arrived.request);
}

function inScopes(leads: readonly Lead[], request: Request): readonly Lead[] {
  return leads.filter(
    ({ listener: { scope }, found }) =>
      scope === undefined || isInScope(scope, seen(request, found.namespace)),
  );
}

/**
 * Whether a request that filters changed still meets what was chosen, where they have the route chosen anew: the scope is
 * looked for again too. Undefined where no scopes choose.
 */
export function startStaying({ kind, found, way }: Chosen): ((request: Request) => boolean) | undefined {
  const leads = way?.chain.leads ?? [];
  if (!leads.some(({ listener: { scope } }) => scope !== undefined)) return undefined;
  return (request) => {
    const met = inScopes(leads, request);
    return kind === 'outside' ? met.length === 0 : met.some((lead) => lead.found === found);
  };
}
