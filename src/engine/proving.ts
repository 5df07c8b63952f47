/** What properties are decided on. */
import type { Configuration } from '../model/open.ts';
import { restsOn } from '../prove/elsewhere.ts';
import type { ProofContext } from '../prove/prove.ts';
import { contextsOf } from '../routing/context.ts';
import { startCandidates } from '../routing/match/candidates.ts';
import type { Meter } from '../routing/regex/meter.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { FoundRouting } from '../routing/where/find.ts';

/** @param meter of all questions */
export function provingOf(
  routing: FoundRouting,
  configurations: readonly Configuration[],
  regexes: Regexes,
  meter: Meter,
): ProofContext {
  return {
    routing,
    contextFor: contextsOf(routing, { regexes, candidates: startCandidates(regexes) }),
    regexes,
    meter,
    strict: false,
    assuming: restsOn(configurations),
  };
}
