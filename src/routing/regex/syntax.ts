/**
 * The syntax tree of a regular expression, the same for every grammar, over the bytes of a text (0 to 255).
 *
 * A tree stands for the set of texts that it matches as a whole; whether a repetition is greedy does not matter to
 * that and is not kept, but for {@link parseOrdered}. Groups are kept only where a back reference needs them. Inside a lookahead the text begins
 * where the lookahead stands: its edges and word boundaries see nothing before that (as the C++ library has it).
 */
import { LAST_BYTE, type Ranges, rangesOf, unite } from './ranges.ts';

/** Where between two bytes: lines end at \n only, words are [0-9A-Za-z_]. */
export type Edge = 'start' | 'end' | 'line-start' | 'line-end' | 'word' | 'no-word';

export type Regex =
  | { readonly kind: 'empty' }
  /** One byte of the set; the empty set matches nothing at all. */
  | { readonly kind: 'chars'; readonly set: Ranges }
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  | { readonly kind: 'alternatives'; readonly choices: readonly Regex[] }
  /** `max` may be Infinity. `lazy` is set where fewer are tried first; only trees of texts to replace have it. */
  | {
      readonly kind: 'repeat';
      readonly min: number;
      readonly max: number;
      readonly body: Regex;
      readonly lazy?: boolean;
    }
  | { readonly kind: 'edge'; readonly at: Edge }
  | { readonly kind: 'lookahead'; readonly negative: boolean; readonly body: Regex }
  | { readonly kind: 'group'; readonly number: number; readonly body: Regex }
  /** The bytes that the group took last; fails while the group has taken none. */
  | { readonly kind: 'backreference'; readonly number: number };

export const EMPTY: Regex = { kind: 'empty' };
export const NOTHING: Regex = { kind: 'chars', set: [] };
export const ANY_BYTE: Regex = { kind: 'chars', set: [0, LAST_BYTE] };
/** Every text. */
export const EVERYTHING: Regex = { kind: 'repeat', min: 0, max: Number.POSITIVE_INFINITY, body: ANY_BYTE };

/** One object for each byte, so that a long literal costs little. */
const SINGLE: readonly Regex[] = Array.from({ length: 256 }, (_, byte) => ({
  kind: 'chars',
  set: [byte, byte],
}));

export function chars(set: Ranges): Regex {
  return (set.length === 2 && set[0] === set[1] ? SINGLE[set[0] ?? 0] : undefined) ?? { kind: 'chars', set };
}

export function charRange(low: number, high: number): Regex {
  return chars(rangesOf([low, high]));
}

/** A plain text, as bytes. */
export function literal(bytes: Uint8Array): Regex {
  return sequence(Array.from(bytes, (byte) => charRange(byte, byte)));
}

export function sequence(parts: readonly Regex[]): Regex {
  const flat: Regex[] = [];
  for (const part of parts) {
    if (isNothing(part)) return NOTHING;
    if (part.kind === 'sequence') for (const inner of part.parts) flat.push(inner);
    else if (part.kind !== 'empty') flat.push(part);
  }
  const [only] = flat;
  if (only === undefined) return EMPTY;
  return flat.length === 1 ? only : { kind: 'sequence', parts: flat };
}

/** Single bytes among the choices become one set. */
export function alternatives(choices: readonly Regex[]): Regex {
  const [single] = choices;
  if (choices.length === 1 && single !== undefined) return single;
  const rest: Regex[] = [];
  const sets: Ranges[] = [];
  let place = 0;
  let empty = false;
  const add = (choice: Regex): void => {
    if (choice.kind === 'alternatives') choice.choices.forEach(add);
    else if (choice.kind === 'chars') {
      if (choice.set.length === 0) return;
      if (sets.length === 0) place = rest.length;
      sets.push(choice.set);
    } else if (choice.kind !== 'empty' || !empty) {
      empty ||= choice.kind === 'empty';
      rest.push(choice);
    }
  };
  choices.forEach(add);
  if (sets.length > 0) rest.splice(place, 0, chars(unite(sets)));
  const [only] = rest;
  if (only === undefined) return NOTHING;
  return rest.length === 1 ? only : { kind: 'alternatives', choices: rest };
}

export function repeat(body: Regex, min: number, max: number): Regex {
  if (max === 0 || body.kind === 'empty') return EMPTY;
  if (min === 1 && max === 1) return body;
  if (isNothing(body)) return min === 0 ? EMPTY : NOTHING;
  if (body.kind === 'edge' || body.kind === 'lookahead') return min === 0 ? zeroOrOnce(body) : body;
  // (x*)*, (x+)*, (x*){2,3} and their like: one repetition, so that nesting them costs nothing.
  if (body.kind === 'repeat' && body.max === Number.POSITIVE_INFINITY && body.min <= 1 && !capturing(body)) {
    return repeat(body.body, body.min === 0 ? 0 : min, Number.POSITIVE_INFINITY);
  }
  if (body.kind === 'repeat' && body.min === 0 && body.max === 1 && max === Number.POSITIVE_INFINITY) {
    if (!capturing(body)) return repeat(body.body, 0, max);
  }
  return { kind: 'repeat', min, max, body };
}

/** What takes no byte need not be tried when it may be left out, unless it sets a group. */
function zeroOrOnce(body: Regex): Regex {
  return capturing(body) ? { kind: 'repeat', min: 0, max: 1, body } : EMPTY;
}

export function edge(at: Edge): Regex {
  return { kind: 'edge', at };
}

export function lookahead(body: Regex, negative: boolean): Regex {
  if (body.kind === 'empty') return negative ? NOTHING : EMPTY;
  if (isNothing(body)) return negative ? EMPTY : NOTHING;
  return { kind: 'lookahead', negative, body };
}

export function isNothing(tree: Regex): boolean {
  return tree.kind === 'chars' && tree.set.length === 0;
}

/** The trees directly inside this one. */
export function childrenOf(tree: Regex): readonly Regex[] {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts;
    case 'alternatives':
      return tree.choices;
    case 'repeat':
    case 'lookahead':
    case 'group':
      return [tree.body];
    default:
      return [];
  }
}

const CAPTURING = new WeakMap<Regex, boolean>();

/** Whether a group is kept somewhere inside, or a back reference stands there. */
export function capturing(tree: Regex): boolean {
  if (tree.kind === 'group' || tree.kind === 'backreference') return true;
  const children = childrenOf(tree);
  if (children.length === 0) return false;
  const known = CAPTURING.get(tree);
  if (known !== undefined) return known;
  const answer = children.some(capturing);
  CAPTURING.set(tree, answer);
  return answer;
}

/** Whether a lookahead stands somewhere inside. */
export function looksAhead(tree: Regex): boolean {
  return tree.kind === 'lookahead' || childrenOf(tree).some(looksAhead);
}
