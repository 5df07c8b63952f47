import { Flags } from '@oclif/core';
import { liftConfiguration, type MigrateOptions, migrateConfiguration } from '../migrate/index.ts';
import type { Configuration } from '../model/open.ts';
import { migrateFormats } from '../report/migrate/report.ts';
import { migrateDifference, migrateRemarks, migrateWaiting } from '../report/migrate/text.ts';
import { noPaint } from '../report/text/paint.ts';
import {
  type MigratedFile,
  migratedObject,
  migratedPart,
  migratedText,
  migrationCounts,
  type ReleaseRemark,
  renamedMigration,
} from '../results/migration.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import type { Outcome } from './exit.ts';
import { inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { interactively, terminalPrompt } from './interactive.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { Parts } from './many/parts.ts';
import { shardOf } from './many/shard.ts';
import { sharing } from './many/sharing.ts';
import { checkWriteBack, liftOptionsOf, listMigrations, selectionOf } from './migrate-options.ts';
import { MigratedTexts } from './migrate-texts.ts';
import { UsageError } from './usage-error.ts';
import { writeBack } from './write-back.ts';

const ids = { multiple: true, multipleNonGreedy: true, delimiter: ',', helpValue: 'ID' } as const;

export default class Migrate extends ManyCommand {
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
    '<%= config.bin %> migrate front.yaml --to v3 --write',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    format: Flags.option({
      options: migrateFormats,
      default: 'text' as const,
      description:
        'text: the migrated file, or a summary of several; diff: unified; patch: RFC 6902, for one document; ndjson: a line for each file.',
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
    to: Flags.string({
      helpValue: 'v3',
      exclusive: ['only', 'skip', 'also', 'older', 'interactive'],
      description:
        'Lift version 2 of the API to version 3: all that this needs, then names, types and values. A file of which something cannot be lifted stays as it is; exit code 1.',
    }),
    partial: Flags.boolean({
      dependsOn: ['to'],
      description: 'With --to: lift the resources that can be lifted, although others cannot.',
    }),
    'keep-transport': Flags.boolean({
      dependsOn: ['to'],
      description: 'With --to: do not write transport_api_version.',
    }),
    ...manyFlags,
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
    const shard = shardOf(flags.shard);
    if (flags.write) await checkWriteBack(given, '--write');
    const options: MigrateOptions = { older: flags.older, ...selectionOf(flags) };
    const lift = liftOptionsOf(flags);
    const { terminal } = this;
    const notePaint = terminal.notePaint;
    const migrate =
      lift !== undefined
        ? (configuration: Configuration) => liftConfiguration(configuration, lift)
        : flags.interactive
          ? interactively(terminalPrompt(given), notePaint)
          : migrateConfiguration;
    if (flags.interactive) this.cannotBeInterrupted();
    const version = this.config.version;
    const paint = flags.output === undefined ? terminal.resultPaint : noPaint;
    const seen = flags.output === undefined && terminal.resultIsSeen;
    const texts = new MigratedTexts({ ...flags, paint, seen });
    const head = { version, command: 'migrate', shard } as const;
    const lines = flags.format === 'ndjson' && !flags.write;
    // Nobody sees them otherwise.
    const tellsRemarks = !flags.quiet || ['json', 'ndjson'].includes(flags.format);
    const parts = new Parts<MigratedFile>({
      head,
      lines,
      output: flags.output,
      terminal,
      objectOf: migratedObject,
      countsOf: migrationCounts,
    });
    let [changed, isWrong, waiting, hindered] = [false, false, 0, false];
    // Where texts are needed, each file is worked anew.
    const isShared =
      !flags.interactive &&
      !flags.write &&
      (['json', 'ndjson'].includes(flags.format) || (flags.format === 'text' && flags.check));
    const entries = { objectOf: migratedObject, shape: migratedPart };
    const store = this.storeOf<MigratedFile>(flags, entries, ({ migration }) => migration.equivalent);
    const words = [
      ...this.programWords(),
      options,
      lift ?? 'stays in its version',
      tellsRemarks,
      flags['show-secrets'],
      flags.type,
      flags.namespace,
      flags.api,
    ];
    this.jobs = flags.jobs;
    return await parts.orAbandon(async () => {
      const {
        unread,
        failed: faults,
        left,
      } = await this.eachPart<MigratedFile>({
        inputs: given,
        options: flags,
        shard,
        entries: isShared ? entries : undefined,
        sharing: isShared ? sharing(store, words, renamedMigration) : undefined,
        work: async (configuration) => {
          const migration = await migrate(configuration, options);
          const redaction = redactionOf([configuration], flags['show-secrets']);
          const remarks =
            lift !== undefined && migration.changed && tellsRemarks
              ? await remarksOf(configuration)
              : undefined;
          return texts.take(migratedText(configuration.file, migration, remarks), redaction);
        },
        done: async (part) => {
          await parts.take(part);
          texts.count(part);
          if (part.kind !== 'done') return;
          const { equivalent } = part.result.migration;
          changed ||= part.result.migration.changed;
          waiting += part.result.migration.waiting;
          hindered ||= lift !== undefined && part.result.migration.left.length > 0;
          isWrong ||= !equivalent;
          const remarks = equivalent ? migrateRemarks : migrateDifference;
          if (!equivalent || !flags.quiet) terminal.note(remarks(part.result, notePaint));
        },
      });
      const isFound = (): boolean => hindered || (flags.check === true && changed);
      const outcome = (failed: number): Outcome =>
        this.ended(
          {
            found: isFound(),
            unread: unread + failed > 0,
            mistaken: isWrong || faults > 0,
          },
          left,
        );
      if (texts.refused !== undefined)
        throw new UsageError(texts.refused, 'use --format json, which holds a patch for each');
      const writes = flags.write && !this.isInterrupted;
      const failed = writes ? await writeBack(texts.whole, (error) => this.report(error)) : [];
      if (flags.write && !writes) this.note('nothing was written');
      if (texts.hidAnything) {
        this.note(`secrets are hidden, so this ${flags.format} does not apply; --show-secrets shows them`);
      }
      const check = flags.check ? { check: true } : {};
      const facts = parts.facts(
        { command: 'migrate', found: isFound(), ...check, ...(shard && { shard }) },
        left,
      );
      if (lines) await parts.end(facts);
      else if (parts.files > 0 || shard !== undefined || this.isInterrupted) {
        const names = new Set(failed.map(({ name }) => name));
        const shown = parts.done().filter(({ result }) => !names.has(result.name));
        const text = texts.report(shown, { run: facts, write: writes, version });
        await this.deliver(text, flags.output);
      }
      if (!flags.quiet) terminal.note(migrateWaiting(waiting, given, notePaint));
      return outcome(failed.length);
    });
  }
}

/** What a file that is lifted meets in newer releases. */
async function remarksOf(configuration: Configuration): Promise<readonly ReleaseRemark[]> {
  const { releaseRemarks } = await import('./release-remarks.ts');
  return releaseRemarks(configuration);
}
