/** The result of `cfgtool migrate` in each of its formats. */
import { migrateDiff } from './migrate-diff.ts';
import { migrateJson } from './migrate-json.ts';
import { migratePatch } from './migrate-patch.ts';
import { migrateChanges, migrateSummary } from './migrate-text.ts';
import type { MigratedFile } from './migrated-file.ts';
import type { Paint } from './paint.ts';
import type { Redact } from './redact.ts';
import { safeText } from './safe-text.ts';

export interface MigrateReportOptions {
  readonly format: 'text' | 'diff' | 'patch' | 'json';
  /** Whether the inputs came to one file only: its text is the result then. */
  readonly single: boolean;
  readonly check: boolean;
  readonly write: boolean;
  readonly version: string;
  readonly paint: Paint;
  readonly redact: Redact;
  /** Whether a person sees the result as it is, so that nothing in it may steer the terminal. */
  readonly seen: boolean;
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
      return { text: migrateJson(files, options.version, redact) };
    case 'patch':
      return migratePatch(sound, redact);
    case 'diff': {
      const show = (line: string): string =>
        seen ? safeText(redact(line).replace(/\r$/, '')) : redact(line);
      return { text: migrateDiff(sound, { paint, show }) };
    }
    case 'text':
      return { text: textOf(sound, options) };
  }
}

function textOf(
  files: readonly MigratedFile[],
  { single, check, write, paint }: MigrateReportOptions,
): string {
  if (check) return migrateChanges(files, paint);
  if (single && !write) return files.map(({ migration }) => migration.text).join('');
  return migrateSummary(files, !write, paint);
}
