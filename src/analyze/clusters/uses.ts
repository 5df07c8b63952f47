/** Whether anything comes to a cluster through the references to it. */

import { givenKeys } from '../fields/runtime-layers.ts';
import type { Spot } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { deadRoutes } from '../traffic/route-life.ts';
import type { ClusterReference, Use } from './reference.ts';
import { fateOfReference } from './reference-use.ts';
import { type ClusterReferences, clusterReferences, spotOfPlace } from './references.ts';

/** What comes to clusters through the references to them. */
export interface ClusterUses {
  fateOf(reference: ClusterReference): Use;
  /** Where any cluster can be named by a request or a program, if anywhere. */
  readonly reachesAll?: Spot;
  /** Where a program or a text may name any cluster, and what that is. */
  readonly mayReachAll?: { readonly at: Spot; readonly words: string };
  /** Clusters that something comes to, directly or through an aggregate cluster. */
  readonly reached: ReadonlySet<string>;
}

const LIVE: Use = { live: true };

/** To be asked for through {@link Subject.shared}; it takes knowing which routes are dead. */
export function clusterUses(subject: Subject): ClusterUses {
  const { byCluster, open } = subject.shared(clusterReferences);
  const dead = subject.shared(deadRoutes);
  const isGiven = subject.shared(givenKeys);
  const fateOf = ({ route, kind, frame }: Pick<ClusterReference, 'route' | 'kind' | 'frame'>): Use => {
    const fate = route === undefined ? undefined : dead.get(route);
    if (fate !== undefined) return { live: false, why: 'dead route', certain: fate.certain };
    return kind === 'data' ? LIVE : fateOfReference(kind, frame, isGiven);
  };
  const live = open.filter(({ route }) => route === undefined || dead.get(route) === undefined);
  const place = live.find(({ by }) => by === undefined);
  const program = live.find(({ by }) => by !== undefined);
  return {
    fateOf,
    ...(place === undefined ? {} : { reachesAll: spotOfPlace(place) }),
    ...(program?.by === undefined ? {} : { mayReachAll: { at: spotOfPlace(program), words: program.by } }),
    reached: reachedFrom(byCluster, fateOf),
  };
}

/** Members of an aggregate cluster are reached when that is. */
function reachedFrom(
  byCluster: ClusterReferences['byCluster'],
  fateOf: ClusterUses['fateOf'],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const members = new Map<string, string[]>();
  for (const [cluster, references] of byCluster) {
    for (const reference of references) {
      const { kind, holder } = reference;
      if (!fateOf(reference).live) continue;
      if (kind !== 'member' || holder === undefined) reached.add(cluster);
      else members.set(holder, [...(members.get(holder) ?? []), cluster]);
    }
  }
  // A set takes in what is added while it is gone through.
  for (const cluster of reached) for (const member of members.get(cluster) ?? []) reached.add(member);
  return reached;
}
