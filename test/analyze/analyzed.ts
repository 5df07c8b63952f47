import {
  type Analysis,
  analysisRules,
  analyze,
  type Finding,
  ruleIds,
  subjectOf,
} from '../../src/analyze/index.ts';
import { propertyRules } from '../../src/engine/property-rules.ts';
import { openConfiguration } from '../../src/model/index.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { sourceFile } from '../../src/source/load.ts';

/**
 * The analysis of a text by all rules; of the named message where a type is given.
 *
 * @param asked a rule that is off by itself
 * @param properties a file of properties that counts
 */
export function analysisOf(
  text: string,
  type?: string,
  asked?: string,
  api?: ApiVersion,
  properties?: string,
): Analysis {
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'), {
    ...(type !== undefined && { type }),
    ...(api !== undefined && { api }),
  });
  const levels = new Map(asked === undefined ? [] : [[asked, 'info'] as const]);
  const own = properties === undefined ? [] : propertyRules([{ name: 'access.yaml', text: properties }]);
  return analyze(subjectOf([configuration]), { rules: [...analysisRules, ...own], levels, known: ruleIds });
}

/** Its findings. */
export function analyzed(text: string, type?: string): readonly Finding[] {
  return analysisOf(text, type).findings;
}

/** Those of a text of version 2, if it shows none. */
export function analyzedInTwo(text: string, type?: string): readonly Finding[] {
  return analysisOf(text, type, undefined, 'v2').findings;
}

/** The findings of one rule. */
export function found(rule: string, text: string, type?: string): readonly Finding[] {
  return analyzed(text, type).filter((finding) => finding.rule === rule);
}

export function foundInTwo(rule: string, text: string, type?: string): readonly Finding[] {
  return analyzedInTwo(text, type).filter((finding) => finding.rule === rule);
}
