/**
 * A set of texts: what a path, a header or a query parameter may be.
 *
 * Equal keys mean equal sets. `holds` answers for one text in the words of the one-request matcher; `tree` stands for
 * the same set and is absent where no automaton can (back references, invalid patterns).
 */

import { isInRange } from '../match-headers.ts';
import { equals, startsWith } from '../match-text.ts';
import { parseRegex } from '../regex/parse.ts';
import { foldCase } from '../regex/rewrite.ts';
import { literalHead, requiredLiteral } from '../regex/shape.ts';
import { capturing, childrenOf, EVERYTHING, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/text.ts';
import type { Grammar, Regexes } from '../regexes.ts';
import { lowerAscii } from '../request.ts';
import { rangeTree } from './number-range.ts';

/** What a set is by its text alone, for quick comparisons and for the index. */
export interface Form {
  readonly kind: 'exact' | 'prefix';
  /** In lower case where letter case does not count. */
  readonly text: string;
  readonly fold: boolean;
}

export interface Language {
  readonly key: string;
  readonly form?: Form;
  /** For a regex, the plain text that every member begins with. */
  readonly head?: string;
  /** For a regex, a plain text that stands in every member. */
  readonly required?: string | undefined;
  /** Undefined where it cannot be said. */
  readonly holds: (text: string) => boolean | undefined;
  readonly tree: () => Regex | undefined;
  /** Texts that may be members, likely ones first. */
  readonly samples: readonly string[];
}

export function exactly(text: string, fold = false): Language {
  const folded = fold && hasLetters(text);
  const compared = folded ? lowerAscii(text) : text;
  return {
    key: `${folded ? 'i' : ''}exact ${compared}`,
    form: { kind: 'exact', text: compared, fold: folded },
    holds: (other) => equals(other, compared, !folded),
    tree: once(() => literalTree(compared, folded)),
    samples: [text],
  };
}

export function startingWith(text: string, fold = false): Language {
  const folded = fold && hasLetters(text);
  const compared = folded ? lowerAscii(text) : text;
  return {
    key: `${folded ? 'i' : ''}prefix ${compared}`,
    form: { kind: 'prefix', text: compared, fold: folded },
    holds: (other) => startsWith(other, compared, !folded),
    tree: once(() => sequence([literalTree(compared, folded), EVERYTHING])),
    samples: ['', 'a', 'b', '/', '1'].map((tail) => text + tail),
  };
}

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

/** Integers with `start <= v < end`. */
export function inRange(start: number | string, end: number | string): Language {
  return {
    key: `range ${start} ${end}`,
    holds: (text) => isInRange(text, start, end),
    tree: once(() => rangeTree(BigInt(start), BigInt(end))),
    samples: [String(start), String(BigInt(end) - 1n)],
  };
}

/**
 * A regex that is plain text, or plain text and then anything, is known as that: no path and no header holds a line
 * break, which `.` leaves out (fact 19).
 */
export function matching(pattern: string, grammar: Grammar, regexes: Regexes): Language {
  const parsed = parseRegex(pattern, grammar);
  const shape = parsed.ok ? literalHead(parsed.tree) : undefined;
  if (shape?.kind === 'exact') return exactly(shape.text);
  if (shape?.kind === 'prefix') return startingWith(shape.text);
  return {
    key: `${grammar} ${pattern}`,
    head: shape?.text ?? '',
    ...(parsed.ok ? { required: requiredLiteral(parsed.tree) } : {}),
    holds: (text) => {
      const answer = regexes.matches(pattern, grammar, text);
      return typeof answer === 'boolean' ? answer : undefined;
    },
    tree: () => (parsed.ok && !capturing(parsed.tree) ? parsed.tree : undefined),
    samples: [],
  };
}

/** Whether a tree means the same inside another tree, once the bytes that may follow are taken out of its sets. */
export function isPlain(tree: Regex): boolean {
  if (tree.kind === 'edge' || tree.kind === 'backreference') return false;
  return childrenOf(tree).every(isPlain);
}

function hasLetters(text: string): boolean {
  return /[A-Za-z]/.test(text);
}

function literalTree(text: string, fold: boolean): Regex {
  const tree = literal(bytesOf(text));
  return fold ? foldCase(tree) : tree;
}

/** Computes when first asked for. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
