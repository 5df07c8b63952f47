/**
 * Whether a regular expression means the same in both grammars: ECMAScript as the C++ library has it (`regex`) and
 * RE2 (`safe_regex`). Only syntax that reads alike in both is accepted; for anything else the answer is no.
 */

import type { ApiVersion } from '../schema/version.ts';

export type SameLanguage =
  | { readonly same: true /** About how many RE2 instructions it takes. */; readonly size: number }
  | { readonly same: false; readonly why: string };

/** Characters that both grammars take for themselves after a backslash. */
const PLAIN_ESCAPES = new Set([...'.*+?()[]{}|^$\\/-']);
/** Longest repetition that RE2 takes. */
const MAX_REPEATS = 1000;
/** About how many instructions RE2 needs for one character outside ASCII or for `.`. */
const WIDE = 12;

/**
 * Compares what one pattern matches, as a whole text, in both grammars.
 *
 * The C++ library reads bytes and RE2 characters, so what takes any character outside ASCII is alike only in runs: a run
 * that may be cut anywhere takes the same texts, where no more than one part of it has to take something.
 */
export function sameLanguage(pattern: string): SameLanguage {
  const reader = { pattern, at: 0, depth: 0 };
  const result = alternatives(reader);
  if (!result.same) return result;
  return reader.at < pattern.length
    ? no(`"${pattern[reader.at]}" stands alone`)
    : { same: true, size: result.size };
}

interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
}

/** How many parts that take any characters, at least one each, may follow each other. */
interface Runs {
  /** Before the first character of ASCII that has to be there. */
  readonly first: number;
  /** After the last one. */
  readonly last: number;
  /** In all of it, where no such character has to be there. */
  readonly whole: number | undefined;
}

type Part = { readonly same: false; readonly why: string } | Read;
interface Read extends Runs {
  readonly same: true;
  readonly size: number;
  /** It takes one character, which may be one outside ASCII. */
  readonly isWide?: true;
}

const NOTHING: Runs = { first: 0, last: 0, whole: 0 };
const ONE_OF_ASCII: Runs = { first: 0, last: 0, whole: undefined };
const BYTES =
  'outside ASCII, "." and negated classes take one byte in one grammar and a whole character in the other; escape a dot that is meant as one, or write the RE2 matcher by hand';

function no(why: string): { readonly same: false; readonly why: string } {
  return { same: false, why };
}

function ascii(size: number): Read {
  return { same: true, size, ...ONE_OF_ASCII };
}

/** Two parts, one behind the other; undefined where a run between them can be cut in more than one way. */
function joined(one: Runs, other: Runs): Runs | undefined {
  if (one.last + other.first > 1) return undefined;
  const isOpen = one.whole !== undefined && other.whole !== undefined;
  return {
    first: one.whole === undefined ? one.first : Math.max(one.first, one.whole + other.first),
    last: other.whole === undefined ? other.last : Math.max(other.last, other.whole + one.last),
    whole: isOpen ? (one.whole ?? 0) + (other.whole ?? 0) : undefined,
  };
}

function alternatives(reader: Reader): Part {
  let size = 0;
  let runs: Runs | undefined;
  for (;;) {
    const branch = sequence(reader);
    if (!branch.same) return branch;
    size += branch.size + 1;
    runs = runs === undefined ? branch : either(runs, branch);
    if (reader.pattern[reader.at] !== '|') return { same: true, size, ...runsOf(runs) };
    reader.at++;
  }
}

function runsOf({ first, last, whole }: Runs): Runs {
  return { first, last, whole };
}

function either(one: Runs, other: Runs): Runs {
  const wholes = [one.whole, other.whole].filter((each) => each !== undefined);
  return {
    first: Math.max(one.first, other.first),
    last: Math.max(one.last, other.last),
    whole: wholes.length === 0 ? undefined : Math.max(...wholes),
  };
}

function sequence(reader: Reader): Part {
  let size = 0;
  let runs = NOTHING;
  if (reader.depth === 0 && reader.pattern[reader.at] === '^') {
    // A whole text begins here, whether or not an anchor means a line's edge.
    reader.at++;
    size++;
  }
  while (reader.at < reader.pattern.length) {
    const next = reader.pattern[reader.at];
    if (next === '|' || next === ')') break;
    if (next === '$' && endsBranch(reader)) {
      reader.at++;
      size++;
      continue;
    }
    const atom = oneAtom(reader);
    if (!atom.same) return atom;
    const repeated = repetition(reader, atom);
    if (!repeated.same) return repeated;
    const both = joined(runs, repeated);
    if (both === undefined) return no(BYTES);
    runs = both;
    size += repeated.size;
  }
  return { same: true, size, ...runs };
}

/** Whether what stands here is the last of a branch outside all groups, where a whole text ends. */
function endsBranch({ pattern, at, depth }: Reader): boolean {
  return depth === 0 && (at + 1 === pattern.length || pattern[at + 1] === '|');
}

function oneAtom(reader: Reader): Part {
  const { pattern } = reader;
  const char = pattern[reader.at++] ?? '';
  switch (char) {
    case '(':
      return group(reader);
    case '[':
      return characterClass(reader);
    case '.':
      return wide();
    case '\\':
      return escaped(reader);
    case '*':
    case '+':
    case '?':
      return no(`"${char}" has nothing to repeat`);
    case '{':
    case '}':
    case ']':
      return no(`"${char}" stands unescaped`);
    case '^':
    case '$':
      return no(`the anchor "${char}" may mean a line's edge`);
    default:
      // The C++ library matches bytes, RE2 matches characters.
      return char >= ' ' && char <= '~' ? ascii(1) : no('it holds characters outside printable ASCII');
  }
}

