/** The result of `cfgtool migrate` in the formats that tell of several files. */
import { type MigratedFile, migratedObject, migrationCounts } from '../../results/migration.ts';
import { NO_RUN, type RunFacts } from '../../results/run.ts';
import { showAll } from '../../results/secrets/redact.ts';
import { allLines } from '../ndjson.ts';
import { partialLine } from '../partial.ts';
import type { Paint } from '../text/paint.ts';
import { migrateJson } from './json.ts';
import { migrateChanges, migrateSummary } from './text.ts';

/** The first is the default. */
export const migrateFormats = ['text', 'diff', 'patch', 'json', 'ndjson'] as const;

export type MigrateFormat = (typeof migrateFormats)[number];

export interface MigrateReportOptions {
  readonly format: MigrateFormat;
  readonly check: boolean;
  readonly write: boolean;
  readonly version: string;
  readonly paint: Paint;
  /** What is said about the run, where it is known. */
  readonly run?: RunFacts;
  /** Positions of the files among all inputs. */
  readonly orders?: readonly number[];
}

/** What became of several files: their texts are no part of it. */
export function migrateReport(files: readonly MigratedFile[], options: MigrateReportOptions): string {
  const { format, check, write, version, paint, run, orders } = options;
  if (format === 'json') return migrateJson(files, version, showAll, run, orders);
  if (format === 'ndjson') return migrateLines(files, options);
  // What would not mean the same is not offered to anybody; only the JSON report speaks of it.
  const sound = files.filter(({ migration }) => migration.equivalent);
  const text = check ? migrateChanges(sound, paint) : migrateSummary(sound, !write, paint);
  return text + partialLine(run, paint);
}

/** A line for each file and a last one about the run. */
function migrateLines(files: readonly MigratedFile[], options: MigrateReportOptions): string {
  const { run = { ...NO_RUN, command: 'migrate' }, orders = [], version } = options;
  const parts = files.map((result, at) => ({ order: orders[at] ?? at, result }));
  const sum = (of: (file: MigratedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const summary = {
    files: files.length,
    changed: sum((file) => migrationCounts(file).changed),
    applied: sum((file) => migrationCounts(file).applied),
    left: sum((file) => migrationCounts(file).left),
  };
  return allLines({ run, parts, version, summary, objectOf: migratedObject });
}
