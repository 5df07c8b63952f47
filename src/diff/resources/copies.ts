/** A dump of a running proxy shows most resources more than once: what is shown again is left out. */

import { contentKey, sameContent } from '../../model/content.ts';
import { type Found, typeOfFound } from './found.ts';
import { BOOTSTRAP, ROUTE_CONFIGURATION } from './inner.ts';

/** Without copies, and without lesser states of a resource that stands there in a better one. */
export function withoutCopies(found: readonly Found[]): readonly Found[] {
  if (!found.some(({ isDumped }) => isDumped)) return found;
  const dropped = new Set<Found>([...lesserStates(found), ...shownEndpoints(found)]);
  const inListeners = new Set<string>();
  for (const each of found) {
    if (each.owner !== undefined && dropped.has(each.owner)) dropped.add(each);
    else if (each.frame.type === ROUTE_CONFIGURATION && each.owner !== undefined) inListeners.add(each.name);
  }
  for (const each of found) {
    if (each.isCopy && inListeners.has(each.name)) dropped.add(each);
    else if (each.owner !== undefined && dropped.has(each.owner)) dropped.add(each);
  }
  return found.filter((each) => !dropped.has(each));
}

/** Endpoints of clusters that hold them, or look them up, themselves: the dump shows them beside the cluster again. */
function shownEndpoints(found: readonly Found[]): readonly Found[] {
  const own = new Set(
    found.flatMap(({ frame, isDumped, name }) =>
      isDumped && frame.type === 'Cluster' && frame.message.type !== 'EDS' ? name : [],
    ),
  );
  return found.filter(
    ({ frame, isDumped, name }) => isDumped && frame.type === 'ClusterLoadAssignment' && own.has(name),
  );
}

function lesserStates(found: readonly Found[]): Found[] {
  const lesser: Found[] = [];
  const best = new Map<string, Found>();
  const addresses = new Set<string>();
  const dumped = found.filter(
    ({ isDumped, isCopy, owner }) =>
      isDumped && !isCopy && (owner === undefined || owner.frame.type === BOOTSTRAP),
  );
  for (const each of dumped) {
    const key = `${typeOfFound(each)}\n${each.name}`;
    const other = best.get(key);
    if (other === undefined) best.set(key, each);
    else if (each.rank > other.rank) {
      lesser.push(other);
      best.set(key, each);
    } else if (each.rank < other.rank || sameContent(each.frame.message, other.frame.message))
      lesser.push(each);
    if (each.frame.type === 'Listener' && each.rank === 2)
      addresses.add(contentKey(each.frame.message.address));
  }
  // The proxy names listeners that the bootstrap leaves without a name: those are known by their addresses.
  for (const each of dumped) {
    const { frame, rank } = each;
    if (frame.type !== 'Listener' || rank !== 1 || frame.message.name !== undefined) continue;
    if (addresses.has(contentKey(frame.message.address))) lesser.push(each);
  }
  return lesser;
}
