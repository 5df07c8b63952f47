import type { Regex } from './syntax.ts';

const KEYS = new WeakMap<Regex, string>();

/**
 * Equal for trees that are the same but for the order of their choices. Trees with equal keys match the same texts;
 * those with different keys may still.
 */
export function keyOf(tree: Regex): string {
  const known = KEYS.get(tree);
  if (known !== undefined) return known;
  const key = write(tree);
  KEYS.set(tree, key);
  return key;
}

/** Every key ends in a sign of its own or counts its parts, so that no two trees run into one. */
function write(tree: Regex): string {
  switch (tree.kind) {
    case 'empty':
      return 'e;';
    case 'chars':
      return `c${tree.set.map((byte) => byte.toString(16)).join()};`;
    case 'sequence':
      return `s(${tree.parts.map(keyOf).join('')})`;
    case 'alternatives':
      return `a(${[...new Set(tree.choices.map(keyOf))].sort().join('')})`;
    case 'repeat':
      return `r${tree.min},${tree.max === Number.POSITIVE_INFINITY ? '' : tree.max}(${keyOf(tree.body)})`;
    case 'edge':
      return `${tree.at};`;
    case 'lookahead':
      return `${tree.negative ? '!' : '='}(${keyOf(tree.body)})`;
    case 'group':
      return `g${tree.number}(${keyOf(tree.body)})`;
    case 'backreference':
      return `b${tree.number};`;
  }
}
