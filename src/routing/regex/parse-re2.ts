/**
 * The grammar of RE2 with its default options, over the UTF-8 of characters. Facts: test/routing/regex/facts/re2.json.
 */
import {
  type Builder,
  type Joining,
  MAX_DEPTH,
  PatternProblem,
  repeated,
  startBuilding,
  tooDeep,
  type Weights,
} from './builder.ts';
import { startMemo } from './intern.ts';
import { LAST_CODE_POINT, type Ranges } from './ranges.ts';
import { characterClass, countAt, type Flags, groupHead, NO_FLAGS, SIGNS } from './re2-atoms.ts';
import { asWritten, type Dialect, escapedCharacter, escapedSet, type Re2Reader } from './re2-escape.ts';
import { ANY_BYTE, EMPTY, edge, type Regex } from './syntax.ts';
import { characterOf } from './utf8.ts';

/** RE2 takes no count above this, nor nested counts whose product is above it. */
const MAX_REPEATS = 1000;

interface Note {
  /** The flags to go back to when the group ends. */
  readonly flags: Flags;
  /** Its number, where it captures. */
  readonly group: number | undefined;
}

interface State extends Re2Reader {
  readonly builder: Builder<Note>;
  flags: Flags;
  /** Whether the tree is to say what is tried first, and what groups take. */
  readonly ordered: boolean;
  /** Groups that capture, so far. */
  groups: number;
  /** Intervals of all sets so far. */
  intervals: number;
}

/** More would be too large to run, for RE2 as well. */
const MAX_INTERVALS = 250_000;

/** The largest product of nested counts. */
const WEIGHTS: Weights = {
  sequence: (parts) => parts.reduce((most, part) => Math.max(most, part.weight), 1),
  alternatives: (choices) => choices.reduce((most, choice) => Math.max(most, choice), 1),
};

