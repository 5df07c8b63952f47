/** What `cfgtool init` learns from the folder it sets up. */
import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openConfiguration } from '../../model/index.ts';
import { InputError } from '../../source/errors.ts';
import { systemCode, writingFailed } from '../../source/file-problem.ts';
import { loadInputs } from '../../source/load.ts';
import { writeOutput } from '../../source/write.ts';
import { processIo, processWriteIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/** Enough to tell; a folder may hold thousands. */
const MAX_FILES = 200;

/**
 * The folder as files name it: relative, without slashes at its ends.
 *
 * @throws UsageError where it is not below the working folder, or holds what would need quoting
 */
export async function checkFolder(given: string): Promise<string> {
  const folder = given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '') || '.';
  if (folder.startsWith('/') || folder.split('/').includes('..'))
    throw new UsageError(
      `init sets up the folder that it runs in, and ${given} is not below it`,
      'change into that folder first',
    );
  if (!/^[\w.@+/-]+$/.test(folder) || folder.startsWith('-'))
    throw new UsageError(
      `the folder "${given}" holds characters that mean something in the files to be written`,
      'leave it out, and name the folder in those files yourself',
    );
  const kind = await processIo.status(folder).then(
    (status) => status.kind,
    () => undefined,
  );
  if (kind !== 'directory')
    throw new UsageError(`there is no folder ${given}`, 'name the one that holds the configurations');
  return folder;
}

/** The namespace that the configurations in a folder show; undefined where they show none, or several. */
export async function wordOf(folder: string): Promise<string | undefined> {
  const words = new Set<string>();
  let count = 0;
  for await (const file of loadInputs([folder], processIo)) {
    if (++count > MAX_FILES) break;
    if (file instanceof InputError) continue;
    try {
      const { namespace, namespaceIsAssumed } = openConfiguration(file);
      if (!namespaceIsAssumed) words.add(namespace);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  const [word] = words;
  return words.size === 1 ? word : undefined;
}

/** Whether something stands under a name, be it a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

/** Writes a file in one step, with the folders above it. */
export async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw writingFailed(path, error, false);
  }
  await writeOutput(path, text, processWriteIo, true);
}
