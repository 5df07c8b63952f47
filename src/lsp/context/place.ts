/**
 * Where a position stands in a text that need not be whole: the maps and lists around it, told from indentation and
 * brackets. On a text that parses it is the way that the tree knows; half-written texts are what it is for.
 */
import type { Span } from '../../source/lines.ts';

/** One key of a map, as far as it is written. */
export interface Entry {
  readonly key: string;
  readonly start: number;
  /** What stands under it. */
  readonly holds: 'nothing' | 'scalar' | 'map' | 'list';
  /** The text of a scalar. */
  readonly text?: string;
  /** The keys of a map that stands under it, where the position is not in there. */
  readonly inner?: readonly Entry[];
}

/** A map or list around the position, and the way on from it. */
export type Level =
  | {
      readonly kind: 'map';
      /** Of its keys; undefined where it is written with brackets. */
      readonly column?: number;
      /** Those behind the position too. */
      readonly entries: readonly Entry[];
      /** The key under which the position is; absent where the position is at a key itself. */
      readonly key?: string;
    }
  | { readonly kind: 'list'; readonly column?: number; readonly index: number };

export interface TextPlace {
  /** From the outermost to the innermost. */
  readonly levels: readonly Level[];
  /** A key of the innermost map; what stands under the last key or entry; a new entry of the innermost list. */
  readonly at: 'key' | 'value' | 'entry';
  /** What is written there so far, quotes included. */
  readonly namespace: Span;
  /** A key with its colon: the word of a key is replaced and nothing more. */
  readonly hasColon: boolean;
  /** Only blanks, dashes and keys of lists stand before it on its line, so that a map could begin here. */
  readonly opensBlock: boolean;
  /** Index of the document in its text, from 0. */
  readonly document: number;
  /** The block scalar that the position is in, without its header. */
  readonly block?: Span;
  /** The text is one line of a text that another document holds: how far its offsets lie before those of the file. */
  readonly shift: number;
}

/** The way to a place as a pointer has it; of a key the way to its map and the key. */
export function stepsOf({ levels }: Pick<TextPlace, 'levels'>): readonly (string | number)[] {
  return levels.flatMap((level): (string | number)[] => {
    if (level.kind === 'list') return [level.index];
    return level.key === undefined ? [] : [level.key];
  });
}
