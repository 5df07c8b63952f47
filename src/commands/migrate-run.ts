/** What a run of `migrate` makes of its inputs, file by file, and what it comes to. */
import { type FileMigration, type MigrateOptions, migrateConfiguration } from '../migrate/index.ts';
import type { Configuration } from '../model/index.ts';
import { liftRefused, migrateDifference, migrateLine, migrateRemarks } from '../present/migration.ts';
import { noPaint, type Paint, safeText } from '../present/text.ts';
import { type MigrateFormat, migrateDiff, migratePatch, migrateReport } from '../report/migrate.ts';
import type { LineHead } from '../report/run.ts';
import {
  type MigratedFile,
  type MigratedText,
  migratedObject,
  migratedText,
  migrationCounts,
  type ReleaseRemark,
  withoutTexts,
} from '../results/migration.ts';
import type { Part, RunFacts } from '../results/run.ts';
import { bothTexts, type Redaction, redactionOf } from '../results/secrets/redact.ts';
import type { SourceFile } from '../source/load.ts';
import { interactively, terminalPrompt } from './interactive.ts';
import { Parts } from './many/parts.ts';
import { liftOptionsOf, selectionOf } from './migrate-options.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface MigrateRunOptions {
  readonly flags: MigrateFlags;
  /** As they were named. */
  readonly inputs: readonly string[];
  readonly terminal: Terminal;
  readonly note: (text: string) => void;
  readonly head: LineHead;
}

type Ids = readonly string[] | undefined;

/** The flags that a run goes by. */
interface MigrateFlags {
  readonly format: MigrateFormat;
  readonly output?: string | undefined;
  readonly write?: boolean;
  readonly check?: boolean;
  readonly only?: Ids;
  readonly skip?: Ids;
  readonly also?: Ids;
  readonly older?: boolean;
  readonly interactive?: boolean;
  readonly to?: string | undefined;
  readonly release?: string | undefined;
  readonly partial?: boolean;
  readonly 'keep-transport'?: boolean;
  readonly quiet?: boolean;
  readonly 'show-secrets'?: boolean;
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  readonly api?: string | undefined;
}

/** The end of a run. */
interface Ending {
  /** Inputs that it did not come to. */
  readonly left: number;
  /** Files that could not be written. */
  readonly failed: readonly { readonly name: string }[];
  /** Whether the files were written. */
  readonly writes: boolean;
  /** Whether there was nothing to look at. */
  readonly isEmpty: boolean;
}

export class MigrateRun {
  readonly parts: Parts<MigratedFile>;
  readonly texts: MigratedTexts;
  /** Changes of optional migrations that nobody asked for. */
  waiting = 0;
  /** Whether a file was left alone because the result would not mean the same. */
  isWrong = false;
  /** Whether results are shared between equal files and threads; where texts are needed, each file is worked anew. */
  readonly isShared: boolean;
  /** What results depend on beside the inputs. */
  readonly words: readonly unknown[];
  private changed = false;
  private hindered = false;
  private readonly lifts: boolean;
  private readonly tellsRemarks: boolean;
  private readonly given: MigrateRunOptions;
  private readonly migrate: (
    configuration: Configuration<SourceFile>,
  ) => FileMigration | Promise<FileMigration>;

  /** @throws UsageError where flags name what there is not */
  constructor(given: MigrateRunOptions) {
    const { flags, terminal, head, note } = given;
    const { format, output, write = false, check = false, older = false } = flags;
    const isData = format === 'json' || format === 'ndjson';
    const options: MigrateOptions = { older, ...selectionOf(flags) };
    const lift = liftOptionsOf(flags);
    this.given = given;
    this.lifts = lift !== undefined;
    // Nobody sees them otherwise.
    this.tellsRemarks = !flags.quiet || isData;
    this.isShared = !flags.interactive && !write && (isData || (format === 'text' && check));
    this.words = [
      options,
      lift ?? 'stays in its version',
      this.tellsRemarks,
      flags['show-secrets'],
      flags.type,
      flags.namespace,
      flags.api,
      flags.release,
    ];
    const asked = flags.interactive
      ? interactively(terminalPrompt(given.inputs), terminal.notePaint)
      : migrateConfiguration;
    this.migrate = async (configuration) => {
      if (lift === undefined) return asked(configuration, options);
      const { liftConfiguration } = await import('../engine/lift.ts');
      return liftConfiguration(configuration, lift);
    };
    const [paint, seen] =
      output === undefined ? [terminal.resultPaint, terminal.resultIsSeen] : [noPaint, false];
    this.texts = new MigratedTexts({ format, write, check, paint, seen });
    const lines = format === 'ndjson' && !write;
    const told = { objectOf: migratedObject, countsOf: migrationCounts };
    this.parts = new Parts({ head, lines, output, terminal, note, ...told });
  }

  /** What becomes of one file; its text is kept where it is needed. */
  async work(configuration: Configuration<SourceFile>): Promise<MigratedFile> {
    const migration = await this.migrate(configuration);
    const { 'show-secrets': showSecrets, format } = this.given.flags;
    const shown = format === 'diff' ? bothTexts(configuration, migration) : [configuration];
    const redaction = redactionOf(shown, showSecrets);
    const remarks =
      this.lifts && migration.changed && this.tellsRemarks ? await remarksOf(configuration) : undefined;
    return this.texts.take(migratedText(configuration.file, migration, remarks), redaction);
  }

