/** Pairs the resources of two sides: by type and identity, then those that agree in all but their names. */

import { contentKey } from './content.ts';
import { type Found, typeOfFound } from './found.ts';
import { BOOTSTRAP, NODE, ROUTE_CONFIGURATION, VIRTUAL_HOST } from './inner.ts';
import { pairBy } from './pair-by.ts';
import { formOf, pairRenamed } from './renames.ts';

export interface ResourcePair {
  readonly before: Found;
  readonly after: Found;
}

export interface Pairing {
  /** In the order of the first side. */
  readonly pairs: readonly ResourcePair[];
  /** Without those that stand in a resource that is itself removed. */
  readonly removed: readonly Found[];
  readonly added: readonly Found[];
}

/** Resources whose names say which they are; of others there is one, or they are known by what they say. */
const KNOWN_BY_NAME = new Set([
  'Cluster',
  'ClusterLoadAssignment',
  'Listener',
  'auth.Secret',
  ROUTE_CONFIGURATION,
  VIRTUAL_HOST,
]);

export function pairResources(before: readonly Found[], after: readonly Found[]): Pairing {
  const partner = new Map<Found, Found>();
  const isHost = ({ frame }: Found): boolean => frame.type === VIRTUAL_HOST;
  const isOther = (found: Found): boolean => !isHost(found);
  const lists = (fits: (found: Found) => boolean) => [before.filter(fits), after.filter(fits)] as const;
  const [ones, twos] = lists(isOther);
  const placeKey = (found: Found): string => `${key(found)}\n${ownerName(found)}\n${found.slot}`;
  pairBy(ones, twos, partner, contentAmongEquals(ones, twos, placeKey));
  pairBy(ones, twos, partner, placeKey);
  pairBy(ones, twos, partner, (found) => `${key(found)}\n${ownerName(found)}`);
  pairBy(ones, twos, partner, key);
  pairBy(ones, twos, partner, (found) => addressKey(found));
  pairSingles(ones, twos, partner);
  pairRenamed(ones, twos, partner);
  const [hosts, others] = lists(isHost);
  const ids = new Map<Found, number>();
  for (const [one, other] of partner) {
    const id = ids.size;
    ids.set(one, id).set(other, id);
  }
  const group = ({ owner }: Found): string => (owner === undefined ? '' : String(ids.get(owner) ?? 'alone'));
  const hostKey = (found: Found): string => `${group(found)}\n${found.name}`;
  pairBy(hosts, others, partner, contentAmongEquals(hosts, others, hostKey));
  pairBy(hosts, others, partner, hostKey);
  // Where only one side tells the route configuration, the name alone has to do.
  pairBy(hosts, others, partner, (found) => (/^\d/.test(group(found)) ? undefined : found.name));
  pairBy(hosts, others, partner, (found) => `${group(found)}\n${domainsKey(found)}`);
  pairRenamed(hosts, others, partner);
  const after2 = new Set(partner.values());
  const isAlone = (found: Found, taken: (found: Found) => boolean): boolean =>
    !taken(found) && !found.isImplied && (found.owner === undefined || taken(found.owner));
  return {
    pairs: before.flatMap((one) => {
      const other = partner.get(one);
      return other === undefined ? [] : [{ before: one, after: other }];
    }),
    removed: before.filter((found) => isAlone(found, (each) => partner.has(each))),
    added: after.filter((found) => isAlone(found, (each) => after2.has(each))),
  };
}

function key(found: Found): string {
  return `${typeOfFound(found)}\n${found.name}`;
}

/** A route configuration or node of a bootstrap counts as standing in nothing. */
function ownerName({ owner }: Found): string {
  return owner === undefined || owner.frame.type === BOOTSTRAP ? '' : owner.name;
}

function addressKey({ frame }: Found): string | undefined {
  return frame.type === 'Listener' && frame.message.address !== undefined
    ? contentKey(frame.message.address)
    : undefined;
}

/** For resources whose key several have on one side (which the proxy refuses, or a dump shows) what they say. */
function contentAmongEquals(
  before: readonly Found[],
  after: readonly Found[],
  keyOf: (found: Found) => string,
): (found: Found) => string | undefined {
  const several = new Set<string>();
  for (const side of [before, after]) {
    const seen = new Set<string>();
    for (const found of side) {
      const text = keyOf(found);
      if (seen.has(text)) several.add(text);
      seen.add(text);
    }
  }
  return (found) => {
    if (several.size === 0) return undefined;
    const text = keyOf(found);
    return several.has(text) ? `${text}\n${contentKey(formOf(found))}` : undefined;
  };
}

/** Its domains decide which requests come to a virtual host; each belongs to one only. */
function domainsKey({ frame }: Found): string {
  const { domains } = frame.message;
  return contentKey(Array.isArray(domains) ? [...domains].map(String).sort() : domains);
}

/** What there is one of: the node of a bootstrap, the route configuration of a filter chain. */
function pairSingles(before: readonly Found[], after: readonly Found[], partner: Map<Found, Found>): void {
  const taken = new Set(partner.values());
  const place = (found: Found): string | undefined => {
    const { frame, owner, slot } = found;
    if (frame.type === ROUTE_CONFIGURATION && owner !== undefined) return `${owner.name}\n${slot}`;
    if (frame.type === NODE || !KNOWN_BY_NAME.has(typeOfFound(found))) return typeOfFound(found);
    return undefined;
  };
  const count = (list: readonly Found[], isTaken: (found: Found) => boolean) => {
    const counts = new Map<string, number>();
    for (const found of list) {
      const at = isTaken(found) ? undefined : place(found);
      if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return counts;
  };
  const ones = count(before, (found) => partner.has(found));
  const twos = count(after, (found) => taken.has(found));
  pairBy(before, after, partner, (found) => {
    const at = place(found);
    return at !== undefined && ones.get(at) === 1 && twos.get(at) === 1 ? at : undefined;
  });
}
