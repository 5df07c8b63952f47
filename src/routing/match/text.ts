/** Conditions on a single text: regexes and string matchers of the full API. */
import { hasStrangeField } from '../../model/unknown-fields.ts';
import type { Message } from '../../schema/types.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import { type Answer, type Grammar, type Regexes, regexAnswer, type Say } from '../regex/regexes.ts';
import { lowerAscii } from '../request/request.ts';
import { UNKNOWN_CONDITION } from './open-match.ts';

/** A text from the request, quoted, and cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

/** The same, to be hidden where it is secret. */
export function quotedAs(isSecret: boolean, text: string): string {
  return JSON.stringify(secretlyIf(isSecret, cut(text)));
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Whether a regex covers the whole text. @param isSecret whether neither is to be shown */
export function matchesRegex(
  pattern: string,
  grammar: Grammar,
  text: string,
  subject: string,
  regexes: Regexes,
  say: Say,
  isSecret = false,
): Answer {
  const answer = regexAnswer(regexes, pattern, grammar, text);
  if (answer === false)
    say?.(
      `${subject} is ${quotedAs(isSecret, text)}, which the regex ${quotedAs(isSecret, pattern)} does not cover as a whole`,
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

/** Whether a text meets a string matcher; `ignore_case` does not touch regexes. @param isSecret whether neither is to be shown */
export function matchesString(
  matcher: Message<'type.matcher.StringMatcher'>,
  text: string,
  subject: string,
  regexes: Regexes,
  say: Say,
  isSecret = false,
): Answer {
  const { exact, prefix, suffix, contains, regex, safe_regex: safeRegex } = matcher;
  const caseSensitive = matcher.ignore_case !== true;
  const failed = (how: string, wanted: string): false => {
    say?.(`${subject} is ${quotedAs(isSecret, text)}, which ${how} ${quotedAs(isSecret, wanted)}`);
    return false;
  };
  if (exact !== undefined) return equals(text, exact, caseSensitive) || failed('is not', exact);
  if (prefix !== undefined)
    return startsWith(text, prefix, caseSensitive) || failed('does not begin with', prefix);
  if (suffix !== undefined)
    return endsWith(text, suffix, caseSensitive) || failed('does not end with', suffix);
  if (contains !== undefined)
    return includes(text, contains, caseSensitive) || failed('does not contain', contains);
  if (regex !== undefined) return matchesRegex(regex, 'ecmascript', text, subject, regexes, say, isSecret);
  if (safeRegex !== undefined)
    return matchesRegex(safeRegex.regex ?? '', 're2', text, subject, regexes, say, isSecret);
  if (hasStrangeField('type.matcher.StringMatcher', matcher)) return UNKNOWN_CONDITION;
  say?.(`the string matcher for ${subject} asks for nothing`);
  return false;
}

function endsWith(text: string, tail: string, caseSensitive: boolean): boolean {
  return caseSensitive ? text.endsWith(tail) : lowerAscii(text).endsWith(lowerAscii(tail));
}
