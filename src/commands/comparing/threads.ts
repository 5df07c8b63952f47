/** Pairs of a `diff` in several threads: which of them can be, and how what becomes of one travels. */
import type { MessagePort } from 'node:worker_threads';
import { pairObject } from '../../report/diff/json.ts';
import { type ComparedPair, comparedPart } from '../../results/comparison.ts';
import type { Settings } from '../../settings/index.ts';
import { InputError, type InputErrorDetails } from '../../source/errors.ts';
import { isLive } from '../../source/live.ts';
import { type PassHost, resultFromText } from '../many/each-input.ts';
import type { Pool } from '../many/pool/pool.ts';
import type { DiffFlags } from './flags.ts';
import { needsFiles } from './key.ts';
import type { WantedPair } from './pairs.ts';
import type { DiffRun, PairOutcome } from './run.ts';

/** A {@link PairOutcome} as plain data. */
export type SentOutcome =
  | {
      readonly kind: 'done';
      readonly text: string;
      readonly unknown: readonly InputErrorDetails[];
      readonly failOn: Settings['failOn'];
    }
  | { readonly kind: 'unread'; readonly errors: readonly InputErrorDetails[] }
  | Extract<PairOutcome, { readonly kind: 'skipped' | 'other' }>;

/** How comparisons are kept and handed between threads. */
export const comparedEntries = { objectOf: pairObject, shape: comparedPart };

/** Pairs that another thread can read as well: what can be read once only is for the run itself. */
export function pairTasks(pairs: readonly WantedPair[], flags: DiffFlags): ReadonlyMap<number, WantedPair> {
  const canBeReadTwice = ({ before, after }: WantedPair): boolean =>
    [...before, ...after].every(({ input }) => input !== '-' && !isLive(input));
  return new Map(needsFiles(flags) ? [] : [...pairs.entries()].filter(([, pair]) => canBeReadTwice(pair)));
}

/** Compares, in a worker, the pairs that it is given. Never ends: the run ends its workers. */
export async function servePairs(
  run: DiffRun,
  host: PassHost,
  port: MessagePort,
  end: () => Promise<void>,
): Promise<never> {
  const { resultText, serve } = await import('../many/pool/serve.ts');
  const sent = (outcome: PairOutcome | undefined): SentOutcome | undefined => {
    if (outcome?.kind === 'done') {
      const { result, unknown, failOn } = outcome;
      return {
        kind: 'done',
        text: resultText(result, comparedEntries),
        unknown: unknown.map(detailsOf),
        failOn,
      };
    }
    if (outcome?.kind === 'unread') return { kind: 'unread', errors: outcome.errors.map(detailsOf) };
    return outcome;
  };
  const work = async (pair: WantedPair, quiet: PassHost) => sent(await run.outcome(pair, quiet));
  return await serve({ work, end }, host, port);
}

/** What a thread made of a pair; `left` where the run was interrupted, undefined where no thread can say. */
export async function outcomeAhead(
  pool: Pool<SentOutcome> | undefined,
  at: number,
  host: PassHost,
): Promise<PairOutcome | 'left' | undefined> {
  if (pool === undefined) return undefined;
  const answered = await host.waited(pool.answer(at).then((answer) => ({ answer })));
  if (answered === undefined) return 'left';
  const { answer } = answered;
  if (answer === undefined) return undefined;
  for (const note of answer.notes) host.note(note);
  const { outcome } = answer;
  if (outcome.kind === 'done') {
    const result: ComparedPair = resultFromText(outcome.text, comparedEntries);
    return { kind: 'done', result, unknown: outcome.unknown.map(errorOf), failOn: outcome.failOn };
  }
  if (outcome.kind === 'unread') return { kind: 'unread', errors: outcome.errors.map(errorOf) };
  return outcome;
}

const detailsOf = ({ details }: InputError): InputErrorDetails => details;
const errorOf = (details: InputErrorDetails): InputError => new InputError(details);
