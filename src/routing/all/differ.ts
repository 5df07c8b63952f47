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
import { boxText, type Chain, type ComparedList, fractionText } from './chain.ts';
import { indexContaining } from './containing.ts';
import { type Ends, eachPair, type PairedSide, type Sides } from './differ-pairs.ts';
import { differingChains } from './draws.ts';
import { startFinding } from './finder.ts';
import type { Matcher } from './normalise.ts';
import { pairInOrder } from './pairing.ts';
import { requestOfChains, sideOf } from './question.ts';

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
 * Compares two route lists over all requests that come to both of them (their bases), as long as the requests show no
 * client certificate.
 *
 * @param meter for all questions together; where it ends the rest is undecided
 */
export function differ(
  before: ComparedList,
  after: ComparedList,
  meter: Meter,
  { workPerPair = WORK_PER_PAIR, alike = () => false }: DifferOptions = {},
): Differing {
  const pairing = pairInOrder(matchesOf(before), matchesOf(after));
  const differences: Difference[] = [];
  const open = new Map<string, { readonly before: Set<number>; readonly after: Set<number> }>();
  const note = (why: string, ends: Ends): void => {
    const part = open.get(why) ?? { before: new Set(), after: new Set() };
    open.set(why, part);
    if (ends.before !== undefined) part.before.add(ends.before);
    if (ends.after !== undefined) part.after.add(ends.after);
  };
  const sides: Sides = {
    before: sideWith(before, pairing.forward),
    after: sideWith(after, pairing.backward),
    isSame: (first, second) => alike(first, second) || before.outcome(first) === after.outcome(second),
  };
  const base = before.list.base === after.list.base ? before.list.base : shared(before, after);
  let finder = startFinding();
  let examined = 0;
  eachPair(sides, meter, note, (ends) => {
    const over = meter.exhausted();
    if (over !== undefined) return note(over, ends);
    const chains = differingChains(sides, ends, meter);
    if ('why' in chains) return note(chains.why, ends);
    for (const pair of chains) {
      if (!meter.spend(PREPARING)) return note(meter.exhausted() ?? 'the budget ended', ends);
      if (++examined % PAIRS_PER_FINDER === 0) finder = startFinding();
      const limited = partOf(meter, workPerPair);
      const found = requestOfChains({ ...sides, ...pair, base, finder, meter: limited });
      if (found.kind === 'undecided') note(found.why, ends);
      else if (found.kind === 'request') differences.push({ ...pair.chains, witness: found.request });
    }
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
    const match = canMatch(matcher) ? boxText(matcher) : JSON.stringify(matcher.asked.from ?? null);
    return JSON.stringify([match, fractionText(list, index), matcher.chance]);
  });
}

function canMatch({ impossible, unmodelled }: Matcher): boolean {
  return impossible === undefined && unmodelled === undefined;
}

function sideWith(compared: ComparedList, partners: Int32Array): PairedSide {
  return { ...sideOf(compared), partners, containing: indexContaining(compared.list.matchers) };
}
