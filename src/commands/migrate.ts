import { Flags } from '@oclif/core';
import { type MigrateOptions, migrateConfiguration } from '../migrate/index.ts';
import { migrateReport } from '../report/migrate.ts';
import { migrateDifference, migrateRemarks } from '../report/migrate-text.ts';
import type { MigratedFile } from '../report/migrated-file.ts';
import { noPaint } from '../report/paint.ts';
import { redaction, secretTexts } from '../report/redact.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { interactively, terminalPrompt } from './interactive.ts';
import { checkWriteBack, listMigrations, selectionOf } from './migrate-options.ts';
import { UsageError } from './usage-error.ts';
import { writeBack } from './write-back.ts';

const ids = { multiple: true, multipleNonGreedy: true, delimiter: ',', helpValue: 'ID' } as const;

export default class Migrate extends BaseCommand {
  static override readonly summary =
    'Convert deprecated forms to current ones, in the text of the file itself.';
  static override readonly description =
    'Comments, layout and everything that needs no change stay as they are. One file is printed migrated; several are summed up.\n' +
    'A patch (RFC 6902) describes one document of one file; for more, --format json holds a patch for each.';
  static override readonly examples = [
    '<%= config.bin %> migrate front.yaml --format diff',
    '<%= config.bin %> migrate configs/ --write',
    '<%= config.bin %> migrate "configs/**/*.yaml" --check',
    'git show HEAD~1:front.yaml | <%= config.bin %> migrate -',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    format: Flags.option({
      options: ['text', 'diff', 'patch', 'json'] as const,
      default: 'text' as const,
      description:
        'text: the migrated file, or a summary of several; diff: unified; patch: RFC 6902, for one document.',
    })(),
    ...outputFlags,
    write: Flags.boolean({ description: 'Change the files in place.', exclusive: ['check'] }),
    check: Flags.boolean({ description: 'Only say what would change; exit code 1 if something would.' }),
    only: Flags.string({ ...ids, description: 'Run only this migration.' }),
    skip: Flags.string({ ...ids, description: 'Leave this migration out.' }),
    also: Flags.string({ ...ids, description: 'Run this optional migration too, or "all" of them.' }),
    older: Flags.boolean({
      description: 'Leave alone what would need fields that the older form of the data model lacks.',
    }),
    interactive: Flags.boolean({ char: 'i', description: 'Ask for each change.' }),
    list: Flags.boolean({ description: 'List the migrations.' }),
    ...readFlags,
    ...skipFlag,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Migrate);
    if (flags.list) {
      await this.deliver(listMigrations(this.terminal.resultPaint), flags.output);
      return { found: false, unread: false };
    }
    const given = namedInputs(args.input);
    if (flags.write) await checkWriteBack(given, '--write');
    const options: MigrateOptions = { older: flags.older, ...selectionOf(flags) };
    const paint = this.terminal.notePaint;
    const migrate = flags.interactive ? interactively(terminalPrompt(given), paint) : migrateConfiguration;
    const files: MigratedFile[] = [];
    const secrets: string[] = [];
    const { unread } = await this.eachConfiguration(given, flags, async (configuration) => {
      const { file } = configuration;
      const migration = await migrate(configuration, options);
      const { name, path, text: before, trees } = file;
      const migrated = {
        name,
        before,
        documents: trees.length,
        migration,
        ...(path === undefined ? {} : { path }),
      };
      files.push(migrated);
      if (flags.format !== 'text' && !flags['show-secrets']) {
        for (const secret of secretTexts(configuration)) secrets.push(secret);
      }
      this.terminal.note(
        migration.equivalent ? migrateRemarks(migrated, paint) : migrateDifference(migrated, paint),
      );
    });
    const { redact, hidAnything } = redaction(secrets);
    const report = (shown: readonly MigratedFile[]) =>
      migrateReport(shown, {
        ...flags,
        single: files.length + unread === 1,
        version: this.config.version,
        paint: flags.output === undefined ? this.terminal.resultPaint : noPaint,
        redact,
        seen: flags.output === undefined && this.terminal.resultIsSeen,
      });
    const planned = report(files);
    if ('refused' in planned && files.length > 0)
      throw new UsageError(planned.refused, 'use --format json, which holds a patch for each');
    const failed = flags.write ? await writeBack(files, (error) => this.report(error)) : [];
    const done = failed.length === 0 ? planned : report(files.filter((file) => !failed.includes(file)));
    if (hidAnything() && flags.format !== 'json') {
      this.note(`secrets are hidden, so this ${flags.format} does not apply; --show-secrets shows them`);
    }
    if (files.length > 0 && 'text' in done) await this.deliver(done.text, flags.output);
    return {
      found: flags.check && files.some(({ migration }) => migration.changed),
      unread: unread + failed.length > 0,
      mistaken: files.some(({ migration }) => !migration.equivalent),
    };
  }
}
