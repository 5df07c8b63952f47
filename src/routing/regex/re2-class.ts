/** Character classes `[…]` as RE2 reads them, over characters. */
import { RE2_CLASSES } from './posix-classes.ts';
import { PatternProblem } from './problem.ts';
import { complement, LAST_CODE_POINT, type Ranges, unite } from './ranges.ts';
import { asWritten, escapedCharacter, escapedSet, type Re2Reader } from './re2-escape.ts';
import { startMemo } from './remember.ts';

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
