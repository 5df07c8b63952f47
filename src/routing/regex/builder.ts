/**
 * Puts a tree together from the pieces that a parser reads, on a stack of its own: a pattern of ten thousand nested
 * parentheses costs memory, never the call stack.
 */

import { alternatives, type Regex, repeat, sequence } from './syntax.ts';

/** A tree with what its grammar counts about it. */
export interface Piece {
  readonly tree: Regex;
  /** How deep the tree is, so that nothing that walks it later runs out of call stack. */
  readonly depth: number;
  /** The grammar's own measure: states of the library's automaton, or the product of nested repetitions. */
  readonly weight: number;
}

/** How a grammar weighs what it reads. */
export interface Weights {
  readonly sequence: (parts: readonly Piece[]) => number;
  readonly alternatives: (choices: readonly number[]) => number;
}

/** What an open parenthesis remembers until it is closed. */
interface Open<Note> {
  readonly note: Note;
  readonly offset: number;
}

interface Frame<Note> {
  readonly open: Open<Note> | undefined;
  readonly choices: Piece[];
  parts: Piece[];
}

export interface Builder<Note> {
  readonly push: (tree: Regex, depth: number, weight: number) => void;
  /** Replaces the last piece of the branch being read; false when there is none. */
  readonly change: (rewrite: (last: Piece) => Piece) => boolean;
  readonly bar: () => void;
  readonly open: (open: Open<Note>) => void;
  /** Ends the innermost parenthesis; undefined when none is open. */
  readonly close: () => { readonly body: Piece; readonly open: Open<Note> } | undefined;
  readonly innermost: () => Open<Note> | undefined;
  readonly isOpen: (matches: (note: Note) => boolean) => boolean;
  /** The whole tree; every parenthesis must have been closed. */
  readonly end: () => Piece;
}

/** How branches and choices become trees. */
export interface Joining {
  readonly sequence: (parts: readonly Regex[]) => Regex;
  readonly alternatives: (choices: readonly Regex[]) => Regex;
}

export function startBuilding<Note>(
  weights: Weights,
  joining: Joining = { sequence, alternatives },
): Builder<Note> {
  const frames: Frame<Note>[] = [{ open: undefined, choices: [], parts: [] }];
  const top = (): Frame<Note> => frames[frames.length - 1] ?? { open: undefined, choices: [], parts: [] };

  function endBranch(): void {
    const frame = top();
    const tree = joining.sequence(frame.parts.map((part) => part.tree));
    frame.choices.push({
      tree,
      depth: deepest(frame.parts) + (tree.kind === 'sequence' ? 1 : 0),
      weight: weights.sequence(frame.parts),
    });
    frame.parts = [];
  }

  function endFrame(): Piece {
    endBranch();
    const { choices } = top();
    const tree = joining.alternatives(choices.map((choice) => choice.tree));
    return {
      tree,
      depth: deepest(choices) + (tree.kind === 'alternatives' ? 1 : 0),
      weight: weights.alternatives(choices.map((choice) => choice.weight)),
    };
  }

  return {
    push: (tree, depth, weight) => {
      top().parts.push({ tree, depth, weight });
    },
    change: (rewrite) => {
      const { parts } = top();
      const last = parts[parts.length - 1];
      if (last === undefined) return false;
      parts[parts.length - 1] = rewrite(last);
      return true;
    },
    bar: endBranch,
    open: (open) => {
      frames.push({ open, choices: [], parts: [] });
    },
    close: () => {
      const { open } = top();
      if (open === undefined) return undefined;
      const body = endFrame();
      frames.pop();
      return { body, open };
    },
    innermost: () => top().open,
    isOpen: (matches) => frames.some((frame) => frame.open !== undefined && matches(frame.open.note)),
    end: endFrame,
  };
}

function deepest(pieces: readonly Piece[]): number {
  let depth = 0;
  for (const piece of pieces) if (piece.depth > depth) depth = piece.depth;
  return depth;
}

/** The piece repeated, with the weight that the grammar gives it. */
export function repeated(piece: Piece, min: number, max: number, weight: number): Piece {
  const tree = repeat(piece.tree, min, max);
  // Most nested repetitions melt into one.
  const grows = tree.kind === 'repeat' && tree.body === piece.tree;
  return { tree, depth: piece.depth + (grows ? 1 : 0), weight };
}

export type Parsed =
  | { readonly ok: true; readonly tree: Regex }
  | {
      readonly ok: false;
      /** What is wrong, in words that can stand after "the regular expression". */
      readonly problem: string;
      /** Where, as an index into the pattern. */
      readonly offset: number;
      /** `invalid`: the library rejects it too. `unsupported`: the library takes it, it is only not read here. */
      readonly kind: 'invalid' | 'unsupported';
    };

/** Ends a parse; thrown and caught inside parse.ts only. The offset counts what the grammar's parser counts. */
export class PatternProblem extends Error {
  readonly offset: number;
  readonly kind: 'invalid' | 'unsupported';
  constructor(problem: string, offset: number, kind: 'invalid' | 'unsupported' = 'invalid') {
    super(problem);
    this.name = 'PatternProblem';
    this.offset = offset;
    this.kind = kind;
  }
}

/** Trees deeper than this are not read: walking them could exhaust the call stack. */
export const MAX_DEPTH = 500;

export function tooDeep(offset: number): PatternProblem {
  return new PatternProblem(
    `nests repetitions and choices more than ${MAX_DEPTH} deep`,
    offset,
    'unsupported',
  );
}
