/** What `.cfgtool.yaml` says (CONTRACT, Configuration, suppression, baseline). */

import type { PropertyFile, RuleRow } from '../model/own-rules.ts';
import type { Level } from '../model/problem.ts';
import type { Release } from '../schema/release.ts';
import type { ApiVersion } from '../schema/version.ts';

export type RuleSetting = Level | 'off';

/** How loud a rule of the diff is. */
export type ChangeSetting = 'breaking' | 'warning' | 'info' | 'cosmetic' | 'off';

/** From which level on findings or changes make a run fail; `none`: never. */
export type FailOn = Level | 'breaking' | 'cosmetic' | 'none';

export interface Settings {
  /** The file they stand in; absent where there is none. */
  readonly file?: string;
  readonly namespace?: string;
  /** The version of the API of files that do not show it. */
  readonly api?: ApiVersion;
  /** The release of the proxy that files are held to. */
  readonly release?: Release;
  /** Descriptor sets with messages of the user's own, relative to the folder of the file. */
  readonly descriptors: readonly string[];
  readonly failOn?: FailOn;
  /** What the user wants looked for beside the rules. */
  readonly own: {
    readonly rows: readonly RuleRow[];
    /** What the files of {@link properties} hold. */
    readonly properties: readonly PropertyFile[];
    /** Files and folders of modules, relative to the folder of the file: code, which settings alone never run. */
    readonly modules: readonly string[];
  };
  /** By rule id. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** Globs of files that searching leaves out, relative to the folder of the file. */
  readonly ignore: readonly string[];
  /** Globs of configurations, each with files of tests; both relative to the folder of the file. */
  readonly tests: ReadonlyMap<string, readonly string[]>;
  /** Files of properties: relative to the folder of the file as written, as inputs name them once they are read. */
  readonly properties: readonly string[];
  readonly diff: {
    /** Paths of changes that do not count. */
    readonly ignore: readonly string[];
    readonly rules: ReadonlyMap<string, ChangeSetting>;
  };
}

export const NO_SETTINGS: Settings = {
  descriptors: [],
  own: { rows: [], properties: [], modules: [] },
  rules: new Map(),
  ignore: [],
  tests: new Map(),
  properties: [],
  diff: { ignore: [], rules: new Map() },
};

export const RULE_SETTINGS: readonly RuleSetting[] = ['off', 'info', 'warning', 'error'];
export const CHANGE_SETTINGS: readonly ChangeSetting[] = ['off', 'cosmetic', 'info', 'warning', 'breaking'];
export const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'info', 'breaking', 'cosmetic', 'none'];
