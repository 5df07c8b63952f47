/** The fix of one finding as replacements in its file's text, for formats that hand fixes on. */
import type { Configuration } from '../../model/open.ts';
import type { Range } from '../../source/lines.ts';
import type { Finding } from '../finding.ts';
import { changesOfFix, fixFile, isOwn } from './fix.ts';

export interface Replacement {
  readonly range: Range;
  readonly text: string;
}

/** Each fix is made in the whole text by itself; so many characters of text are gone through for one file. */
const MAX_CHARACTERS = 50_000_000;

/**
 * @param findings of this configuration
 * @returns for each finding whose fix the text takes, what to replace; fixes of a file too large for so many of them
 *   are left out from the last one on
 */
export function replacementsOf(
  configuration: Configuration,
  findings: readonly Finding[],
): ReadonlyMap<Finding, readonly Replacement[]> {
  const { text, lines } = configuration.file;
  const roots = new Set(configuration.roots);
  const fixable = findings.filter(({ fix }) => fix !== undefined && isOwn(fix, configuration, roots));
  const affordable = fixable.slice(0, Math.max(1, Math.floor(MAX_CHARACTERS / (text.length + 1))));
  const found = new Map<Finding, readonly Replacement[]>();
  // What all of them take away together is proved once.
  const { noticed } = fixFile(configuration, affordable, false);
  for (const finding of affordable) {
    const changes = noticed.has(finding) ? [] : changesOfFix(configuration, finding);
    if (changes.length === 0) continue;
    found.set(
      finding,
      changes.map(({ start, end, text: inserted }) => ({
        range: lines.range({ start, end }),
        text: inserted,
      })),
    );
  }
  return found;
}
