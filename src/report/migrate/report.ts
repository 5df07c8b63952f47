/** The result of `cfgtool migrate` in each of its formats. */

import { allLines } from '../ndjson.ts';
import { partialLine } from '../partial.ts';
import { migrationCounts } from '../parts/migrate-part.ts';
import { NO_RUN, type RunFacts } from '../parts/part.ts';
import type { Redact } from '../redact.ts';
import type { Paint } from '../text/paint.ts';
import { safeText } from '../text/safe-text.ts';
import { migrateDiff } from './diff.ts';
import { migratedObject, migrateJson } from './json.ts';
import type { MigratedFile } from './migrated-file.ts';
import { migratePatch } from './patch.ts';
import { migrateChanges, migrateSummary } from './text.ts';

/** The first is the default. */
export const migrateFormats = ['text', 'diff', 'patch', 'json', 'ndjson'] as const;

export type MigrateFormat = (typeof migrateFormats)[number];

export interface MigrateReportOptions {
  readonly format: MigrateFormat;
  /** Whether the inputs came to one file only: its text is the result then. */
  readonly single: boolean;
  readonly check: boolean;
  readonly write: boolean;
  readonly version: string;
  readonly paint: Paint;
  readonly redact: Redact;
  /** Whether a person sees the result as it is, so that nothing in it may steer the terminal. */
  readonly seen: boolean;
  /** What is said about the run, where it is known. */
  readonly run?: RunFacts;
  /** Positions of the files among all inputs. */
  readonly orders?: readonly number[];
}

/** The text of the result, or why the format cannot show it. */
export function migrateReport(
  files: readonly MigratedFile[],
  options: MigrateReportOptions,
): { readonly text: string } | { readonly refused: string } {
  const { paint, redact, seen } = options;
  // What would not mean the same is not offered to anybody; only the JSON report speaks of it.
  const sound = files.filter(({ migration }) => migration.equivalent);
  switch (options.format) {
    case 'json':
      return { text: migrateJson(files, options.version, redact, options.run, options.orders) };
    case 'ndjson':
      return { text: migrateLines(files, options) };
    case 'patch':
      return migratePatch(sound, redact);
    case 'diff': {
      const show = (line: string): string =>
        seen ? safeText(redact(line).replace(/\r$/, '')) : redact(line);
      return { text: migrateDiff(sound, { paint, show }) };
    }
    case 'text':
      return { text: textOf(sound, options) + partialLine(options.run, paint) };
  }
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

function textOf(
  files: readonly MigratedFile[],
  { single, check, write, paint }: MigrateReportOptions,
): string {
  if (check) return migrateChanges(files, paint);
  if (single && !write) return files.map(({ migration }) => migration.text).join('');
  return migrateSummary(files, !write, paint);
}
