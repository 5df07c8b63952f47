/** The stage of the user's own settings: `.cfgtool.yaml` as data. */

export { isIgnored } from './ignore.ts';
export { type KnownIds, parseSettings } from './parse.ts';
export {
  CHANGE_SETTINGS,
  type ChangeSetting,
  FAIL_ON,
  type FailOn,
  NO_SETTINGS,
  RULE_SETTINGS,
  type RuleSetting,
  type Settings,
} from './settings.ts';
