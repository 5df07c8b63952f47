/** A short readable text that a tree matches, told from the tree alone: much quicker than a search. */
import { BY_READING } from './byte-classes.ts';
import type { Ranges } from './ranges.ts';
import type { Regex } from './syntax.ts';
import { textOf } from './text.ts';

/** Longer examples are not made. */
const MAX_BYTES = 200;

/**
 * A text that the tree matches as a whole. Undefined where that is not to be seen at once: with lookaheads, edges and
 * back references, and where it would be long.
 */
export function exampleOf(tree: Regex): string | undefined {
  const bytes = shortest(tree);
  return bytes && textOf(Uint8Array.from(bytes));
}

function shortest(tree: Regex): readonly number[] | undefined {
  switch (tree.kind) {
    case 'empty':
      return [];
    case 'chars':
      return bestByte(tree.set);
    case 'sequence':
      return joined(tree.parts.map(shortest));
    case 'alternatives':
      return least(tree.choices.map(shortest));
    case 'repeat':
      if (tree.min > MAX_BYTES) return undefined;
      return tree.min === 0 ? [] : joined(Array(tree.min).fill(shortest(tree.body)));
    default:
      return undefined;
  }
}

function joined(parts: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const all: number[] = [];
  for (const part of parts) {
    if (part === undefined || all.length + part.length > MAX_BYTES) return undefined;
    for (const byte of part) all.push(byte);
  }
  return all;
}

function least(choices: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  let best: readonly number[] | undefined;
  for (const choice of choices)
    if (choice !== undefined && (best === undefined || choice.length < best.length)) best = choice;
  return best;
}

function bestByte(set: Ranges): readonly number[] | undefined {
  for (const byte of BY_READING)
    for (let at = 0; at + 1 < set.length; at += 2)
      if ((set[at] ?? 0) <= byte && byte <= (set[at + 1] ?? 0)) return [byte];
  return undefined;
}
