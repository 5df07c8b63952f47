import type { MigratedFile } from '../report/migrated-file.ts';
import { InputError } from '../source/errors.ts';
import { replaceFile } from '../source/write.ts';
import { processWriteIo } from './io.ts';

/** Writes what changed and kept its meaning; answers with the files that could not be written, each reported. */
export async function writeBack(
  files: readonly MigratedFile[],
  report: (error: InputError) => void,
): Promise<readonly MigratedFile[]> {
  const failed: MigratedFile[] = [];
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