function wide(): Read {
  return { same: true, size: WIDE, isWide: true, first: 1, last: 1, whole: 1 };
}

function group(reader: Reader): Part {
  const { pattern } = reader;
  if (++reader.depth > 50) return no('its groups nest too deep');
  if (pattern[reader.at] === '?') {
    if (pattern[reader.at + 1] !== ':') return no('it holds a group that begins with (? and is not (?:');
    reader.at += 2;
  }
  const inner = alternatives(reader);
  if (!inner.same) return inner;
  if (pattern[reader.at++] !== ')') return no('a group is not closed');
  reader.depth--;
  return { ...inner, size: inner.size + 2 };
}

function escaped(reader: Reader): Part {
  const char = reader.pattern[reader.at++];
  if (char === 'd' || char === 'w' || char === 'D' || char === 'W') {
    return char === 'd' || char === 'w' ? ascii(1) : no(`\\${char} differs outside ASCII`);
  }
  if (char !== undefined && PLAIN_ESCAPES.has(char)) return ascii(1);
  return no(char === undefined ? 'it ends in a backslash' : `\\${char} does not mean the same in both`);
}

/** A class of plain characters, ranges of letters or digits, `\d`, `\w` and escaped punctuation. */
function characterClass(reader: Reader): Part {
  const { pattern } = reader;
  const negated = pattern[reader.at] === '^';
  if (negated) reader.at++;
  let members = 0;
  for (; pattern[reader.at] !== ']'; members++) {
    const low = member(reader);
    if (low === undefined) return no('it holds a character class that the grammars may read differently');
    if (pattern[reader.at] !== '-' || pattern[reader.at + 1] === ']') continue;
    reader.at++;
    const high = member(reader);
    if (
      high === undefined ||
      low.length > 1 ||
      high.length > 1 ||
      !/^(?:[a-z]{2}|[A-Z]{2}|\d\d)$/.test(low + high) ||
      low > high
    ) {
      return no('it holds a range that the grammars may read differently');
    }
  }
  reader.at++;
  if (members === 0) return no('it holds an empty character class');
  return negated ? wide() : ascii(1);
}

/** One member of a class: a character, or `\d`, `\w`; undefined where the grammars may differ. */
function member(reader: Reader): string | undefined {
  const { pattern } = reader;
  const char = pattern[reader.at++];
  if (char === undefined || char === '[' || char < ' ' || char > '~') return undefined;
  if (char !== '\\')
    return char === '&' || char === '~' ? (pattern[reader.at] === char ? undefined : char) : char;
  const after = pattern[reader.at++];
  if (after === 'd' || after === 'w') return `\\${after}`;
  return after !== undefined && PLAIN_ESCAPES.has(after) ? after : undefined;
}

function repetition(reader: Reader, atom: Read): Part {
  const { pattern } = reader;
  const rest = pattern.slice(reader.at, reader.at + 16);
  const match = /^(?:([*+?])|\{(\d{1,4})(,(\d{0,4}))?\})/.exec(rest);
  if (!match) {
    if (rest.startsWith('{')) return no('a repetition is not closed');
    return atom.isWide ? no(BYTES) : atom;
  }
  reader.at += match[0].length;
  const [, sign, low, comma, high] = match;
  const least = low === undefined ? (sign === '+' ? 1 : 0) : Number(low);
  const most =
    low === undefined
      ? sign === '?'
        ? 1
        : Infinity
      : comma === undefined
        ? least
        : Number(high || Infinity);
  const times = Math.max(Number(low ?? 1), Number(high || 0));
  if (times > MAX_REPEATS || most < least) return no('a repetition is larger than RE2 takes');
  // A lazy repetition matches the same whole texts.
  if (pattern[reader.at] === '?') reader.at++;
  if (/^[*+?{]/.test(pattern.slice(reader.at, reader.at + 1))) return no('two repetitions follow each other');
  const size = (atom.size + 1) * Math.max(1, times);
  if (atom.isWide) {
    if (most !== Infinity || least > 1) return no(BYTES);
    return { same: true, size, first: least, last: least, whole: least };
  }
  if (most > 1 && joined(atom, atom) === undefined) return no(BYTES);
  return { same: true, size, ...runsOf(atom), whole: least === 0 ? (atom.whole ?? 0) : atom.whole };
}

/** Settings of an engine as a matcher has them: version 3 deprecates to name an engine of which nothing is set. */
export function engineField(engine: object, version: ApiVersion): { readonly google_re2?: object } {
  return version === 'v3' && Object.keys(engine).length === 0 ? {} : { google_re2: engine };
}

/** The program size that RE2 is allowed where nothing is said. */
const DEFAULT_PROGRAM_SIZE = 100;

/**
 * What RE2 needs to run an ECMAScript pattern that it reads alike, or why it may read it differently.
 *
 * @returns settings of the engine, with the size of the program where that may pass the default
 */
export function safeRegexOf(
  pattern: string,
): { readonly engine: { readonly max_program_size?: number } } | { readonly why: string } {
  if (pattern === '') return { why: 'an RE2 matcher may not hold an empty pattern' };
  const both = sameLanguage(pattern);
  if (!both.same) return { why: both.why };
  return { engine: both.size * 2 > DEFAULT_PROGRAM_SIZE ? { max_program_size: both.size * 2 } : {} };
}
