/** The file of differences that were accepted: `--accept` writes it, every later run goes by it. */
import {
  type Baseline,
  type BaselineEntry,
  baselineOf,
  readListing,
} from '../../analyze/suppression/baseline.ts';
import { jsonText } from '../../report/data-text.ts';
import { decode } from '../../source/decode.ts';
import { InputError } from '../../source/errors.ts';
import { readingFailed, systemCode } from '../../source/file-problem.ts';
import { MAX_BYTES } from '../../source/limits.ts';
import { writeOutput } from '../../source/write.ts';
import { processIo, processWriteIo } from '../io.ts';
import { foreign, isBelieved } from '../owner.ts';

/** The file where nobody names one, in the folder that cfgtool runs in. */
export const ACCEPTED_FILE = '.cfgtool-accepted';

const FORM = 1;
const LISTING = {
  list: 'accepted',
  what: 'file of accepted differences',
  form: FORM,
  hint: 'write it anew with diff --accept',
};

/** What was accepted; nothing where no file is named and there is none. */
export async function loadAccepted(path: string | undefined, mayBeAbsent: boolean): Promise<Baseline> {
  const file = path ?? ACCEPTED_FILE;
  let bytes: Uint8Array;
  try {
    const { kind, owner } = await processIo.status(file);
    // A pipe that nobody writes to would be waited for.
    if (path === undefined && kind === 'other')
      throw new InputError({
        file,
        problem: 'this is no file',
        hint: 'remove it, or name another with --accepted',
      });
    if (path === undefined && !(await isBelieved(owner, '.')))
      throw foreign(file, 'accepted differences', '--accepted FILE takes them all the same');
    bytes = await processIo.readFile(file, MAX_BYTES);
  } catch (error) {
    if ((path === undefined || mayBeAbsent) && systemCode(error) === 'ENOENT')
      return { entries: [], isOlder: false };
    throw readingFailed(file, error, 'diff --accept makes it');
  }
  return readListing(file, decode(file, bytes), LISTING);
}

/** Writes what is accepted from now on. @returns the name of the file */
export async function writeAccepted(
  path: string | undefined,
  entries: readonly BaselineEntry[],
  version: string,
): Promise<string> {
  const file = path ?? ACCEPTED_FILE;
  const object = { cfgtool: { version, format_version: FORM }, accepted: baselineOf(entries) };
  await writeOutput(file, jsonText(object), processWriteIo);
  return file;
}
