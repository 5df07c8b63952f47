import { startMemo } from './remember.ts';
import type { Regex } from './syntax.ts';

const KEYS = new WeakMap<Regex, string>();

/** A longer key is a number where it stands in another one: a class of letters is thousands of characters. */
const LONGEST_INSIDE = 200;
const NUMBERS = startMemo<string>(16_000_000);
let numbered = 0;

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

/** The key of a tree inside another one. Numbers are never given again, so that equal ones stay equal trees. */
function inside(tree: Regex): string {
  const key = keyOf(tree);
  return key.length <= LONGEST_INSIDE ? key : NUMBERS.of(key, () => `#${++numbered};`);
}

/** Every key ends in a sign of its own or counts its parts, so that no two trees run into one. */
function write(tree: Regex): string {
  switch (tree.kind) {
    case 'empty':
      return 'e;';
    case 'chars':
      return `c${tree.set.map((byte) => byte.toString(16)).join()};`;
    case 'sequence':
      return `s(${tree.parts.map(inside).join('')})`;
    case 'alternatives':
      return `a(${[...new Set(tree.choices.map(inside))].sort().join('')})`;
    case 'repeat':
      return `r${tree.min},${tree.max === Number.POSITIVE_INFINITY ? '' : tree.max}(${inside(tree.body)})`;
    case 'edge':
      return `${tree.at};`;
    case 'lookahead':
      return `${tree.negative ? '!' : '='}(${inside(tree.body)})`;
    case 'group':
      return `g${tree.number}(${inside(tree.body)})`;
    case 'backreference':
      return `b${tree.number};`;
  }
}
