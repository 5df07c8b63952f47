/** Routes that changed their places, and why that changes nothing. */
import type { Chain } from '../../routing/all/index.ts';
import type { HostsResult } from './compare-hosts.ts';

export interface Reorder {
  /** Name of the virtual host after the change. */
  readonly virtualHost: string;
  readonly moved: readonly { readonly before: number; readonly after: number }[];
  readonly harmless: boolean;
  /** In a sentence. */
  readonly proof: string;
}

/** Undefined where nothing moved. Where it matters the requests are among the changes. */
export function reorderOf({ hosts, routes }: HostsResult): Reorder | undefined {
  if (routes === undefined || routes.pairing.moved.length === 0) return undefined;
  const { moved } = routes.pairing;
  const virtualHost = hosts.after.virtualHost?.name ?? '';
  const involved = (side: 'before' | 'after'): ReadonlySet<number | undefined> =>
    new Set([
      ...routes.differences.flatMap((difference) => members(difference[side])),
      ...routes.undecided.flatMap((part) => part[side]),
    ]);
  const [before, after] = [involved('before'), involved('after')];
  const guilty = moved.filter((each) => before.has(each.before) || after.has(each.after));
  const what = moved.length === 1 ? 'one route moved' : `${moved.length} routes moved`;
  if (guilty.length > 0)
    return {
      virtualHost,
      moved,
      harmless: false,
      proof: `${what}, and for ${guilty.length === 1 ? 'one' : guilty.length} of them requests differ or stay open`,
    };
  const pairs = routes.examined;
  const searched =
    pairs === 0
      ? 'no route with another outcome can share requests with what it passed'
      : `${pairs === 1 ? 'the one pair' : `each of the ${pairs} pairs`} of routes with different outcomes that could share requests was searched, and no request comes to both`;
  return { virtualHost, moved, harmless: true, proof: `${what}: ${searched}` };
}

function members({ byChance, route }: Chain): readonly number[] {
  return route === undefined ? byChance : [...byChance, route];
}
