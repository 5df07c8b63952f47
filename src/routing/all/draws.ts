/** Which routes with runtime fractions can take the same requests in front of a pair of routes. */
import { type Meter, partOf } from '../regex/meter.ts';
import { intersection } from './box.ts';
import { boxText } from './chain.ts';
import type { Ends, Sides } from './differ-pairs.ts';
import type { Finder } from './finder.ts';
import { ANY_REQUEST, indexMeeting } from './meeting.ts';
import type { Matcher } from './normalise.ts';
import { remembered } from './outside.ts';
import type { Side } from './question.ts';
import { remainderOf } from './remainder.ts';

/** So many different matches with a fraction may take the same request. */
const MAX_DRAWS = 6;

/** Units of work for telling whether two matches share a request; they may where it is not enough. */
const WORK_PER_SHARING = 20_000;

/** Routes by chance on both sides. */
interface Draws {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Those that take the same requests. */
interface Draw extends Draws {
  readonly matcher: Matcher;
  readonly before: number[];
  readonly after: number[];
}

/** Takes the draws that take a request, and those that must not: all others share none with it. */
type Visit = (taken: Draws, others: () => Draws) => void;

/**
 * Goes through the combinations of draws before the ends of two chains that one request may meet.
 *
 * @returns why not through all of them
 */
export function eachCombination(sides: Sides, ends: Ends, meter: Meter, visit: Visit): string | undefined {
  const draws = drawsBefore(sides, ends, meter);
  const meeting = indexMeeting(
    draws.map(({ matcher }) => matcher),
    draws.keys(),
  );
  const neighbours = remembered((draw: number): ReadonlySet<number> => {
    const found = new Set<number>();
    meeting.eachMeeting(draws[draw]?.matcher ?? ANY_REQUEST, (other) => void found.add(other));
    found.delete(draw);
    meter.spend(found.size);
    return found;
  });
  const areMany = draws.length > MAX_DRAWS;
  const share = (one: number, other: number): boolean => {
    const [first, second] = [draws[one]?.matcher, draws[other]?.matcher];
    if (!areMany || first === undefined || second === undefined) return true;
    return mayShare(first, second, sides.before.list.finder, meter);
  };
  /** @param others ascending: those that share requests with all that are taken, or may */
  const combine = (taken: readonly number[], others: readonly number[]): string | undefined => {
    if (!meter.spend(1)) return meter.exhausted() ?? 'the budget ended';
    if (taken.length > MAX_DRAWS)
      return `more than ${MAX_DRAWS} routes with runtime fractions meet in front of it`;
    visit(routesOf(draws, taken), () => routesOf(draws, others));
    for (const next of others) {
      if (next < (taken.at(-1) ?? 0) || !taken.every((each) => share(each, next))) continue;
      const near = neighbours(next);
      const rest =
        taken.length === 0 ? [...near].sort((a, b) => a - b) : others.filter((each) => near.has(each));
      const why = combine([...taken, next], rest);
      if (why !== undefined) return why;
    }
    return undefined;
  };
  return combine([], [...draws.keys()]);
}

function routesOf(draws: readonly Draw[], chosen: readonly number[]): Draws {
  const of = (side: 'before' | 'after') => chosen.flatMap((each) => draws[each]?.[side] ?? []);
  return { before: of('before'), after: of('after') };
}

const sharing = new WeakMap<Matcher, Map<Matcher, boolean>>();

/** Whether two matches may take the same request; worked out once for two of the same lists. */
function mayShare(one: Matcher, other: Matcher, finder: Finder, meter: Meter): boolean {
  const known = sharing.get(one) ?? new Map<Matcher, boolean>();
  sharing.set(one, known);
  const found = known.get(other) ?? sharesRequests([one, other], finder, partOf(meter, WORK_PER_SHARING));
  known.set(other, found);
  return found;
}

function sharesRequests(matchers: readonly Matcher[], finder: Finder, meter: Meter): boolean {
  const whole = matchers.some(({ box }) => box === undefined);
  const boxes = matchers.map((matcher) => (whole ? matcher.targetBox() : matcher.box) ?? new Map());
  return remainderOf([boxes.reduce(intersection)], finder, meter).outside([]).kind !== 'none';
}

function drawsBefore({ before, after }: Sides, ends: Ends, meter: Meter): readonly Draw[] {
  if (before.byChance === undefined && after.byChance === undefined) return [];
  const asked = [before.list.matchers[ends.before ?? -1], after.list.matchers[ends.after ?? -1]];
  const matchers = asked.filter((matcher) => matcher !== undefined);
  const byBox = new Map<string, Draw>();
  const gather = (side: Side, end: number | undefined, which: 'before' | 'after'): void => {
    for (const route of drawsMeeting(side, matchers, end, meter)) {
      const matcher = side.list.matchers[route];
      if (matcher === undefined) continue;
      const text = boxText(matcher);
      const draw = byBox.get(text) ?? { matcher, before: [], after: [] };
      byBox.set(text, draw);
      draw[which].push(route);
    }
  };
  gather(before, ends.before, 'before');
  gather(after, ends.after, 'after');
  return [...byBox.values()];
}

/** Routes by chance before the end of a chain that could share requests with all of the matchers. */
function drawsMeeting(
  { byChance }: Side,
  matchers: readonly Matcher[],
  end: number | undefined,
  meter: Meter,
): readonly number[] {
  const [met, ...others] = (matchers.length === 0 ? [ANY_REQUEST] : matchers).map((matcher) => {
    const found = new Set<number>();
    byChance?.eachMeeting(matcher, (route) => void found.add(route));
    meter.spend(found.size);
    return found;
  });
  return [...(met ?? [])].filter(
    (route) => (end === undefined || route < end) && others.every((other) => other.has(route)),
  );
}
