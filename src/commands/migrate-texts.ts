/** The texts of migrated files, of which only as many are kept as the format and `--write` need. */

import { type Paint, safeText } from '../present/text.ts';
import { type MigrateFormat, migrateDiff, migratePatch, migrateReport } from '../report/migrate.ts';
import { type MigratedFile, type MigratedText, withoutTexts } from '../results/migration.ts';
import type { Part, RunFacts } from '../results/run.ts';
import type { Redaction } from '../results/secrets/redact.ts';

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
