import { compareBehaviour } from '../diff/behaviour/index.ts';
import { diffConfigurations } from '../diff/index.ts';
import { pairSides } from '../diff/pairing.ts';
import { diffObject } from '../report/diff/json.ts';
import { behaviourResult, type ComparedPair, refusedResult } from '../results/comparison.ts';
import { refusedSides } from '../results/refused-sides.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { opened, plain } from './input.ts';
import type { Difference, DiffLevel, Inputs, ReadOptions } from './types.ts';

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
  const clock = { now: () => performance.now(), milliseconds };
  const pairing = pairSides(left, right);
  const refused = rules.refused === 'off' ? undefined : refusedSides(left, right, undefined, clock.now);
  const moved =
    behaviour === 'none'
      ? undefined
      : compareBehaviour(left, right, { aspect: behaviour, clock, pairing, refused });
  const result = diffConfigurations(left, right, {
    pairing,
    cosmetic,
    ignore,
    rules: new Map(Object.entries(rules)),
    showSecrets: options.showSecrets === true,
    refused,
    deadRoutes: behaviour !== 'none',
    isSettled: behaviour === 'all' ? moved?.isSettled : undefined,
  });
  const pair: ComparedPair = {
    name: '',
    result,
    ...(refused === undefined ? {} : refusedResult(refused)),
    ...(moved === undefined ? {} : { behaviour: behaviourResult(moved) }),
  };
  return plain<Difference>(diffObject([pair]), redact);
}
