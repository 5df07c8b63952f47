/** What a configuration makes of one logged request, and whether it can have done what the line says. */
import type { Place } from '../model/place.ts';
import type { RoutingContext } from '../routing/context.ts';
import { domainOf } from '../routing/match/hosts.ts';
import type { Request } from '../routing/request/request.ts';
import { type Routed, routeRequest } from '../routing/route.ts';
import type { Wish } from '../routing/where/choose.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import { type FoundRoutes, routePlace, virtualHostPlace } from '../routing/where/found-routes.ts';
import type { FoundListener } from '../routing/where/listeners.ts';
import { listenerNames } from '../routing/where/names.ts';
import type { Message } from '../schema/types.ts';
import type { Declared } from './declared.ts';
import { detailNamed, type Fault, flagNamed } from './faults.ts';
import type { Entry, ReadLine } from './log-lines.ts';
import { clustersOf, keepsRequests, managerOf, type Possible, possibleRoutes } from './possible.ts';
import { missingFor, saysNoCluster, saysUnresolved } from './ruled-out.ts';

/** What lines are held to. */
export interface Setting {
  readonly routing: FoundRouting;
  readonly declared: Declared;
  readonly contextFor: (found: FoundRoutes) => RoutingContext;
  /** What the command line says of where requests come in. */
  readonly wish: Wish;
}

/** What is known of a logged request: its trace, and the route, cluster and manager that it came to. */
export interface Evidence {
  readonly entry: Entry;
  readonly request: Request | null;
  readonly routed: Routed | undefined;
  readonly possible: Possible | undefined;
  readonly route: Message<'route.Route'> | undefined;
  readonly routePlace: Place | undefined;
  readonly routeName: string;
  readonly cluster: string | undefined;
  /** Those that may have written the line. */
  readonly listeners: readonly FoundListener[];
  readonly setting: Setting;
}

export function gatherEvidence(line: ReadLine, setting: Setting): Evidence {
  const { entry } = line;
  const ways = waysOf(line, setting);
  const { request = requestOf(entry, undefined), routed } = chosen(ways, entry, setting) ?? {};
  const { found } = routed ?? {};
  const possible = routed && possibleIn(routed, setting);
  const at = found && routed ? routeIn(found, routed, possible, entry) : undefined;
  const route = at && found?.routeConfiguration.virtual_hosts?.[at.host]?.routes?.[at.route];
  const only = route && clustersOf(route);
  return {
    entry,
    request,
    routed,
    possible,
    route,
    routePlace: at && found && (routePlace(found, at.host, at.route) ?? virtualHostPlace(found, at.host)),
    routeName: at === undefined ? '' : nameOfRoute(route, at.route, found, at.host),
    cluster: entry.cluster ?? (only?.length === 1 ? only[0] : undefined),
    listeners: listenersOf(line, setting),
    setting,
  };
}

function possibleIn({ found, trace }: Routed, { contextFor }: Setting): Possible | undefined {
  return found && possibleRoutes(found, trace.arrived ?? trace.request, contextFor(found).regexes);
}

/** One way in which the request may have come. */
interface Way {
  readonly request: Request;
  readonly routed: Routed;
}

/** Beyond these a log has to say by which listener a request came. */
const MAX_LISTENERS = 64;

interface Ways {
  /** The way that routing picks where no listener is named. */
  readonly picked: Way | undefined;
  /** Those by each listener that may have written the line. */
  readonly others: readonly Way[];
}

function waysOf(line: ReadLine, setting: Setting): Ways {
  const { entry } = line;
  const named = listenersOf(line, setting);
  const wishes = named.length > MAX_LISTENERS || setting.wish.listener !== undefined ? [] : named;
  const by = (listener: FoundListener | undefined): Way | undefined => {
    const request = requestOf(entry, listener && listenerNames(listener)[0]);
    return request === null ? undefined : routedOf(request, entry, setting);
  };
  return { picked: by(undefined), others: wishes.flatMap((listener) => by(listener) ?? []) };
}

