import { prefixTree } from './prefix-tree.ts';

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
  if (prefixes.size === 0)
    return {
      at: (text) => {
        const here = exact.get(text);
        return here === undefined ? NOTHING : [here];
      },
    };
  const sorted = sortedLiterals(prefixes.keys());
  const values = sorted.texts.map((text) => prefixes.get(text));
  return {
    at: (text) => {
      const found: T[] = [];
      const here = exact.get(text);
      if (here !== undefined) found.push(here);
      for (let at = sorted.longestPrefix(text); at >= 0; at = sorted.parent(at)) {
        const value = values[at];
        if (value !== undefined) found.push(value);
      }
      return found;
    },
  };
}

const NOTHING: readonly never[] = [];

/** Literals in their order, where those that begin with one of them follow it directly. */
export interface SortedLiterals {
  readonly texts: readonly string[];
  /** The position of the longest literal that the text begins with; −1 without one. */
  readonly longestPrefix: (text: string) => number;
  /** For a literal at a position that of the longest other that it begins with; −1 without one. */
  readonly parent: (at: number) => number;
  /** The position of the first literal that is not before the text. */
  readonly from: (text: string) => number;
  /** The position behind the last literal that begins with the text. */
  readonly behind: (text: string) => number;
}

/** So few are looked at one by one. */
const FEW = 8;

export function sortedLiterals(literals: Iterable<string>): SortedLiterals {
  const texts = [...literals].sort();
  const parents = parentsOf(texts);
  const tree = texts.length > FEW ? prefixTree(texts) : undefined;
  const from = (text: string): number => first(texts, (literal) => literal >= text);
  return {
    texts,
    longestPrefix: (text) => {
      if (tree === undefined) {
        for (let at = texts.length - 1; at >= 0; at--) if (text.startsWith(texts[at] ?? '')) return at;
        return -1;
      }
      // It is the one that the tree names, or an ancestor of that one.
      for (let at = tree(text); at >= 0; at = parents[at] ?? -1)
        if (text.startsWith(texts[at] ?? '')) return at;
      return -1;
    },
    parent: (at) => parents[at] ?? -1,
    from,
    behind: (text) => first(texts, (literal) => literal >= text && !literal.startsWith(text)),
  };
}

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

/** The first position from which on all texts have a property that none before has. */
function first(sorted: readonly string[], has: (text: string) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(sorted[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
