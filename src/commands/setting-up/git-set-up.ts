/** Makes git show configurations through `cfgtool diff`, in the repository of the working folder. */
import { readFile } from 'node:fs/promises';
import { InputError } from '../../source/errors.ts';
import { readingFailed, systemCode } from '../../source/file-problem.ts';
import { processIo } from '../io.ts';
import { write } from './folder.ts';
import { attributeLines, DRIVER_COMMAND, DRIVER_KEY, withLines } from './git-lines.ts';

const ATTRIBUTES = '.gitattributes';

/**
 * @param force replaces another driver of the same name
 * @returns what was done, in lines
 */
export async function setUpGit(folder: string, force: boolean): Promise<readonly string[]> {
  const { output } = await processIo.git(['config', '--get', DRIVER_KEY], 10_000);
  const now = Buffer.from(output).toString().trim();
  if (now !== '' && now !== DRIVER_COMMAND && !force)
    throw new InputError({
      file: `git config ${DRIVER_KEY}`,
      problem: `it is set already, to ${now}`,
      hint: `--force replaces it with ${DRIVER_COMMAND}`,
    });
  const done: string[] = [];
  const text = withLines(await attributes(), attributeLines(folder));
  if (text === undefined) done.push(`${ATTRIBUTES}: has the lines already\n`);
  else {
    await write(ATTRIBUTES, text);
    done.push(`${ATTRIBUTES}: lines added\n`);
  }
  if (now !== DRIVER_COMMAND) {
    const { status, complaint } = await processIo.git(['config', DRIVER_KEY, DRIVER_COMMAND], 10_000);
    if (status !== 0) throw new InputError({ file: 'git config', problem: complaint.trim() });
  }
  done.push(`git config ${DRIVER_KEY}: ${DRIVER_COMMAND}\n`);
  return done;
}

async function attributes(): Promise<string> {
  try {
    return await readFile(ATTRIBUTES, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw readingFailed(ATTRIBUTES, error);
  }
}
