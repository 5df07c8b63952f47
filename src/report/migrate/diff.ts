/** A migration as a unified diff. */

import type { MigratedText } from '../../results/migration.ts';
import { STDIN_NAME } from '../../source/inputs.ts';
import { type DiffOptions, unifiedDiff } from '../text/unified-diff.ts';

/** The diffs of all files that change, one after another. */
export function migrateDiff(files: readonly MigratedText[], options: DiffOptions): string {
  return files
    .map((file) => unifiedDiff(diffName(file), file.before, file.migration.changes, options))
    .join('');
}

/** The path that the diff is to be applied to: that of `REV:PATH` without its revision. */
export function diffName({ name, path }: Pick<MigratedText, 'name' | 'path'>): string {
  const shown = path ?? (name === STDIN_NAME ? 'stdin' : name.slice(name.indexOf(':') + 1));
  return shown.replace(/^(?:\.\/+)+/, '');
}
