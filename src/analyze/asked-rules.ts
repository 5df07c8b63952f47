/** What a run of analysis asks: all rules, and those of the user's own. */
import type { RuleRow } from '../model/own-rules.ts';
import { rowRules } from './own/rows.ts';
import type { RunRule } from './rule.ts';
import { analysisRules } from './rules/index.ts';
import { releaseChange, releaseChangeWithin, type Upgrade } from './rules/release-change.ts';
import { ruleIds } from './rules/texts.ts';
import type { RunOptions } from './run.ts';

interface Asked {
  readonly rows?: readonly RuleRow[] | undefined;
  /** Those of properties, and of modules that run here. */
  readonly own?: readonly RunRule[] | undefined;
  /** Ids of rules that run in a thread of their own. */
  readonly elsewhere?: readonly string[];
  /** Which changes of the proxy are told. */
  readonly upgrade?: Upgrade;
}

/** The rules, and the ids that a suppressing comment may name. @throws InputError where a row names what there is not */
export function askedRules({
  rows = [],
  own = [],
  elsewhere = [],
  upgrade = {},
}: Asked): Pick<RunOptions, 'rules' | 'known'> {
  const added = [...rowRules(rows), ...own];
  const change = releaseChangeWithin(upgrade);
  return {
    rules: [...analysisRules.map((rule) => (rule === releaseChange ? change : rule)), ...added],
    known: [...new Set([...ruleIds, ...added.map(({ id }) => id), ...elsewhere])],
  };
}
