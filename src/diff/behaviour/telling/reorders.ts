/** Routes that changed their places, and why that changes nothing. */
import type { Chain } from '../../../routing/all/index.ts';
import { routeText } from '../../../routing/index.ts';
import type { HostsResult } from '../compare-hosts.ts';

export interface Reorder {
  /** Name of the virtual host after the change. */
  readonly virtualHost: string;
  /** Positions among its routes. */
  readonly moved: readonly { readonly before: number; readonly after: number }[];
  /** Where a move matters, its requests are among the changes or undecided instead. */
  readonly harmless: true;
  /** In a sentence. */
  readonly proof: string;
}

/** The moves of a virtual host's routes that change nothing; undefined where there is none. */
export function reorderOf({ hosts, routes }: HostsResult): Reorder | undefined {
  if (routes === undefined) return undefined;
  const involved = (side: 'before' | 'after'): ReadonlySet<number | undefined> =>
    new Set([
      ...routes.differences.flatMap((difference) => members(difference[side])),
      ...routes.undecided.flatMap((part) => part[side]),
    ]);
  const [before, after] = [involved('before'), involved('after')];
  const moved = routes.pairing.moved.filter((each) => !before.has(each.before) && !after.has(each.after));
  const [first] = moved;
  if (first === undefined) return undefined;
  const route = hosts.after.virtualHost?.routes?.[first.after] ?? {};
  const what =
    moved.length === 1
      ? `${routeText(route, first.after)} stood at ${first.before} before`
      : `${moved.length} routes moved, the first of them ${routeText(route, first.after)} from ${first.before}`;
  const { examined } = routes;
  const searched =
    examined === 0 ? '' : `; ${examined === 1 ? 'one pair' : `${examined} pairs`} of routes searched`;
  return {
    virtualHost: hosts.after.virtualHost?.name ?? '',
    moved,
    harmless: true,
    proof: `${what}: every request that ${moved.length === 1 ? 'it takes' : 'they take'} on one side has the same outcome on the other, since whatever they pass does the same with it, shares no request with it, or comes after a route that takes what they share${searched}`,
  };
}

function members({ byChance, route }: Chain): readonly number[] {
  return route === undefined ? byChance : [...byChance, route];
}
