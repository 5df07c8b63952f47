/** What stands between the operators of an RE2 pattern: groups with their flags, classes, counts. */
import { PatternProblem } from './builder.ts';
import { startMemo } from './intern.ts';
import { complement, LAST_CODE_POINT, type Ranges, RE2_CLASSES, unite } from './ranges.ts';
import { asWritten, escapedCharacter, escapedSet, type Re2Reader } from './re2-escape.ts';

// What stands after an opening parenthesis in RE2: a name, flags for the group, or flags for what follows.

export interface Flags {
  readonly fold: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** `*` takes as few as it can, and `*?` as many. */
  readonly lazy: boolean;
}

export const NO_FLAGS: Flags = { fold: false, multiline: false, dotAll: false, lazy: false };

interface GroupHead {
  readonly flags: Flags;
  /** False for `(?i)`, which opens nothing. */
  readonly opens: boolean;
  /** Whether what it takes can be asked for by its number. */
  readonly captures: boolean;
}

const NAME = /^[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}]+$/u;

/** Reads from after `(`. */
export function groupHead(reader: Re2Reader, flags: Flags, start: number): GroupHead {
  const { chars } = reader;
  if (chars[reader.at] !== '?') return { flags, opens: true, captures: true };
  const before = nameStart(reader);
  if (before !== undefined) {
    const end = chars.indexOf('>', reader.at);
    const written = end < 0 ? '' : chars.slice(reader.at + before, end).join('');
    if (!NAME.test(written))
      throw new PatternProblem('has a group whose name is not letters, digits and _', start);
    reader.at = end + 1;
    return { flags, opens: true, captures: true };
  }
  const flagsWritten = /^\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(
    chars.slice(reader.at, reader.at + 64).join(''),
  );
  if (flagsWritten === null)
    throw new PatternProblem(unknownHead(chars.slice(reader.at, reader.at + 3).join('')), start);
  const [all, on = '', off = '', end] = flagsWritten;
  reader.at += all.length;
  const flag = (letter: string, before: boolean): boolean =>
    !off.includes(letter) && (before || on.includes(letter));
  return {
    flags: {
      fold: flag('i', flags.fold),
      multiline: flag('m', flags.multiline),
      dotAll: flag('s', flags.dotAll),
      lazy: flag('U', flags.lazy),
    },
    opens: end === ':',
    captures: false,
  };
}

/** How many signs stand before the name of a group; undefined where it has none. */
function nameStart({ chars, at, dialect }: Re2Reader): number | undefined {
  if (chars[at + 1] === 'P' && chars[at + 2] === '<') return 3;
  return dialect.plainNames && chars[at + 1] === '<' && !/[=!]/.test(chars[at + 2] ?? '') ? 2 : undefined;
}

function unknownHead(written: string): string {
  const around = /^\?<?[=!]/.exec(written)?.[0];
  if (around !== undefined) return `looks around with (${around}, which RE2 does not have`;
  if (written.startsWith('?P=')) return 'refers back to a named group, which RE2 does not do';
  return `has a group that begins with (${written}, which RE2 does not know`;
}

// Character classes `[…]` as RE2 reads them, over characters.

/** Reads from after `[` to after `]`. */
export function characterClass(reader: Re2Reader, fold: boolean): Ranges {
  const { chars } = reader;
  const start = reader.at - 1;
  const negated = chars[reader.at] === '^';
  if (negated) reader.at++;
  const sets: Ranges[] = [];
  // A bracket that comes first stands for itself.
  for (let first = true; first || chars[reader.at] !== ']'; first = false) {
    if (chars[reader.at] === undefined) throw new PatternProblem('has a [ without its ]', start);
    sets.push(
      named(reader, fold) ?? escapedSet(reader, fold) ?? asWritten(range(reader, start), fold, false),
    );
  }
  reader.at++;
  return UNITED.of(`${negated} ${sets.map(nameOf).join(' ')}`, () => {
    const set = unite(sets);
    return negated ? complement(set, LAST_CODE_POINT) : set;
  });
}

const UNITED = startMemo<Ranges>(4_000_000);

/** Large sets are those of properties, of which there is one object each. */
const LONGEST_NAME = 64;
const NAMES = new WeakMap<Ranges, string>();
let numbered = 0;

function nameOf(set: Ranges): string {
  if (set.length <= LONGEST_NAME) return set.join();
  const known = NAMES.get(set) ?? `#${++numbered}`;
  NAMES.set(set, known);
  return known;
}

/** `[:name:]` or `[:^name:]`; a `[:` without its `:]` stands for itself. */
function named(reader: Re2Reader, fold: boolean): Ranges | undefined {
  const { chars, at } = reader;
  if (chars[at] !== '[' || chars[at + 1] !== ':') return undefined;
  let end = at + 2;
  while (end < chars.length && !(chars[end] === ':' && chars[end + 1] === ']')) end++;
  if (end >= chars.length) return undefined;
  const written = chars.slice(at + 2, end).join('');
  const negated = written.startsWith('^');
  const set = RE2_CLASSES.get(negated ? written.slice(1) : written);
  if (set === undefined) throw new PatternProblem(`names the class [:${written}:], which does not exist`, at);
  reader.at = end + 2;
  return asWritten(set, fold, negated);
}

function range(reader: Re2Reader, start: number): Ranges {
  const { chars } = reader;
  const at = reader.at;
  const low = member(reader, start);
  if (chars[reader.at] !== '-' || chars[reader.at + 1] === ']' || chars[reader.at + 1] === undefined)
    return [low, low];
  reader.at++;
  const high = member(reader, start);
  if (high < low) throw new PatternProblem('has a range in [ ] whose ends are in the wrong order', at);
  return [low, high];
}

function member(reader: Re2Reader, start: number): number {
  const char = reader.chars[reader.at];
  if (char === undefined) throw new PatternProblem('has a [ without its ]', start);
  reader.at++;
  return char === '\\' ? escapedCharacter(reader) : (char.codePointAt(0) ?? 0);
}

// How often something may repeat, as RE2 reads it.

interface Count {
  readonly min: number;
  readonly max: number;
  readonly length: number;
}

export const SIGNS: ReadonlyMap<string, Count> = new Map([
  ['*', { min: 0, max: Number.POSITIVE_INFINITY, length: 1 }],
  ['+', { min: 1, max: Number.POSITIVE_INFINITY, length: 1 }],
  ['?', { min: 0, max: 1, length: 1 }],
]);

/** The count in braces that stands there; anything else in braces is plain text. Leading zeros make no count. */
export function countAt({ chars }: Re2Reader, at: number): Count | undefined {
  const found = /^\{(0|[1-9]\d{0,8})(?:(,)(0|[1-9]\d{0,8})?)?\}/.exec(chars.slice(at, at + 24).join(''));
  if (found === null) return undefined;
  const [all, least, comma, most] = found;
  const min = Number(least);
  return {
    min,
    max: comma === undefined ? min : Number(most ?? Number.POSITIVE_INFINITY),
    length: all.length,
  };
}
