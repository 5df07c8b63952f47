/**
 * The hosts that the domains of one or two route configurations take, in disjoint pieces: each piece belongs to one
 * virtual host (or none) on either side (facts 1 to 6). A wildcard at the front comes before any at the end, so where
 * a side has none that fits, the wildcards at the end part the hosts further.
 */

import { once } from '../../source/once.ts';
import { type Domain, type DomainIndex, findDomain, namedDomains } from '../match/hosts.ts';
import { oneOfDomains } from './host-sets.ts';
import type { Language } from './language.ts';
import { meet, PRESENT, type Values, within, without } from './values.ts';

export interface HostPiece {
  /** The domains that take its hosts, one of each list. */
  readonly takenBy: readonly (readonly Fitting[])[];
  /** Every host of it fits one domain of each of these lists; `*` is not among them. */
  readonly within: readonly (readonly Fitting[])[];
  /** Every host of it fits none of these. */
  readonly without: readonly (readonly Fitting[])[];
  /** The same as values of `:authority`. */
  readonly values: () => Values;
}

/** The hosts that come to the same virtual hosts. */
interface TakenHosts {
  /** For each side the position of the virtual host; undefined where no domain takes the hosts. */
  readonly takers: readonly (number | undefined)[];
  readonly pieces: readonly HostPiece[];
}

/** A pair of virtual hosts takes one piece at least: that many are told apart. */
const MAX_PIECES = 50_000;

interface AllTaken {
  readonly taken: readonly TakenHosts[];
  readonly isWhole: boolean;
}

/**
 * @returns the hosts of all domains, those taken by the same virtual hosts together, and whether these are all
 */
export function takenHosts(sides: readonly DomainIndex[]): AllTaken {
  const [first, ...others] = sides;
  const ignoresPort = first?.ignoresPort === true;
  return others.every((other) => other.ignoresPort === ignoresPort)
    ? takenTogether(sides, ignoresPort)
    : takenApart(sides);
}

/** Where one side alone compares hosts without their port, what the domains of both have in common is not told by their texts. */
function takenApart(sides: readonly DomainIndex[]): AllTaken {
  const found = new Map<string, { takers: TakenHosts['takers']; pieces: HostPiece[] }>();
  let all: readonly TakenHosts[] = [{ takers: [], pieces: [] }];
  let isWhole = true;
  for (const side of sides) {
    const { taken, isWhole: isAll } = takenTogether([side], side.ignoresPort);
    const own = [...taken, ...untaken(side)].map((each) => (side.ignoresPort ? markedAnyPort(each) : each));
    isWhole &&= isAll && all.length * own.length <= MAX_PIECES;
    if (!isWhole) break;
    all = all.flatMap((left) => own.map((right) => bothTaken(left, right)));
  }
  for (const { takers, pieces } of isWhole ? all : []) {
    if (takers.every((taker) => taker === undefined)) continue;
    const key = keyOfTakers(takers);
    const known = found.get(key) ?? { takers, pieces: [] };
    found.set(key, known);
    known.pieces.push(...pieces);
  }
  return { taken: [...found.values()], isWhole };
}

/** In words that tell its domains from those of a side for which the port is part of the host. */
function markedAnyPort({ takers, pieces }: TakenHosts): TakenHosts {
  const marked = (lists: readonly (readonly Fitting[])[]): readonly (readonly Fitting[])[] =>
    lists.map((list) =>
      list.map((each) => (each.kind === 'any' ? each : { ...each, written: `${each.written} (any port)` })),
    );
  return {
    takers,
    pieces: pieces.map((piece) => ({
      ...piece,
      takenBy: marked(piece.takenBy),
      within: marked(piece.within),
      without: marked(piece.without),
    })),
  };
}

/** The hosts that no domain of a side takes. */
function untaken(side: DomainIndex): readonly TakenHosts[] {
  if (side.any !== undefined) return [];
  const domains = namedDomains(side);
  const outside = domains.length === 0 ? [] : [setOf(domains, side.ignoresPort)];
  return [{ takers: [undefined], pieces: [pieceOf([[ANY_DOMAIN]], [], outside)] }];
}

