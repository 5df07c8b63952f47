/**
 * Whether two route lists differ, and on which requests (DESIGN, Behavioural diff).
 *
 * Routes with the same match are paired in order, for the search alone: which route became which is said elsewhere
 * (`diff/pairing.ts`), and nothing is reported of these. Where the first route that takes a request is a paired one on both
 * sides, it is the same pair: its partner stands before everything that the other could have been paired with. So only
 * requests of pairs with different outcomes and of unpaired routes can differ. For each pair one request is asked for
 * that comes to it on both sides; for each unpaired route the routes of the other side that could share its requests
 * are asked for one that comes to just these two. "No route" is the last route of both sides.
 */
import { type Meter, partOf } from '../regex/meter.ts';
import type { Request } from '../request/request.ts';
import { type Box, intersection } from './box.ts';
import { boxText, type Chain, type ComparedList, chainText, drawText, textByValue } from './chain.ts';
import {
  type Ends,
  eachPair,
  indexContaining,
  type Note,
  type PairedSide,
  type Sides,
} from './differ-pairs.ts';
import { eachCombination } from './draws.ts';
import { startFinding } from './finder.ts';
import { type ChainQuestion, requestOfChains, sideOf } from './question.ts';

/** Requests whose outcomes differ, all with the same routes on both sides. */
export interface Difference {
  readonly before: Chain;
  readonly after: Chain;
  /** A short one of them, replayed through the one-request matcher on both sides. */
  readonly witness: Request;
}

