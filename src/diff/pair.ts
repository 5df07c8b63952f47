/** Pairs the resources of two sides: by type and identity, then those that agree in all but their names. */

import { canonicalForm } from './canonical.ts';
import { contentKey, withoutDefaults } from './content.ts';
import { type Found, typeOfFound } from './found.ts';
import { BOOTSTRAP, NODE, ROUTE_CONFIGURATION, VIRTUAL_HOST } from './inner.ts';

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

/** Of more leftovers of one type than this, renames are looked for among exact copies only. */
const MOST_NEAR = 120;
/** The share of what two resources say that must be the same for one to be the other renamed. */
const NEARLY = 0.8;

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
    return several.has(text) ? `${text}\n${linesOf(found).join('\n')}` : undefined;
  };
}

/** Its domains decide which requests come to a virtual host; each belongs to one only. */
function domainsKey({ frame }: Found): string {
  const { domains } = frame.message;
  return contentKey(Array.isArray(domains) ? [...domains].map(String).sort() : domains);
}

function pairBy(
  before: readonly Found[],
  after: readonly Found[],
  partner: Map<Found, Found>,
  keyOf: (found: Found) => string | undefined,
): void {
  const taken = new Set(partner.values());
  const waiting = new Map<string, Found[]>();
  for (const found of after) {
    const text = taken.has(found) ? undefined : keyOf(found);
    if (text === undefined) continue;
    const queue = waiting.get(text);
    if (queue) queue.push(found);
    else waiting.set(text, [found]);
  }
  if (waiting.size === 0) return;
  for (const queue of waiting.values()) queue.reverse();
  for (const found of before) {
    if (partner.has(found)) continue;
    const text = keyOf(found);
    const other = text === undefined ? undefined : waiting.get(text)?.pop();
    if (other !== undefined) partner.set(found, other);
  }
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

/** Pairs a removed and an added resource that agree in nearly everything: first exact copies, then near ones. */
function pairRenamed(before: readonly Found[], after: readonly Found[], partner: Map<Found, Found>): void {
  const taken = new Set(partner.values());
  const lefts = before.filter((found) => !partner.has(found) && mayBeRenamed(found));
  const rights = after.filter((found) => !taken.has(found) && mayBeRenamed(found));
  if (lefts.length === 0 || rights.length === 0) return;
  const texts = new Map<Found, string>();
  const text = (found: Found): string => {
    const known = texts.get(found) ?? namelessText(found);
    texts.set(found, known);
    return known;
  };
  pairBy(lefts, rights, partner, text);
  const used = new Set(partner.values());
  const ones = lefts.filter((found) => !partner.has(found));
  const twos = rights.filter((found) => !used.has(found));
  if (ones.length > MOST_NEAR || twos.length > MOST_NEAR) return;
  const candidates = ones.flatMap((one) =>
    twos.flatMap((two) => {
      if (typeOfFound(one) !== typeOfFound(two)) return [];
      const share = agreement(text(one), text(two));
      return share >= NEARLY ? [{ one, two, share }] : [];
    }),
  );
  // Ties are settled by names, so that the answer is the same from both sides.
  candidates.sort((left, right) => right.share - left.share || tieOf(left).localeCompare(tieOf(right)));
  const done = new Set<Found>();
  for (const { one, two } of candidates) {
    if (done.has(one) || done.has(two)) continue;
    done.add(one).add(two);
    partner.set(one, two);
  }
}

function tieOf({ one, two }: { readonly one: Found; readonly two: Found }): string {
  return [one.name, two.name].sort().join('\n');
}

function mayBeRenamed({ name, frame }: Found): boolean {
  return name !== '' && frame.type !== '' && frame.type !== BOOTSTRAP && !name.startsWith('[');
}

/** What a resource says beside its name. */
function namelessText(found: Found): string {
  const lines = linesOf(found);
  // A resource that says next to nothing is not known by it.
  return lines.length < 4 ? `${lines.join('\n')}\n${found.name}` : lines.join('\n');
}

/** What a resource says beside its name, one line a value. */
function linesOf(found: Found): readonly string[] {
  const message = withoutDefaults(canonicalForm(found.frame, found.source.configuration.word));
  const lines: string[] = [found.frame.type];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (typeof value === 'object' && value !== null && !('toJSON' in value))
      for (const [name, item] of Object.entries(value)) walk(item, `${path}.${name}`);
    else if (!(path === '.name' || (path.endsWith('.cluster_name') && value === found.name)))
      lines.push(`${path}=${JSON.stringify(value)}`);
  };
  walk(message, '');
  return lines;
}

/** The share of lines that two texts have in common. */
function agreement(one: string, two: string): number {
  const counts = new Map<string, number>();
  const [left, right] = [one.split('\n'), two.split('\n')];
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const count = counts.get(line) ?? 0;
    if (count > 0) {
      common++;
      counts.set(line, count - 1);
    }
  }
  return common / Math.max(left.length, right.length);
}