function bothTaken(left: TakenHosts, right: TakenHosts): TakenHosts {
  const takers = [...left.takers, ...right.takers];
  if (left.takers.length === 0) return { takers, pieces: right.pieces };
  const pieces = left.pieces.flatMap((one) =>
    right.pieces.map(
      (other): HostPiece => ({
        takenBy: [...one.takenBy, ...other.takenBy],
        within: [...one.within, ...other.within],
        without: [...one.without, ...other.without],
        values: once(() => meet(one.values(), other.values())),
      }),
    ),
  );
  return { takers, pieces };
}

function takenTogether(sides: readonly DomainIndex[], ignoresPort: boolean): AllTaken {
  const found = new Map<string, { takers: TakenHosts['takers']; pieces: HostPiece[] }>();
  let count = 0;
  const add = (takers: Takers, pieces: readonly HostPiece[]): void => {
    if (takers.every((taker) => taker === undefined)) return;
    const key = keyOfTakers(takers);
    const known = found.get(key) ?? { takers: takers.map(decided), pieces: [] };
    found.set(key, known);
    for (const piece of pieces) known.pieces.push(piece);
    count += pieces.length;
  };
  const names = exactNames(sides);
  const byTakers = [...grouped(names, ({ takers }) => keyOfTakers(takers)).values()];
  const addNames = (isOdd: boolean): void => {
    for (const group of byTakers) {
      const own = group.filter(({ name }) => name.literal.includes('*') === isOdd).map(({ name }) => name);
      if (own.length > 0) add(group[0]?.takers ?? [], [pieceOf([own], [setOf(own, ignoresPort)], [])]);
    }
  };
  addNames(false);
  const fitting = names.map(({ name }) => name);
  const ends = once(() => endRegions(sides, fitting, ignoresPort));
  let isWhole = true;
  for (const front of frontRegions(sides, fitting, ignoresPort)) {
    if (!front.region.takers.includes('open')) {
      add(front.region.takers, [pieceOf([front.region.wildcards], [front.roots], [front.lost])]);
      continue;
    }
    for (const end of ends()(front.region.takers)) {
      isWhole &&= count < MAX_PIECES;
      if (!isWhole) break;
      const takers = front.region.takers.map((taker, side) =>
        taker === 'open' ? end.region.takers[side] : taker,
      );
      const takenBy = [front, end].flatMap(({ region: { roots, wildcards } }, at) =>
        roots !== undefined ? [wildcards] : at === 0 ? [] : [[ANY_DOMAIN, ...wildcards]],
      );
      add(takers, [pieceOf(takenBy, [front.roots, end.roots], [front.lost, end.lost])]);
    }
  }
  // No client asks for a name with a star in its midst: these are looked at last.
  addNames(true);
  return { taken: [...found.values()], isWhole };
}

const ANY_DOMAIN: Fitting = { kind: 'any', literal: '', written: '*' };

function decided(taker: Taker): number | undefined {
  return taker === 'open' ? undefined : taker;
}

interface ExactName {
  readonly name: Fitting;
  readonly takers: Takers;
}

function exactNames(sides: readonly DomainIndex[]): readonly ExactName[] {
  const all = new Map<string, Domain>();
  for (const { exact } of sides)
    for (const [literal, domain] of exact) if (!all.has(literal)) all.set(literal, domain);
  return [...all.values()].map((name) => ({
    name,
    takers: sides.map((side) => findDomain(side, name.literal)?.virtualHost),
  }));
}

/** Domains as a set, made once for all pieces that it bounds. */
interface HostSet {
  readonly members: readonly Fitting[];
  readonly language: () => Language;
}

interface SetRegion {
  readonly region: HostRegion;
  readonly roots: HostSet | undefined;
  readonly lost: HostSet;
}

function withSets(region: HostRegion, ignoresPort: boolean): SetRegion {
  const { roots, lost } = region;
  return { region, roots: roots && setOf(roots, ignoresPort), lost: setOf(lost, ignoresPort) };
}

