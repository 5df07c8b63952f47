/** `analyze --fix`: mends a file, looks at it again, and writes it or shows what would change. */
import { fixFile } from '../analyze/mending/fix.ts';
import type { Configuration } from '../model/index.ts';
import { openConfiguration } from '../model/open.ts';
import { diffName } from '../report/migrate-diff.ts';
import type { Paint } from '../report/paint.ts';
import { redaction, secretTexts } from '../report/redact.ts';
import { safeText } from '../report/safe-text.ts';
import { unifiedDiff } from '../report/unified-diff.ts';
import type { Settings } from '../settings/index.ts';
import { type SourceFile, sourceFile } from '../source/load.ts';
import { replaceFile } from '../source/write.ts';
import type { AnalyzeRun } from './analyze-run.ts';
import type { ReadOptions } from './base.ts';
import { processWriteIo } from './io.ts';

export interface FixOptions extends ReadOptions {
  /** Show the changes instead of making them. */
  readonly dryRun: boolean;
  readonly showSecrets: boolean;
  readonly paint: Paint;
  note(text: string): void;
}

/**
 * Mends one file and has the run look at what came of it.
 *
 * @returns the changes as a unified diff, for a dry run
 * @throws InputError where the file cannot be written
 */
export async function fixInPlace(
  configuration: Configuration<SourceFile>,
  settings: Settings,
  run: AnalyzeRun,
  options: FixOptions,
): Promise<string> {
  const { file, word } = configuration;
  const before = run.look([configuration], settings);
  const fixed = fixFile(
    configuration,
    before.findings,
    run.levels(settings).get('deprecated-field') !== 'off',
  );
  for (const left of fixed.left) options.note(`${file.name}: left: ${left}`);
  if (!fixed.changed) {
    run.take([configuration], settings, before);
    return '';
  }
  const type = options.type === undefined ? {} : { type: options.type };
  const after = openConfiguration(sourceFile(file.name, fixed.text, 'named', file.path), {
    namespace: word,
    ...type,
  });
  run.take([after], settings);
  if (!options.dryRun && file.path !== undefined) {
    await replaceFile(file.path, fixed.text, processWriteIo, file.text);
    for (const done of fixed.done) options.note(`${file.name}: ${done}`);
    return '';
  }
  const { redact } = redaction(options.showSecrets ? [] : secretTexts(configuration));
  return unifiedDiff(diffName(file), file.text, fixed.changes, {
    paint: options.paint,
    show: (line) => safeText(redact(line)),
  });
}
