/**
 * Proves that no request notices what a fix takes away: requests are replayed through the text without and with it,
 * and what becomes of them has to be the same.
 */
import { type Configuration, openConfiguration } from '../../model/open.ts';
import { typeOf } from '../../model/reopen.ts';
import { replay } from '../../replay/index.ts';
import { InputError } from '../../source/errors.ts';
import { sourceFile } from '../../source/load.ts';
import type { Fix } from '../finding.ts';

/** Whether a fix only takes away: what corrects a slip is meant to be noticed. */
export function takesAway(fix: Fix): boolean {
  return fix.kind === 'operations' && fix.operations.every(({ op }) => op === 'remove');
}

/** So often a file is replayed to find out which of its fixes are noticed. */
const MOST_PROOFS = 40;

export interface Proved<T> {
  readonly unnoticed: readonly T[];
  /** Those of which it is not proved, each with the reason. */
  readonly refused: readonly { readonly fix: T; readonly reason: string }[];
}

/**
 * Parts what is to be taken away into what nobody notices and the rest, halving where something is noticed.
 *
 * @param textWith the text of the file with some of it taken away
 */
export function proved<T>(
  configuration: Configuration,
  fixes: readonly T[],
  textWith: (taken: readonly T[]) => string,
): Proved<T> {
  if (fixes.length === 0) return { unnoticed: [], refused: [] };
  const before = opened(configuration, textWith([]));
  const refused: { fix: T; reason: string }[] = [];
  let proofs = 0;
  const sift = (kept: readonly T[], asked: readonly T[]): readonly T[] => {
    if (++proofs > MOST_PROOFS) {
      for (const fix of asked) refused.push({ fix, reason: UNPROVED });
      return kept;
    }
    const reason = whyNoticed(before, configuration, textWith([...kept, ...asked]));
    if (reason === undefined) return [...kept, ...asked];
    const [only] = asked;
    if (only !== undefined && asked.length === 1) {
      refused.push({ fix: only, reason });
      return kept;
    }
    const middle = asked.length >> 1;
    return sift(sift(kept, asked.slice(0, middle)), asked.slice(middle));
  };
  return { unnoticed: sift([], fixes), refused };
}

const UNPROVED =
  'not taken away: too many fixes of this file would be noticed by requests to try all of them; fix some with --rule first';

function whyNoticed(
  before: Configuration | undefined,
  configuration: Configuration,
  text: string,
): string | undefined {
  const after = opened(configuration, text);
  if (before === undefined || after === undefined)
    return 'not taken away: the file could not be read any more';
  const { difference, unreplayed } = replay(before, after);
  if (difference !== undefined) return `not taken away, since a request would notice: ${difference}`;
  return unreplayed === 0
    ? undefined
    : 'not taken away: the budget for replaying requests ended before it was proved that none notices';
}

function opened(configuration: Configuration, text: string): Configuration | undefined {
  const { file, word } = configuration;
  if (text === file.text) return configuration;
  try {
    // The only sign of the word may be among what is taken away.
    return openConfiguration(sourceFile(file.name, text, 'named'), {
      namespace: word,
      ...typeOf(configuration),
    });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
