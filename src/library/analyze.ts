import { analysisRules, type RuleLevel, ruleIds, analyze as runRules, subjectOf } from '../analyze/index.ts';
import { compareSides } from '../engine/compare.ts';
import { summaryOf } from '../present/finding.ts';
import { diffObject } from '../report/diff/json.ts';
import { findingResult } from '../results/analysis.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { opened, plain } from './input.ts';
import type { Analysis, Difference, DiffLevel, Inputs, Level, ReadOptions } from './types.ts';

export interface AnalyzeOptions extends ReadOptions {
  /** Levels that differ from the rules' own, by the rule's id. */
  readonly rules?: { readonly [id: string]: Level | 'off' };
}

/**
 * Dead routes, unreachable clusters, broken rules. Several inputs are taken as one configuration. Comments that suppress
 * findings count; settings files and baselines do not, since the library reads no files.
 *
 * @throws InputError where an input cannot be read or understood; RangeError where there is no such rule
 */
export function analyze(inputs: Inputs, options: AnalyzeOptions = {}): Analysis {
  const levels = new Map<string, RuleLevel>(Object.entries(options.rules ?? {}));
  for (const id of levels.keys()) if (!ruleIds.includes(id)) throw new RangeError(`there is no rule ${id}`);
  const configurations = opened(inputs, options);
  const subject = subjectOf(configurations, { now: () => performance.now() });
  const { findings, suppressed } = runRules(subject, { rules: analysisRules, levels, known: ruleIds });
  const { redact } = redactionOf(configurations, options.showSecrets);
  const results = findings.map(findingResult);
  const counts = { files: configurations, findings: results, suppressed: suppressed.length, baselined: 0 };
  return plain<Analysis>({ summary: summaryOf(counts), findings: results }, redact);
}

export interface DiffOptions extends ReadOptions {
  /** Which differences of requests count: all (so by default), only where they go, or none. */
  readonly behaviour?: 'all' | 'destination' | 'none';
  /** List what differs in form only as well. */
  readonly cosmetic?: boolean;
  /** Globs over the paths of changes to leave out. */
  readonly ignore?: readonly string[];
  /** Levels that differ from the rules' own, by the rule's id. */
  readonly rules?: { readonly [id: string]: DiffLevel | 'off' };
  /** How long looking at requests may take, in milliseconds; 20,000 otherwise. What is left then is undecided. */
  readonly milliseconds?: number;
}

/**
 * What a change means, and which requests are handled differently. Several inputs on a side are taken as one configuration.
 *
 * @throws InputError where an input cannot be read or understood
 */
export function diff(before: Inputs, after: Inputs, options: DiffOptions = {}): Difference {
  const { behaviour = 'all', cosmetic = false, ignore = [], rules = {}, milliseconds = 20_000 } = options;
  const [left, right] = [opened(before, options), opened(after, options)];
  const { redact } = redactionOf([...left, ...right], options.showSecrets);
  const { pair } = compareSides(left, right, {
    behaviour,
    clock: { now: () => performance.now(), milliseconds },
    cosmetic,
    ignore,
    rules: new Map(Object.entries(rules)),
    showSecrets: options.showSecrets === true,
  });
  return plain<Difference>(diffObject([pair]), redact);
}
