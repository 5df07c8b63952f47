/** Every rule that a finding can name: the checks of binding, the rules of analysis, and those about comments. */
import { rules as checks, type FindingTag } from '../../model/rules.ts';
import type { ExplainedRule, RuleTexts } from '../rule.ts';
import { suppressionWithoutReason, unusedSuppression } from '../suppression/suppression-rules.ts';
import { undecided } from '../undecided-rule.ts';
import { analysisRules } from './index.ts';
import { propertyRefuted, propertyVacuous } from './properties.ts';

/** All that have examples, in the order in which they are listed and explained. */
export const allRuleTexts: readonly RuleTexts[] = [
  ...checks,
  ...analysisRules,
  propertyRefuted,
  propertyVacuous,
  unusedSuppression,
  suppressionWithoutReason,
];

/** Every rule, as it is explained. */
export const explainedRules: readonly ExplainedRule[] = [...allRuleTexts, undecided];

const tags = new Map(explainedRules.map(({ id, tag }) => [id, tag]));

export function tagOf(rule: string): FindingTag | undefined {
  return tags.get(rule);
}

/** All ids that settings, suppressions and `--rule` may name. */
export const ruleIds: readonly string[] = explainedRules.map(({ id }) => id);
