/** Every law that the tests try and the fuzzer tries harder (docs/reliability.md). */
import { behaviourLaws } from './behaviour-laws.ts';
import { configurationLaws } from './configuration-laws.ts';
import { effectLaws } from './effect-laws.ts';
import { filterChainLaws } from './filter-chain-laws.ts';
import { fingerprintLaws } from './fingerprint-laws.ts';
import { hiddenNameLaws } from './hidden-names.ts';
import type { Law } from './law.ts';
import { liftLaws } from './lift-laws.ts';
import { optionalMigrationLaws } from './optional-migrations.ts';
import { printedLaws } from './printed-laws.ts';
import { readAlikeLaws } from './read-alike-laws.ts';
import { refusalLaws } from './refusal-laws.ts';
import { regexLaws } from './regexes.ts';
import { renameLaws } from './rename-laws.ts';
import { replayLaws } from './replay-laws.ts';
import { setLaws } from './sets.ts';
import { suggestionLaws } from './suggestions.ts';

export const laws: readonly Law[] = [
  ...setLaws,
  ...configurationLaws,
  ...hiddenNameLaws,
  ...suggestionLaws,
  ...behaviourLaws,
  ...optionalMigrationLaws,
  ...refusalLaws,
  ...regexLaws,
  ...effectLaws,
  ...replayLaws,
  ...renameLaws,
  ...filterChainLaws,
  ...fingerprintLaws,
  ...printedLaws,
  ...liftLaws,
  ...readAlikeLaws,
];
