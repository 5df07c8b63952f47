/** Which of an input's route configurations a request meets. */

import { lowerAscii, type Request, type SeenRequest, seen } from '../request/request.ts';
import type { FoundRoutes } from './find.ts';
import { type ListenerRef, listenerText } from './listener.ts';
import { isInScope } from './scopes.ts';

export interface Wish {
  /** `--route-config`. */
  readonly routeConfig?: string | undefined;
  /** `--listener`: a name, a port or `address:port`. */
  readonly listener?: string | undefined;
}

export type Choice =
  | { readonly found: FoundRoutes; readonly listener: ListenerRef | undefined }
  | { readonly problem: string; readonly hint: string };

/** The route configurations that a wish leaves, or why it leaves none. */
export function narrowed(
  all: readonly FoundRoutes[],
  { routeConfig, listener }: Wish,
): readonly FoundRoutes[] | { readonly problem: string; readonly hint: string } {
  if (all.length === 0)
    return {
      problem: 'the input holds no route configuration',
      hint: 'routes stand in virtual hosts, route configurations or the listeners that hold them; those fetched over RDS are not in the file',
    };
  const named = routeConfig === undefined ? all : all.filter(({ name }) => name === routeConfig);
  if (named.length === 0)
    return { problem: `no route configuration is named "${routeConfig}"`, hint: listing(all) };
  if (listener === undefined) return named;
  const heard = named.filter(({ listeners }) => listeners.some((each) => isMeant(each, listener)));
  if (heard.length > 0) return heard;
  return { problem: `no listener "${listener}" leads to a route configuration`, hint: listing(named) };
}

function isMeant({ name, address, port }: ListenerRef, wish: string): boolean {
  return name === wish || String(port) === wish || `${address}:${port}` === wish || address === wish;
}

/**
 * The one that a request meets: the only one; else by the port that the client connects to and the listener's
 * address, then, over TLS, by the server name, then by the scope.
 */
export function chooseRoutes(all: readonly FoundRoutes[], request: Request, wish: Wish): Choice {
  const possible = narrowed(all, wish);
  if ('problem' in possible) return possible;
  const ways: readonly Way[] = possible.flatMap((found): readonly Way[] => {
    const listeners = found.listeners.filter(
      (each) => wish.listener === undefined || isMeant(each, wish.listener),
    );
    return listeners.length === 0 ? [{ found }] : listeners.map((listener) => ({ found, listener }));
  });
  const { host, port } = splitAuthority(request);
  let left = ways;
  left = preferring(left, ({ listener }) => listener?.port === port);
  left = preferring(left, ({ listener }) => listener?.address === host);
  if (request.scheme === 'https') {
    const heard = byServerName(left, lowerAscii(host));
    if (heard.length === 0)
      return {
        problem: `no filter chain takes the server name ${JSON.stringify(host)}: such a connection is closed`,
        hint: `the filter chains take ${serverNames(left)}; --route-config or --listener chooses one all the same`,
      };
    left = heard;
  }
  if (wish.routeConfig === undefined) {
    const inScope = byScope(left, seen(request, possible[0]?.word ?? ''));
    if (inScope.length === 0)
      return {
        problem: 'the listener chooses the route configuration by scopes, and the request is in none of them',
        hint: `it is answered with 404 unless a header says otherwise; there are ${listing(unique(left.map(({ found }) => found)))}`,
      };
    left = inScope;
  }
  const [first] = left;
  if (first !== undefined && left.every(({ found }) => found === first.found))
    return { found: first.found, listener: left.length === 1 ? first.listener : undefined };
  return {
    problem: `the input holds ${possible.length} route configurations, and ${left.length === ways.length ? 'nothing in the request tells' : 'several of them fit'}`,
    hint: `choose with --route-config or --listener: ${listing(unique(left.map(({ found }) => found)))}`,
  };
}

interface Way {
  readonly found: FoundRoutes;
  readonly listener?: ListenerRef;
}

/** Those that fit, or all where none does. */
function preferring(ways: readonly Way[], fits: (way: Way) => boolean): readonly Way[] {
  const fitting = ways.filter(fits);
  return fitting.length === 0 ? ways : fitting;
}

/** Those whose scope the request is in, and those without scopes. */
function byScope(ways: readonly Way[], request: SeenRequest): readonly Way[] {
  return ways.filter(({ listener }) => listener?.scope === undefined || isInScope(listener.scope, request));
}

/** The exact server name, else the longest wildcard, else the filter chain without names; none where only others have theirs. */
function byServerName(ways: readonly Way[], host: string): readonly Way[] {
  const rank = ({ listener }: Way): number => {
    const names = listener?.server_names ?? [];
    if (names.length === 0) return 0;
    return Math.max(-1, ...names.map((name) => rankOf(lowerAscii(name), host)));
  };
  const best = Math.max(...ways.map(rank));
  // Where all lead to the same routes there is nothing to choose: what they do with the request is worth knowing.
  const isOpen = ways.some(({ found }) => found !== ways[0]?.found);
  return best === -1 && isOpen ? [] : ways.filter((way) => rank(way) === best);
}

function rankOf(name: string, host: string): number {
  if (name === host) return Number.POSITIVE_INFINITY;
  return name.startsWith('*.') && host.endsWith(name.slice(1)) ? name.length : -1;
}

/** Host and port of the connection: the port as written, else that of the scheme. */
function splitAuthority({ authority, scheme }: Request): { readonly host: string; readonly port: number } {
  const [, host = authority, written] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  const port = written === undefined ? (scheme === 'https' ? 443 : 80) : Number(written);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

function serverNames(ways: readonly Way[]): string {
  const names = [...new Set(ways.flatMap(({ listener }) => listener?.server_names ?? []))];
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return `${names.slice(0, MOST_LISTED).join(', ')}${more}`;
}

function unique(all: readonly FoundRoutes[]): readonly FoundRoutes[] {
  return [...new Set(all)];
}

/** Longest list of names in a message. */
const MOST_LISTED = 12;

function listing(all: readonly FoundRoutes[]): string {
  const names = all.map(({ name, listeners, file }) => {
    const what = name === null || name === '' ? 'one without a name' : `"${name}"`;
    const where = listeners.length === 0 ? file.name : listeners.map(listenerText).join(', ');
    return `${what} (${where})`;
  });
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return `there are ${names.slice(0, MOST_LISTED).join('; ')}${more}`;
}
