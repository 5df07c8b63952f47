/**
 * The hosts that domains part among themselves, in regions: what the wildcards of one kind take together for the same
 * taker. There are as many regions as takers, not as many as domains, however many domains lie beside each other.
 */
import type { Domain } from '../match/hosts.ts';

/** What a domain is to sets of hosts. */
export type Fitting = Pick<Domain, 'kind' | 'literal' | 'written'>;

/** Who takes a host on each side; undefined where nobody does. */
export type Taker = number | 'open' | undefined;
export type Takers = readonly Taker[];

/** Hosts that fit one of the roots (all hosts, where that is absent), and none of what is lost. */
export interface HostRegion {
  readonly takers: Takers;
  readonly roots: readonly Fitting[] | undefined;
  /** The roots and, within them, longer wildcards of the same takers. */
  readonly wildcards: readonly Fitting[];
  /** Wildcards of other takers below the roots, and the exact names there, whoever takes these. */
  readonly lost: readonly Fitting[];
}

/** A wildcard with its own taker on the sides that have it; what the others do follows from shorter ones. */
export interface Wildcard {
  readonly domain: Domain;
  readonly takers: ReadonlyMap<number, number>;
}

export function keyOfTakers(takers: Takers): string {
  return takers.join(' ');
}

/**
 * The regions of all wildcards of one kind, that of no wildcard first. Regions share no host.
 *
 * @param wildcards each text once
 * @param names exact names, in lower case
 * @param rest who takes the hosts that fit none of the wildcards
 */
export function hostRegions(
  kind: 'suffix' | 'prefix',
  wildcards: readonly Wildcard[],
  names: readonly Fitting[],
  rest: Takers,
): readonly HostRegion[] {
  const turned = kind === 'suffix' ? reversed : (text: string): string => text;
  const all: Placed[] = [
    // The star stands for one character at least, so a name does not fit the wildcard of the same text: it comes first.
    ...names.map((name) => ({ text: turned(name.literal), name, wildcard: undefined })),
    ...wildcards.map((wildcard) => ({ text: turned(wildcard.domain.literal), name: undefined, wildcard })),
  ].sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
  const root: Growing = { takers: rest, depth: 0, roots: undefined, wildcards: [], lost: [] };
  const regions = new Map<string, Growing>([['', root]]);
  // Those that the text in hand begins with, the longest last.
  const around: { readonly text: string; readonly region: Growing }[] = [{ text: '', region: root }];
  for (const { text, name, wildcard } of all) {
    while (around.length > 1 && !text.startsWith(around.at(-1)?.text ?? '')) around.pop();
    const parent = around.at(-1)?.region ?? root;
    if (wildcard === undefined) {
      parent.lost.push(name);
      continue;
    }
    const takers = parent.takers.map((taker, side) => wildcard.takers.get(side) ?? taker);
    let region = parent;
    if (keyOfTakers(takers) !== keyOfTakers(parent.takers)) {
      parent.lost.push(wildcard.domain);
      // Regions of the same takers that lie within each other have different depths.
      const depth = parent.depth + 1;
      const key = `${depth} ${keyOfTakers(takers)}`;
      region = regions.get(key) ?? { takers, depth, roots: [], wildcards: [], lost: [] };
      regions.set(key, region);
      region.roots?.push(wildcard.domain);
    }
    region.wildcards.push(wildcard.domain);
    around.push({ text, region });
  }
  return [...regions.values()];
}

type Placed = { readonly text: string } & (
  | { readonly name: Fitting; readonly wildcard: undefined }
  | { readonly name: undefined; readonly wildcard: Wildcard }
);

interface Growing extends HostRegion {
  readonly depth: number;
  readonly roots: Fitting[] | undefined;
  readonly wildcards: Fitting[];
  readonly lost: Fitting[];
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
