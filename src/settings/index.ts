/** The stage of the user's own settings: `.cfgtool.yaml` as data. */

export { isIgnored } from './parse.ts';
export {
  type FailOn,
  NO_SETTINGS,
  RULE_SETTINGS,
  type Settings,
} from './settings.ts';
