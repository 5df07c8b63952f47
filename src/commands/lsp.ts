import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path';
import { Flags } from '@oclif/core';
import { isIgnored, type Settings } from '../settings/index.ts';
import { decode } from '../source/decode.ts';
import { InputError } from '../source/errors.ts';
import { systemCode } from '../source/file-problem.ts';
import { MAX_BYTES } from '../source/limits.ts';
import { lookup } from '../source/lookup.ts';
import { BaseCommand } from './base.ts';
import { loadBaseline } from './baseline-file.ts';
import { forgetDescriptors } from './descriptors.ts';
import type { Outcome } from './exit.ts';
import { settingsFinder } from './find-settings.ts';
import { readFlags } from './flags.ts';
import { processIo, runGit } from './io.ts';
import { quietStreams } from './start/output.ts';

export default class Lsp extends BaseCommand {
  static override readonly summary = 'Run the language server, for editors.';
  static override readonly description =
    'It speaks the Language Server Protocol on standard input and output, for configurations in YAML and JSON: findings while you type, with fixes and migrations; fields, values and names to complete; documentation; definitions, references and renaming. Files that are no configurations are left in peace.';
  static override readonly examples = [
    '<%= config.bin %> lsp',
    '<%= config.bin %> lsp --baseline baseline.json',
  ];
  static override readonly flags = {
    stdio: Flags.boolean({
      description: 'Standard input and output, as without it: some editors ask for it.',
    }),
    together: Flags.boolean({
      description: 'Take all files that are open as one configuration: clusters in one, routes in another.',
    }),
    baseline: Flags.string({ helpValue: 'FILE', description: 'Hide the findings that this file lists.' }),
    config: readFlags.config,
    api: readFlags.api,
    release: readFlags.release,
    descriptors: readFlags.descriptors,
    namespace: readFlags.namespace,
  };

  protected override readonly readsArguments = false;

  override async run(): Promise<Outcome> {
    const { flags } = await this.parse(Lsp);
    const baseline = await loadBaseline(flags.baseline);
    const { serve } = await import('../lsp/edge/server.ts');
    quietStreams();
    let settings = settingsFinder(flags.config, true);
    const isOrderly = await serve({
      version: this.config.version,
      input: process.stdin,
      output: process.stdout,
      isAlive,
      settingsFor: (path) => settings.for(path),
      testFilesFor: async (path) => testFilesOf(path, await settings.for(path)),
      readText: (path) => textOf(path),
      headText,
      forgetSettings() {
        forgetDescriptors();
        settings = settingsFinder(flags.config, true);
      },
      ...(baseline.entries.length === 0 ? {} : { baseline }),
      namespace: flags.namespace,
      api: flags.api,
      release: flags.release,
      together: flags.together,
    });
    process.stdin.destroy();
    return { found: !isOrderly, unread: false };
  }
}

/** No file of tests is larger. */
const MAX_TESTS = 10_000_000;

/** What cannot be read is not there. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const { kind, size } = await processIo.status(path);
    if (kind !== 'file' || size > MAX_TESTS) return undefined;
    return decode(path, await processIo.readFile(path, MAX_TESTS));
  } catch {
    return undefined;
  }
}

/** Asks without sending anything. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// Files of tests that belong to a configuration: those that settings name for it, and those beside it that are called like it.

const ENDINGS = ['.tests.yaml', '.tests.yml', '.tests.json'];

/** Paths at which they would lie. @param path of the configuration */
function testFilesOf(path: string, { file, tests }: Settings): readonly string[] {
  const { dir, name } = parse(resolve(path));
  const beside = ENDINGS.map((ending) => join(dir, `${name}${ending}`));
  if (file === undefined) return beside;
  const folder = dirname(resolve(file));
  const own = relative(folder, resolve(path)).split(sep).join('/');
  const named = [...tests].flatMap(([glob, files]) =>
    isIgnored(own, [glob]) ? files.map((each) => resolve(folder, each)) : [],
  );
  return [...new Set([...named, ...beside])];
}

// The text that a file has in the last commit, for whoever may be asked by an editor about any file.

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
      throw new InputError({
        file,
        problem: lookup(FAILURES, systemCode(error) ?? '') ?? 'git cannot be started',
      });
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
