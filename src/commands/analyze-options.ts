/** What the flags of `analyze` and the settings mean for its rules. */
import { Flags } from '@oclif/core';
import {
  explainedRules,
  type Finding,
  type FoundElsewhere,
  type RuleLevel,
  ruleIds,
} from '../analyze/index.ts';
import { releaseChange, type Upgrade } from '../analyze/rules/release-change.ts';
import { meantBy } from '../model/near-miss.ts';
import { isOwnId, type RuleRow } from '../model/own-rules.ts';
import type { Level } from '../model/problem.ts';
import { LEVELS } from '../present/finding.ts';
import type { Paint } from '../present/text.ts';
import { compareReleases, NEWEST_RELEASE, type Release } from '../schema/release.ts';
import { type FailOn, RULE_SETTINGS, type Settings } from '../settings/index.ts';
import { bySourceFlag, knownRelease } from './flags.ts';
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
  ...bySourceFlag,
  verbose: Flags.boolean({
    description: 'Text: infos with their lines too, and every place of what is found many times.',
  }),
};

/** What modules of own rules found, in a thread of their own. */
export interface Elsewhere {
  /** Of all rules that ran. */
  readonly ids: readonly string[];
  readonly found: readonly FoundElsewhere[];
}

/**
 * From which release to which `--from` and `--to` lead, and the release that inputs are held to by that.
 *
 * @throws UsageError where one is none that is known, or they lead backwards
 */
export function upgradeOf(flags: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly release?: Release | undefined;
}): Upgrade & { readonly release?: Release | undefined } {
  const from = releaseIn('--from', flags.from);
  const to = releaseIn('--to', flags.to);
  const held = to === undefined ? undefined : knownRelease(to, '--to');
  if (held !== undefined && flags.release !== undefined && flags.release !== held)
    throw new UsageError(
      `--release ${flags.release} and --to ${to} exclude each other`,
      'an upgrade is held to the release that it leads to',
    );
  const target = to ?? flags.release ?? NEWEST_RELEASE;
  if (from !== undefined && compareReleases(from, target) >= 0)
    throw new UsageError(
      `--from ${from} is not older than ${target}, where the upgrade leads to`,
      'name the older release as --from and the newer one as --to',
    );
  return { from, to: to ?? flags.release, release: held ?? flags.release };
}

function releaseIn(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, release] = /^v?(1\.\d{1,3}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  if (release === undefined) throw new UsageError(`${flag} takes a release such as 1.30, not "${text}"`);
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
    checkRule('--rule', id);
    if (level === undefined) {
      if (fixes && isOwnId(id))
        throw new UsageError(`--rule ${id} leaves nothing to fix: rules of your own have no fixes`);
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

/** The flags win over the settings; a rule that is asked for by `--only` is on. */
export function levelsWith(
  { rules }: Settings,
  overrides: ReadonlyMap<string, RuleLevel>,
  only: ReadonlySet<string>,
): ReadonlyMap<string, RuleLevel> {
  const levels = new Map<string, RuleLevel>([...rules, ...overrides]);
  for (const id of only) if (levels.get(id) === 'off') levels.delete(id);
  if (only.has(releaseChange.id) && !levels.has(releaseChange.id))
    levels.set(releaseChange.id, releaseChange.level);
  return levels;
}

/**
 * The rules of `--only`; empty where all are shown.
 *
 * @throws UsageError where there is no such rule
 */
export function onlyFlag(given: readonly string[] | undefined): ReadonlySet<string> {
  for (const id of given ?? []) checkRule('--only', id);
  return new Set(given);
}

/** Whether a finding is of one of these rules, or what one of them cannot decide. */
export function isOfRules(
  { rule, data }: Pick<Finding, 'rule' | 'data'>,
  only: ReadonlySet<string>,
): boolean {
  return only.size === 0 || only.has(rule) || (rule === 'undecided' && only.has(String(data.rule)));
}

/** The rules, and those of the user's own, for `--list`. */
export function listRules(paint: Paint, own: readonly NamedRule[]): string {
  const rules = [...explainedRules, ...own.map((rule) => ({ ...rule, asked: false }))].sort((left, right) =>
    left.id < right.id ? -1 : 1,
  );
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules
    .map(({ id, level, asked, purpose }) => {
      const shown = (asked ? 'off' : level).padEnd('warning'.length);
      return `${paint.bold(id)}${' '.repeat(width - id.length)}  ${paint.dim(shown)}  ${purpose}\n`;
    })
    .join('');
}

/** A rule as `--list` shows it. */
export interface NamedRule {
  readonly id: string;
  readonly level: Level;
  readonly purpose: string;
}

/** What is said of the id of a rule that none has. */
export function noRule(
  id: string,
  ids: readonly string[],
): { readonly problem: string; readonly hint: string } {
  const near = meantBy(id, ids);
  return {
    problem: `there is no rule "${id}"`,
    hint: near.length === 0 ? 'cfgtool analyze --list lists the rules' : `did you mean ${near.join(' or ')}?`,
  };
}

export function namedRow({ id, level, words }: RuleRow): NamedRule {
  return { id, level, purpose: words };
}

/** @throws UsageError where there is no such rule; which ones of the user's own there are shows in the settings */
function checkRule(flag: string, id: string): void {
  if (ruleIds.includes(id) || isOwnId(id)) return;
  throw new UsageError(`${flag} names no rule: "${id}"`, noRule(id, ruleIds).hint);
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
