/**
 * The grammar that `std::regex` of the GNU C++ library reads when no other is named, in the C locale, over bytes.
 * It is not JavaScript's: POSIX classes work, two quantifiers may follow each other, braces must count, and there
 * are no named groups, inline flags, lookbehind or `\p`. Facts: test/routing/regex/facts/libstdcxx.json.
 */
import {
  type Builder,
  MAX_DEPTH,
  PatternProblem,
  type Piece,
  repeated,
  startBuilding,
  tooDeep,
  type Weights,
} from './builder.ts';
import {
  braces,
  bracket,
  copies,
  type EcmaReader,
  ESCAPED_CLASSES,
  escapedByte,
  refersIntoLookahead,
  SIGNS,
} from './ecmascript-atoms.ts';
import { complement, LAST_BYTE } from './ranges.ts';
import { chars, edge, lookahead, type Regex } from './syntax.ts';
import { bytesOf } from './utf8.ts';

/** The library gives up on automata with more states. */
const MAX_STATES = 100_000;
/** `.` leaves out the two line ends; U+2028 and U+2029 are three ordinary bytes each. */
const DOT = chars(complement([0x0a, 0x0a, 0x0d, 0x0d], LAST_BYTE));

type Note =
  | { readonly kind: 'group'; readonly number: number }
  | { readonly kind: 'plain' }
  | { readonly kind: 'lookahead'; readonly negative: boolean };

interface State extends EcmaReader {
  readonly builder: Builder<Note>;
  /** Groups that a back reference names; the others are not kept. Filled by a first reading. */
  readonly referenced: Set<number>;
  readonly kept: ReadonlySet<number>;
  groups: number;
  /** States that the library has allotted so far. */
  states: number;
}

/** States of the library's automaton: one more for the end of a branch, two more for each `|`. */
const WEIGHTS: Weights = {
  sequence: (parts) => parts.reduce((sum, part) => sum + part.weight, 1),
  alternatives: (choices) => choices.reduce((sum, choice) => sum + choice + 2, -2),
};

export function parseEcmascript(pattern: string): Regex {
  const bytes = bytesOf(pattern);
  const referenced = new Set<number>();
  const tree = read(bytes, referenced, new Set());
  if (referenced.size === 0) return tree;
  const capturing = read(bytes, new Set(), referenced);
  if (refersIntoLookahead(capturing)) {
    throw new PatternProblem('refers back to a group inside a lookahead', 0, 'unsupported');
  }
  return capturing;
}

function read(bytes: Uint8Array, referenced: Set<number>, kept: ReadonlySet<number>): Regex {
  const builder = startBuilding<Note>(WEIGHTS);
  const state: State = { bytes, at: 0, builder, referenced, kept, groups: 0, states: 3 };
  while (state.at < bytes.length) term(state);
  const open = builder.innermost();
  if (open !== undefined) throw new PatternProblem('has a ( without its )', open.offset);
  state.states++;
  const whole = builder.end();
  checkSize(state, whole.depth);
  return whole.tree;
}

function checkSize(state: State, depth: number): void {
  if (state.states > MAX_STATES) {
    throw new PatternProblem(`is too large: more than ${MAX_STATES} states`, state.at);
  }
  if (depth > MAX_DEPTH) throw tooDeep(state.at);
}

/** One assertion, or one atom with the quantifiers after it. */
function term(state: State): void {
  const { bytes, builder } = state;
  const start = state.at;
  const byte = bytes[state.at++] ?? 0;
  switch (String.fromCharCode(byte)) {
    case '|':
      state.states += 3;
      builder.bar();
      return;
    case '(':
      openGroup(state, start);
      break;
    case ')':
      closeGroup(state, start);
      break;
    case '^':
      assertion(state, edge('start'));
      break;
    case '$':
      assertion(state, edge('end'));
      break;
    case '*':
    case '+':
    case '?':
    case '{':
      throw new PatternProblem(`has nothing to repeat before ${String.fromCharCode(byte)}`, start);
    case '.':
      atom(state, DOT);
      break;
    case '[':
      atom(state, chars(bracket(state)));
      break;
    case '\\':
      escaped(state);
      break;
    default:
      atom(state, chars([byte, byte]));
      break;
  }
}

