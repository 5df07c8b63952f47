/** Changes that the runtime layers of a bootstrap meet. */
import { isObject } from '../../model/bound.ts';
import { withoutWord } from '../../model/extension-config.ts';
import { look, type ReleaseChange } from './change.ts';
import { removedGuards } from './removed-guards.ts';

/** Deeper than any runtime key nests. */
const DEEPEST = 12;

/** Its release is that of the key. */
export const REMOVED_GUARD = 'removed-guard';

export const runtimeChanges: readonly ReleaseChange[] = [
  {
    id: REMOVED_GUARD,
    release: '1.15.0',
    who: 'a runtime layer that sets a key of WORD.reloadable_features or WORD.restart_features which a release has removed',
    what: 'the key does nothing and can be removed',
    looks: [
      look('RuntimeLayer', ({ static_layer: values }, { word, meets }) => {
        for (const key of guardsIn(values, word)) meets({ field: 'static_layer', about: key });
      }),
      look('bootstrap.Runtime', ({ base }, { word, meets }) => {
        for (const key of guardsIn(base, word)) meets({ field: 'base', about: key });
      }),
    ],
  },
];

/** The release that removed a runtime key of a file; undefined where it is none of those. */
export function releaseWithout(key: string, word: string): string | undefined {
  return removedGuards.get(withoutWord(key, word));
}

/** The removed keys that are set to a boolean or a number; values may stand under a whole key or in nested objects. */
function guardsIn(values: unknown, word: string, before = '', depth = 0): readonly string[] {
  if (!isObject(values) || depth > DEEPEST) return [];
  return Object.entries(values).flatMap(([name, value]) => {
    const key = `${before}${name}`;
    if (isObject(value)) return guardsIn(value, word, `${key}.`, depth + 1);
    const isSwitch = typeof value === 'boolean' || typeof value === 'number';
    return isSwitch && releaseWithout(key, word) !== undefined ? [key] : [];
  });
}
