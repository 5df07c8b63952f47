/** What stands between the operators of an ECMAScript pattern: classes, counts, escapes, the groups of lookaheads. */

import { PatternProblem } from './builder.ts';
import {
  CPP_CLASSES,
  complement,
  DIGIT,
  LAST_BYTE,
  type Ranges,
  rangesOf,
  SPACE,
  unite,
  WORD,
} from './ranges.ts';
import { childrenOf, type Regex } from './syntax.ts';

// Character classes `[…]` as the C++ library reads them: `]` always ends, a dash beside a range or at the ends stands
// for itself, and characters are signed, so that the bytes from 128 on come before the others in a range.

type Item =
  | { readonly kind: 'byte'; readonly byte: number }
  | { readonly kind: 'set'; readonly set: Ranges }
  | { readonly kind: 'dash' };

/** What stood before: nothing that a dash could continue, one byte, or a whole class. */
type Before = undefined | { readonly kind: 'byte'; readonly byte: number } | { readonly kind: 'set' };

/** Reads from after `[` to after `]`. */
export function bracket(reader: EcmaReader): Ranges {
  const { bytes } = reader;
  const start = reader.at - 1;
  const negated = bytes[reader.at] === 0x5e;
  if (negated) reader.at++;
  const sets: Ranges[] = [];
  let before: Before;
  for (let first = true; ; first = false) {
    if (bytes[reader.at] === 0x5d) break;
    const at = reader.at;
    const item = nextItem(reader, start);
    if (item.kind === 'set') {
      sets.push(item.set);
      before = { kind: 'set' };
    } else if (item.kind === 'byte' || first || bytes[reader.at] === 0x5d || before === undefined) {
      const byte = item.kind === 'byte' ? item.byte : 0x2d;
      sets.push([byte, byte]);
      before = { kind: 'byte', byte };
    } else if (before.kind === 'set') {
      throw new PatternProblem('has a range in [ ] that begins with a class', at);
    } else {
      const end = nextItem(reader, start);
      if (end.kind === 'set') throw new PatternProblem('has a range in [ ] that ends with a class', at);
      sets.push(signedRange(before.byte, end.kind === 'byte' ? end.byte : 0x2d, at));
      before = undefined;
    }
  }
  reader.at++;
  const set = unite(sets);
  return negated ? complement(set, LAST_BYTE) : set;
}

function nextItem(reader: EcmaReader, start: number): Item {
  const { bytes } = reader;
  const byte = bytes[reader.at];
  if (byte === undefined) throw new PatternProblem('has a [ without its ]', start);
  reader.at++;
  if (byte === 0x2d) return { kind: 'dash' };
  if (byte === 0x5b) return named(reader, start);
  return byte === 0x5c ? escaped(reader) : { kind: 'byte', byte };
}

function escaped(reader: EcmaReader): Item {
  const at = reader.at - 1;
  const letter = String.fromCharCode(reader.bytes[reader.at] ?? 0);
  const set = ESCAPED_CLASSES.get(letter);
  if (set !== undefined) {
    reader.at++;
    return { kind: 'set', set };
  }
  if (letter === 'B' || /[1-9]/.test(letter)) throw new PatternProblem(`has \\${letter} inside [ ]`, at);
  if (letter !== 'b') return { kind: 'byte', byte: escapedByte(reader) };
  reader.at++;
  return { kind: 'byte', byte: 0x08 };
}

/** `[:name:]`, `[.x.]` and `[=x=]`, after their first bracket; any other bracket stands for itself. */
function named(reader: EcmaReader, start: number): Item {
  const { bytes } = reader;
  const at = reader.at - 1;
  const mark = bytes[reader.at];
  if (mark === undefined) throw new PatternProblem('has a [ without its ]', start);
  if (mark !== 0x3a && mark !== 0x2e && mark !== 0x3d) return { kind: 'byte', byte: 0x5b };
  const end = bytes.indexOf(mark, reader.at + 1);
  const sign = String.fromCharCode(mark);
  if (end < 0 || bytes[end + 1] !== 0x5d) throw new PatternProblem(`has [${sign} without ${sign}]`, at);
  const name = String.fromCharCode(...bytes.subarray(reader.at + 1, end));
  reader.at = end + 2;
  if (mark === 0x3a) {
    const set = CPP_CLASSES.get(name.toLowerCase());
    if (set === undefined) throw new PatternProblem(`names the class [:${name}:], which does not exist`, at);
    return { kind: 'set', set };
  }
  const byte = collatingElement(name, sign, at);
  if (mark === 0x2e) return { kind: 'byte', byte };
  // Equivalent are, in the C locale, the two cases of a letter.
  const cases = [...`${name.toLowerCase()}${name.toUpperCase()}`].map((char) => char.charCodeAt(0));
  return { kind: 'set', set: rangesOf(...cases.map((one): [number, number] => [one, one])) };
}

