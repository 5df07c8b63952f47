/** What the flags of `analyze` and the settings mean for its rules. */
import { Flags } from '@oclif/core';
import {
  type Analysis,
  analysisRules,
  analyze,
  type Finding,
  type RuleLevel,
  ruleIds,
  type Subject,
} from '../analyze/index.ts';
import { releaseChange, releaseChangeAfter } from '../analyze/rules/release-change.ts';
import { meantBy } from '../model/near-miss.ts';
import { LEVELS } from '../report/analyze/report.ts';
import { type FailOn, RULE_SETTINGS, type Settings } from '../settings/index.ts';
import { UsageError } from './usage-error.ts';

export const FAIL_CHOICES = ['error', 'warning', 'info', 'none'] as const;

/** How much of what is found people are shown. */
export const shownFlags = {
  'min-level': Flags.option({
    options: LEVELS,
    helpValue: 'LEVEL',
    description:
      'Leave findings below this level out of what people read: error, warning or info; json, sarif and ndjson stay complete, and the exit code is that of --fail-on.',
  })(),
  verbose: Flags.boolean({
    description: 'Text: infos with their lines too, and every place of what is found many times.',
  }),
};

/** All rules over a subject. @param from a release whose changes are known already */
export function run(subject: Subject, levels: ReadonlyMap<string, RuleLevel>, from?: string): Analysis {
  const rules =
    from === undefined
      ? analysisRules
      : analysisRules.map((rule) => (rule.id === releaseChange.id ? releaseChangeAfter(from) : rule));
  return analyze(subject, { rules, levels, known: ruleIds });
}

/** A release as `--from` gives it. @throws UsageError where it is none */
export function releaseOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, release] = /^v?(1\.\d{1,3}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  if (release === undefined) throw new UsageError(`--from takes a release such as 1.30, not "${text}"`);
  return release;
}

/** What `--rule` says. */
export interface RuleFlags {
  /** Of `ID=LEVEL`. */
  readonly levels: ReadonlyMap<string, RuleLevel>;
  /** Bare ids: `--fix` goes by these rules only; empty where by all. */
  readonly only: ReadonlySet<string>;
}

/**
 * `--rule ID=LEVEL`, with `--fix` `--rule ID`, and `--upgrade`, which asks for one rule more.
 *
 * @throws UsageError where there is no such rule or level
 */
export function ruleFlags(
  given: readonly string[] | undefined,
  { fix: fixes = false, upgrade = false }: { readonly fix?: boolean; readonly upgrade?: boolean },
): RuleFlags {
  const levels = new Map<string, RuleLevel>();
  if (upgrade) levels.set(releaseChange.id, releaseChange.level);
  const only = new Set<string>();
  for (const text of given ?? []) {
    const [id = '', level] = text.split('=');
    if (!ruleIds.includes(id)) {
      const near = meantBy(id, ruleIds);
      const hint =
        near.length === 0 ? 'cfgtool explain lists the rules' : `did you mean ${near.join(' or ')}?`;
      throw new UsageError(`--rule names no rule: "${id}"`, hint);
    }
    if (level === undefined) {
      if (!fixes)
        throw new UsageError(
          `--rule takes ID=LEVEL, not "${text}"`,
          `a level is ${RULE_SETTINGS.join(', ')}; a rule alone goes with --fix`,
        );
      only.add(id);
      continue;
    }
    const known = RULE_SETTINGS.find((each) => each === level);
    if (known === undefined)
      throw new UsageError(`--rule takes ID=LEVEL, not "${text}"`, `a level is ${RULE_SETTINGS.join(', ')}`);
    levels.set(id, known);
  }
  return { levels, only };
}

/** The flags win over the settings. */
export function levelsWith(
  { rules }: Settings,
  overrides: ReadonlyMap<string, RuleLevel>,
): ReadonlyMap<string, RuleLevel> {
  return new Map<string, RuleLevel>([...rules, ...overrides]);
}

const WEIGHT: { readonly [level in FailOn]: number } = {
  none: 3,
  error: 2,
  breaking: 2,
  warning: 1,
  info: 0,
  cosmetic: 0,
};

/** Whether a finding makes the run fail; from warnings on where nobody says otherwise. */
export function fails({ level }: Pick<Finding, 'level'>, failOn: FailOn = 'warning'): boolean {
  return WEIGHT[level] >= WEIGHT[failOn];
}
