import { Flags } from '@oclif/core';
import { migrateWaiting } from '../present/migration.ts';
import { migrateFormats } from '../report/migrate.ts';
import { type MigratedFile, migratedObject, migratedPart, renamedMigration } from '../results/migration.ts';
import type { Outcome } from './exit.ts';
import { inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { shardOf } from './many/parts.ts';
import { sharing } from './many/sharing.ts';
import { checkWriteBack, listMigrations } from './migrate-options.ts';
import { MigrateRun } from './migrate-run.ts';
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
    if (flags.interactive) this.cannotBeInterrupted();
    const { terminal } = this;
    const { version } = this.config;
    const run = new MigrateRun({
      flags,
      inputs: given,
      terminal,
      note: (text) => this.note(text),
      head: { version, command: 'migrate', shard },
    });
    const store = this.storeOf<MigratedFile>(flags, entries, ({ migration }) => migration.equivalent);
    const words = [...this.programWords(), ...run.words];
    this.jobs = flags.jobs;
    return await run.parts.orAbandon(async () => {
      const count = await this.eachPart<MigratedFile>({
        inputs: given,
        options: flags,
        shard,
        entries: run.isShared ? entries : undefined,
        sharing: run.isShared ? sharing(store, words, renamedMigration) : undefined,
        work: (configuration) => run.work(configuration),
        done: (part) => run.done(part),
      });
      const writes = run.checkWritable() && !this.isInterrupted;
      const failed = writes
        ? await writeBack(
            run.texts.whole,
            (error) => this.report(error),
            (text) => this.note(text),
          )
        : [];
      if (flags.write && !writes) this.note('nothing was written');
      if (run.texts.hidAnything)
        this.note(`secrets are hidden, so this ${flags.format} does not apply; --show-secrets shows them`);
      const isEmpty = run.parts.files === 0 && shard === undefined && !this.isInterrupted;
      const text = await run.report({ left: count.left, failed, writes, isEmpty });
      if (text !== undefined) await this.deliver(text, flags.output, run.about);
      if (!flags.quiet) terminal.note(migrateWaiting(run.waiting, given, terminal.notePaint));
      const unread = count.unread + failed.length > 0;
      return this.ended({ found: run.found, unread, mistaken: run.isWrong || count.failed > 0 }, count.left);
    });
  }
}

const entries = { objectOf: migratedObject, shape: migratedPart };
