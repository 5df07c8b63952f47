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
interface SortedLiterals {
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

// A radix tree over sorted texts: descends by the characters at which they part, so that a text is looked up in a few steps however many there are. All in typed arrays; the children of a node stand side by side, by character.

/** Which of the texts could be the longest that a text begins with; −1 for none. The caller has to compare. */
type PrefixTree = (text: string) => number;

/** @param texts sorted by code units, each once. Takes time in proportion to their length. */
function prefixTree(texts: readonly string[]): PrefixTree {
  // At most one inner node for each text but the first, and one leaf for each.
  const most = Math.max(1, texts.length * 2);
  /** Which character the children of a node part at. */
  const depths = new Int32Array(most);
  /** The text that ends at a node, or the nearest above it. */
  const ending = new Int32Array(most).fill(-1);
  const firstChild = new Int32Array(most);
  const lastChild = new Int32Array(most).fill(-1);
  const characters = new Uint16Array(most);
  /** Nodes are made before they are looked into; each stands for a range of the texts. */
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  let nodes = 1;
  to[0] = texts.length;
  for (let node = 0; node < nodes; node++) {
    let low = from[node] ?? 0;
    const high = to[node] ?? 0;
    if (low === high) continue;
    const first = texts[low] ?? '';
    const depth = sharedLength(first, texts[high - 1] ?? '', depths[node] ?? 0);
    depths[node] = depth;
    if (first.length === depth) ending[node] = low++;
    firstChild[node] = nodes;
    while (low < high) {
      const character = (texts[low] ?? '').charCodeAt(depth);
      from[nodes] = low;
      for (low++; low < high && texts[low]?.charCodeAt(depth) === character; ) low++;
      to[nodes] = low;
      characters[nodes] = character;
      depths[nodes] = depth;
      ending[nodes] = ending[node] ?? -1;
      nodes++;
    }
    lastChild[node] = nodes - 1;
  }
  return (text) => {
    let node = 0;
    for (;;) {
      const depth = depths[node] ?? 0;
      if (depth >= text.length) break;
      const child = childAt(text.charCodeAt(depth), firstChild[node] ?? 0, lastChild[node] ?? -1);
      if (child < 0) break;
      node = child;
    }
    return ending[node] ?? -1;
  };

  function childAt(character: number, first: number, last: number): number {
    let low = first;
    let high = last;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const here = characters[middle] ?? 0;
      if (here === character) return middle;
      if (here < character) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** How many characters two texts share at the front, which are at least `known`. */
function sharedLength(left: string, right: string, known: number): number {
  const most = Math.min(left.length, right.length);
  let at = known;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}
