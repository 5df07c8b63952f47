/**
 * Tries the laws under test/laws for long: `npm run fuzz` (docs/reliability.md).
 *
 * Ends with 1 at the first counterexample, and prints the command that finds it again.
 */
import { parseArgs } from 'node:util';
import { laws } from '../test/laws/index.ts';
import type { Law } from '../test/laws/law.ts';

/** Of each law, where neither runs nor minutes are given. */
const RUNS = 20_000;
/** Between two looks at the clock. */
const BATCH = 500;

interface Wish {
  readonly chosen: readonly Law[];
  readonly seed: number;
  readonly runs: number;
  /** When to end, on the clock of `performance.now`; with it the laws take turns. */
  readonly end: number | undefined;
}

function wishOf(args: readonly string[]): Wish | { readonly problem: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      law: { type: 'string', multiple: true },
      seed: { type: 'string' },
      runs: { type: 'string' },
      minutes: { type: 'string' },
    },
  });
  const wanted = values.law ?? laws.map(({ id }) => id);
  const chosen = laws.filter(({ id }) => wanted.includes(id));
  const unknown = wanted.find((id) => !laws.some((each) => each.id === id));
  if (unknown !== undefined)
    return { problem: `there is no law "${unknown}"; there are ${laws.map(({ id }) => id).join(', ')}` };
  const seed = numberOf(values.seed) ?? Math.floor(Math.random() * 2 ** 31);
  const runs = numberOf(values.runs) ?? RUNS;
  const minutes = numberOf(values.minutes);
  if (![seed, runs, minutes ?? 0].every((number) => number >= 0))
    return { problem: '--seed, --runs and --minutes take a number from 0 up' };
  const end = minutes === undefined ? undefined : performance.now() + minutes * 60_000;
  return { chosen, seed, runs: end === undefined ? runs : Math.min(runs, BATCH), end };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** One round over the laws. @returns whether all of them held */
function round({ chosen, runs, end }: Wish, seed: number, tell: boolean): boolean {
  for (const { id, says, check } of chosen) {
    if (end !== undefined && performance.now() > end) return true;
    const started = performance.now();
    const { failure, runs: tried } = check({ seed, numRuns: runs });
    if (failure !== undefined) {
      console.log(`${id} fails: ${says}\n\n${failure.report}\n`);
      console.log(`again: npm run fuzz -- --law ${id} --seed ${failure.seed} --runs ${tried}`);
      return false;
    }
    if (tell) console.log(`${id}: ${tried} runs in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return true;
}

function main(args: readonly string[]): number {
  let wish: ReturnType<typeof wishOf>;
  try {
    wish = wishOf(args);
  } catch (error) {
    wish = { problem: error instanceof Error ? error.message : String(error) };
  }
  if ('problem' in wish) {
    console.error(wish.problem);
    return 2;
  }
  console.log(`seed ${wish.seed}`);
  if (wish.end === undefined) return round(wish, wish.seed, true) ? 0 : 1;
  let seed = wish.seed;
  for (; performance.now() < wish.end; seed++) if (!round(wish, seed, false)) return 1;
  console.log(
    `${seed - wish.seed} rounds of ${wish.runs} runs of each of ${wish.chosen.length} laws; all hold`,
  );
  return 0;
}

process.exitCode = main(process.argv.slice(2));
