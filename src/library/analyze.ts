import { askedRules, type RuleLevel, analyze as runRules, subjectOf } from '../analyze/index.ts';
import { codeRule, problemOfRule } from '../analyze/own/rule.ts';
import type { OwnRule } from '../analyze/own/types.ts';
import { summaryOf } from '../present/finding.ts';
import { findingResult } from '../results/analysis.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { opened, plain } from './input.ts';
import type { Analysis, Inputs, Level, ReadOptions } from './types.ts';

export interface AnalyzeOptions extends ReadOptions {
  /** Levels that differ from the rules' own, by the rule's id. */
  readonly rules?: { readonly [id: string]: Level | 'off' };
  /** Rules of your own, beside the others; they run where the library does. */
  readonly own?: readonly OwnRule[];
}

/**
 * Dead routes, unreachable clusters, broken rules. Several inputs are taken as one configuration. Comments that suppress
 * findings count; settings files and baselines do not, since the library reads no files.
 *
 * @throws InputError where an input cannot be read or understood; RangeError where there is no such rule, or
 * one of your own is none
 */
export function analyze(inputs: Inputs, options: AnalyzeOptions = {}): Analysis {
  const levels = new Map<string, RuleLevel>(Object.entries(options.rules ?? {}));
  const own = options.own ?? [];
  const wrong = own.flatMap((rule) => problemOfRule(rule) ?? []);
  if (wrong.length > 0) throw new RangeError(wrong.join('; '));
  const asked = askedRules({ own: own.map(codeRule) });
  for (const id of levels.keys())
    if (!asked.known.includes(id)) throw new RangeError(`there is no rule ${id}`);
  const configurations = opened(inputs, options);
  const subject = subjectOf(configurations, { now: () => performance.now() });
  const { findings, suppressed } = runRules(subject, { ...asked, levels });
  const { redact } = redactionOf(configurations, options.showSecrets);
  const results = findings.map(findingResult);
  const counts = { files: configurations, findings: results, suppressed: suppressed.length, baselined: 0 };
  return plain<Analysis>({ summary: summaryOf(counts), findings: results }, redact);
}
