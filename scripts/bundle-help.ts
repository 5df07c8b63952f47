/** The pages of help, as the program that was just built prints them through oclif. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HELP_COLUMNS, ROOT_PAGE } from '../src/commands/start/help-pages.ts';
import type { Written } from './bundle-package.ts';

/** Makes oclif print help itself, with colours, as on a terminal of that width. */
const ENVIRONMENT = { OCLIF_COLUMNS: String(HELP_COLUMNS), FORCE_COLOR: '1', CFGTOOL_CODE_CACHE: '0' };

/** @param commands their names @param to the folder of the pages */
export async function helpPages(commands: readonly string[], to: string): Promise<readonly Written[]> {
  const { PATH } = process.env;
  const page = async (name: string, args: readonly string[]): Promise<Written> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['bin/run.js', ...args, '--help'], {
      env: { PATH, ...ENVIRONMENT },
    });
    return { path: join(to, `${name}.txt`), text: stdout };
  };
  return await Promise.all([page(ROOT_PAGE, []), ...commands.map((name) => page(name, [name]))]);
}
