/** Escapes as the C++ library reads them, established with the library itself. */
import { DIGIT, SPACE, WORD } from './posix-classes.ts';
import { PatternProblem } from './problem.ts';
import { complement, LAST_BYTE, type Ranges } from './ranges.ts';

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
