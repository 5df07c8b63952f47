import { compareSides } from '../engine/compare.ts';
import { diffObject } from '../report/diff/json.ts';
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
