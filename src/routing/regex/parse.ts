import { type Parsed, PatternProblem } from './builder.ts';
import { parseEcmascript } from './parse-ecmascript.ts';
import { checkFor, parseRe2 } from './parse-re2.ts';
import { dropEdges } from './rewrite.ts';
import { keyOf } from './shape.ts';
import { childrenOf, literal, type Regex, sequence } from './syntax.ts';
import { bytesOf } from './utf8.ts';

/** `ecmascript`: `std::regex` of the GNU C++ library. `re2`: RE2 with its default options. */
export type Grammar = 'ecmascript' | 're2';

/** Reads a pattern that is to match a whole text; edges that say nothing then are dropped. Never throws. */
export function parseRegex(pattern: string, grammar: Grammar): Parsed {
  try {
    const tree = grammar === 're2' ? parseRe2(pattern) : parseEcmascript(pattern);
    return { ok: true, tree: dropEdges(tree) };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    const { message, offset, kind } = error;
    return { ok: false, problem: message, offset: indexOf(pattern, grammar, offset), kind };
  }
}

/** Why a release refuses a pattern of RE2 that others take. Never throws. */
export function problemFor(release: 'oldest' | 'newest', pattern: string): string | undefined {
  try {
    checkFor(release, pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return error.message;
  }
}

/** From the bytes or characters that a parser counts to an index into the pattern. */
function indexOf(pattern: string, grammar: Grammar, offset: number): number {
  let index = 0;
  let counted = 0;
  for (const char of pattern) {
    if (counted >= offset) break;
    counted += grammar === 're2' ? 1 : bytesOf(char).length;
    index += char.length;
  }
  return index;
}

// Patterns taken apart before they are parsed: a plain text at the head, and a tail that many patterns of a
// configuration share. Each distinct tail is parsed once.

/** A pattern that matches what begins with `head` and goes on with what the tail matches. */
export interface SplitPattern {
  /** ASCII; may be empty. */
  readonly head: string;
  readonly tail: Tail;
}

/** One object for each distinct tail of a reader. */
export interface Tail {
  readonly grammar: Grammar;
  readonly pattern: string;
  readonly parsed: Parsed;
  /** Whether it has edges: those may look at what stands before the tail. */
  readonly seesBack: boolean;
}

/**
 * Splits a pattern, the same one once; where that would change its meaning, or where it is invalid, the head is empty.
 */
type PatternReader = (pattern: string, grammar: Grammar) => SplitPattern;

/** Signs that stand for themselves in both grammars, whatever is around them. */
const PLAIN_HEAD = /^[0-9A-Za-z/_~%:,=@!;&-]+/;
const QUANTIFIER = /[*+?{]/;
const MAX_HEAD = 120;
const LONGEST_HEAD = 'x'.repeat(MAX_HEAD);
const LONGEST_HEAD_TREE = literal(bytesOf(LONGEST_HEAD));

/** What was parsed is remembered as long as the reader lives. */
function startReading(): PatternReader {
  const grammars = { ecmascript: startGrammar('ecmascript'), re2: startGrammar('re2') };
  return (pattern, grammar) => grammars[grammar](pattern);
}

function startGrammar(grammar: Grammar): (pattern: string) => SplitPattern {
  const splits = new Map<string, SplitPattern>();
  const tails = new Map<string, Tail>();
  /** Those that mean something else behind a head, such as a choice at the top, are undefined. */
  const behindHeads = new Map<string, Tail | undefined>();

  function tailOf(pattern: string): Tail {
    const known = tails.get(pattern);
    if (known !== undefined) return known;
    const parsed = parseRegex(pattern, grammar);
    const made = { grammar, pattern, parsed, seesBack: parsed.ok && hasEdges(parsed.tree) };
    tails.set(pattern, made);
    return made;
  }

  function tailBehindHead(pattern: string): Tail | undefined {
    const known = behindHeads.get(pattern);
    if (known !== undefined || behindHeads.has(pattern)) return known;
    const tail = tailOf(pattern);
    const made = standsAlone(tail) ? tail : undefined;
    behindHeads.set(pattern, made);
    return made;
  }

  return (pattern) => {
    const known = splits.get(pattern);
    if (known !== undefined) return known;
    const length = headLength(pattern);
    const tail = length === 0 ? undefined : tailBehindHead(pattern.slice(length));
    const made =
      tail === undefined ? { head: '', tail: tailOf(pattern) } : { head: pattern.slice(0, length), tail };
    splits.set(pattern, made);
    return made;
  };
}

/** A quantifier binds the last sign of the run before it. */
function headLength(pattern: string): number {
  const run = Math.min(PLAIN_HEAD.exec(pattern)?.[0].length ?? 0, MAX_HEAD);
  return run > 0 && QUANTIFIER.test(pattern.charAt(run)) ? run - 1 : run;
}

/**
 * Tails that stand alone whatever is in front, as can be seen without parsing: short, no choice, no edge that could be
 * vacuous, no counts that could come to a limit.
 */
const STANDS_ALONE = /^(?:[^|{^\\]|(?<=\[)\^|\\[dDwWsS./-])*$/;
const MAX_CERTAIN = 300;

/**
 * Whether a plain text in front of a tail is parsed as that text and then the tail, and nothing else. Asked with the
 * longest head, since the grammars limit the size of a pattern as well.
 */
function standsAlone({ pattern, grammar, parsed }: Tail): boolean {
  if (!parsed.ok) return false;
  if (pattern.length <= MAX_CERTAIN && STANDS_ALONE.test(pattern)) return true;
  const behind = parseRegex(LONGEST_HEAD + pattern, grammar);
  return behind.ok && keyOf(behind.tree) === keyOf(sequence([LONGEST_HEAD_TREE, parsed.tree]));
}

/** The tree of a whole pattern; undefined where it has none. */
export function wholeTree({ head, tail }: SplitPattern): Regex | undefined {
  if (!tail.parsed.ok) return undefined;
  return head === '' ? tail.parsed.tree : sequence([literal(bytesOf(head)), tail.parsed.tree]);
}

function hasEdges(tree: Regex): boolean {
  return tree.kind === 'edge' || childrenOf(tree).some(hasEdges);
}

const READERS = new WeakMap<object, PatternReader>();

/** The reader that everybody uses who asks the same regex engine. */
export function readerOf(engine: object): PatternReader {
  const known = READERS.get(engine);
  if (known !== undefined) return known;
  const made = startReading();
  READERS.set(engine, made);
  return made;
}
