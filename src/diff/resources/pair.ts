/** Pairs the resources of two sides: by type and identity, then those that agree in all but their names. */

import { canonicalForm } from '../../canonical/form.ts';
import { contentKey } from '../../model/content.ts';
import { BOOTSTRAP, type Found, NODE, ROUTE_CONFIGURATION, typeOfFound, VIRTUAL_HOST } from './found.ts';
import { Pairs } from './pair-by.ts';
import { pairRenamed } from './renames.ts';

export interface ResourcePair {
  readonly before: Found;
  readonly after: Found;
}

export interface Pairing {
  /** In the order of the first side. */
  readonly pairs: readonly ResourcePair[];
  /** Without those that stand in a listener or a route configuration that is itself removed. */
  readonly removed: readonly Found[];
  readonly added: readonly Found[];
}

/** Resources whose names say which they are; of others there is one, or they are known by what they say. */
const KNOWN_BY_NAME = new Set([
  'Cluster',
  'ClusterLoadAssignment',
  'Listener',
  'Secret',
  ROUTE_CONFIGURATION,
  VIRTUAL_HOST,
]);

/** Nobody who hears that it is gone needs to hear of what stood in it; a bootstrap says little of its listeners. */
const TAKES_ALONG = new Set(['Listener', ROUTE_CONFIGURATION]);

export function pairResources(before: readonly Found[], after: readonly Found[]): Pairing {
  const isHost = ({ frame }: Found): boolean => frame.type === VIRTUAL_HOST;
  const isOther = (found: Found): boolean => !isHost(found);
  const others = new Pairs(before.filter(isOther), after.filter(isOther));
  const contentOf = wholeContent([...before, ...after]);
  others.byName((found) => `${key(found)}\n${ownerName(found)}\n${found.slot}`, contentOf);
  others.by((found) => `${key(found)}\n${ownerName(found)}`);
  others.by(key);
  others.by(addressKey);
  pairSingles(others);
  pairRenamed(others);
  const hosts = new Pairs(before.filter(isHost), after.filter(isHost));
  pairHosts(hosts, others, contentOf);
  const partners = new Set([...others.partner.values(), ...hosts.partner.values()]);
  const partnerOf = (found: Found): Found | undefined =>
    others.partner.get(found) ?? hosts.partner.get(found);
  const isAlone = ({ isImplied, owner, frame }: Found, isPaired: (found: Found) => boolean): boolean =>
    !isImplied &&
    (owner === undefined || isPaired(owner) || (!TAKES_ALONG.has(owner.frame.type) && frame.type !== NODE));
  const left = new Set([...others.rest, ...hosts.rest].flat());
  return {
    pairs: before.flatMap((one) => {
      const other = partnerOf(one);
      return other === undefined ? [] : [{ before: one, after: other }];
    }),
    removed: before.filter(
      (found) => left.has(found) && isAlone(found, (each) => partnerOf(each) !== undefined),
    ),
    added: after.filter((found) => left.has(found) && isAlone(found, (each) => partners.has(each))),
  };
}

/** Pairs virtual hosts within paired route configurations. */
function pairHosts(hosts: Pairs, others: Pairs, contentOf: (found: Found) => string): void {
  const ids = new Map<Found, string>();
  for (const [one, other] of others.partner) {
    if (one.frame.type !== ROUTE_CONFIGURATION) continue;
    const id = String(ids.size);
    ids.set(one, id).set(other, id);
  }
  const group = ({ owner }: Found): string => (owner === undefined ? '' : (ids.get(owner) ?? 'alone'));
  hosts.byName((found) => `${group(found)}\n${found.name}`, contentOf);
  // Where only one side tells the route configuration, the name alone has to do.
  hosts.by((found) => (found.owner !== undefined && ids.has(found.owner) ? undefined : found.name));
  hosts.by((found) => `${group(found)}\n${domainsKey(found)}`);
  pairRenamed(hosts);
}

/** What each of some resources says, whatever stands in it included, as version 3 says it. */
function wholeContent(all: readonly Found[]): (found: Found) => string {
  const inside = new Map<Found, Found[]>();
  for (const found of all) {
    if (found.owner === undefined) continue;
    const beside = inside.get(found.owner);
    if (beside === undefined) inside.set(found.owner, [found]);
    else beside.push(found);
  }
  return function contentOf(found): string {
    const { frame, source } = found;
    const steps = { namespace: source.configuration.namespace, synonyms: true };
    const own = contentKey(canonicalForm(frame, { ...steps, inThree: { tree: source.root.tree } }));
    return [own, ...(inside.get(found) ?? []).map(contentOf)].join('\n');
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

/** Its domains decide which requests come to a virtual host; each belongs to one only. */
function domainsKey({ frame }: Found): string {
  const { domains } = frame.message;
  return contentKey(Array.isArray(domains) ? [...domains].map(String).sort() : domains);
}

/** What there is one of: the node of a bootstrap, the route configuration of a filter chain. */
function pairSingles(pairs: Pairs): void {
  const place = (found: Found): string | undefined => {
    const { frame, owner, slot } = found;
    if (frame.type === ROUTE_CONFIGURATION && owner !== undefined) return `${owner.name}\n${slot}`;
    if (frame.type === NODE || !KNOWN_BY_NAME.has(typeOfFound(found))) return typeOfFound(found);
    return undefined;
  };
  const counts = pairs.rest.map((list) => {
    const count = new Map<string | undefined, number>();
    for (const found of list) count.set(place(found), (count.get(place(found)) ?? 0) + 1);
    return count;
  });
  pairs.by((found) => {
    const at = place(found);
    return counts.every((count) => count.get(at) === 1) ? at : undefined;
  });
}