  /** A file has been worked: says what somebody has to know of it. */
  async done(part: Part<MigratedFile>): Promise<void> {
    const { flags, terminal } = this.given;
    await this.parts.take(part);
    this.texts.count(part);
    if (part.kind !== 'done') return;
    const { equivalent, changed, waiting, left } = part.result.migration;
    this.changed ||= changed;
    this.waiting += waiting;
    this.hindered ||= this.lifts && left.length > 0;
    this.isWrong ||= !equivalent;
    const remarks = equivalent ? migrateRemarks : migrateDifference;
    if (!equivalent || !flags.quiet) terminal.note(remarks(part.result, terminal.notePaint));
    if (this.lifts && equivalent && !flags.quiet)
      terminal.note(liftRefused(part.result, flags.partial === true, terminal.notePaint));
  }

  /** Whether something was found that the exit code tells. */
  get found(): boolean {
    return this.hindered || (this.given.flags.check === true && this.changed);
  }

  /** What was done to the one file whose text is the result; undefined where that is something else. */
  get about(): string | undefined {
    const [only, ...others] = this.parts.results();
    const { format, check } = this.given.flags;
    if (only === undefined || others.length > 0 || format !== 'text' || check === true) return undefined;
    return migrateLine(only, false, noPaint);
  }

  /** Whether files are to be written. @throws UsageError where the format cannot show what there is */
  checkWritable(): boolean {
    if (this.texts.refused !== undefined)
      throw new UsageError(this.texts.refused, 'use --format json, which holds a patch for each');
    return this.given.flags.write === true;
  }

  /** The report; undefined where there is none, or where its lines are written already. */
  async report({ left, failed, writes, isEmpty }: Ending): Promise<string | undefined> {
    const { flags, head } = this.given;
    const { shard, version } = head;
    const about = { command: 'migrate', found: this.found, ...(flags.check && { check: true }) } as const;
    const facts = this.parts.facts({ ...about, ...(shard && { shard }) }, left);
    if (flags.format === 'ndjson' && !flags.write) {
      await this.parts.end(facts);
      return undefined;
    }
    if (isEmpty) return undefined;
    const names = new Set(failed.map(({ name }) => name));
    const shown = this.parts.done().filter(({ result }) => !names.has(result.name));
    return this.texts.report(shown, { run: facts, write: writes, version });
  }
}

/** What a file that is lifted meets in newer releases. */
async function remarksOf(configuration: Configuration): Promise<readonly ReleaseRemark[]> {
  const { releaseRemarks } = await import('../engine/release-remarks.ts');
  return releaseRemarks(configuration);
}

/** The texts of migrated files, of which only as many are kept as the format and `--write` need. */
interface MigratedTextsOptions {
  readonly format: MigrateFormat;
  readonly write: boolean;
  readonly check: boolean;
  readonly paint: Paint;
  /** Whether a person sees the result as it is. */
  readonly seen: boolean;
}

class MigratedTexts {
  /** Files that `--write` changes. */
  readonly whole: MigratedText[] = [];
  /** Whether something in a diff or patch was hidden. */
  hidAnything = false;
  /** Why the format cannot show what there is. */
  refused: string | undefined;
  private readonly options: MigratedTextsOptions;
  /** Unified diffs by file. */
  private readonly diffs = new Map<string, string>();
  /** The one file whose text or patch is the result, while there is one only. */
  private only: string | undefined;
  private inputs = 0;
  private sound = 0;

  constructor(options: MigratedTextsOptions) {
    this.options = options;
  }

  /** A file without its text, of which what is needed later was kept. */
  take(file: MigratedText, redaction: Redaction): MigratedFile {
    const { format, write, check } = this.options;
    const { changed, equivalent } = file.migration;
    if (write && changed && equivalent) this.whole.push(file);
    if (format === 'diff') this.diffs.set(file.name, this.diffOf(file, redaction));
    // A migrated file is printed as it is, secrets included.
    if (format === 'text' && !check && !write && this.inputs === 0)
      this.only = equivalent ? file.migration.text : '';
    if (format === 'patch' && equivalent) {
      this.sound++;
      this.only = this.sound > 1 ? this.several() : this.patchOf(file, redaction);
    }
    return withoutTexts(file, redaction.redact);
  }

  /** An input was worked, or could not be read. */
  count(part: Part<unknown>): void {
    if (part.kind === 'skipped') return;
    this.inputs++;
    if (this.inputs > 1 && this.options.format === 'text') this.only = undefined;
  }

  report(
    parts: readonly { readonly order: number; readonly result: MigratedFile }[],
    run: { readonly run: RunFacts; readonly write: boolean; readonly version: string },
  ): string {
    const { format } = this.options;
    if (format === 'patch') return this.only ?? '[]\n';
    if (format === 'diff') return parts.map(({ result }) => this.diffs.get(result.name) ?? '').join('');
    const isAlone = this.only !== undefined && run.run.shard === undefined && parts.length === 1;
    if (isAlone) return this.only ?? '';
    return migrateReport(
      parts.map(({ result }) => result),
      { ...this.options, ...run, orders: parts.map(({ order }) => order) },
    );
  }

  private diffOf(file: MigratedText, { redact, hidAnything }: Redaction): string {
    const { paint, seen } = this.options;
    if (!file.migration.equivalent) return '';
    const show = (line: string): string => (seen ? safeText(redact(line).replace(/\r$/, '')) : redact(line));
    const text = migrateDiff([file], { paint, show });
    this.hidAnything ||= hidAnything();
    return text;
  }

  private patchOf(file: MigratedText, { redact, hidAnything }: Redaction): string {
    const made = migratePatch(file, redact);
    this.hidAnything ||= hidAnything();
    if ('text' in made) return made.text;
    this.refused = made.refused;
    return '';
  }

  private several(): string {
    this.refused = 'a patch describes one document; these are several files';
    return '';
  }
}
