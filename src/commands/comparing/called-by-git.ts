/** Pairs of files that git hands over, and what it would have shown of them itself. */

import type { Paint } from '../../present/text.ts';
import { type GitFiles, gitDiff } from '../../report/text-diff.ts';
import { processIo } from '../io.ts';
import type { WantedFile, WantedPair } from './pairs.ts';

const NOTHING = '/dev/null';
/** Git gives up on files of this size, too. */
const MAX_BYTES = 512_000_000;

/**
 * The arguments with which git calls an external diff driver: path, old file, its hash and mode, new file, its hash and
 * mode; behind them the new path and how alike both are, where the file was renamed.
 */
export function pairOfDriver(args: readonly string[]): WantedPair | undefined {
  if (args.length !== 7 && args.length !== 9) return undefined;
  const [path = '', oldFile = '', , oldMode, newFile = '', , newMode, newPath = path, remarks = ''] = args;
  return pairOf({
    before: path,
    after: newPath,
    modes: { before: modeOf(oldMode), after: modeOf(newMode) },
    files: { before: oldFile, after: newFile },
    remarks,
  });
}

/** The two files that `git difftool` hands over; undefined where somebody else calls. */
export function pairOfDifftool(
  [before, after, ...more]: readonly string[],
  { GIT_DIFFTOOL_EXTCMD: command, BASE: path }: { readonly [name: string]: string | undefined },
): WantedPair | undefined {
  if (!command || !path || before === undefined || after === undefined || more.length > 0) return undefined;
  return pairOf({ before: path, after: path, modes: {}, files: { before, after }, remarks: '' });
}

/** The path of a conflict that is not resolved: git hands over nothing else. */
export function unmergedPath(
  args: readonly string[],
  { GIT_DIFF_PATH_COUNTER: counter }: { readonly [name: string]: string | undefined },
): string | undefined {
  return counter !== undefined && args.length === 1 ? args[0] : undefined;
}

/** What git shows of a pair without anybody's help. */
export async function shownByGit(pair: GitFiles, paint: Paint): Promise<string> {
  const { before, after } = pair.files;
  const plain = ['--no-index', '--no-ext-diff', '--no-textconv', '--no-color'];
  const { output } = await processIo.git(['diff', ...plain, '--', before, after], MAX_BYTES);
  return gitDiff(pair, Buffer.from(output).toString('utf8'), paint);
}

function pairOf(git: GitFiles): WantedPair {
  const { before, after, files, remarks } = git;
  const isRenamed = before !== after && !remarks.includes('copy from ');
  return {
    name: before === after ? before : `${before} → ${after}`,
    before: side(files.before, `a/${before}`),
    after: side(files.after, `b/${after}`),
    mayBeOther: true,
    ...(isRenamed ? { renamedFrom: before } : {}),
    git,
  };
}

function side(file: string, shown: string): readonly WantedFile[] {
  return file === NOTHING ? [] : [{ input: file, shown }];
}

/** A dot stands for no file. */
function modeOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-7]{6}$/.test(text) ? text : undefined;
}
