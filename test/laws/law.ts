/** What a law is. Laws know nothing of a test runner, so that the tests and the fuzzer can both try them. */
import fc from 'fast-check';

export interface Law {
  /** In one word or two, as `--law` takes it. */
  readonly id: string;
  /** What holds, as a sentence. */
  readonly says: string;
  /** How often CI tries it. */
  readonly runs: number;
  /** How many runs of another law one of it takes, roughly, where it is much slower: who tries it for long does so less often. */
  readonly slow: number;
  /** Tries it; the answer tells of the first counterexample, made small. */
  readonly check: (options: {
    readonly seed?: number;
    readonly numRuns: number;
    readonly path?: string;
    /** Whether the first counterexample will do as it is. */
    readonly endOnFailure?: boolean;
  }) => Tried;
}

export interface Tried {
  readonly runs: number;
  readonly failure: { readonly seed: number; readonly path: string; readonly report: string } | undefined;
}

/** A law over random values. @param holds throws where it does not */
export function law<Values extends [unknown, ...unknown[]]>(
  { id, says, runs, slow = 1 }: Pick<Law, 'id' | 'says' | 'runs'> & Partial<Pick<Law, 'slow'>>,
  arbitraries: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  holds: (...values: Values) => void,
): Law {
  const property = fc.property<Values>(...arbitraries, holds);
  return {
    id,
    says,
    runs,
    slow,
    check: (options) => {
      const details = fc.check(property, options);
      if (!details.failed) return { runs: details.numRuns, failure: undefined };
      return {
        runs: details.numRuns,
        failure: {
          seed: details.seed,
          path: details.counterexamplePath ?? '',
          report: `${fc.defaultReportMessage(details) ?? ''}\n${wordsOf(details.errorInstance)}`,
        },
      };
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Demands something of one example. @param words say what was wrong; asked for only then */
export function demand(condition: boolean, words: () => string): void {
  if (!condition) throw new Error(words());
}

/** Demands that two plain values are the same. */
export function demandSame(actual: unknown, expected: unknown, what: string): void {
  if (actual === expected) return;
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  demand(left === right, () => `${what}: ${left} where ${right} was expected`);
}
