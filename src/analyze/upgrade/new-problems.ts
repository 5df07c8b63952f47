/** What checking finds in a release of the proxy and not in an earlier one. */
import type { Configuration, FoundProblem } from '../../model/open.ts';
import { readAtRelease } from '../../model/reopen.ts';
import type { Release } from '../../schema/release.ts';

/** What becomes of something in the later release. */
export interface NewProblem {
  readonly upgrade: 'refused' | 'gone' | 'deprecated';
  /** The end of a sentence that says what the release says. */
  readonly words: string;
}

/** What a problem of a configuration is to somebody who comes from a release; undefined where that one has it too. */
export function newSince(
  configuration: Configuration,
  from: Release,
): (found: FoundProblem) => NewProblem | undefined {
  const before = new Set(readAtRelease(configuration, from).found.map(keyOf));
  return (found) => {
    const { rule, level, data } = found.problem;
    if (before.has(keyOf(found))) return undefined;
    if (rule === 'deprecated-field')
      return { upgrade: 'deprecated', words: `; release ${from} does not deprecate it` };
    if (level !== 'error') return undefined;
    const isGone = data?.until !== undefined;
    return { upgrade: isGone ? 'gone' : 'refused', words: `; release ${from} takes it` };
  };
}

/** The texts are the same, so the place says which problem it is; what is a remark in one release may be refused in another. */
function keyOf({ problem: { rule, level, node }, root: { document, embedded } }: FoundProblem): string {
  return `${rule} ${level} ${document} ${embedded?.node ?? ''} ${node}`;
}
