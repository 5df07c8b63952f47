/**
 * A set of texts: what a path, a header or a query parameter may be.
 *
 * Equal keys mean equal sets. `holds` answers for one text in the words of the one-request matcher; `tree` stands for
 * the same set and is absent where no automaton can (back references, invalid patterns).
 */
import { once } from '../../source/once.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { isInRange } from '../match/headers.ts';
import { equals, includes, isUnder, startsWith } from '../match/text.ts';
import { foldCase } from '../regex/rewrite.ts';
import {
  alternatives,
  charRange,
  chars,
  EMPTY,
  EVERYTHING,
  literal,
  NOTHING,
  type Regex,
  repeat,
  sequence,
} from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';

/** What a set is by its text alone, for quick comparisons and for the index. */
export interface Form {
  readonly kind: 'exact' | 'prefix';
  /** In lower case where letter case does not count. */
  readonly text: string;
  readonly fold: boolean;
}

export interface Language {
  /** Equal keys are equal languages. */
  readonly key: string;
  /** As written, of a regex. */
  readonly pattern?: string;
  readonly form?: Form;
  /** The plain text that every member begins with, and what follows it. */
  readonly head?: string;
  readonly rest?: Rest | undefined;
  /** Members are integers with `start <= v < end`. */
  readonly range?: { readonly start: number; readonly end: number };
  /** For a regex, a plain text that stands in every member. */
  readonly required?: string | undefined;
  /** Its members are what begins with the head and has this text somewhere behind it. */
  readonly behind?: string | undefined;
  /** Undefined where it cannot be said. */
  holds(text: string): boolean | undefined;
  tree(): Regex | undefined;
  /** Texts that may be members, likely ones first. */
  readonly samples: readonly string[];
}

/** What follows a plain head: languages with different heads often share it. */
export interface Rest {
  /** Equal keys are equal sets. */
  readonly key: string;
  /** Undefined where it has no automaton, or may look back at the head. */
  readonly tree: Regex | undefined;
  /** A text of it; undefined where that takes a search. */
  readonly example: () => string | undefined;
}

const NO_MORE: Rest = { key: '', tree: EMPTY, example: () => '' };
const BELOW_TREE = alternatives([EMPTY, sequence([literal(bytesOf('/')), EVERYTHING])]);
const BELOW: Rest = { key: 'under', tree: BELOW_TREE, example: () => '' };
const ANYTHING_MORE: Rest = { key: '*', tree: EVERYTHING, example: () => '' };

export function exactly(text: string, fold = false): Language {
  return new Literal('exact', text, fold);
}

export function startingWith(text: string, fold = false): Language {
  return new Literal('prefix', text, fold);
}

/** A class, since a long list has one of these for each route: what is seldom asked for is made when it is. */
class Literal implements Language, Form {
  readonly kind: Form['kind'];
  readonly text: string;
  readonly fold: boolean;
  readonly #written: string;
  #key: string | undefined;
  /** Without regard to case; of the others all but the text itself is taken off first. */
  #folded: Regex | undefined;

  constructor(kind: Form['kind'], written: string, mayFold: boolean) {
    this.kind = kind;
    this.fold = mayFold && hasLetters(written);
    this.text = this.fold ? lowerAscii(written) : written;
    this.#written = written;
  }

  get key(): string {
    this.#key ??= `${this.fold ? 'i' : ''}${this.kind} ${this.text}`;
    return this.#key;
  }

  get form(): Form {
    return this;
  }

  get head(): string {
    return this.fold ? '' : this.text;
  }

  get rest(): Rest | undefined {
    if (this.fold) return undefined;
    return this.kind === 'exact' ? NO_MORE : ANYTHING_MORE;
  }

  holds(text: string): boolean {
    return this.kind === 'exact'
      ? equals(text, this.text, !this.fold)
      : startsWith(text, this.text, !this.fold);
  }

  tree(): Regex {
    if (this.fold) this.#folded ??= literalTree(this.text, true);
    const tree = this.#folded ?? literalTree(this.text, false);
    return this.kind === 'exact' ? tree : sequence([tree, EVERYTHING]);
  }

