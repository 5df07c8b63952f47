/** Regexes as sets of texts. */

import { once } from '../../source/once.ts';
import { readerOf, type SplitPattern, type Tail, wholeTree } from '../regex/parse.ts';
import type { Grammar, Regexes } from '../regex/regexes.ts';
import { exampleOf, heldText, literalHead, requiredLiteral, type Shape } from '../regex/shape.ts';
import { capturing, type Regex } from '../regex/syntax.ts';
import { exactly, type Language, type Rest, startingWith } from './language.ts';

/**
 * A regex that is plain text, or plain text and then anything, is known as that: no path and no header holds a line
 * break, which `.` leaves out (fact 19).
 */
export function matching(pattern: string, grammar: Grammar, regexes: Regexes): Language {
  const split = readerOf(regexes)(pattern, grammar);
  const seen = seenTail(split.tail);
  const head = split.head + (seen.shape?.text ?? '');
  if (seen.shape?.kind === 'exact') return exactly(head);
  if (seen.shape?.kind === 'prefix') return startingWith(head);
  return new Pattern(pattern, grammar, split, head, seen, regexes);
}

/** A class, since a long list has many of these: what is seldom asked for is made when it is. */
class Pattern implements Language {
  readonly head: string;
  readonly pattern: string;
  readonly #grammar: Grammar;
  readonly #split: SplitPattern;
  readonly #seen: SeenTail;
  readonly #regexes: Regexes;
  #key: string | undefined;
  /** Null until it is asked for. */
  #tree: Regex | undefined | null = null;

  constructor(
    pattern: string,
    grammar: Grammar,
    split: SplitPattern,
    head: string,
    seen: SeenTail,
    regexes: Regexes,
  ) {
    this.pattern = pattern;
    this.#grammar = grammar;
    this.#split = split;
    this.head = head;
    this.#seen = seen;
    this.#regexes = regexes;
  }

  get key(): string {
    this.#key ??= `${this.#grammar} ${this.pattern}`;
    return this.#key;
  }

  get rest(): Rest | undefined {
    return this.#seen.rest;
  }

  get required(): string | undefined {
    return this.#seen.required;
  }

  get behind(): string | undefined {
    return this.#seen.behind;
  }

  holds(text: string): boolean | undefined {
    // Seen without asking for the pattern, of which a long list has many.
    if (this.#split.tail.parsed.ok && !text.startsWith(this.#split.head)) return false;
    const answer = this.#regexes.matches(this.pattern, this.#grammar, text);
    return typeof answer === 'boolean' ? answer : undefined;
  }

  tree(): Regex | undefined {
    if (this.#tree !== null) return this.#tree;
    const tree = wholeTree(this.#split);
    this.#tree = tree === undefined || capturing(tree) ? undefined : tree;
    return this.#tree;
  }

  get samples(): readonly string[] {
    return NO_SAMPLES;
  }
}

const NO_SAMPLES: readonly string[] = [];

interface SeenTail {
  readonly shape: Shape | undefined;
  readonly required: string | undefined;
  readonly behind: string | undefined;
  readonly rest: Rest | undefined;
}

const SEEN = new WeakMap<Tail, SeenTail>();

/** What can be told from the outside of a tail, worked out once for all patterns that share it. */
function seenTail(tail: Tail): SeenTail {
  const known = SEEN.get(tail);
  if (known !== undefined) return known;
  const { grammar, pattern, parsed, seesBack } = tail;
  const shape = parsed.ok ? literalHead(parsed.tree) : undefined;
  const made: SeenTail = {
    shape,
    required: parsed.ok ? requiredLiteral(parsed.tree) : undefined,
    behind: shape?.kind === 'head' && !seesBack ? heldText(shape.tail) : undefined,
    rest: shape?.kind === 'head' && !seesBack ? restOf(`rest ${grammar} ${pattern}`, shape.tail) : undefined,
  };
  SEEN.set(tail, made);
  return made;
}

function restOf(key: string, tail: Regex): Rest {
  const tree = capturing(tail) ? undefined : tail;
  return { key, tree, example: once(() => tree && exampleOf(tree)) };
}
