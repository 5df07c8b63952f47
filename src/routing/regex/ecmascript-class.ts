/**
 * Character classes `[…]` as the C++ library reads them: `]` always ends, a dash beside a range or at the ends stands
 * for itself, and characters are signed, so that the bytes from 128 on come before the others in a range.
 */
import { type EcmaReader, ESCAPED_CLASSES, escapedByte } from './ecmascript-escape.ts';
import { CPP_CLASSES } from './posix-classes.ts';
import { PatternProblem } from './problem.ts';
import { complement, LAST_BYTE, type Ranges, rangesOf, unite } from './ranges.ts';

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
