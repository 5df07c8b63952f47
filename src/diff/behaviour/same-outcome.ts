/** Routes of which it is certain that the requests that come to them have the same outcome on both sides. */

import { type BoundMessage, NODE } from '../../model/bound.ts';
import { routesOf } from '../../routing/all/index.ts';
import type { SourceTree } from '../../source/tree.ts';
import type { SettledRoutes } from '../paired-routes.ts';
import { sameUnmodelled } from './beyond-outcome.ts';
import type { HostsResult } from './compare-hosts.ts';
import { SIDES, type Side } from './served-host.ts';

interface SettledHost {
  /** Routes whose requests differ, or may. */
  readonly involved: Set<number>;
  sameUnmodelled: boolean;
}

type Hosts = Map<SourceTree, Map<number, SettledHost>>;

export class Settling {
  readonly #hosts: { readonly [side in Side]: Hosts } = { before: new Map(), after: new Map() };

  /** @param results all of the virtual hosts that were compared */
  add(results: readonly HostsResult[]): void {
    for (const result of results) {
      const isAlike = sameUnmodelled(result.hosts);
      for (const side of SIDES) {
        const host = this.#hostOf(side, result);
        if (host === undefined) continue;
        host.sameUnmodelled &&= isAlike;
        for (const route of involvedIn(result, side)) host.involved.add(route);
      }
    }
  }

  readonly isSettled: SettledRoutes = (side, tree, node, route) => {
    const host = this.#hosts[side].get(tree)?.get(node);
    return host?.sameUnmodelled === true && !host.involved.has(route);
  };

  #hostOf(side: Side, { hosts }: HostsResult): SettledHost | undefined {
    const { virtualHost, index, found } = hosts[side];
    const node = (virtualHost as BoundMessage | undefined)?.[NODE];
    if (index === undefined || node === undefined) return undefined;
    const { tree } = found.rootOf(index);
    const inTree = this.#hosts[side].get(tree) ?? new Map<number, SettledHost>();
    this.#hosts[side].set(tree, inTree);
    const host = inTree.get(node) ?? { involved: new Set(), sameUnmodelled: true };
    inTree.set(node, host);
    return host;
  }
}

/** Routes of a side whose requests differ, or may do so. */
export function involvedIn({ members, open }: HostsResult, side: Side): ReadonlySet<number> {
  const involved = new Set<number>();
  for (const { about, region, difference } of members) {
    if (about !== 'routes' || region[side] === 'redirect') continue;
    for (const route of routesOf(difference[side])) involved.add(route);
  }
  for (const { about, region, differing } of open)
    if (about === 'routes' && region[side] === 'routes')
      for (const part of differing.undecided) for (const each of part[side]) involved.add(each);
  return involved;
}
