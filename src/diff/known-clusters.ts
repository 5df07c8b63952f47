/** What a field has no effect for is a cluster as it was and as it is: where only one of them is known nothing is said. */
import type { Ground } from '../effects/reason.ts';
import type { Message } from '../schema/types.ts';

type Cluster = Message<'Cluster'>;

/** Looks up what both sides define under a name. @param sides asked when something is looked up */
export function knownOnBothSides(sides: () => readonly (readonly Cluster[])[]): Ground['clusters'] {
  let known: readonly ReadonlyMap<string, readonly Cluster[]>[] | undefined;
  return (name) => {
    if (name === undefined) return undefined;
    known ??= sides().map(byName);
    const found: Cluster[] = [];
    for (const side of known) {
      const defined = side.get(name);
      if (defined === undefined) return undefined;
      found.push(...defined);
    }
    return found;
  };
}

function byName(clusters: readonly Cluster[]): ReadonlyMap<string, readonly Cluster[]> {
  const found = new Map<string, Cluster[]>();
  for (const cluster of clusters) {
    const { name = '' } = cluster;
    const list = found.get(name);
    if (list) list.push(cluster);
    else found.set(name, [cluster]);
  }
  return found;
}
