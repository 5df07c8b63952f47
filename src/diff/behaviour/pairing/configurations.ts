/** Which route configurations of two inputs belong together. */
import type { FoundRoutes } from '../../../routing/where/found-routes.ts';
import type { ListenerRef } from '../../../routing/where/listener.ts';
import type { Message } from '../../../schema/types.ts';

export interface ConfigurationPairs {
  readonly pairs: readonly { readonly before: FoundRoutes; readonly after: FoundRoutes }[];
  readonly removed: readonly FoundRoutes[];
  readonly added: readonly FoundRoutes[];
}

/** A route configuration where a client meets it; without a listener where the input does not tell. */
interface Way {
  readonly found: FoundRoutes;
  readonly listener: ListenerRef | undefined;
}

/** What two ways must have in common, the surest first; undefined where a way does not have it. */
const ALIKE: readonly ((way: Way) => readonly unknown[] | undefined)[] = [
  ({ listener, found }) => listener && [listener, found.name],
  ({ listener }) => listener && [listener],
  ({ listener }) =>
    listener?.port == null ? undefined : [listener.address, listener.port, listener.server_names],
  ({ listener }) => (listener?.name ? [listener.name, listener.server_names] : undefined),
  ({ listener }) => (listener?.port == null ? undefined : [listener.port, listener.server_names]),
  ({ listener, found }) => (found.name ? [found.name, listener?.server_names ?? []] : undefined),
  // What has neither listener nor name is known by what it holds, and at last by its place among others.
  (way) => hostsOf(way)?.map(({ name, domains }) => [name ?? null, domains ?? []]),
  (way) => hostsOf(way)?.map(({ name }) => name ?? null),
  (way) => hostsOf(way) && [],
];

function hostsOf({ found, listener }: Way): readonly Message<'route.VirtualHost'>[] | undefined {
  const isKnown = listener !== undefined || (found.name ?? '') !== '';
  return isKnown ? undefined : (found.written.virtual_hosts ?? []);
}

/**
 * Listeners of the same address, port and server names belong together, then those of the same name, then route
 * configurations of the same name; what is left alone on both sides is a pair as well.
 */
export function pairConfigurations(
  before: readonly FoundRoutes[],
  after: readonly FoundRoutes[],
): ConfigurationPairs {
  let [first, second] = [before.flatMap(waysOf), after.flatMap(waysOf)];
  const pairs: { readonly before: FoundRoutes; readonly after: FoundRoutes }[] = [];
  const pair = (one: FoundRoutes, other: FoundRoutes): void => {
    if (!pairs.some((each) => each.before === one && each.after === other))
      pairs.push({ before: one, after: other });
  };
  for (const alike of ALIKE) {
    const waiting = new Map<string, Way[]>();
    for (const way of second) {
      const key = JSON.stringify(alike(way));
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), way]);
    }
    const taken = new Set<Way>();
    for (const way of first) {
      const key = JSON.stringify(alike(way));
      const other = key === undefined ? undefined : waiting.get(key)?.shift();
      if (other === undefined) continue;
      pair(way.found, other.found);
      taken.add(way).add(other);
    }
    first = first.filter((way) => !taken.has(way));
    second = second.filter((way) => !taken.has(way));
  }
  const alone = (all: readonly FoundRoutes[], side: 'before' | 'after') => {
    const met = new Set(pairs.map((each) => each[side]));
    return all.filter((found) => !met.has(found));
  };
  // By name wherever their listeners are, which may be told on one side only.
  for (const one of alone(before, 'before')) {
    const other = alone(after, 'after').find(({ name }) => name !== null && name === one.name);
    if (other !== undefined) pair(one, other);
  }
  const [removed, added] = [alone(before, 'before'), alone(after, 'after')];
  const [one, other] = [removed[0], added[0]];
  if (one !== undefined && other !== undefined && removed.length === 1 && added.length === 1) {
    pair(one, other);
    return { pairs, removed: [], added: [] };
  }
  return { pairs, removed, added };
}

function waysOf(found: FoundRoutes): readonly Way[] {
  return found.listeners.length === 0
    ? [{ found, listener: undefined }]
    : found.listeners.map((listener) => ({ found, listener }));
}
