/** When two comparisons come to the same, so that one of them need not be made. */
import { contentKey, kindWords, settingsWords } from '../many/sharing.ts';
import type { DiffFlags } from './flags.ts';
import type { ReadSide } from './read.ts';

/**
 * A key of everything that the comparison of two files depends on but their names; undefined where it is made anew
 * each time: there is not one file on each side, or more is wanted than a stored result holds.
 *
 * @param program what stands for this build of the program
 */
export function pairKey(
  sides: readonly ReadSide[],
  flags: DiffFlags,
  program: readonly unknown[],
): string | undefined {
  if (sides.some(({ files, errors }) => files.length !== 1 || errors.length > 0)) return undefined;
  // Files of properties may change without either side.
  if (needsFiles(flags) || flags.follow || flags.properties !== undefined) return undefined;
  const files = sides.flatMap((side) => side.files);
  const words = [
    ...program,
    ...[
      flags['show-cosmetic'],
      flags['show-secrets'],
      flags.behaviour,
      flags.type,
      flags.namespace,
      flags.api,
      flags.release,
    ],
    ...files.map(({ candidate, settings }) => [kindWords(candidate), settingsWords(settings)]),
  ];
  return contentKey(
    files.map(({ bytes }) => bytes),
    words,
  );
}

/** Whether more is wanted of a comparison than its result, so that it cannot be kept or come from another thread. */
export function needsFiles(flags: DiffFlags): boolean {
  const { format } = flags;
  return (
    flags['emit-tests'] !== undefined || flags['side-by-side'] || format === 'html' || format === 'patch'
  );
}
