import { childrenOf, type Regex } from './syntax.ts';

/**
 * A lookahead keeps the first way in which it matches; which one that is decides what its groups hold. Only a back
 * reference from outside could tell, and such a pattern is not read.
 */
export function refersIntoLookahead(tree: Regex): boolean {
  const references = countOf(tree, 'backreference');
  const check = (part: Regex): boolean => {
    if (part.kind !== 'lookahead') return childrenOf(part).some(check);
    const inside = countOf(part, 'backreference');
    const hidden = [...countOf(part, 'group').keys()];
    return hidden.some((group) => references.get(group) !== inside.get(group)) || check(part.body);
  };
  return check(tree);
}

/** How often each number stands in the tree. */
function countOf(tree: Regex, kind: 'group' | 'backreference'): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const count = (part: Regex): void => {
    if (part.kind === kind) counts.set(part.number, (counts.get(part.number) ?? 0) + 1);
    childrenOf(part).forEach(count);
  };
  count(tree);
  return counts;
}
