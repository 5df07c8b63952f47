import { Args, Flags } from '@oclif/core';
import { InputError } from '../source/errors.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { SETTINGS_FILE } from './find-settings.ts';
import { processIo } from './io.ts';
import { askWishes, type Wishes } from './setting-up/ask.ts';
import { CI_KINDS, ciFile } from './setting-up/ci-text.ts';
import { checkFolder, isThere, wordOf, write } from './setting-up/folder.ts';
import { attributeLines, DRIVER_COMMAND, DRIVER_KEY } from './setting-up/git-lines.ts';
import { setUpGit } from './setting-up/git-set-up.ts';
import { settingsText } from './setting-up/settings-text.ts';
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
