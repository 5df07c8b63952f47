/** Escapes as RE2 reads them. */
import { DIGIT, WORD } from './posix-classes.ts';
import { PatternProblem } from './problem.ts';
import { complement, LAST_CODE_POINT, type Ranges, rangesOf } from './ranges.ts';
import { foldCharacters, propertyOf } from './unicode.ts';

/** What releases of RE2 and of the proxy read differently. */
export interface Dialect {
  /** The last character that an escape may name. */
  readonly last: number;
  /** Whether a name may stand in `(?<name>` too, beside `(?P<name>`. */
  readonly plainNames: boolean;
}

export interface Re2Reader {
  /** The pattern's characters. */
  readonly chars: readonly string[];
  readonly dialect: Dialect;
  at: number;
}

/** RE2's `\s` has no vertical tab. */
const SPACE: Ranges = rangesOf([0x09, 0x0a], [0x0c, 0x0d], [0x20, 0x20]);
const LETTERED: ReadonlyMap<string, Ranges> = new Map([
  ['d', DIGIT],
  ['w', WORD],
  ['s', SPACE],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

/** Properties met before; there are a few hundred names. */
const PROPERTIES = new Map<string, Ranges>();

/** A set, folded first where case does not count, then negated. */
export function asWritten(set: Ranges, fold: boolean, negated: boolean): Ranges {
  const folded = fold ? foldCharacters(set) : set;
  return negated ? complement(folded, LAST_CODE_POINT) : folded;
}

/** `\d \D \w \W \s \S \pN \p{Name} \P…` at the reader, or undefined when something else stands there. */
export function escapedSet(reader: Re2Reader, fold: boolean): Ranges | undefined {
  const { chars, at } = reader;
  if (chars[at] !== '\\') return undefined;
  const letter = chars[at + 1] ?? '';
  const set = LETTERED.get(letter.toLowerCase());
  if (set !== undefined && letter.length === 1) {
    reader.at += 2;
    return asWritten(set, fold, letter !== letter.toLowerCase());
  }
  if (letter !== 'p' && letter !== 'P') return undefined;
  const braced = chars[at + 2] === '{';
  const end = braced ? chars.indexOf('}', at + 3) : at + 2;
  if (end < 0 || end >= chars.length) throw new PatternProblem(`has \\${letter} without a name`, at);
  const written = chars.slice(braced ? at + 3 : at + 2, braced ? end : end + 1).join('');
  const negated = braced && written.startsWith('^');
  const name = negated ? written.slice(1) : written;
  const members = propertyOf(name);
  if (members === undefined) {
    throw new PatternProblem(
      `names the character property ${JSON.stringify(name)}, which RE2 does not know`,
      at,
    );
  }
  reader.at = end + 1;
  const key = `${name} ${fold} ${negated !== (letter === 'P')}`;
  const known = PROPERTIES.get(key) ?? asWritten(members, fold, negated !== (letter === 'P'));
  PROPERTIES.set(key, known);
  return known;
}

/** One character, from after the backslash. */
export function escapedCharacter(reader: Re2Reader): number {
  const { chars } = reader;
  const start = reader.at - 1;
  const char = chars[reader.at];
  if (char === undefined) throw new PatternProblem('ends in a backslash', start);
  reader.at++;
  const control = CONTROLS.get(char);
  if (control !== undefined) return control;
  if (char === 'x') return hexadecimal(reader, start);
  // One digit from 1 on would be a back reference, which RE2 does not have.
  if (char === '0' || (/[1-7]/.test(char) && /[0-7]/.test(chars[reader.at] ?? ''))) return octal(reader);
  if (char < '\x80' && !/[0-9A-Za-z]/.test(char)) return char.charCodeAt(0);
  const what = /[1-9]/.test(char) ? `refers back with \\${char}` : `has the escape \\${char}`;
  throw new PatternProblem(`${what}, which RE2 does not have`, start);
}

/** Up to three digits, of which the first was just read. */
function octal(reader: Re2Reader): number {
  const { chars } = reader;
  let value = Number(chars[reader.at - 1]);
  for (let more = 2; more > 0 && /[0-7]/.test(chars[reader.at] ?? ''); more--) {
    value = value * 8 + Number(chars[reader.at++]);
  }
  return value;
}

function hexadecimal(reader: Re2Reader, start: number): number {
  const { chars } = reader;
  const braced = chars[reader.at] === '{';
  const end = braced ? chars.indexOf('}', reader.at) : reader.at + 2;
  const digits = end < 0 ? '' : chars.slice(braced ? reader.at + 1 : reader.at, end).join('');
  const value = /^[0-9A-Fa-f]+$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (!(value <= LAST_CODE_POINT) || (!braced && digits.length < 2)) {
    throw new PatternProblem(
      'has \\x without two hexadecimal digits or the number of a character in braces',
      start,
    );
  }
  if (value > reader.dialect.last)
    throw new PatternProblem(
      `names the character \\x{${digits}}, but the proxy (since release 1.39) reads patterns byte by byte, up to \\x{FF}`,
      start,
    );
  reader.at = braced ? end + 1 : end;
  return value;
}
