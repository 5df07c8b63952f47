/** The result of `cfgtool migrate` in the formats that tell of several files. */

import { migrateChanges, migrateSummary } from '../present/migration.ts';
import type { Paint } from '../present/text.ts';
import {
  type MigratedFile,
  type MigratedText,
  migratedObject,
  migrationCounts,
} from '../results/migration.ts';
import { NO_RUN, type RunFacts, runObject } from '../results/run.ts';
import { showAll } from '../results/secrets/redact.ts';
import { STDIN_NAME } from '../source/inputs.ts';
import { jsonText } from './data-text.ts';
import { allLines, partialLine, partialMark } from './run.ts';
import { type DiffOptions, unifiedDiff } from './text-diff.ts';

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

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

/** @param orders positions of the files among all inputs, for a share of them */
export function migrateJson(
  files: readonly MigratedFile[],
  version: string,
  redact: (text: string) => string,
  run?: RunFacts,
  orders: readonly number[] = [],
): string {
  const sharded = run?.shard !== undefined;
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      ...partialMark(run),
      files: files.map((file, at) => ({
        ...migratedObject(file),
        ...(sharded ? { order: orders[at] ?? at } : {}),
      })),
      ...(run === undefined ? {} : { run: runObject(run) }),
    },
    redact,
  );
}

/** The diffs of all files that change, one after another. */
export function migrateDiff(files: readonly MigratedText[], options: DiffOptions): string {
  return files
    .map((file) => unifiedDiff(diffName(file), file.before, file.migration.changes, options))
    .join('');
}

/** The path that the diff is to be applied to: that of `REV:PATH` without its revision. */
export function diffName({ name, path }: Pick<MigratedText, 'name' | 'path'>): string {
  const shown = path ?? (name === STDIN_NAME ? 'stdin' : name.slice(name.indexOf(':') + 1));
  return shown.replace(/^(?:\.\/+)+/, '');
}

/**
 * The patch of the one document of a file; a reason where the result is no single patch: several documents, or text
 * embedded in a document, which a patch of that document cannot reach into.
 */
export function migratePatch(
  file: MigratedText,
  redact: (text: string) => string,
): { readonly text: string } | { readonly refused: string } {
  if (file.documents > 1)
    return { refused: `a patch describes one document; ${file.name} holds ${file.documents}` };
  const { patches } = file.migration;
  if (patches.some(({ embedded }) => embedded !== undefined)) {
    return { refused: `a patch cannot reach into the text that ${file.name} embeds` };
  }
  return {
    text: jsonText(
      patches.flatMap(({ patch }) => patch),
      redact,
    ),
  };
}