const USUAL: Dialect = { last: LAST_CODE_POINT, plainNames: true };
/** Releases that read otherwise, and what patterns have that they read so: those of version 2, and those from 1.39 on. */
const RELEASES = {
  oldest: { differs: /\(\?</, dialect: { ...USUAL, plainNames: false } },
  newest: { differs: /[^\0-\x7f]|\\x\{/, dialect: { ...USUAL, last: 0xff } },
} as const;

const DOT_ALL = characterOf([0, LAST_CODE_POINT]);
/** `.` as RE2 has it: any character but the end of a line. */
export const RE2_DOT: Regex = characterOf([0, 0x09, 0x0b, LAST_CODE_POINT]);

export function parseRe2(pattern: string): Regex {
  return parseWhole([...pattern], false).tree;
}

/**
 * Reads a pattern whose hits are to be replaced: choices stay in their order, groups and lazy repetitions are kept.
 *
 * @throws PatternProblem where it is no such pattern
 */
export function parseOrdered(pattern: string): { readonly tree: Regex; readonly groups: number } {
  return parseWhole([...pattern], true);
}

/** Trees as they are written. */
const AS_WRITTEN: Joining = {
  sequence: (parts) => ({ kind: 'sequence', parts }),
  alternatives: ([first = EMPTY, ...others]) =>
    others.length === 0 ? first : { kind: 'alternatives', choices: [first, ...others] },
};

/**
 * Reads a pattern only to see whether a release takes it that reads otherwise than the rest.
 *
 * @throws PatternProblem where it does not
 */
export function checkFor(release: 'oldest' | 'newest', pattern: string): void {
  const { differs, dialect } = RELEASES[release];
  // One sign for each byte: what a pattern says does not change, where it says it does.
  const chars = release === 'newest' ? [...Buffer.from(pattern).toString('latin1')] : [...pattern];
  if (differs.test(pattern)) parseWhole(chars, false, dialect);
}

function parseWhole(
  chars: readonly string[],
  ordered: boolean,
  dialect: Dialect = USUAL,
): { readonly tree: Regex; readonly groups: number } {
  const state: State = {
    chars,
    dialect,
    at: 0,
    builder: startBuilding<Note>(WEIGHTS, ordered ? AS_WRITTEN : undefined),
    flags: NO_FLAGS,
    ordered,
    groups: 0,
    intervals: 0,
  };
  while (state.at < state.chars.length) term(state);
  const open = state.builder.innermost();
  if (open !== undefined) throw new PatternProblem('has a ( without its )', open.offset);
  const whole = state.builder.end();
  if (whole.depth > MAX_DEPTH) throw tooDeep(state.at);
  return { tree: whole.tree, groups: state.groups };
}

function term(state: State): void {
  const { chars, builder, flags } = state;
  const start = state.at;
  const char = chars[state.at++] ?? '';
  switch (char) {
    case '|':
      builder.bar();
      break;
    case '(':
      openGroup(state, start);
      break;
    case ')':
      closeGroup(state, start);
      break;
    case '^':
      put(state, edge(flags.multiline ? 'line-start' : 'start'));
      break;
    case '$':
      put(state, edge(flags.multiline ? 'line-end' : 'end'));
      break;
    case '.':
      put(state, flags.dotAll ? DOT_ALL : RE2_DOT);
      break;
    case '[':
      oneOf(state, characterClass(state, flags.fold));
      break;
    case '\\':
      escaped(state);
      break;
    case '*':
    case '+':
    case '?':
      quantify(state, start);
      break;
    case '{':
      if (countAt(state, start) !== undefined) {
        quantify(state, start);
        return;
      }
      character(state, 0x7b);
      return;
    default:
      character(state, char.codePointAt(0) ?? 0);
      break;
  }
}

function put(state: State, tree: Regex): void {
  // A character outside ASCII is a tree of its own; three levels are the most.
  state.builder.push(tree, tree.kind === 'chars' || tree.kind === 'edge' ? 1 : 8, 1);
}

function character(state: State, point: number): void {
  oneOf(state, asWritten([point, point], state.flags.fold, false));
}

function oneOf(state: State, set: Ranges): void {
  state.intervals += set.length / 2;
  if (state.intervals > MAX_INTERVALS) {
    throw new PatternProblem(
      'is too large: its character classes hold too many ranges',
      state.at,
      'unsupported',
    );
  }
  put(state, treeOf(set));
}

/** Trees of sets met before, in any pattern: what is known of a tree is known by its identity. */
const TREES = new WeakMap<Ranges, Regex>();
const TREES_BY_TEXT = startMemo<Regex>(8_000_000);

function treeOf(set: Ranges): Regex {
  const known = TREES.get(set) ?? TREES_BY_TEXT.of(set.join(), () => characterOf(set));
  TREES.set(set, known);
  return known;
}

function escaped(state: State): void {
  const letter = state.chars[state.at] ?? '';
  const simple = SIMPLE_ESCAPES.get(letter);
  if (simple !== undefined) {
    state.at++;
    put(state, simple);
    return;
  }
  if (letter === 'Q') {
    quoted(state);
    return;
  }
  state.at--;
  const set = escapedSet(state, state.flags.fold);
  if (set !== undefined) {
    oneOf(state, set);
    return;
  }
  state.at++;
  character(state, escapedCharacter(state));
}

const SIMPLE_ESCAPES: ReadonlyMap<string, Regex> = new Map([
  ['A', edge('start')],
  ['z', edge('end')],
  ['b', edge('word')],
  ['B', edge('no-word')],
  ['C', ANY_BYTE],
]);

/** `\Q…\E`, or to the pattern's end. */
function quoted(state: State): void {
  const { chars } = state;
  for (state.at++; state.at < chars.length; ) {
    const char = chars[state.at++] ?? '';
    if (char === '\\' && chars[state.at] === 'E') {
      state.at++;
      return;
    }
    character(state, char.codePointAt(0) ?? 0);
  }
}

function openGroup(state: State, offset: number): void {
  const head = groupHead(state, state.flags, offset);
  const group = head.captures ? ++state.groups : undefined;
  if (head.opens) state.builder.open({ note: { flags: state.flags, group }, offset });
  state.flags = head.flags;
}

function closeGroup(state: State, offset: number): void {
  const closed = state.builder.close();
  if (closed === undefined) throw new PatternProblem('has a ) without its (', offset);
  const { body, open } = closed;
  if (body.depth > MAX_DEPTH) throw tooDeep(offset);
  const { flags, group } = open.note;
  state.flags = flags;
  if (!state.ordered || group === undefined) state.builder.push(body.tree, body.depth, body.weight);
  else state.builder.push({ kind: 'group', number: group, body: body.tree }, body.depth + 1, body.weight);
}

function quantify(state: State, start: number): void {
  const { chars } = state;
  const sign = chars[start] ?? '';
  const count = SIGNS.get(sign) ?? countAt(state, start) ?? { min: 1, max: 1, length: 1 };
  const { min, max } = count;
  state.at = start + count.length;
  let { lazy } = state.flags;
  if (chars[state.at] === '?') {
    state.at++;
    lazy = !lazy;
  }
  const written = chars.slice(start, state.at).join('');
  const finite = max === Number.POSITIVE_INFINITY ? min : max;
  const ofTooMany = (): PatternProblem =>
    new PatternProblem(`repeats more than ${MAX_REPEATS} times with ${written}`, start);
  if (sign === '{' && finite > MAX_REPEATS) throw ofTooMany();
  if (max < min) throw new PatternProblem(`has a count whose ends are in the wrong order: ${written}`, start);
  const changed = state.builder.change((piece) => {
    const weight = sign === '{' && finite > 0 ? piece.weight * finite : piece.weight;
    if (sign === '{' && (min > 1 || finite > 1) && weight > MAX_REPEATS) throw ofTooMany();
    const grown = state.ordered
      ? {
          tree: { kind: 'repeat' as const, min, max, body: piece.tree, lazy },
          depth: piece.depth + 1,
          weight,
        }
      : repeated(piece, min, max, weight);
    if (grown.depth > MAX_DEPTH) throw tooDeep(start);
    return grown;
  });
  if (!changed) throw new PatternProblem(`has nothing to repeat before ${written}`, start);
  const next = chars[state.at] ?? '';
  if (SIGNS.has(next) || (next === '{' && countAt(state, state.at) !== undefined)) {
    throw new PatternProblem(`repeats twice in a row: ${written}${next}`, start);
  }
}
