/** The part of `npm run corpus` about analysis: how long each file takes beside starting and reading it. */
import { analysisRules, analyze, ruleIds, subjectOf } from '../src/analyze/index.ts';
import { type Configuration, openConfiguration } from '../src/model/index.ts';
import { InputError } from '../src/source/errors.ts';
import { sourceFile } from '../src/source/load.ts';

export interface AnalyzedCorpus {
  readonly analysed: number;
  readonly findings: { readonly [level in 'error' | 'warning' | 'info']: number };
  /** The file that takes longest, as a multiple of starting the program and reading that file. */
  readonly slowest: { readonly file: string; readonly ratio: number };
}

/**
 * Analyses each text by all rules, as a process of its own would: what starting costs is given, and caches that
 * files share are warm for reading as for analysing.
 *
 * @param start milliseconds from starting Node until the first file could be read
 * @throws whatever analysis throws: that is a bug
 */
export function analyzeAll(
  texts: readonly (readonly [file: string, text: string])[],
  start: number,
): AnalyzedCorpus {
  const findings = { error: 0, warning: 0, info: 0 };
  let slowest = { file: '', ratio: 0 };
  let analysed = 0;
  for (const [file, text] of texts) {
    const begin = performance.now();
    const configuration = openedOrNot(file, text);
    if (configuration === undefined) continue;
    const read = performance.now();
    const result = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
    const ratio = (start + performance.now() - begin) / (start + read - begin);
    if (ratio > slowest.ratio) slowest = { file, ratio };
    for (const { level } of result.findings) findings[level]++;
    analysed++;
  }
  return { analysed, findings, slowest };
}

/** Undefined for what is no configuration of this data model. */
function openedOrNot(file: string, text: string): Configuration | undefined {
  try {
    return openConfiguration(sourceFile(file, text, 'named'));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
