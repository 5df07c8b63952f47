/** What runtime fractions make of a pair of routes: every combination of those that come before either. */
import type { Meter } from '../regex/meter.ts';
import { boxText, type Chain, chainText } from './chain.ts';
import type { Ends, Sides } from './differ-pairs.ts';
import { ANY_REQUEST } from './meeting.ts';
import type { Matcher } from './normalise.ts';
import type { ChainQuestion, Side } from './question.ts';

/** So many different matches with a fraction may meet at one pair of routes. */
const MAX_DRAWS = 6;

export type ChainPair = Pick<ChainQuestion, 'chains' | 'spared'>;

/** Routes by chance on both sides that take the same requests. */
interface Draw {
  readonly before: number[];
  readonly after: number[];
}

/**
 * The chains that end with a pair of routes and whose outcomes differ.
 *
 * @returns why it cannot be said where too many fractions meet
 */
export function differingChains(
  sides: Sides,
  ends: Ends,
  meter: Meter,
): readonly ChainPair[] | { readonly why: string } {
  const draws = drawsBefore(sides, ends, meter);
  const over = meter.exhausted();
  if (over !== undefined) return { why: over };
  if (draws.length > MAX_DRAWS)
    return { why: `more than ${MAX_DRAWS} routes with runtime fractions meet in front of it` };
  const found: ChainPair[] = [];
  for (let choice = 0; choice < 2 ** draws.length; choice++) {
    const taken = draws.filter((_, at) => (choice >> at) % 2 === 1);
    const others = draws.filter((_, at) => (choice >> at) % 2 === 0);
    const chains = {
      before: chainOf(
        taken.flatMap(({ before }) => before),
        ends.before,
      ),
      after: chainOf(
        taken.flatMap(({ after }) => after),
        ends.after,
      ),
    };
    if (chainText(sides.before, chains.before) === chainText(sides.after, chains.after)) continue;
    const spared = {
      before: others.flatMap(({ before }) => before),
      after: others.flatMap(({ after }) => after),
    };
    found.push({ chains, spared });
  }
  return found;
}

function chainOf(byChance: readonly number[], route: number | undefined): Chain {
  return { byChance: [...byChance].sort((a, b) => a - b), route };
}

/** Ends early where there are more than count. */
function drawsBefore({ before, after }: Sides, ends: Ends, meter: Meter): readonly Draw[] {
  if (before.byChance === undefined && after.byChance === undefined) return [];
  const asked = [before.list.matchers[ends.before ?? -1], after.list.matchers[ends.after ?? -1]];
  const matchers = asked.filter((matcher) => matcher !== undefined);
  const byBox = new Map<string, Draw>();
  const gather = (side: Side, end: number | undefined, which: 'before' | 'after'): void => {
    for (const route of drawsMeeting(side, matchers, end, meter)) {
      const matcher = side.list.matchers[route];
      if (byBox.size > MAX_DRAWS || matcher === undefined) return;
      const text = boxText(matcher);
      const draw = byBox.get(text) ?? { before: [], after: [] };
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
