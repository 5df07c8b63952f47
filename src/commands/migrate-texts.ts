/** The texts of migrated files, of which only as many are kept as the format and `--write` need. */

import type { MigratedFile } from '../report/migrate/migrated-file.ts';
import { type MigrateFormat, migrateReport } from '../report/migrate/report.ts';
import { withoutText } from '../report/parts/migrate-part.ts';
import type { Part, RunFacts } from '../report/parts/part.ts';
import { type Redaction, showAll } from '../report/redact.ts';
import type { Paint } from '../report/text/paint.ts';

export interface MigratedTextsOptions {
  readonly format: MigrateFormat;
  readonly write: boolean;
  readonly check: boolean;
  readonly paint: Paint;
  /** Whether a person sees the result as it is. */
  readonly seen: boolean;
}

export class MigratedTexts {
  /** Files that `--write` changes. */
  readonly whole: MigratedFile[] = [];
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
  take(file: MigratedFile, redaction: Redaction): MigratedFile {
    const { format, write, check } = this.options;
    const { changed, equivalent } = file.migration;
    if (write && changed && equivalent) this.whole.push(file);
    if (format === 'diff') this.diffs.set(file.name, this.textOf(file, redaction));
    // A migrated file is printed as it is, secrets included.
    if (format === 'text' && !check && !write && this.inputs === 0)
      this.only = equivalent ? file.migration.text : '';
    if (format === 'patch' && equivalent) {
      this.sound++;
      this.only = this.sound > 1 ? this.several() : this.textOf(file, redaction);
    }
    return withoutText(file, redaction.redact);
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
    const made = migrateReport(
      parts.map(({ result }) => result),
      { ...this.options, ...run, single: false, redact: showAll, orders: parts.map(({ order }) => order) },
    );
    return 'text' in made ? made.text : '';
  }

  private textOf(file: MigratedFile, { redact, hidAnything }: Redaction): string {
    const made = migrateReport(
      [file].filter(({ migration }) => migration.equivalent),
      {
        ...this.options,
        single: true,
        version: '',
        redact,
      },
    );
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
