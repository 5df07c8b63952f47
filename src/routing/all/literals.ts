/** Things that hang at literals: at an exact text or at a prefix; found again by a text that they may concern. */
export interface Literals<T> {
  /** What hangs at the text itself or at one of its prefixes. */
  readonly at: (text: string) => readonly T[];
}

/** The literals must be given once each. */
export function indexLiterals<T>(
  exact: ReadonlyMap<string, T>,
  prefixes: ReadonlyMap<string, T>,
): Literals<T> {
  const sorted = [...prefixes.keys()].sort((a, b) => (a < b ? -1 : 1));
  const parents = parentsOf(sorted);
  return {
    at: (text) => {
      const found: T[] = [];
      const here = exact.get(text);
      if (here !== undefined) found.push(here);
      // The longest prefix of the text is the last literal not after it, or an ancestor of that one.
      for (let at = lastUpTo(sorted, text); at >= 0; at = parents[at] ?? -1) {
        const literal = sorted[at] ?? '';
        if (!text.startsWith(literal)) continue;
        const value = prefixes.get(literal);
        if (value !== undefined) found.push(value);
      }
      return found;
    },
  };
}

/** For each literal the position of the longest other that it begins with; −1 without one. */
function parentsOf(sorted: readonly string[]): Int32Array {
  const parents = new Int32Array(sorted.length).fill(-1);
  const open: number[] = [];
  for (const [at, literal] of sorted.entries()) {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (literal.startsWith(sorted[top] ?? '')) break;
      open.pop();
    }
    parents[at] = open.at(-1) ?? -1;
    open.push(at);
  }
  return parents;
}

function lastUpTo(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
