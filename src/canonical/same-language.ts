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

/** Compares what one pattern matches, as a whole text, in both grammars. */
export function sameLanguage(pattern: string): SameLanguage {
  const reader = { pattern, at: 0, depth: 0 };
  const result = alternatives(reader);
  if (result.same && reader.at < pattern.length) return no(`"${pattern[reader.at]}" stands alone`);
  return result;
}

interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
}

function no(why: string): SameLanguage {
  return { same: false, why };
}

function alternatives(reader: Reader): SameLanguage {
  let size = 0;
  for (;;) {
    const branch = sequence(reader);
    if (!branch.same) return branch;
    size += branch.size + 1;
    if (reader.pattern[reader.at] !== '|') return { same: true, size };
    reader.at++;
  }
}

function sequence(reader: Reader): SameLanguage {
  let size = 0;
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
    const repeated = repetition(reader, atom.size);
    if (!repeated.same) return repeated;
    size += repeated.size;
  }
  return { same: true, size };
}

/** Whether what stands here is the last of a branch outside all groups, where a whole text ends. */
function endsBranch({ pattern, at, depth }: Reader): boolean {
  return depth === 0 && (at + 1 === pattern.length || pattern[at + 1] === '|');
}

function oneAtom(reader: Reader): SameLanguage {
  const { pattern } = reader;
  const char = pattern[reader.at++] ?? '';
  switch (char) {
    case '(':
      return group(reader);
    case '[':
      return characterClass(reader);
    case '.':
      return { same: true, size: WIDE };
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
      return char >= ' ' && char <= '~'
        ? { same: true, size: 1 }
        : no('it holds characters outside printable ASCII');
  }
}

function group(reader: Reader): SameLanguage {
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
  return { same: true, size: inner.size + 2 };
}

function escaped(reader: Reader): SameLanguage {
  const char = reader.pattern[reader.at++];
  if (char === 'd' || char === 'w' || char === 'D' || char === 'W') {
    return char === 'd' || char === 'w' ? { same: true, size: 1 } : no(`\\${char} differs outside ASCII`);
  }
  if (char !== undefined && PLAIN_ESCAPES.has(char)) return { same: true, size: 1 };
  return no(char === undefined ? 'it ends in a backslash' : `\\${char} does not mean the same in both`);
}

/** A class of plain characters, ranges of letters or digits, `\d`, `\w` and escaped punctuation. */
function characterClass(reader: Reader): SameLanguage {
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
  return { same: true, size: negated ? WIDE : 1 };
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

function repetition(reader: Reader, size: number): SameLanguage {
  const { pattern } = reader;
  const rest = pattern.slice(reader.at, reader.at + 16);
  const match = /^(?:[*+?]|\{(\d{1,4})(?:,(\d{0,4}))?\})/.exec(rest);
  if (!match) return rest.startsWith('{') ? no('a repetition is not closed') : { same: true, size };
  reader.at += match[0].length;
  const [, least, most] = match;
  const times = Math.max(Number(least ?? 1), Number(most || 0));
  if (times > MAX_REPEATS || (most && Number(most) < Number(least)))
    return no('a repetition is larger than RE2 takes');
  // A lazy repetition matches the same whole texts.
  if (pattern[reader.at] === '?') reader.at++;
  if (/^[*+?{]/.test(pattern.slice(reader.at, reader.at + 1))) return no('two repetitions follow each other');
  return { same: true, size: (size + 1) * Math.max(1, times) };
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
