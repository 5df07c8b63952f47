/** The stage that finds what is wrong: rules over bound messages and over all requests (docs/rules.md). */

export type { Document, Draft, Finding, FindingPlace, Fix, Related, Resource, Spot } from './finding.ts';
export type { AnalysisRule, ExplainedRule, Look, RuleTexts } from './rule.ts';
export { analysisRules } from './rules/index.ts';
export { allRuleTexts, explainedRules, ruleIds } from './rules/texts.ts';
export { type Analysis, analyze, type RuleLevel, type RunOptions } from './run.ts';
export { type Clock, type Subject, subjectOf } from './subject.ts';