/** Only letters go by their own name; the words for the other characters ("hyphen") are not kept here. */
function collatingElement(name: string, sign: string, at: number): number {
  if (/^[A-Za-z]$/.test(name)) return name.charCodeAt(0);
  const spelled = /^[A-Za-z][A-Za-z0-9-]+$/.test(name);
  throw new PatternProblem(
    `names the collating element [${sign}${name}${sign}]${spelled ? '' : ', which does not exist'}`,
    at,
    spelled ? 'unsupported' : 'invalid',
  );
}

function signedRange(low: number, high: number, at: number): Ranges {
  const signed = (byte: number): number => (byte < 0x80 ? byte : byte - 0x100);
  if (signed(low) > signed(high))
    throw new PatternProblem('has a range in [ ] whose ends are in the wrong order', at);
  return low <= high ? [low, high] : rangesOf([0, high], [low, LAST_BYTE]);
}

// How often something may repeat, as the C++ library reads it.

interface Count {
  readonly min: number;
  readonly max: number;
}

/** Above this the library's own numbers wrap around. */
const MAX_COUNT = 2 ** 31 - 1;

export const SIGNS: ReadonlyMap<string, Count> = new Map([
  ['*', { min: 0, max: Number.POSITIVE_INFINITY }],
  ['+', { min: 1, max: Number.POSITIVE_INFINITY }],
  ['?', { min: 0, max: 1 }],
]);

/** Braces copy what they repeat. */
export function copies(states: number, min: number, max: number): number {
  if (max === Number.POSITIVE_INFINITY) return 1 + min * states + states + 1;
  return 1 + min * states + 1 + (max - min) * (states + 1);
}

/** Reads a count in braces. */
export function braces(reader: EcmaReader, start: number): Count {
  const text = String.fromCharCode(...reader.bytes.subarray(start, start + 40));
  const found = /^\{(\d+)(?:(,)(\d*))?\}/.exec(text);
  if (found === null)
    throw new PatternProblem('has a { that does not begin a count like {2} or {2,3}', start);
  const [all, least = '', comma, most] = found;
  const min = Number(least);
  const max = comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY;
  if (Math.max(min, max === Number.POSITIVE_INFINITY ? 0 : max) > MAX_COUNT) {
    throw new PatternProblem(`counts further than the library can: ${all}`, start, 'unsupported');
  }
  if (max < min) throw new PatternProblem(`has a count whose ends are in the wrong order: ${all}`, start);
  reader.at += all.length;
  return { min, max };
}

// Escapes as the C++ library reads them, established with the library itself.

export interface EcmaReader {
  readonly bytes: Uint8Array;
  at: number;
}

/** `\d` and its like; the others hold every byte from 128 on. */
export const ESCAPED_CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ['d', DIGIT],
  ['w', WORD],
  ['s', SPACE],
  ['D', complement(DIGIT, LAST_BYTE)],
  ['W', complement(WORD, LAST_BYTE)],
  ['S', complement(SPACE, LAST_BYTE)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
  // Never octal: \012 is a zero byte and the text 12.
  ['0', 0x00],
]);

/**
 * Reads an escape for one byte, from after the backslash. `\cX` is X itself; of `\uHHHH` only the low byte counts;
 * what has no meaning of its own stands for itself.
 */
export function escapedByte(reader: EcmaReader): number {
  const at = reader.at - 1;
  const byte = reader.bytes[reader.at];
  if (byte === undefined) throw new PatternProblem('ends in a backslash', at);
  reader.at++;
  const letter = String.fromCharCode(byte);
  if (letter === 'c') {
    const control = reader.bytes[reader.at];
    if (control === undefined) throw new PatternProblem('ends in \\c', at);
    reader.at++;
    return control;
  }
  if (letter === 'x' || letter === 'u') {
    const length = letter === 'x' ? 2 : 4;
    const digits = String.fromCharCode(...reader.bytes.subarray(reader.at, reader.at + length));
    if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) {
      throw new PatternProblem(`has \\${letter} without ${length} hexadecimal digits`, at);
    }
    reader.at += length;
    return Number.parseInt(digits, 16) & LAST_BYTE;
  }
  return CONTROLS.get(letter) ?? byte;
}

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
