/** Expressions with back references, bounded by ones without: automata have no memory for what a group took. */
import { mapChildren } from './rewrite.ts';
import { capturing, childrenOf, EVERYTHING, lookahead, looksAhead, NOTHING, type Regex } from './syntax.ts';

/**
 * A tree without groups and back references that matches at least (`over`) or at most (`under`) what the tree
 * matches; the tree itself when it has none. Inside a negative lookahead the sides change.
 */
export function withoutReferences(tree: Regex, side: 'over' | 'under'): Regex {
  if (!capturing(tree)) return tree;
  const bodies = new Map<number, Regex>();
  collectBodies(tree, bodies);
  const rewrite = (part: Regex, over: boolean): Regex => {
    if (!capturing(part)) return part;
    switch (part.kind) {
      case 'backreference':
        return over ? (bodies.get(part.number) ?? EVERYTHING) : NOTHING;
      case 'group':
        return rewrite(part.body, over);
      case 'lookahead':
        return lookahead(rewrite(part.body, over !== part.negative), part.negative);
      default:
        return mapChildren(part, (child) => rewrite(child, over));
    }
  };
  return rewrite(tree, side === 'over');
}

/** What each group can take, where that does not hang on what stands around it. */
function collectBodies(tree: Regex, bodies: Map<number, Regex>): void {
  if (tree.kind === 'group' && !capturing(tree.body) && !looksAround(tree.body))
    bodies.set(tree.number, tree.body);
  for (const child of childrenOf(tree)) collectBodies(child, bodies);
}

function looksAround(tree: Regex): boolean {
  return tree.kind === 'edge' || looksAhead(tree) || childrenOf(tree).some(looksAround);
}
