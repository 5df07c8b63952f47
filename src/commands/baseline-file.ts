/** The file of `--baseline`. */

import { BASELINE_FORM, type Baseline, baselineOf, readBaseline } from '../analyze/suppression/baseline.ts';
import { jsonText } from '../report/data-text.ts';
import type { FindingResult } from '../results/shapes.ts';
import { decode } from '../source/decode.ts';
import { readingFailed } from '../source/file-problem.ts';
import { MAX_BYTES } from '../source/limits.ts';
import { writeOutput } from '../source/write.ts';
import { processIo, processWriteIo } from './io.ts';

export const NO_BASELINE: Baseline = { entries: [], isOlder: false };

export async function loadBaseline(path: string | undefined): Promise<Baseline> {
  if (path === undefined) return NO_BASELINE;
  let bytes: Uint8Array;
  try {
    bytes = await processIo.readFile(path, MAX_BYTES);
  } catch (error) {
    throw readingFailed(path, error, '--write-baseline makes it');
  }
  return readBaseline(path, decode(path, bytes));
}

export async function writeBaseline(
  path: string | undefined,
  findings: readonly FindingResult[],
  version: string,
): Promise<void> {
  if (path === undefined) return;
  const object = { cfgtool: { version, format_version: BASELINE_FORM }, baseline: baselineOf(findings) };
  await writeOutput(path, jsonText(object), processWriteIo);
}
