/** The stage that finds what is wrong: rules over bound messages and over all requests (docs/rules.md). */

export { askedRules } from './asked-rules.ts';
export type { Finding, Related } from './finding.ts';
export { rowRules } from './own/rows.ts';
export type { ExplainedRule, RuleLevel } from './rule.ts';
export { analysisRules } from './rules/index.ts';
export { allRuleTexts, explainedRules, ruleIds, tagOf } from './rules/texts.ts';
export { type Analysis, analyze, type FoundElsewhere } from './run.ts';
export { type Subject, subjectOf } from './subject.ts';
