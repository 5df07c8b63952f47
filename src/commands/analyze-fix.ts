/** `analyze --fix`: fixes a file, looks at it again, and writes it or shows what would change. */

import { fixFile } from '../analyze/fixes/fix.ts';
import type { Configuration } from '../model/index.ts';
import { openConfiguration } from '../model/open.ts';
import { apiOf, releaseOf } from '../model/reopen.ts';
import { type Paint, safeText } from '../present/text.ts';
import { diffName } from '../report/migrate.ts';
import { unifiedDiff } from '../report/text-diff.ts';
import type { AnalyzedPart } from '../results/analysis.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import type { Settings } from '../settings/index.ts';
import { type SourceFile, sourceFile } from '../source/load.ts';
import { replaceFile } from '../source/write.ts';
import type { AnalyzeRun } from './analyze-run.ts';
import type { ReadOptions } from './base.ts';
import { processWriteIo } from './io.ts';
import { tellOtherNames } from './write-back.ts';

export interface FixOptions extends ReadOptions {
  /** Show the changes instead of making them. */
  readonly dryRun: boolean;
  /** Rules to go by; empty where by all. */
  readonly only: ReadonlySet<string>;
  readonly showSecrets: boolean;
  readonly paint: Paint;
  note(text: string): void;
}

/**
 * Fixes one file and has the run look at what came of it.
 *
 * @returns what is found in it then, the changes as a unified diff for a dry run, and how many fixes were made
 * @throws InputError where the file cannot be written
 */
export async function fixInPlace(
  configuration: Configuration<SourceFile>,
  settings: Settings,
  run: AnalyzeRun,
  options: FixOptions,
): Promise<{ readonly part: AnalyzedPart; readonly diff: string; readonly done: number }> {
  const { file, namespace } = configuration;
  const takes = (rule: string): boolean => options.only.size === 0 || options.only.has(rule);
  await run.prepare(settings);
  const before = run.look([configuration], settings);
  const fixed = fixFile(
    configuration,
    before.findings.filter(({ rule }) => takes(rule)),
    takes('deprecated-field') && run.levels(settings).get('deprecated-field') !== 'off',
  );
  for (const left of fixed.left) options.note(`${file.name}: left: ${left}`);
  if (!fixed.changed)
    return { part: onlyPart(run.parts([configuration], settings, before)), diff: '', done: 0 };
  const type = options.type === undefined ? {} : { type: options.type };
  const after = openConfiguration(sourceFile(file.name, fixed.text, 'named', file.path), {
    namespace: namespace,
    ...apiOf(configuration),
    ...releaseOf(configuration),
    ...type,
  });
  const part = onlyPart(run.parts([after], settings));
  if (!options.dryRun && file.path !== undefined) {
    const others = await replaceFile(file.path, fixed.text, processWriteIo, file.text);
    tellOtherNames(file.name, others, options.note);
    for (const done of fixed.done) options.note(`${file.name}: ${done}`);
    return { part, diff: '', done: fixed.done.length };
  }
  const { redact } = redactionOf([configuration, after], options.showSecrets);
  const diff = unifiedDiff(diffName(file), file.text, fixed.changes, {
    paint: options.paint,
    show: (line) => safeText(redact(line)),
  });
  return { part, diff, done: fixed.done.length };
}

/** One configuration has one part. */
export function onlyPart([part]: readonly AnalyzedPart[]): AnalyzedPart {
  if (part === undefined) throw new TypeError('a configuration came to no part');
  return part;
}
