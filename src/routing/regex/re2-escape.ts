/** Escapes as RE2 reads them. */
import { once } from '../../source/once.ts';
import { PatternProblem } from './builder.ts';
import {
  complement,
  DIGIT,
  intervalsOf,
  LAST_CODE_POINT,
  type Ranges,
  rangesOf,
  unite,
  WORD,
} from './ranges.ts';

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

// Characters by property and by case, from the tables that JavaScript itself carries. They may be of another Unicode
// version than RE2's: a character that only one of them knows is decided as the running Node knows it.

/** Where characters are assigned; the rest of the planes is empty but for private use. */
const ASSIGNED: Ranges = [0, 0x323af, 0xe0000, 0xe01ef];
const PRIVATE: Ranges = [0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd];

/** The general categories that RE2 names. */
const CATEGORIES: ReadonlySet<string> = new Set(
  'Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(
    ' ',
  ),
);
/** Names of scripts of four letters; every other name of four letters is an abbreviation, which RE2 does not take. */
const FOUR_LETTERS: ReadonlySet<string> = new Set([
  'Ahom',
  'Cham',
  'Kawi',
  'Lisu',
  'Modi',
  'Newa',
  'Thai',
  'Toto',
]);

const KNOWN = new Map<string, Ranges | undefined>();

/** The characters of `\p{name}`, or undefined when RE2 knows no such name. */
function propertyOf(name: string): Ranges | undefined {
  if (!KNOWN.has(name)) KNOWN.set(name, lookUp(name));
  return KNOWN.get(name);
}

function lookUp(name: string): Ranges | undefined {
  if (name === 'Any') return [0, LAST_CODE_POINT];
  if (name === 'Co') return PRIVATE;
  // Unlike Unicode's own, RE2's "other" leaves out what is not assigned.
  if (name === 'C') return unite(['Cc', 'Cf', 'Cs', 'Co'].map((part) => propertyOf(part) ?? []));
  if (CATEGORIES.has(name)) return collect(new RegExp(`\\p{gc=${name}}`, 'u'));
  if (!/^[A-Z][A-Za-z_]+$/.test(name) || (name.length === 4 && !FOUR_LETTERS.has(name))) return undefined;
  try {
    return collect(new RegExp(`\\p{sc=${name}}`, 'u'));
  } catch {
    return undefined;
  }
}

function collect(property: RegExp): Ranges {
  const found: [number, number][] = [];
  for (const [low, high] of intervalsOf(ASSIGNED)) {
    for (let point = low, start = -1; point <= high + 1; point++) {
      const inside = point <= high && property.test(String.fromCodePoint(point));
      if (inside && start < 0) start = point;
      else if (!inside && start >= 0) {
        found.push([start, point - 1]);
        start = -1;
      }
    }
  }
  return rangesOf(...found);
}

/** The other cases of each character that has some, ascending by character. */
const otherCases = once(() => findCases(collect(/\p{CWCM}/u)));

/** Of the letters of ASCII and the two others that are cases of them: most that is folded needs no more. */
const otherCasesOfAscii = once(() =>
  findCases(rangesOf([0x41, 0x5a], [0x61, 0x7a], [0x17f, 0x17f], [0x212a, 0x212a])),
);

/** The set with every character that differs from a member only by case. */
function foldCharacters(set: Ranges): Ranges {
  const cases = (set.at(-1) ?? 0) < 0x80 ? otherCasesOfAscii() : otherCases();
  const added: [number, number][] = [];
  for (const [low, high] of intervalsOf(set)) {
    if (low === high) for (const other of cases.get(low) ?? []) added.push([other, other]);
    else {
      for (const [point, others] of cases) {
        if (point >= low && point <= high) for (const other of others) added.push([other, other]);
      }
    }
  }
  return added.length === 0 ? set : unite([set, rangesOf(...added)]);
}

/**
 * Characters that JavaScript's own case mappings connect are candidates; which of them count as one is what its
 * case-insensitive matching says, which folds one character to one, as RE2 does.
 */
function findCases(candidates: Ranges): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>();
  const cased = intervalsOf(candidates).flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i),
  );
  for (const point of cased) {
    // Through upper and back to lower case, ς meets σ, and ſ meets s.
    const key = String.fromCodePoint(point).toLowerCase().toUpperCase().toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const cases = new Map<number, readonly number[]>();
  for (const point of cased) {
    const char = String.fromCodePoint(point);
    const group = groups.get(char.toLowerCase().toUpperCase().toLowerCase()) ?? [];
    const same = new RegExp(`^\\u{${point.toString(16)}}$`, 'iu');
    const others = group.filter((other) => other !== point && same.test(String.fromCodePoint(other)));
    if (others.length > 0) cases.set(point, others);
  }
  return cases;
}
