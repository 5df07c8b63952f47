/** Numbers for lists of numbers: equal lists get the same one, counted from 0. */

interface Interner {
  /** The number of a list; it is copied when it is new. */
  readonly intern: (list: Int32Array) => number;
  readonly listOf: (id: number) => Int32Array;
  readonly size: () => number;
}

const NONE = new Int32Array(0);

export function startInterning(): Interner {
  const lists: Int32Array[] = [];
  const hashes: number[] = [];
  /** Open addressing: a list's number plus one, at its hash or the next free place. */
  let slots = new Int32Array(64);

  function place(hash: number, list: Int32Array): number {
    const mask = slots.length - 1;
    let at = hash & mask;
    for (let id = slots[at] ?? 0; id !== 0; id = slots[at] ?? 0) {
      if (hashes[id - 1] === hash && same(lists[id - 1] ?? NONE, list)) return at;
      at = (at + 1) & mask;
    }
    return at;
  }

  function grow(): void {
    slots = new Int32Array(slots.length * 2);
    const mask = slots.length - 1;
    hashes.forEach((hash, id) => {
      let at = hash & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = id + 1;
    });
  }

  return {
    intern: (list) => {
      const hash = hashOf(list);
      const at = place(hash, list);
      const known = slots[at] ?? 0;
      if (known !== 0) return known - 1;
      lists.push(list.slice());
      hashes.push(hash);
      slots[at] = lists.length;
      if (lists.length * 2 > slots.length) grow();
      return lists.length - 1;
    },
    listOf: (id) => lists[id] ?? NONE,
    size: () => lists.length,
  };
}

function hashOf(list: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < list.length; i++) {
    hash = Math.imul(hash ^ (list[i] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}

function same(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

// What was made of a text, for the patterns that come next: those of one configuration share classes and much of their
// trees. Of what is held nothing is needed: when it has become much, it is forgotten.

interface Memo<T> {
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
