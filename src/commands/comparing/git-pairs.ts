/** The pairs that git says changed. */
import { relative, resolve } from 'node:path';
import { looksLikeConfiguration } from '../../source/candidate.ts';
import { systemCode } from '../../source/file-problem.ts';
import { processIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { type WantedPair, wanted } from './wanted.ts';

/**
 * All configurations that git says changed between two revisions, or a revision and the working tree.
 *
 * @param paths limits, as git takes them
 */
export async function pairsOfGit(
  base: string,
  head: string | undefined,
  paths: readonly string[],
): Promise<readonly WantedPair[]> {
  for (const revision of [base, head]) {
    if (revision?.startsWith('-'))
      throw new UsageError(`"${revision}" is no revision`, 'a revision begins with no dash');
  }
  const top = (await git(['rev-parse', '--show-toplevel'])).trim();
  const revisions = head === undefined ? [base] : [base, head];
  const status = await git([
    'diff',
    '--name-status',
    '-z',
    '-M',
    '--end-of-options',
    ...revisions,
    '--',
    ...paths,
  ]);
  const changed = changedFiles(status);
  const found = new Set(changed.flatMap(({ before, after }) => [before ?? '', after ?? '']));
  for (const path of paths) if (!holds(found, relative(top, resolve(path)))) await checkPath(path, revisions);
  return changed
    .filter(({ before, after }) =>
      [before, after].some((path) => path !== undefined && looksLikeConfiguration(path)),
    )
    .map(({ before, after, isRenamed }) => ({
      ...(isRenamed === true && before !== undefined ? { renamedFrom: before } : {}),
      name:
        before === after || before === undefined
          ? (after ?? '')
          : after === undefined
            ? before
            : `${before} → ${after}`,
      before: wanted(before === undefined ? undefined : `${base}:${before}`),
      after: wanted(after === undefined ? undefined : inHead(after, head, top)),
      mayBeOther: true,
    }));
}

/** Whether a path is one of the files, or a folder of some. */
function holds(files: ReadonlySet<string>, path: string): boolean {
  if (path === '' || files.has(path)) return files.size > 0;
  return [...files].some((file) => file.startsWith(`${path}/`));
}

/**
 * A mistyped path would never show a difference.
 *
 * @throws UsageError where a path is there neither in the revisions nor in the working tree
 */
async function checkPath(path: string, revisions: readonly string[]): Promise<void> {
  // What is left out may well be missing.
  if (/^:(?:[!^]|\([^)]*exclude)/.test(path)) return;
  const nothing = (await git(['hash-object', '-t', 'tree', '/dev/null'])).trim();
  for (const revision of revisions) {
    const listed = await git([
      'diff',
      '--name-only',
      '-z',
      '--end-of-options',
      nothing,
      revision,
      '--',
      path,
    ]);
    if (listed !== '') return;
  }
  const isHead = revisions.length === 2;
  if (!isHead && (await git(['ls-files', '-z', '--', path])) !== '') return;
  const isUntracked = !isHead && (await git(['ls-files', '-z', '--others', '--', path])) !== '';
  throw new UsageError(
    `git finds no "${path}" in ${isHead ? revisions.join(' or in ') : `${revisions[0]} or in what it tracks of the working tree`}`,
    isUntracked
      ? `it does not track it yet: git add -N -- ${path}`
      : 'paths are taken from the folder you are in; check the spelling',
  );
}

function inHead(path: string, head: string | undefined, top: string): string {
  return head === undefined ? relative(process.cwd(), resolve(top, path)) : `${head}:${path}`;
}

interface ChangedFile {
  readonly before?: string;
  readonly after?: string;
  readonly isRenamed?: boolean;
}

/** `git diff --name-status -z`: a status and one path, or two where the file was renamed or copied. */
function changedFiles(status: string): readonly ChangedFile[] {
  const parts = status.split('\0');
  const found: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length; at++) {
    const kind = parts[at]?.charAt(0);
    const path = parts[++at] ?? '';
    if (kind === 'A') found.push({ after: path });
    else if (kind === 'D') found.push({ before: path });
    else if (kind === 'R' || kind === 'C')
      found.push({ before: path, after: parts[++at] ?? '', isRenamed: kind === 'R' });
    else found.push({ before: path, after: path });
  }
  return found;
}

async function git(args: readonly string[]): Promise<string> {
  try {
    const { status, output, complaint } = await processIo.git(args, 64_000_000);
    if (status === 0) return Buffer.from(output).toString('utf8');
    const said = complaint.replace(/^(?:fatal|error): /, '').split('\n')[0] ?? '';
    throw new UsageError(`git refuses: ${said}`, 'run it inside the repository, and check the revisions');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new UsageError('--git needs git, which is not installed');
    throw error;
  }
}
