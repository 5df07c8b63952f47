/** What can be told from an expression's outside: a plain text at its head, or one that must stand somewhere in it. */

import { BY_READING } from './automaton.ts';
import { startMemo } from './intern.ts';
import { RE2_DOT } from './parse-re2.ts';
import { complement, LAST_BYTE, type Ranges } from './ranges.ts';
import { EVERYTHING, type Regex, repeat, sequence } from './syntax.ts';
import { textOf } from './utf8.ts';

export type Shape =
  /** One text and no other. */
  | { readonly kind: 'exact'; readonly text: string }
  /**
   * The text and whatever follows: any bytes, bytes without line ends (`.*` of the C++ library, which leaves out \n
   * and \r), or characters without \n (`.*` of RE2, which leaves out what is no UTF-8).
   */
  | { readonly kind: 'prefix'; readonly text: string; readonly rest: 'bytes' | 'line' | 'characters' }
  /** The text, which may be empty, and then something that the tail matches. */
  | { readonly kind: 'head'; readonly text: string; readonly tail: Regex };

/** The plain text at the head of an expression, and what is left. */
export function literalHead(tree: Regex): Shape {
  const parts = partsOf(tree);
  let length = 0;
  while (length < parts.length && singleByte(parts[length]) !== undefined) length++;
  const { text, bytes } = wholeCharacters(parts.slice(0, length));
  const tail = bytes === 0 ? tree : sequence(parts.slice(bytes));
  if (tail.kind === 'empty') return { kind: 'exact', text };
  const rest = RESTS.get(keyOf(tail));
  return rest === undefined ? { kind: 'head', text, tail } : { kind: 'prefix', text, rest };
}

/**
 * The text of an expression that takes all texts which hold it somewhere, such as `.*admin.*`; line ends and what is no
 * UTF-8 left aside, as with a prefix. Undefined for any other expression.
 */
export function heldText(tree: Regex): string | undefined {
  const parts = partsOf(tree);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || parts.length < 3) return undefined;
  if (!RESTS.has(keyOf(first)) || !RESTS.has(keyOf(last))) return undefined;
  const inner = literalHead(sequence(parts.slice(1, -1)));
  return inner.kind === 'exact' ? inner.text : undefined;
}

/** The longest text that stands in everything the expression matches, for sorting out; undefined without one. */
export function requiredLiteral(tree: Regex): string | undefined {
  let best = '';
  const consider = (run: readonly Regex[]): void => {
    const { text } = wholeCharacters(run);
    if (text.length > best.length) best = text;
  };
  const walk = (part: Regex): void => {
    if (part.kind === 'group' || (part.kind === 'repeat' && part.min > 0)) walk(part.body);
    else if (singleByte(part) !== undefined) consider([part]);
    if (part.kind !== 'sequence') return;
    let run: Regex[] = [];
    for (const inner of part.parts) {
      if (singleByte(inner) !== undefined) run.push(inner);
      else if (inner.kind !== 'edge' && inner.kind !== 'lookahead') {
        consider(run);
        run = [];
        walk(inner);
      }
    }
    consider(run);
  };
  walk(tree);
  return best === '' ? undefined : best;
}

function partsOf(tree: Regex): readonly Regex[] {
  if (tree.kind === 'sequence') return tree.parts;
  return tree.kind === 'empty' ? [] : [tree];
}

function singleByte(part: Regex | undefined): number | undefined {
  return part?.kind === 'chars' && part.set.length === 2 && part.set[0] === part.set[1]
    ? part.set[0]
    : undefined;
}

/** As much of a run of single bytes as is text: it may begin or end inside a character. */
function wholeCharacters(run: readonly Regex[]): { readonly text: string; readonly bytes: number } {
  const all = Uint8Array.from(run, (part) => singleByte(part) ?? 0);
  for (let end = all.length; end > Math.max(0, all.length - 4); end--) {
    const text = textOf(all.subarray(0, end));
    if (text !== undefined) return { text, bytes: end };
  }
  const ascii = all.findIndex((byte) => byte >= 0x80);
  const bytes = ascii < 0 ? all.length : ascii;
  return { text: textOf(all.subarray(0, bytes)) ?? '', bytes };
}

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

// How short and how long a text that an expression matches can be.

interface Lengths {
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
function lengthsOf(tree: Regex): Lengths {
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

// A short readable text that a tree matches, told from the tree alone: much quicker than a search.

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

const star = (body: Regex): string => keyOf(repeat(body, 0, Number.POSITIVE_INFINITY));
const RESTS: ReadonlyMap<string, 'bytes' | 'line' | 'characters'> = new Map([
  [keyOf(EVERYTHING), 'bytes'],
  [star({ kind: 'chars', set: complement([0x0a, 0x0a, 0x0d, 0x0d], LAST_BYTE) }), 'line'],
  [star(RE2_DOT), 'characters'],
]);
