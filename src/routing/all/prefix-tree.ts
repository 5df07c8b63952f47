/**
 * A radix tree over sorted texts: descends by the characters at which they part, so that a text is looked up in a few
 * steps however many there are. All in typed arrays; the children of a node stand side by side, by character.
 */

/** Which of the texts could be the longest that a text begins with; −1 for none. The caller has to compare. */
export type PrefixTree = (text: string) => number;

/** @param texts sorted by code units, each once. Takes time in proportion to their length. */
export function prefixTree(texts: readonly string[]): PrefixTree {
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