  get samples(): readonly string[] {
    if (this.kind === 'exact') return [this.#written];
    return TAILS.map((tail) => this.#written + tail);
  }
}

const TAILS = ['', 'a', 'b', '/', '1'];

export function endingWith(text: string, fold = false): Language {
  const folded = fold && hasLetters(text);
  const compared = folded ? lowerAscii(text) : text;
  return {
    key: `${folded ? 'i' : ''}suffix ${compared}`,
    holds: (other) => (folded ? lowerAscii(other) : other).endsWith(compared),
    tree: once(() => sequence([EVERYTHING, literalTree(compared, folded)])),
    samples: ['', 'a', 'b', '1'].map((head) => head + text),
  };
}

/** Texts with another one somewhere in them. */
export function containing(text: string, fold = false): Language {
  const folded = fold && hasLetters(text);
  const compared = folded ? lowerAscii(text) : text;
  return {
    key: `${folded ? 'i' : ''}contains ${compared}`,
    holds: (other) => includes(other, compared, !folded),
    tree: once(() => sequence([EVERYTHING, literalTree(compared, folded), EVERYTHING])),
    samples: ['', 'a', '/', '1'].map((head) => head + text),
  };
}

/** A path, and all below it. */
export function under(path: string, fold = false): Language {
  const folded = fold && hasLetters(path);
  const compared = folded ? lowerAscii(path) : path;
  return {
    key: `${folded ? 'i' : ''}under ${compared}`,
    ...(folded ? {} : { head: compared, rest: BELOW }),
    holds: (other) => isUnder(other, compared, !folded),
    tree: once(() => sequence([literalTree(compared, folded), BELOW_TREE])),
    samples: [path, `${path}/`, `${path}/a`],
  };
}

/** Integers with `start <= v < end`. */
export function inRange(start: number | string, end: number | string): Language {
  return {
    key: `range ${start} ${end}`,
    // Larger ones are told apart by all of their digits.
    ...(typeof start === 'number' && typeof end === 'number' ? { range: { start, end } } : {}),
    holds: (text) => isInRange(text, start, end),
    tree: once(() => rangeTree(BigInt(start), BigInt(end))),
    samples: [String(start), String(BigInt(end) - 1n)],
  };
}

function hasLetters(text: string): boolean {
  return /[A-Za-z]/.test(text);
}

function literalTree(text: string, fold: boolean): Regex {
  const tree = literal(bytesOf(text));
  return fold ? foldCase(tree) : tree;
}

/** Decimal integers from `low` up to, not including, `high` as a syntax tree (fact 23: `+5`, `05` and `-0` count). */
const INT64_LOW = -(2n ** 63n);
const INT64_END = 2n ** 63n;
const DIGIT = charRange(0x30, 0x39);
const ZEROS = repeat(charRange(0x30, 0x30), 0, Number.POSITIVE_INFINITY);
const MINUS = charRange(0x2d, 0x2d);
const OPTIONAL_PLUS = repeat(charRange(0x2b, 0x2b), 0, 1);
/** Zero has either sign. */
const ZERO = sequence([
  repeat(chars([0x2b, 0x2b, 0x2d, 0x2d]), 0, 1),
  repeat(charRange(0x30, 0x30), 1, Number.POSITIVE_INFINITY),
]);

function rangeTree(low: bigint, high: bigint): Regex {
  const first = low < INT64_LOW ? INT64_LOW : low;
  const last = (high > INT64_END ? INT64_END : high) - 1n;
  if (first > last) return NOTHING;
  return alternatives([
    first <= 0n && last >= 0n ? ZERO : NOTHING,
    last > 0n ? sequence([OPTIONAL_PLUS, ZEROS, between(first > 1n ? first : 1n, last)]) : NOTHING,
    first < 0n ? sequence([MINUS, ZEROS, between(last < -1n ? -last : 1n, -first)]) : NOTHING,
  ]);
}

/** Numbers from `low` to `high`, both included and positive, without leading zeros. */
function between(low: bigint, high: bigint): Regex {
  const choices: Regex[] = [];
  for (let length = String(low).length; length <= String(high).length; length++) {
    const least = 10n ** BigInt(length - 1);
    const most = 10n ** BigInt(length) - 1n;
    choices.push(sameLength(String(low > least ? low : least), String(high < most ? high : most)));
  }
  return alternatives(choices);
}

/** Digit texts of one length from `low` to `high`. */
function sameLength(low: string, high: string): Regex {
  if (low === '') return EMPTY;
  if (low === high) return literal(bytesOf(low));
  if (/^0*$/.test(low) && /^9*$/.test(high)) return repeat(DIGIT, low.length, low.length);
  const first = low.charCodeAt(0);
  const last = high.charCodeAt(0);
  const rest = low.length - 1;
  const digit = (code: number): Regex => charRange(code, code);
  if (first === last) return sequence([digit(first), sameLength(low.slice(1), high.slice(1))]);
  return alternatives([
    sequence([digit(first), sameLength(low.slice(1), '9'.repeat(rest))]),
    first + 1 < last ? sequence([charRange(first + 1, last - 1), repeat(DIGIT, rest, rest)]) : NOTHING,
    sequence([digit(last), sameLength('0'.repeat(rest), high.slice(1))]),
  ]);
}
