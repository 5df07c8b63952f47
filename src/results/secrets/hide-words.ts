/** Hides words in texts: many words in many texts, in one pass over each text however many words there are. */
import { REDACTED } from '../../model/secrets.ts';
import { firstIndex } from '../../source/sorted.ts';

/** A text with the words hidden that stand in it. */
export type HideWords = (text: string) => string;

/** So few words are looked for one by one first, which finds out faster that a text has none of them. */
const FEW = 16;

/**
 * Hides each word wherever it stands by itself, so that a short one does not eat into other words. Of words that
 * overlap all parts are hidden, and so is the beginning of one that was cut off, with `…` behind it.
 *
 * @param words of at least one character
 */
export function hidingWords(words: Iterable<string>): HideWords {
  const index = indexOf(words);
  const { sorted } = index;
  return (text) => {
    const isCut = text.includes(CUT);
    if (!isCut && sorted.length <= FEW && !sorted.some((word) => text.includes(word))) return text;
    let shown = '';
    let from = 0;
    let covered = 0;
    for (let at = 0; at < text.length; at++) {
      const end = longestAt(index, text, at, isCut);
      if (end <= covered) continue;
      if (at >= covered) {
        shown += text.slice(from, at) + REDACTED;
      }
      covered = end;
      from = end;
    }
    return shown + text.slice(from);
  };
}

/** What tells which of the words stand in a text. */
export function standingWords(words: Iterable<string>): (text: string) => readonly string[] {
  const index = indexOf(words);
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at < text.length; at++) {
      const end = longestAt(index, text, at, false);
      if (end > at) found.add(text.slice(at, end));
    }
    return [...found];
  };
}

interface WordIndex {
  /** In the order of their code units, so that words with the same beginning stand together. */
  readonly sorted: readonly string[];
  /** For each word the longest other one that it begins with, or -1. */
  readonly beginnings: Int32Array;
  /** First code units of words. */
  readonly first: ReadonlySet<number>;
  /** Length of the longest word. */
  readonly longest: number;
}

function indexOf(words: Iterable<string>): WordIndex {
  const sorted = [...new Set(words)].sort((left, right) => (left < right ? -1 : 1));
  const beginnings = new Int32Array(sorted.length);
  let longest = 0;
  sorted.forEach((word, index) => {
    longest = Math.max(longest, word.length);
    let beginning = index - 1;
    while (beginning >= 0 && !word.startsWith(sorted[beginning] ?? ''))
      beginning = beginnings[beginning] ?? -1;
    beginnings[index] = beginning;
  });
  return { sorted, beginnings, first: new Set(sorted.map((word) => word.charCodeAt(0))), longest };
}

/** Where the longest word, or the beginning of one, ends that stands at this place by itself; otherwise -1. */
function longestAt(
  { sorted, beginnings, first, longest }: WordIndex,
  text: string,
  at: number,
  isCut: boolean,
): number {
  if (!first.has(text.charCodeAt(at)) || isWithinWord(text, at)) return -1;
  const rest = text.slice(at, at + longest);
  // Every word that the rest begins with is the last word not after it, or a beginning of that one.
  const after = firstIndex(sorted.length, (index) => (sorted[index] ?? '') > rest);
  for (let index = after - 1; index >= 0; index = beginnings[index] ?? -1) {
    const word = sorted[index] ?? '';
    if (rest.startsWith(word) && !goesOn(text, at + word.length)) return at + word.length;
  }
  const left = isCut ? rest.slice(0, MAX_LEFT).indexOf(CUT) : -1;
  return left > LITTLE && beginsAny(sorted, rest.slice(0, left)) ? at + left : -1;
}

/** Stands where the rest of a text was left out. */
const CUT = '…';

/** So much of a word gives nothing away. */
const LITTLE = 3;
/** Nobody who cuts a text off leaves more of it. */
const MAX_LEFT = 1000;

/** Whether a word begins with what stands before a cut. */
function beginsAny(sorted: readonly string[], beginning: string): boolean {
  const at = firstIndex(sorted.length, (index) => (sorted[index] ?? '') >= beginning);
  return sorted[at]?.startsWith(beginning) === true;
}

const WORD = /[\p{L}\p{N}_]/u;
/**
 * A line break or another such sign within a quoted text ends a word, although it is written with letters. Texts may
 * stand in quotes within quotes, which doubles backslashes, so that their number tells nothing.
 */
const ESCAPE = /\\(?:[bfnrt]|u[\da-fA-F]{4})$/;

/** Whether a letter or digit at this place goes on with a word that began before it. */
function isWithinWord(text: string, at: number): boolean {
  return goesOn(text, at) && !ESCAPE.test(text.slice(Math.max(0, at - 8), at));
}

/** Whether letters or digits stand on both sides of this place. */
function goesOn(text: string, at: number): boolean {
  return WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

/**
 * The words to look for: each line of a secret, and the whole where escapes make one line of it, as they are and in
 * every quoting that texts go through on their way into a report.
 *
 * @param secret as it is, or as it is written (in quotes, as a block)
 */
export function* wordsOf(secret: string): Generator<string> {
  for (const text of new Set([unquoted(secret), isQuoted(secret) ? secret.slice(1, -1) : secret])) {
    // The header of a block scalar is no part of it.
    const lines = text.replace(/^[|>][-+\d]*\s*\n/, '').split(LINE_BREAK);
    for (const line of lines) yield* formsOf(line.trim());
    if (lines.length > 1) yield* formsOf(JSON.stringify(text).slice(1, -1));
    const token = CREDENTIAL.exec(text)?.[1];
    if (token !== undefined) yield* formsOf(token);
  }
}

/**
 * Whether nobody writes a word but for the secret: signs and digits between letters, or very many of them. Plain words,
 * numbers and short ones stand elsewhere for something else.
 */
export function isUnmistakable(word: string): boolean {
  if (word.length < SHORT) return false;
  return word.length >= LONG || (/[A-Za-z]/.test(word) && /\d/.test(word));
}

const SHORT = 6;
const LONG = 20;

const LINE_BREAK = /[\r\n\u0085\u2028\u2029]+/;

/** What stands behind the word that says of which kind a credential is, long enough to be told from other words. */
const CREDENTIAL = /^[A-Za-z]+ +(\S{6}\S*)$/;

/** A line as it is, in the quotes of YAML and of a shell, and in those of JSON, once and again. */
function* formsOf(line: string): Generator<string> {
  if (line === '') return;
  yield line;
  const once = JSON.stringify(line).slice(1, -1);
  if (once !== line) {
    yield once;
    yield JSON.stringify(once).slice(1, -1);
  }
  if (!line.includes("'")) return;
  yield line.replaceAll("'", "''");
  yield line.replaceAll("'", `'\\''`);
}

function isQuoted(text: string): boolean {
  return text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
}

function unquoted(written: string): string {
  if (!isQuoted(written)) return written;
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