/** The listeners that may have written the line: those with its format, and of those the ones at its port. */
function listenersOf({ entry, listeners }: ReadLine, { routing }: Setting): readonly FoundListener[] {
  const writing = routing.listeners.filter(({ message }) => listeners.includes(message));
  const known = writing.length > 0 ? writing : routing.listeners;
  const there = known.filter(({ ref }) => entry.localPort !== undefined && ref.port === entry.localPort);
  return there.length > 0 ? there : known;
}

/**
 * The way that the line fits to: the one that routing picks where that fits, else the only one that does. Where none does,
 * the first shows why; where several do, nobody knows which it was.
 */
function chosen({ picked, others }: Ways, entry: Entry, setting: Setting): Way | undefined {
  const taken = others.filter(({ routed }) => routed.trace.outcome.kind !== 'closed');
  const fitting = taken.filter(({ routed }) => isPlausible(routed, entry, setting));
  const [only, ...more] = fitting;
  if (only !== undefined && more.every(({ routed }) => routed.found === only.routed.found)) return only;
  const isAmong = fitting.some(({ routed }) => routed.found === picked?.routed.found);
  if (only !== undefined) return isAmong ? picked : undefined;
  return taken.length === 1 ? taken[0] : picked;
}

/** Whether a request that comes so may end as the line says. */
function isPlausible(routed: Routed, entry: Entry, setting: Setting): boolean {
  const possible = possibleIn(routed, setting);
  if (contradiction({ entry, request: routed.trace.request, routed, possible, setting }) !== undefined)
    return false;
  const { outcome } = routed.trace;
  const isRouted = possible !== undefined && possible.routes.length > 0;
  const isBare = entry.flags.length === 0 && entry.details === undefined && entry.hasFlags;
  if (!isBare || outcome.kind === 'random' || outcome.kind === 'undecided') return true;
  if (!isRouted && outcome.kind === 'not_found') return false;
  if (!entry.hasUpstreamHost) return true;
  // Without an upstream the proxy itself answered, and with one it did not.
  return entry.upstreamHost === undefined
    ? outcome.kind !== 'forward' && outcome.status === entry.status
    : outcome.kind === 'forward' || possible === undefined || possible.routes.length > 1;
}

function nameOfRoute(
  route: Message<'route.Route'> | undefined,
  index: number,
  found: FoundRoutes | undefined,
  host: number,
): string {
  if (route?.name !== undefined && route.name !== '') return `route ${JSON.stringify(route.name)}`;
  const name = found?.routeConfiguration.virtual_hosts?.[host]?.name ?? '';
  return `route ${index} of virtual host ${JSON.stringify(name)}`;
}

/** Null where the line does not say what was asked for. */
function requestOf(entry: Entry, listener: string | undefined): Request | null {
  const { method = 'GET', authority, path, scheme, headers, serverName, remoteAddress } = entry;
  if (authority === undefined || path === undefined) return null;
  return {
    method,
    authority,
    path,
    scheme: scheme ?? (serverName === undefined ? 'http' : 'https'),
    internal: false,
    headers,
    ...(remoteAddress === undefined ? {} : { remote_address: remoteAddress }),
    ...(serverName === undefined ? {} : { server_name: serverName }),
    ...(listener === undefined ? {} : { listener }),
  };
}

/** A line of a request shows that its connection was taken: over TLS, where it is not taken without. */
function routedOf(request: Request, { scheme, serverName }: Entry, setting: Setting): Way | undefined {
  const { routing, contextFor, wish } = setting;
  const ask = (each: Request): Way | undefined => {
    const routed = routeRequest(routing, each, wish, contextFor);
    return 'problem' in routed ? undefined : { request: each, routed };
  };
  const first = ask(request);
  const isClosed = (way: Way | undefined): boolean => way?.routed.trace.outcome.kind === 'closed';
  if (!isClosed(first) || scheme !== undefined || serverName !== undefined) return first;
  const second = ask({ ...request, scheme: 'https' });
  return second === undefined || isClosed(second) ? first : second;
}

