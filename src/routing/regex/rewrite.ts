/** Trees made from trees: each rebuilds through the constructors of syntax.ts, so that it comes out simplified. */
import { intervalsOf, type Ranges, rangesOf } from './ranges.ts';
import { alternatives, chars, EMPTY, lookahead, type Regex, repeat, sequence } from './syntax.ts';

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

export function foldBytes(set: Ranges): Ranges {
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
