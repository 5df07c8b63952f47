/** Which changes of the proxy a text meets. */
import { analysisRules, analyze, type Finding, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import type { ApiVersion } from '../../../src/schema/version.ts';
import { opened } from '../../opened.ts';

const RULE = 'release-change';
const rules = analysisRules.filter(({ id }) => id === RULE);

/** The remarks about a message of a table. */
export function remarks(type: string, text: string, api: ApiVersion = 'v2'): readonly Finding[] {
  const configuration = opened(text, { type, api });
  const levels = new Map([[RULE, 'info'] as const]);
  const { findings } = analyze(subjectOf([configuration]), { rules, levels, known: ruleIds });
  return findings.filter(({ rule }) => rule === RULE);
}

/** The ids of the changes. */
export function changesMet(type: string, text: string, api?: ApiVersion): readonly unknown[] {
  return remarks(type, text, api).map(({ data }) => data.change);
}