/** The route that took the request: the one that the line names, else the one that the model finds. */
function routeIn(
  { routeConfiguration }: FoundRoutes,
  { trace }: Routed,
  possible: Possible | undefined,
  { route: name, cluster }: Entry,
): { readonly host: number; readonly route: number } | undefined {
  const hosts = routeConfiguration.virtual_hosts ?? [];
  if (name !== undefined) {
    const named = hosts.flatMap((host, at) =>
      (host.routes ?? []).flatMap((route, index) =>
        route.name === name ? [{ host: at, route: index }] : [],
      ),
    );
    const here = named.filter(({ host }) => host === trace.virtual_host_index);
    const [only, ...others] = here.length > 0 ? here : named;
    if (only !== undefined && others.length === 0) return only;
  }
  const host = trace.virtual_host_index;
  if (host === null) return undefined;
  const leads = (index: number): boolean =>
    cluster === undefined || clustersOf(hosts[host]?.routes?.[index] ?? {})?.includes(cluster) !== false;
  if (trace.route !== null && leads(trace.route.index)) return { host, route: trace.route.index };
  const fitting = possible?.routes.filter(leads) ?? [];
  const [only, ...others] = fitting;
  return only !== undefined && others.length === 0 ? { host, route: only } : undefined;
}

export const isNoRoute = ({ flags, details }: Entry): boolean =>
  details === 'route_not_found' || (details === undefined && flags.includes('NR'));

interface Said {
  /** The flag or the details. */
  readonly name: string;
  readonly fault: Fault;
}

function saidIn({ flags, details }: Entry): readonly Said[] {
  const named = flags.map((name) => ({ name, fault: flagNamed(name) }));
  const all = details === undefined ? named : [...named, { name: details, fault: detailNamed(details) }];
  return all.flatMap(({ name, fault }) => (fault === undefined ? [] : [{ name, fault }]));
}

/** Why the configuration cannot have done what the line says; undefined where it can, or where that cannot be told. */
export function contradiction(
  evidence: Pick<Evidence, 'entry' | 'request' | 'routed' | 'possible' | 'setting'>,
): string | undefined {
  for (const { name, fault } of saidIn(evidence.entry)) {
    const missing = missingFor(fault, evidence.setting.declared.contents);
    if (missing !== undefined) return `${missing}, and the line says ${name}`;
  }
  return routeContradiction(evidence);
}

function routeContradiction({
  entry,
  request,
  routed,
  possible,
  setting,
}: Pick<Evidence, 'entry' | 'request' | 'routed' | 'possible' | 'setting'>): string | undefined {
  const { found, trace } = routed ?? {};
  const { declared } = setting;
  if (found === undefined || trace === undefined || request === null || possible === undefined)
    return undefined;
  const manager = routed && managerOf(routed);
  if (routed === undefined || manager === undefined || !keepsRequests(manager, request)) return undefined;
  const isOwn =
    (entry.isOwnPath || !declared.rewritesPaths) && !declared.rewritesHosts && !declared.redirectsInside;
  if (!isOwn || entry.method === undefined || mayBeElsewhere(routed, entry)) return undefined;
  const routes = possible.routes.flatMap((index) => possible.host?.routes?.[index] ?? []);
  const where = `${entry.method} ${entry.authority}${entry.path}`;
  if (isNoRoute(entry))
    return possible.mayMiss
      ? undefined
      : `${where} comes to ${routeList(possible)}, and the line says that no route was found`;
  if (entry.route !== undefined && routes.every(({ name }) => name !== entry.route))
    return `${where} comes to ${routeList(possible)}, and the line says route ${JSON.stringify(entry.route)}`;
  const clusters = routes.map((route) => clustersOf(route));
  const ruledOut = clusterContradiction(entry, clusters, declared);
  if (ruledOut !== undefined) return `${where} comes to ${routeList(possible)}, ${ruledOut}`;
  const { cluster } = entry;
  if (cluster === undefined) return undefined;
  if (clusters.some((each) => each === undefined || each.some((name) => isNamed(name, cluster, declared))))
    return undefined;
  return `${where} comes to ${routeList(possible)}, and the line says cluster ${JSON.stringify(cluster)}`;
}

