/** Where a position stands in a text, in a text within a text too: a ConfigMap holds configurations as block scalars. */

import type { Span } from '../../source/lines.ts';
import { lineEnd, nextLine, skipBlanks } from './scan.ts';
import { scannedPlace } from './scan-block.ts';

/** @returns nothing where nothing can be written, as in remarks */
export function placeAt(text: string, offset: number): TextPlace | undefined {
  return scannedPlace(text, offset);
}

/** The same position inside of the block scalar that it is in, as if that were a text of its own. */
export function placeInside(text: string, offset: number, { block }: TextPlace): TextPlace | undefined {
  if (block === undefined) return undefined;
  const indent = indentOf(text, block.start, block.end);
  const lines: string[] = [];
  let inner = 0;
  let length = 0;
  for (let line = block.start; line < block.end; line = nextLine(text, line)) {
    const end = lineEnd(text, line);
    const from = Math.min(line + indent, end);
    if (line <= offset && offset <= end) inner = length + Math.max(0, offset - from);
    const written = text.slice(from, end);
    lines.push(written);
    length += written.length + 1;
  }
  const place = scannedPlace(lines.join('\n'), inner);
  if (place === undefined) return undefined;
  const shift = offset - inner;
  const { start, end } = place.word;
  return { ...place, word: { start: start + shift, end: end + shift }, shift };
}

/** How far the lines of a block scalar are indented: as far as the first one that holds something. */
function indentOf(text: string, start: number, end: number): number {
  for (let line = start; line < end; line = nextLine(text, line)) {
    const at = skipBlanks(text, line);
    if (at < lineEnd(text, line)) return at - line;
  }
  return Math.max(0, end - start);
}

// Where a position stands in a text that need not be whole: the maps and lists around it, told from indentation and
// brackets. On a text that parses it is the way that the tree knows; half-written texts are what it is for.

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
  readonly word: Span;
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
