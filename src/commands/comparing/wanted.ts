/** Two sides that `diff` is to compare, before anything of them is read. */

import type { GitFiles } from '../../report/text-diff.ts';

export interface WantedPair {
  /** What to call the pair. */
  readonly name: string;
  /** Inputs of each side; none where there is nothing on that side. */
  readonly before: readonly WantedFile[];
  readonly after: readonly WantedFile[];
  /** Whether a side that is no configuration is passed over with a note. */
  readonly mayBeOther: boolean;
  /** The path before, where git says that the file was renamed. */
  readonly renamedFrom?: string;
  /** Where git calls: what it shows itself, should this be no configuration. */
  readonly git?: GitFiles;
}

export interface WantedFile {
  readonly input: string;
  /** The name to show, where the input is a temporary file. */
  readonly shown?: string;
}

/** The files of a side that has one at most. */
export function wanted(input: string | undefined): readonly WantedFile[] {
  return input === undefined ? [] : [{ input }];
}
