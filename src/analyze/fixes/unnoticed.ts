/**
 * Proves that no request notices what a fix takes away: requests are replayed through the text without and with it,
 * and what becomes of them has to be the same.
 */
import { type Configuration, openConfiguration } from '../../model/open.ts';
import { apiOf, releaseOf, typeOf } from '../../model/reopen.ts';
import { replay } from '../../replay/index.ts';
import { InputError } from '../../source/errors.ts';
import { sourceFile } from '../../source/load.ts';
import type { Finding } from '../finding.ts';

/** Whether a fix takes away what says nothing, or says it otherwise: what corrects a mistake is meant to be noticed. */
export function takesAway({ fix, rule }: Pick<Finding, 'fix' | 'rule'>): boolean {
  if (fix === undefined) return false;
  if (fix.kind === 'operations') return fix.operations.every(({ op }) => op === 'remove');
  // What cannot be read as it stands is corrected.
  return fix.kind === 'text' || (fix.kind === 'plain' && rule === 'loose-spelling');
}

/** So often a file is replayed to find out which of its fixes are noticed, and so many characters are read for it. */
const MAX_PROOFS = 40;
const MAX_CHARACTERS = 50_000_000;
/** Units of work for replaying one file, however often. */
const WORK = 200_000_000;

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
  const most = Math.max(2, Math.min(MAX_PROOFS, Math.floor(MAX_CHARACTERS / configuration.file.text.length)));
  let proofs = 0;
  let work = WORK;
  const sift = (kept: readonly T[], asked: readonly T[]): readonly T[] => {
    if (++proofs > most || work <= 0) {
      for (const fix of asked) refused.push({ fix, reason: UNPROVED });
      return kept;
    }
    const { reason, spent } = whyNoticed(before, opened(configuration, textWith([...kept, ...asked])), work);
    work -= spent;
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
  after: Configuration | undefined,
  work: number,
): { readonly reason?: string; readonly spent: number } {
  if (before === undefined || after === undefined)
    return { reason: 'not taken away: the file could not be read any more', spent: 0 };
  const { difference, unreplayed, spent } = replay(before, after, { work });
  if (difference !== undefined)
    return { reason: `not taken away, since a request would notice: ${difference}`, spent };
  if (unreplayed === 0) return { spent };
  const over = 'the budget for replaying requests ended before it was proved that none notices';
  return { reason: `not taken away: ${over}`, spent };
}

function opened(configuration: Configuration, text: string): Configuration | undefined {
  const { file, namespace } = configuration;
  if (text === file.text) return configuration;
  try {
    // The only sign of the word may be among what is taken away.
    return openConfiguration(sourceFile(file.name, text, 'named'), {
      namespace: namespace,
      ...apiOf(configuration),
      ...releaseOf(configuration),
      ...typeOf(configuration),
    });
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