/** Assertions cannot be repeated: a quantifier after one has nothing to repeat. */
function assertion(state: State, tree: Regex): void {
  state.states++;
  state.builder.push(tree, 1, 1);
}

function atom(state: State, tree: Regex): void {
  state.states++;
  state.builder.push(tree, 1, 1);
  quantifiers(state);
}

function escaped(state: State): void {
  const { bytes } = state;
  const start = state.at - 1;
  const letter = String.fromCharCode(bytes[state.at] ?? 0);
  const set = ESCAPED_CLASSES.get(letter);
  if (set !== undefined || letter === 'b' || letter === 'B') {
    state.at++;
    if (set !== undefined) {
      atom(state, chars(set));
      return;
    }
    assertion(state, edge(letter === 'b' ? 'word' : 'no-word'));
    return;
  }
  if (!/[1-9]/.test(letter)) {
    const byte = escapedByte(state);
    atom(state, chars([byte, byte]));
    return;
  }
  const digits = /^\d+/.exec(String.fromCharCode(...bytes.subarray(state.at, state.at + 9)))?.[0] ?? '';
  state.at += digits.length;
  const number = Number(digits);
  if (number > state.groups)
    throw new PatternProblem(`refers back to group ${digits}, which does not exist yet`, start);
  if (state.builder.isOpen((note) => note.kind === 'group' && note.number === number)) {
    throw new PatternProblem(`refers back to group ${digits} inside that group`, start);
  }
  state.referenced.add(number);
  atom(state, { kind: 'backreference', number });
  return;
}

function openGroup(state: State, offset: number): void {
  const { bytes, builder } = state;
  if (bytes[state.at] !== 0x3f) {
    builder.open({ note: { kind: 'group', number: ++state.groups }, offset });
    return;
  }
  const sign = String.fromCharCode(bytes[state.at + 1] ?? 0);
  state.at += 2;
  if (sign === ':') builder.open({ note: { kind: 'plain' }, offset });
  else if (sign === '=' || sign === '!') {
    builder.open({ note: { kind: 'lookahead', negative: sign === '!' }, offset });
  } else throw new PatternProblem('has a group that begins with (? but is none of (?: (?= (?!', offset);
}

function closeGroup(state: State, offset: number): void {
  const closed = state.builder.close();
  if (closed === undefined) throw new PatternProblem('has a ) without its (', offset);
  const { body, open } = closed;
  const { note } = open;
  state.states += note.kind === 'plain' ? 2 : 3;
  checkSize(state, body.depth);
  if (note.kind === 'lookahead') {
    state.builder.push(lookahead(body.tree, note.negative), body.depth + 1, body.weight + 2);
    return;
  }
  if (note.kind === 'group' && state.kept.has(note.number)) {
    const tree: Regex = { kind: 'group', number: note.number, body: body.tree };
    state.builder.push(tree, body.depth + 1, body.weight + 2);
  } else state.builder.push(body.tree, body.depth, body.weight + (note.kind === 'group' ? 2 : 1));
  quantifiers(state);
}

/** Any number of quantifiers, each for all that came before it; a `?` right after one only makes it lazy. */
function quantifiers(state: State): void {
  const { bytes, builder } = state;
  for (;;) {
    const start = state.at;
    const sign = String.fromCharCode(bytes[state.at] ?? 0);
    const range = sign === '{' ? braces(state, start) : SIGNS.get(sign);
    if (range === undefined) return;
    if (sign !== '{') state.at++;
    const { min, max } = range;
    if (bytes[state.at] === 0x3f) state.at++;
    builder.change((piece) => {
      const weight = sign === '{' ? copies(piece.weight, min, max) : piece.weight + (sign === '?' ? 2 : 1);
      state.states += sign === '{' ? weight : weight - piece.weight;
      const grown: Piece = repeated(piece, min, max, weight);
      checkSize(state, grown.depth);
      return grown;
    });
  }
}
