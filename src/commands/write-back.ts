import type { FileMigration } from '../migrate/index.ts';
import { counted } from '../source/counted.ts';
import { InputError } from '../source/errors.ts';
import { replaceFile } from '../source/write.ts';
import { processWriteIo } from './io.ts';

/** What writing needs of a migrated file. */
interface Writable {
  readonly path?: string;
  /** The text before. */
  readonly before: string;
  readonly migration: Pick<FileMigration, 'changed' | 'text' | 'equivalent'>;
}

/** Writes what changed and kept its meaning; answers with the files that could not be written, each reported. */
export async function writeBack<F extends Writable>(
  files: readonly F[],
  report: (error: InputError) => void,
  note: (text: string) => void,
): Promise<readonly F[]> {
  const failed: F[] = [];
  for (const file of files) {
    const { path, before, migration } = file;
    if (path === undefined || !migration.changed || !migration.equivalent) continue;
    try {
      tellOtherNames(path, await replaceFile(path, migration.text, processWriteIo, before), note);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      report(error);
      failed.push(file);
    }
  }
  return failed;
}

/** A file is replaced in one step, which other names of it have no part in. */
export function tellOtherNames(file: string, others: number, note: (text: string) => void): void {
  if (others > 0)
    note(
      `${file}: ${counted(others, 'other name')} (hard links) of this file still ${others === 1 ? 'leads' : 'lead'} to the old text`,
    );
}