/** A failure that none of the clusters can bring about to which the request may have gone. */
function clusterContradiction(
  entry: Entry,
  clusters: readonly (readonly string[] | undefined)[],
  { contents, clusters: declared }: Declared,
): string | undefined {
  if (!contents.isWhole || clusters.includes(undefined)) return undefined;
  const names = [...new Set(clusters.flatMap((each) => each ?? []))];
  const found = names.flatMap((name) => declared.get(name)?.message ?? []);
  if (names.length === 0 || found.length < names.length) return undefined;
  // Others may be away for a while: they pick clusters, or are not waited for.
  const isThere = found.every(
    (each) => each.cluster_type === undefined && each.wait_for_warm_on_init !== false,
  );
  if (!isThere) return undefined;
  const said = saidIn(entry);
  const shown = names.map((name) => JSON.stringify(name)).join(' or ');
  const absent = said.find(({ fault }) => saysNoCluster(fault));
  if (absent !== undefined)
    return `which names cluster ${shown}, which is defined, and the line says ${absent.name}`;
  const unresolved = said.find(({ fault }) => saysUnresolved(fault, contents));
  return unresolved === undefined || found.some(({ type = 'STATIC' }) => type !== 'STATIC')
    ? undefined
    : `which names cluster ${shown}, whose hosts are addresses, and the line says ${unresolved.name}`;
}

/** Whether the line may call a cluster so: by its name or its alt_stat_name; nobody knows where it is not in the input, or picks others. */
function isNamed(name: string, logged: string, { clusters }: Declared): boolean {
  if (name === logged) return true;
  const own = clusters.get(name)?.message;
  return own === undefined || own.cluster_type !== undefined || own.alt_stat_name === logged;
}

/** Whether another filter chain of the listener may have taken the connection, which leads to other routes. */
function mayBeElsewhere({ way, found }: Routed, { serverName }: Entry): boolean {
  if (way === undefined) return true;
  if (serverName !== undefined) return false;
  return way.listener.chains.some(
    ({ leads, elsewhere }) => elsewhere !== undefined || leads.some((lead) => lead.found !== found),
  );
}

function routeList({ host, routes, mayMiss }: Possible): string {
  if (host === undefined) return 'no virtual host';
  const own = JSON.stringify(host.name ?? '');
  if (routes.length === 0) return `virtual host ${own}, no route`;
  const shown = routes.slice(0, 3).map((index) => host.routes?.[index]?.name || String(index));
  const more = routes.length > 3 ? ` or ${routes.length - 3} more` : '';
  return `virtual host ${own}, ${routes.length === 1 ? 'route' : 'one of routes'} ${shown.join(', ')}${more}${mayMiss ? ' or none' : ''}`;
}

export interface Coalesced {
  readonly connection: string;
  readonly routes: string;
  readonly own: string;
  readonly place: Place | undefined;
}

/** The filter chain that would have served a host which came over the connection of another name. */
export function coalesced({ entry, routed, request }: Evidence): Coalesced | undefined {
  const { way, found } = routed ?? {};
  if (way === undefined || found === undefined || request === null) return undefined;
  const serves = (each: FoundRoutes): boolean => {
    const domain = domainOf(each.routeConfiguration, request, each.namespace);
    return domain !== undefined && domain.written !== '*';
  };
  const names = (match: { readonly server_names?: readonly string[] }): string =>
    (match.server_names ?? []).slice(0, 3).join(', ') || 'no server name';
  const others = way.listener.chains.filter((chain) => chain.leads.length > 0 && chain !== way.chain);
  if (!serves(found)) {
    const own = others.find(({ leads }) => leads.some((lead) => serves(lead.found)));
    if (own === undefined || entry.serverName === undefined) return undefined;
    return {
      connection: names(way.chain.match),
      routes: `route configuration ${JSON.stringify(found.name ?? '')}`,
      own: names(own.match),
      place: virtualHostPlace(found, 0),
    };
  }
  // The log does not say the server name: the chain of the host would have served it.
  const strangers = others.filter(({ leads }) => leads.some((lead) => !serves(lead.found)));
  const [only] = strangers;
  const first = only?.leads[0]?.found;
  if (entry.serverName !== undefined || only === undefined || first === undefined) return undefined;
  return {
    connection: strangers.length === 1 ? names(only.match) : 'another name',
    routes:
      strangers.length === 1 ? `route configuration ${JSON.stringify(first.name ?? '')}` : 'other routes',
    own: names(way.chain.match),
    place: strangers.length === 1 ? virtualHostPlace(first, 0) : undefined,
  };
}
