import type { FileMigration } from '../migrate/index.ts';
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
): Promise<readonly F[]> {
  const failed: F[] = [];
  for (const file of files) {
    const { path, before, migration } = file;
    if (path === undefined || !migration.changed || !migration.equivalent) continue;
    try {
      await replaceFile(path, migration.text, processWriteIo, before);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      report(error);
      failed.push(file);
    }
  }
  return failed;
}
