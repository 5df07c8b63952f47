/** Compares one pair and gathers what the report needs. */
import { type BehaviourResult, compareBehaviour } from '../../diff/behaviour/index.ts';
import { type DiffOptions, diffConfigurations, patchBetween } from '../../diff/index.ts';
import type { Configuration } from '../../model/index.ts';
import type { ComparedPair } from '../../report/diff.ts';
import { filePairs } from '../../report/html/file-pairs.ts';
import { pictureOfSides } from '../../report/html/picture/of-sides.ts';
import { findRouting } from '../../routing/index.ts';

export interface CompareOptions extends DiffOptions {
  readonly behaviour: 'all' | 'destination' | 'none';
  /** Whether the report is a patch. */
  readonly patch: boolean;
  /** Whether the report shows both files and what leads where. */
  readonly page: boolean;
}

/** A pair with what making tests of it needs. */
export interface Compared extends ComparedPair {
  readonly behaviour?: BehaviourResult;
}

/** How long comparing the behaviour of one pair may take. */
const MILLISECONDS = 20_000;

export function compare(
  name: string,
  before: readonly Configuration[],
  after: readonly Configuration[],
  options: CompareOptions,
): Compared {
  const { behaviour, patch, page, ...judging } = options;
  const result = diffConfigurations(before, after, { ...judging, deadRoutes: behaviour !== 'none' });
  const moved =
    behaviour === 'none'
      ? undefined
      : compareBehaviour(before, after, {
          aspect: behaviour,
          clock: { now: () => performance.now(), milliseconds: MILLISECONDS },
        });
  const [one, other] = [before[0]?.file.name, after[0]?.file.name];
  return {
    name,
    ...(one === undefined ? {} : { before: one }),
    ...(other === undefined ? {} : { after: other }),
    result,
    ...(moved === undefined ? {} : { behaviour: moved }),
    ...(patch ? { patch: patchBetween(before, after, { showSecrets: options.showSecrets === true }) } : {}),
    ...(page
      ? {
          picture: pictureOfSides(findRouting(before), findRouting(after), moved),
          files: filePairs(before, after),
        }
      : {}),
  };
}