/** Routes of which it stayed open whether some of their requests differ. */
export interface OpenPart {
  readonly why: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface Differing {
  /** No request differs, for certain. */
  readonly equal: boolean;
  readonly differences: readonly Difference[];
  readonly undecided: readonly OpenPart[];
  /** How many pairs of routes had to be searched for a request that comes to both on its way. */
  readonly examined: number;
}

export interface DifferOptions {
  /** Units of work for one pair of routes; {@link WORK_PER_PAIR} where absent. */
  readonly workPerPair?: number;
  /** Whether two routes with the same match surely have the same outcome, so that it need not be put into a text. */
  readonly alike?: (before: number, after: number) => boolean;
}

/** Some tenths of a second. */
const WORK_PER_PAIR = 5_000_000;

/** What preparing the question about one pair costs, in units of work. */
const PREPARING = 50;

/** A finder remembers what it found; it starts anew after so many pairs. */
const PAIRS_PER_FINDER = 2000;

/**
 * Compares two route lists over all requests that come to both of them (their bases).
 *
 * @param meter for all questions together; where it ends the rest is undecided
 */
export function differ(
  before: ComparedList,
  after: ComparedList,
  meter: Meter,
  { workPerPair = WORK_PER_PAIR, alike = () => false }: DifferOptions = {},
): Differing {
  const differences: Difference[] = [];
  const open = new Map<string, { readonly before: Set<number>; readonly after: Set<number> }>();
  const note = (why: string, ends: Ends): void => {
    const part = open.get(why) ?? { before: new Set(), after: new Set() };
    open.set(why, part);
    if (ends.before !== undefined) part.before.add(ends.before);
    if (ends.after !== undefined) part.after.add(ends.after);
  };
  let examined = 0;
  eachQuestion(before, after, { meter, alike, note }, (question) => {
    examined++;
    const found = requestOfChains({ ...question, meter: partOf(meter, workPerPair) });
    const { chains } = question;
    if (found.kind === 'undecided')
      note(found.why, { before: chains.before.route, after: chains.after.route });
    else if (found.kind === 'request') differences.push({ ...chains, witness: found.request });
  });
  const undecided = [...open].map(([why, part]) => ({
    why,
    before: ascending(part.before),
    after: ascending(part.after),
  }));
  return {
    equal: differences.length + undecided.length === 0,
    differences,
    undecided,
    examined,
  };
}

/** Chains of both lists with different outcomes, of which it is not known yet whether one request meets both. */
export function eachQuestion(
  before: ComparedList,
  after: ComparedList,
  {
    meter,
    alike,
    note,
  }: { readonly meter: Meter; readonly note: Note } & Required<Pick<DifferOptions, 'alike'>>,
  ask: (question: ChainQuestion) => void,
): void {
  const pairing = pairInOrder(matchesOf(before), matchesOf(after));
  const sides: Sides = {
    before: sideWith(before, pairing.forward),
    after: sideWith(after, pairing.backward),
    isSame: (first, second) =>
      alike(first, second) || textByValue(before, first) === textByValue(after, second),
  };
  const base = before.list.base === after.list.base ? before.list.base : shared(before, after);
  let finder = startFinding();
  let asked = 0;
  eachPair(sides, meter, note, (ends) => {
    const over = meter.exhausted();
    if (over !== undefined) return note(over, ends);
    const chains = differingChains(sides, ends, meter);
    if ('why' in chains) return note(chains.why, ends);
    for (const pair of chains) {
      if (!meter.spend(PREPARING)) return note(meter.exhausted() ?? 'the budget ended', ends);
      if (++asked % PAIRS_PER_FINDER === 0) finder = startFinding();
      ask({ before: sides.before, after: sides.after, ...pair, base, finder, meter });
    }
  });
}

function ascending(routes: ReadonlySet<number>): readonly number[] {
  return [...routes].sort((a, b) => a - b);
}

function shared(before: ComparedList, after: ComparedList): readonly Box[] {
  return before.list.base.flatMap((box) => after.list.base.map((other) => intersection(box, other)));
}

/** What each route takes, its runtime fraction included. */
function matchesOf({ list, matchText }: ComparedList): readonly string[] {
  return list.matchers.map((matcher, index) => {
    const given = matchText?.(index);
    if (given !== undefined) return given;
    const match =
      matcher.impossible === undefined ? boxText(matcher) : JSON.stringify(matcher.asked.from ?? null);
    return JSON.stringify([match, drawText(list, index), matcher.chance]);
  });
}

function sideWith(compared: ComparedList, partners: Int32Array): PairedSide {
  return { ...sideOf(compared), partners, containing: indexContaining(compared.list.matchers) };
}

/** Pairs equal entries of two lists, in order, so that what is searched is little. */
interface Pairing {
  /** For each entry of the first list the position of its partner in the second; −1 without one. */
  readonly forward: Int32Array;
  readonly backward: Int32Array;
}

/**
 * Pairs as many equal entries as can stand in the same order in both lists (equal ones among themselves in order).
 * n log n.
 *
 * @param before texts; equal texts are equal entries
 */
function pairInOrder(before: readonly string[], after: readonly string[]): Pairing {
  const forward = new Int32Array(before.length).fill(-1);
  const backward = new Int32Array(after.length).fill(-1);
  const equal = partners(before, after);
  const kept = longestIncreasing(equal.map(([, second]) => second));
  for (const at of kept) {
    const [first = -1, second = -1] = equal[at] ?? [];
    forward[first] = second;
    backward[second] = first;
  }
  return { forward, backward };
}

/** The n-th entry with a text belongs to the n-th with the same text on the other side. */
function partners(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const waiting = new Map<string, { readonly places: number[]; next: number }>();
  for (const [place, text] of after.entries()) {
    const known = waiting.get(text);
    if (known) known.places.push(place);
    else waiting.set(text, { places: [place], next: 0 });
  }
  const found: (readonly [number, number])[] = [];
  for (const [place, text] of before.entries()) {
    const known = waiting.get(text);
    const other = known?.places[known.next];
    if (known === undefined || other === undefined) continue;
    known.next++;
    found.push([place, other]);
  }
  return found;
}

/** Positions of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): readonly number[] {
  /** For each length the position of the smallest value that ends such a sequence. */
  const ends: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] ?? -1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const kept: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) kept.push(at);
  return kept.reverse();
}

// What runtime fractions make of a pair of routes: every combination of those that come before either.

type ChainPair = Pick<ChainQuestion, 'chains' | 'spared'>;

/**
 * The chains that end with a pair of routes and whose outcomes differ.
 *
 * @returns why it cannot be said where too many fractions meet
 */
function differingChains(
  sides: Sides,
  ends: Ends,
  meter: Meter,
): readonly ChainPair[] | { readonly why: string } {
  const found: ChainPair[] = [];
  const why = eachCombination(sides, ends, meter, (taken, others) => {
    const chains = { before: chainOf(taken.before, ends.before), after: chainOf(taken.after, ends.after) };
    if (chainText(sides.before, chains.before) === chainText(sides.after, chains.after)) return;
    found.push({ chains, spared: others() });
  });
  return why === undefined ? found : { why };
}

function chainOf(byChance: readonly number[], route: number | undefined): Chain {
  return { byChance: [...byChance].sort((a, b) => a - b), route };
}
