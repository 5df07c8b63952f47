/**
 * What was made of a text, for the patterns that come next: those of one configuration share classes and much of their
 * trees. Of what is held nothing is needed: when it has become much, it is forgotten.
 */
export interface Memo<T> {
  readonly of: (key: string, make: () => T) => T;
}

/** @param most characters of the keys that are held */
export function startMemo<T>(most: number): Memo<T> {
  const known = new Map<string, T>();
  let held = 0;
  return {
    of: (key, make) => {
      const before = known.get(key);
      if (before !== undefined) return before;
      const made = make();
      held += key.length;
      if (held > most) {
        known.clear();
        held = key.length;
      }
      known.set(key, made);
      return made;
    },
  };
}
