import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Args, Flags } from '@oclif/core';
import { InputError } from '../source/errors.ts';
import { readingFailed, systemCode } from '../source/file-problem.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { SETTINGS_FILE } from './find-settings.ts';
import { processIo } from './io.ts';
import {
  attributeLines,
  CI_KINDS,
  type CiKind,
  ciFile,
  DRIVER_COMMAND,
  DRIVER_KEY,
  withLines,
} from './setting-up/ci-text.ts';
import { checkFolder, isThere, wordOf, write } from './setting-up/folder.ts';
import { standardError } from './start/output.ts';
import { UsageError } from './usage-error.ts';

interface PlannedFile {
  readonly path: string;
  readonly text: string;
  readonly next?: readonly string[];
}

export default class Init extends BaseCommand {
  static override readonly summary = 'Set up a folder: settings, and if wanted git and CI.';
  static override readonly description =
    'It writes a commented .cfgtool.yaml into the working folder. On a terminal, without flags, it asks for the rest.\n' +
    'Nothing that is there already is replaced, unless --force is given.';
  static override readonly examples = [
    '<%= config.bin %> init',
    '<%= config.bin %> init configs/ --git --ci github',
    '<%= config.bin %> init configs/ --ci github --to-v3',
    '<%= config.bin %> init --dry-run',
  ];
  static override readonly args = {
    folder: Args.string({
      description: 'Where the configurations stand, from the working folder; everywhere in it otherwise.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    git: Flags.boolean({
      description: 'Print what makes git diff show configurations through cfgtool diff.',
    }),
    'write-git-config': Flags.boolean({
      description:
        'Do what --git prints: add the lines to .gitattributes, and set the driver in this repository.',
    }),
    ci: Flags.option({
      options: CI_KINDS,
      helpValue: 'SYSTEM',
      description: 'Write a CI file as well: github or gitlab.',
    })(),
    'to-v3': Flags.boolean({
      dependsOn: ['ci'],
      description:
        'The CI file also checks that all is in version 3 of the API: cfgtool migrate --to v3 --check.',
    }),
    force: Flags.boolean({ description: 'Replace files that are there.' }),
    'dry-run': Flags.boolean({ description: 'Print what would be written, write nothing.' }),
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Init);
    const asks = this.argv.length === 0 && process.stdin.isTTY === true && process.stderr.isTTY === true;
    const wishes: Wishes = asks
      ? await askWishes()
      : { folder: args.folder ?? '.', git: flags.git || flags['write-git-config'], ci: flags.ci };
    const folder = await checkFolder(wishes.folder);
    const files = await this.planned({ ...wishes, folder }, flags);
    const done: string[] = [];
    for (const { path, text, next } of files) {
      if (flags['dry-run']) done.push(`${path}:\n${text}`);
      else {
        await write(path, text);
        done.push(`${path}: written\n`);
      }
      for (const line of next ?? []) done.push(`  ${line}\n`);
    }
    if (flags['write-git-config'] && !flags['dry-run']) done.push(...(await setUpGit(folder, flags.force)));
    else if (wishes.git) done.push(gitText(folder));
    if (!flags['dry-run']) done.push(`Next: cfgtool analyze ${folder}\n`);
    await this.deliver(done.join(''), undefined);
    return { found: false, unread: false };
  }

  /** @throws InputError where a file is there already; nothing is written then */
  private async planned(
    { folder, git, ci }: Wishes,
    flags: {
      readonly force: boolean;
      readonly 'write-git-config': boolean;
      readonly 'dry-run': boolean;
      readonly 'to-v3': boolean;
    },
  ): Promise<readonly PlannedFile[]> {
    const files: PlannedFile[] = [];
    if (flags['write-git-config']) await checkRepository();
    const mayStand = async (path: string): Promise<boolean> =>
      flags.force || flags['dry-run'] || !(await isThere(path));
    if (await mayStand(SETTINGS_FILE)) {
      const namespace = await wordOf(folder);
      files.push({ path: SETTINGS_FILE, text: settingsText(namespace) });
    } else if (git || ci !== undefined) this.note(`${SETTINGS_FILE} is there already and stays as it is`);
    else throw standsThere(SETTINGS_FILE);
    if (ci !== undefined) {
      const file = ciFile(ci, folder, flags['to-v3']);
      if (await mayStand(file.path)) files.push(file);
      else if (flags['write-git-config']) this.note(`${file.path} is there already and stays as it is`);
      else throw standsThere(file.path);
    }
    return files;
  }
}

