/** The text that a file has in the last commit, for whoever may be asked by an editor about any file. */
import { basename, dirname } from 'node:path';
import { decode } from '../source/decode.ts';
import { InputError } from '../source/errors.ts';
import { systemCode } from '../source/file-problem.ts';
import { MAX_BYTES } from '../source/limits.ts';
import { runGit } from './io.ts';

/** So long git may take, in milliseconds. */
const MILLISECONDS = 10_000;

/** Nothing of a repository's settings starts a program, asks somebody or opens a connection. */
const CAREFUL = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never'];
const ENVIRONMENT: NodeJS.ProcessEnv = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  // An editor that git started for another repository hands these on.
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
};

/** @throws InputError where there is no git, no repository, no commit, or no such file in it */
export async function headText(path: string): Promise<{ readonly name: string; readonly text: string }> {
  const [folder, file] = [dirname(path), basename(path)];
  const name = `HEAD:./${file}`;
  const ask = async (args: readonly string[], limit: number) => {
    try {
      return await runGit(['-C', folder, ...CAREFUL, ...args], limit, ENVIRONMENT, MILLISECONDS);
    } catch (error) {
      throw new InputError({ file, problem: FAILURES[systemCode(error) ?? ''] ?? 'git cannot be started' });
    }
  };
  const hashOf = async (revision: string) =>
    await ask(['rev-parse', '--verify', '--end-of-options', revision], 10_000);
  const found = await hashOf(name);
  if (found.status !== 0) {
    const head = await hashOf('HEAD');
    throw new InputError({ file, problem: whyNot(file, head.status, `${head.complaint}${found.complaint}`) });
  }
  const object = Buffer.from(found.output).toString('utf8').trim();
  const { status, output, complaint } = await ask(['cat-file', 'blob', object], MAX_BYTES);
  if (status !== 0)
    throw new InputError({ file, problem: `git cannot read ${name}: ${firstLine(complaint)}` });
  return { name, text: decode(name, output) };
}

const FAILURES: { readonly [code: string]: string } = {
  ENOENT: 'git is not installed',
  ETIMEDOUT: `git did not answer within ${MILLISECONDS / 1000} seconds`,
  E2BIG: 'what git has is larger than cfgtool reads at once',
};

function whyNot(file: string, status: number, complaint: string): string {
  if (/not a git repository/i.test(complaint)) return `${file} is in no git repository`;
  if (/dubious ownership/i.test(complaint))
    return `git does not read the repository: it belongs to somebody else`;
  return status === 0
    ? `${file} is not in the last commit (HEAD)`
    : 'the repository has no commit to compare with';
}

function firstLine(complaint: string): string {
  return (
    complaint
      .replace(/^fatal: /, '')
      .split('\n')[0]
      ?.trim() ?? ''
  );
}
