/** How short and how long a text that an expression matches can be. */
import type { Regex } from './syntax.ts';

export interface Lengths {
  /** Bytes. */
  readonly least: number;
  /** Bytes; Infinity where a repetition without an end takes any. */
  readonly most: number;
}

const NONE: Lengths = { least: 0, most: 0 };

/**
 * Bounds on the length of what an expression matches, told from its syntax: every text it matches lies between them.
 * Edges and lookaheads take nothing; a back reference may take anything.
 */
export function lengthsOf(tree: Regex): Lengths {
  switch (tree.kind) {
    case 'chars':
      return { least: 1, most: 1 };
    case 'sequence':
      return tree.parts
        .map(lengthsOf)
        .reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), NONE);
    case 'alternatives':
      return tree.choices.map(lengthsOf).reduce((both, { least, most }) => ({
        least: Math.min(both.least, least),
        most: Math.max(both.most, most),
      }));
    case 'repeat': {
      const { least, most } = lengthsOf(tree.body);
      return { least: least * tree.min, most: most === 0 ? 0 : most * tree.max };
    }
    case 'group':
      return lengthsOf(tree.body);
    case 'backreference':
      return { least: 0, most: Number.POSITIVE_INFINITY };
    default:
      return NONE;
  }
}

/**
 * A number of instructions that RE2 needs at least to run an expression. Each byte of a text is taken by an instruction
 * of its own: in the shortest text always, since coming back to one would be a detour, and in every text where all have
 * a bounded length, since coming back would be a loop.
 */
export function leastInstructions(tree: Regex): number {
  const { least, most } = lengthsOf(tree);
  return Number.isFinite(most) ? most : least;
}
