/** The routes of two sides as one list: what matches the same in the same virtual host is one route. */
import { pairConfigurations } from '../../../diff/behaviour/pairing/configurations.ts';
import type { FoundRoutes, FoundRouting } from '../../../routing/index.ts';
import type { Message } from '../../../schema/types.ts';
import { pairedHosts } from './paired-hosts.ts';

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

interface Merging {
  readonly key: string;
  readonly virtualHost: string;
  /** The virtual host that both sides share. */
  readonly group: string;
  before?: RouteOnSide;
  after?: RouteOnSide;
}

/** @param isEqual nothing differs in meaning: routes that are only written in another way are the same */
export function mergedRoutes(
  before: FoundRouting,
  after: FoundRouting,
  isEqual: boolean,
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
  const { pairs } = pairConfigurations(before.routes, after.routes);
  const ids = new Map<FoundRoutes, { readonly id: string; readonly hosts: readonly string[] }>();
  for (const [index, pair] of pairs.entries()) {
    const hosts = pairedHosts(pair.before.routeConfiguration, pair.after.routeConfiguration);
    for (const side of ['before', 'after'] as const)
      if (!ids.has(pair[side])) ids.set(pair[side], { id: `pair ${index}`, hosts: hosts[side] });
  }
  const merged = new Map<string, Merging>();
  const places = new Map<string, Merging>();
  const add = (side: Side, all: readonly FoundRoutes[]): void => {
    for (const [number, found] of all.entries()) {
      const seen = new Map<string, number>();
      const { id, hosts } = ids.get(found) ?? { id: `${side} ${number}`, hosts: [] };
      for (const [host, virtualHost] of (found.routeConfiguration.virtual_hosts ?? []).entries()) {
        const name = virtualHost.name ?? '';
        const own = `${id}\n${hosts[host] ?? host}`;
        for (const [index, route] of (virtualHost.routes ?? []).entries()) {
          const what = `${own}\n${matchKey(route)}`;
          const times = (seen.get(what) ?? 0) + 1;
          seen.set(what, times);
          const key = `${what}\n${times}`;
          const known: Merging = merged.get(key) ?? { key, virtualHost: name, group: own };
          merged.set(key, known);
          known[side] ??= { found, host, index, route };
          const place = JSON.stringify([side, found.name, name, index]);
          if (!places.has(place)) places.set(place, known);
        }
      }
    }
  };
  add('after', after.routes);
  add('before', before.routes);
  if (isEqual) joinRewritten(merged, places);
  return {
    routes: [...merged.values()],
    at: (side, configuration, host, index) => places.get(JSON.stringify([side, configuration, host, index])),
  };
}

/** Where nothing differs in meaning, what is left alone on both sides of a virtual host is written in another way. */
function joinRewritten(merged: Map<string, Merging>, places: Map<string, Merging>): void {
  const alone = new Map<string, { readonly before: Merging[]; readonly after: Merging[] }>();
  for (const each of merged.values()) {
    if (each.before !== undefined && each.after !== undefined) continue;
    const group = alone.get(each.group) ?? { before: [], after: [] };
    alone.set(each.group, group);
    group[each.after === undefined ? 'before' : 'after'].push(each);
  }
  const joined = new Map<Merging, Merging>();
  for (const { before, after } of alone.values()) {
    if (before.length !== after.length) continue;
    for (const [index, gone] of before.entries()) {
      const kept = after[index];
      if (kept === undefined || gone.before === undefined) continue;
      kept.before = gone.before;
      joined.set(gone, kept);
      merged.delete(gone.key);
    }
  }
  for (const [place, each] of places) places.set(place, joined.get(each) ?? each);
}

const OLDER: ReadonlyMap<string, string> = new Map([
  ['safe_regex', 'regex'],
  ['safe_regex_match', 'regex_match'],
]);

/** What a route matches, without regard to the form in which a regular expression is written. */
function matchKey({ match = {} }: Message<'route.Route'>): string {
  const entries = Object.entries(match)
    .filter(([key, value]) => !(key === 'case_sensitive' && value === true))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(entries.map(([key, value]) => [OLDER.get(key) ?? key, plain(value)]));
}

/** Matchers lie at most two levels deep. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 4) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if ('regex' in value && typeof value.regex === 'string') return value.regex;
  return Object.entries(value).map(([key, item]) => [OLDER.get(key) ?? key, plain(item, depth + 1)]);
}
