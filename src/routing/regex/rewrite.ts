/** Trees made from trees: each rebuilds through the constructors of syntax.ts, so that it comes out simplified. */
import { intervalsOf, type Ranges, rangesOf } from './ranges.ts';
import {
  alternatives,
  capturing,
  chars,
  childrenOf,
  EMPTY,
  EVERYTHING,
  lookahead,
  looksAhead,
  NOTHING,
  type Regex,
  repeat,
  sequence,
} from './syntax.ts';

/** The same tree with every child rewritten. */
export function mapChildren(tree: Regex, rewrite: (child: Regex) => Regex): Regex {
  switch (tree.kind) {
    case 'sequence':
      return sequence(tree.parts.map(rewrite));
    case 'alternatives':
      return alternatives(tree.choices.map(rewrite));
    case 'repeat':
      return repeat(rewrite(tree.body), tree.min, tree.max);
    case 'lookahead':
      return lookahead(rewrite(tree.body), tree.negative);
    case 'group':
      return { kind: 'group', number: tree.number, body: rewrite(tree.body) };
    default:
      return tree;
  }
}

/**
 * The tree without regard to the case of ASCII letters. For literals: a set is widened by its members' other case,
 * which for a negated class is not what a grammar's own flag does. Back references still compare byte for byte.
 */
export function foldCase(tree: Regex): Regex {
  return tree.kind === 'chars' ? chars(foldBytes(tree.set)) : mapChildren(tree, foldCase);
}

function foldBytes(set: Ranges): Ranges {
  const folded = intervalsOf(set);
  for (const [low, high] of intervalsOf(set)) {
    folded.push([Math.max(low, 0x41) + 32, Math.min(high, 0x5a) + 32]);
    folded.push([Math.max(low, 0x61) - 32, Math.min(high, 0x7a) - 32]);
  }
  return rangesOf(...folded);
}

/** The tree without edges that say nothing, since the whole text is matched: `^/x$` is `/x`. */
export function dropEdges(tree: Regex): Regex {
  return trim(trim(tree, 'first'), 'last');
}

function trim(tree: Regex, side: 'first' | 'last'): Regex {
  switch (tree.kind) {
    case 'edge': {
      const vacuous = side === 'first' ? ['start', 'line-start'] : ['end', 'line-end'];
      return vacuous.includes(tree.at) ? EMPTY : tree;
    }
    case 'alternatives': {
      const choices = tree.choices.map((choice) => trim(choice, side));
      // The same tree stays one object: patterns share their classes.
      return choices.every((choice, index) => choice === tree.choices[index]) ? tree : alternatives(choices);
    }
    case 'sequence': {
      // Several may follow each other: ^^/x.
      const parts = [...tree.parts];
      for (;;) {
        const at = side === 'first' ? 0 : parts.length - 1;
        const outer = parts[at];
        if (outer === undefined) return EMPTY;
        const trimmed = trim(outer, side);
        if (trimmed === outer)
          return parts.length === tree.parts.length ? keep(tree, parts) : sequence(parts);
        if (trimmed.kind !== 'empty') return sequence(parts.with(at, trimmed));
        parts.splice(at, 1);
      }
    }
    case 'group':
      return mapChildren(tree, (body) => trim(body, side));
    default:
      return tree;
  }
}

function keep(tree: Regex, parts: readonly Regex[]): Regex {
  return tree.kind === 'sequence' && parts.length === tree.parts.length ? tree : sequence(parts);
}

// Expressions with back references, bounded by ones without: automata have no memory for what a group took.

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
