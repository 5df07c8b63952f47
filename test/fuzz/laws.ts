/** Tries laws for long: each so often, or turn by turn until a time has come. */
import type { Law } from '../laws/law.ts';

/** Between two looks at the clock. */
const BATCH = 500;

export interface Wish {
  readonly chosen: readonly Law[];
  readonly seed: number;
  readonly runs: number;
  /** When to end, on the clock of `performance.now`; with it the laws take turns. */
  readonly end: number | undefined;
  tell(line: string): void;
}

/** @returns whether all of them held */
export function tryLaws(wish: Wish): boolean {
  const { chosen, seed, end, tell } = wish;
  if (end === undefined) return round(wish, seed, true);
  const runs = Math.min(wish.runs, BATCH);
  let rounds = 0;
  for (; performance.now() < end; rounds++) if (!round({ ...wish, runs }, seed + rounds, false)) return false;
  tell(`${rounds} rounds of ${runs} runs of each of ${chosen.length} laws; all hold`);
  return true;
}

function round({ chosen, runs, end, tell }: Wish, seed: number, each: boolean): boolean {
  for (const { id, says, slow, check } of chosen) {
    if (end !== undefined && performance.now() > end) return true;
    const started = performance.now();
    const { failure, runs: tried } = check({ seed, numRuns: Math.ceil(runs / slow) });
    if (failure !== undefined) {
      tell(`${id} fails: ${says}\n\n${failure.report}\n`);
      tell(`again: npm run fuzz -- --law ${id} --seed ${failure.seed} --runs ${tried * slow}`);
      return false;
    }
    if (each) tell(`${id}: ${tried} runs in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return true;
}