/** Regions of the wildcards at the front; open where a side has none that fits. */
function frontRegions(
  sides: readonly DomainIndex[],
  names: readonly Fitting[],
  ignoresPort: boolean,
): readonly SetRegion[] {
  const wildcards = wildcardsOf(sides, ({ suffixes }) => suffixes);
  const all = hostRegions(
    'suffix',
    wildcards,
    names,
    sides.map(() => 'open' as const),
  );
  // Names that fit no wildcard at the front are lost by what the wildcards at the end take.
  return all.map((region) =>
    withSets(
      region.roots ? region : { ...region, lost: region.lost.filter(({ kind }) => kind !== 'exact') },
      ignoresPort,
    ),
  );
}

/** Regions of the wildcards at the end, of the sides that are open. */
function endRegions(
  sides: readonly DomainIndex[],
  names: readonly Fitting[],
  ignoresPort: boolean,
): (takers: Takers) => readonly SetRegion[] {
  const known = new Map<string, readonly SetRegion[]>();
  return (takers) => {
    const open = takers.map((taker) => taker === 'open');
    const key = open.join(' ');
    const regions =
      known.get(key) ??
      hostRegions(
        'prefix',
        wildcardsOf(sides, ({ prefixes }, side) => (open[side] ? prefixes : [])),
        names,
        sides.map(({ any }) => any?.virtualHost),
      ).map((region) => withSets(region, ignoresPort));
    known.set(key, regions);
    return regions;
  };
}

function wildcardsOf(
  sides: readonly DomainIndex[],
  classesOf: (index: DomainIndex, side: number) => DomainIndex['suffixes'],
): readonly Wildcard[] {
  const found = new Map<string, { domain: Domain; takers: Map<number, number> }>();
  for (const [side, index] of sides.entries())
    for (const { domains } of classesOf(index, side))
      for (const [literal, domain] of domains) {
        const known = found.get(literal) ?? { domain, takers: new Map() };
        found.set(literal, known);
        known.takers.set(side, domain.virtualHost);
      }
  return [...found.values()];
}

function setOf(members: readonly Fitting[], ignoresPort: boolean): HostSet {
  return { members, language: once(() => oneOfDomains(members, ignoresPort)) };
}

function pieceOf(
  takenBy: HostPiece['takenBy'],
  inside: readonly (HostSet | undefined)[],
  outside: readonly HostSet[],
): HostPiece {
  const [fits, lost] = [
    inside.flatMap((set) => set ?? []),
    outside.filter(({ members }) => members.length > 0),
  ];
  return {
    takenBy,
    within: fits.map(({ members }) => members),
    without: lost.map(({ members }) => members),
    values: once(() => {
      let values: Values = PRESENT;
      for (const { language } of fits) values = meet(values, within(language()));
      for (const { language } of lost) values = meet(values, without(language()));
      return values;
    }),
  };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

// The hosts that domains part among themselves, in regions: what the wildcards of one kind take together for the same taker. There are as many regions as takers, not as many as domains, however many domains lie beside each other.

/** What a domain is to sets of hosts. */
type Fitting = Pick<Domain, 'kind' | 'literal' | 'written'>;

/** Who takes a host on each side; undefined where nobody does. */
type Taker = number | 'open' | undefined;
type Takers = readonly Taker[];

/** Hosts that fit one of the roots (all hosts, where that is absent), and none of what is lost. */
interface HostRegion {
  readonly takers: Takers;
  readonly roots: readonly Fitting[] | undefined;
  /** The roots and, within them, longer wildcards of the same takers. */
  readonly wildcards: readonly Fitting[];
  /** Wildcards of other takers below the roots, and the exact names there, whoever takes these. */
  readonly lost: readonly Fitting[];
}

/** A wildcard with its own taker on the sides that have it; what the others do follows from shorter ones. */
interface Wildcard {
  readonly domain: Domain;
  readonly takers: ReadonlyMap<number, number>;
}

function keyOfTakers(takers: Takers): string {
  return takers.join(' ');
}

/**
 * The regions of all wildcards of one kind, that of no wildcard first. Regions share no host.
 *
 * @param wildcards each text once
 * @param names exact names, in lower case
 * @param rest who takes the hosts that fit none of the wildcards
 */
function hostRegions(
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