function standsThere(path: string): InputError {
  return new InputError({
    file: path,
    problem: 'it is there already, so nothing was written',
    hint: '--dry-run prints what would be written, --force replaces the file',
  });
}

/** @throws UsageError outside of a repository */
async function checkRepository(): Promise<void> {
  const inside = await processIo.git(['rev-parse', '--is-inside-work-tree'], 1000).catch(() => undefined);
  if (inside?.status !== 0)
    throw new UsageError(
      '--write-git-config needs a git repository',
      'git init makes one; --git only prints the lines',
    );
}

function gitText(folder: string): string {
  const attributes = attributeLines(folder).map((line) => `  ${line}\n`);
  return `Git: add to .gitattributes\n${attributes.join('')}and run, in each clone\n  git config ${DRIVER_KEY} '${DRIVER_COMMAND}'\n(--write-git-config does both here)\n`;
}

/** The questions of `cfgtool init` on a terminal. */
export interface Wishes {
  readonly folder: string;
  readonly git: boolean;
  readonly ci: CiKind | undefined;
}

/** Asks, on standard error; Ctrl-D takes what is offered, Ctrl-C ends the run before anything is written. */
export async function askWishes(): Promise<Wishes> {
  const lines = createInterface({ input: process.stdin, output: standardError.stream });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // What is typed ahead waits for its question.
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    lines.setPrompt(question);
    lines.prompt();
    const { value, done } = await typed.next();
    return done === true ? '' : value.trim();
  };
  try {
    const folder = await ask('Where do the configurations stand? [.] ');
    const git = await ask('Show them in git diff through cfgtool? [y/N] ');
    let ci = '';
    do ci = (await ask('Check them in CI? [github/gitlab/NO] ')).toLowerCase();
    while (!['', 'no', 'n', ...CI_KINDS].includes(ci));
    return { folder: folder || '.', git: /^y/i.test(git), ci: CI_KINDS.find((kind) => kind === ci) };
  } finally {
    lines.close();
  }
}

/** Makes git show configurations through `cfgtool diff`, in the repository of the working folder. */
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

// The `.cfgtool.yaml` that `cfgtool init` writes: every key with what it does, switched off but for what was found.

/** @param namespace the namespace that all configurations found show; absent where they show none, or several */
export function settingsText(namespace: string | undefined): string {
  return `# Settings of cfgtool for the files in this folder and below it. Flags of a run win over them.
# What is written without a space behind # (#fail_on) is an example: take the # away, in the lines below it too.

# The namespace of names such as WORD.filters.http.router, for files that do not show it.
${namespace === undefined ? '#namespace: envoy' : `namespace: ${namespace}`}

# The version of the API of files that show none, v2 or v3, and the release of the proxy that version 3 is held to.
#api: v3
#release: '1.36'

# Descriptor sets with messages of your own, and files of properties that analyze and prove hold configurations to.
#descriptors: acme.binpb
#properties: access.yaml

# The level from which on findings and changes make the exit code 1.
# analyze: error, warning, info, none. diff: breaking, warning, info, cosmetic, none.
#fail_on: error

# Levels of single rules: off, info, warning, error. "cfgtool explain" lists the rules, "cfgtool explain RULE" tells one.
# A single place is better suppressed there, by a comment: # cfgtool-ignore RULE: reason
#rules:
#  loose-spelling: off
#  shadowed-route: error

# Rules of your own: rows, and folders of modules, which run only under --own-rules (docs/own-rules.md).
#own_rules:
#  - id: own/route-timeout
#    message: RouteAction
#    condition: { timeout: absent }
#    words: 'the route to {cluster} states no timeout'
#  - rules/

# Files that are left out where folders and globs are searched; a file that is named is never left out.
#ignore:
#  - vendor/
#  - '*.tmpl.yaml'

# Files of tests (cfgtool test) of configurations, for editors, where they are not called as these: front.tests.yaml
# beside front.yaml is found.
#tests:
#  'routes/*.yaml': tests/all.yaml

# What "cfgtool diff" leaves out, and how severe changes are: off, cosmetic, info, warning, breaking.
#diff:
#  ignore:
#    - Cluster.connect_timeout
#  rules:
#    route-timeout-raised: info
`;
}
