/** Whether a text of a request is what it is asked for. */
import { type Grammar, lowerAscii, type TextTest } from '../../traffic/text.ts';
import { quotedAs } from '../../traffic/words.ts';
import { type Answer, type Regexes, regexAnswer, type Say } from '../regex/regexes.ts';

/** What becomes of a request that meets all but a condition that nobody here knows. */
export const UNKNOWN_CONDITION = {
  undecided: 'it asks by a field that is unknown or cannot be read',
} as const;

/** What a text is of, in words, and whether neither it nor what it is compared with is to be shown. */
export interface Subject {
  readonly words: string;
  readonly isSecret?: boolean;
}

/** Whether a regex covers the whole text. */
export function matchesRegex(
  pattern: string,
  grammar: Grammar,
  text: string,
  { words, isSecret = false }: Subject,
  regexes: Regexes,
  say: Say,
): Answer {
  const answer = regexAnswer(regexes, pattern, grammar, text);
  if (answer === false)
    say?.(
      `${words} is ${quotedAs(isSecret, text)}, which the regex ${quotedAs(isSecret, pattern)} does not cover as a whole`,
    );
  return answer;
}

/** Whether a text begins with another; letter case counts or, for ASCII letters, does not (fact 14). */
export function startsWith(text: string, head: string, caseSensitive: boolean): boolean {
  if (caseSensitive) return text.startsWith(head);
  return text.length >= head.length && sameIgnoringCase(text, head, head.length);
}

/** Whether two texts are equal; letter case counts or, for ASCII letters, does not. */
export function equals(text: string, other: string, caseSensitive: boolean): boolean {
  if (caseSensitive) return text === other;
  return text.length === other.length && sameIgnoringCase(text, other, other.length);
}

/** Whether a text stands somewhere in another; letter case counts or, for ASCII letters, does not. */
export function includes(text: string, part: string, caseSensitive: boolean): boolean {
  return caseSensitive ? text.includes(part) : lowerAscii(text).includes(lowerAscii(part));
}

/** Whether a path is that text, or goes on with a slash behind it (fact 70). */
export function isUnder(path: string, prefix: string, caseSensitive: boolean): boolean {
  if (!startsWith(path, prefix, caseSensitive)) return false;
  return path.length === prefix.length || path[prefix.length] === '/';
}

/** Compares without making new texts, since a long route list asks this for every route. */
function sameIgnoringCase(text: string, other: string, length: number): boolean {
  for (let at = 0; at < length; at++) {
    const left = text.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right && lowerCode(left) !== lowerCode(right)) return false;
  }
  return true;
}

function lowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** Whether a text is what it is asked for. */
export function matchesText(
  test: TextTest,
  text: string,
  subject: Subject,
  regexes: Regexes,
  say: Say,
): Answer {
  switch (test.kind) {
    case 'exact':
      return equals(text, test.text, !test.fold) || failed(say, subject, text, 'not', test.text);
    case 'prefix':
      return (
        startsWith(text, test.text, !test.fold) ||
        failed(say, subject, text, 'which does not begin with', test.text)
      );
    case 'suffix':
      return (
        endsWith(text, test.text, !test.fold) ||
        failed(say, subject, text, 'which does not end with', test.text)
      );
    case 'contains':
      return (
        includes(text, test.text, !test.fold) ||
        failed(say, subject, text, 'which does not contain', test.text)
      );
    case 'regex':
      return matchesRegex(test.pattern, test.grammar, text, subject, regexes, say);
    case 'unknown':
      return UNKNOWN_CONDITION;
    case 'nothing':
      say?.(`the string matcher for ${subject.words} asks for nothing`);
      return false;
  }
}

/** The same, where nobody asks why it does not hold. */
export function textHolds(test: TextTest, text: string, regexes: Regexes): Answer {
  return matchesText(test, text, { words: '' }, regexes, undefined);
}

function failed(say: Say, { words, isSecret = false }: Subject, text: string, how: string, wanted: string) {
  say?.(`${words} is ${quotedAs(isSecret, text)}, ${how} ${quotedAs(isSecret, wanted)}`);
  return false;
}

function endsWith(text: string, tail: string, caseSensitive: boolean): boolean {
  return caseSensitive ? text.endsWith(tail) : lowerAscii(text).endsWith(lowerAscii(tail));
}

/** Whether every test holds. An undecided one gives way to one that fails, wherever it stands. */
export function allHold<T>(tests: readonly T[], holds: (test: T) => Answer): Answer {
  let answer: Answer = true;
  for (const test of tests) {
    const each = holds(test);
    if (each === false) return false;
    if (each !== true && answer === true) answer = each;
  }
  return answer;
}
