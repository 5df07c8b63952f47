/** Conditions on cookies, of version 3 (fact 77). */
import { isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { allHold } from './all-hold.ts';
import { matchesString, quoted, quotedAs } from './text.ts';

/** A matcher as it is bound; nobody wrote a table for it. */
interface CookieMatcher {
  readonly name: string;
  readonly text: Message<'type.matcher.StringMatcher'>;
  readonly inverted: boolean;
}

function readMatcher(bound: unknown): CookieMatcher {
  const { name, string_match: text, invert_match: inverted } = isObject(bound) ? bound : {};
  return {
    name: typeof name === 'string' ? name : '',
    text: isObject(text) ? text : {},
    inverted: inverted === true,
  };
}

/** Whether every matcher holds. */
export function matchesCookies(
  matchers: readonly unknown[],
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  return allHold(matchers.map(readMatcher), matchesCookie, request, regexes, say);
}

/** A missing cookie fails the matcher before it is inverted, unlike a missing header. */
function matchesCookie(matcher: CookieMatcher, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { name, text, inverted } = matcher;
  const value = cookieOf(request, name);
  const what = `the cookie ${quoted(name)}`;
  const answer =
    value === undefined ? false : matchesString(text, value, what, regexes, inverted ? undefined : say, true);
  if (typeof answer !== 'boolean' || !inverted) {
    if (value === undefined) say?.(`${what} is missing`);
    return answer;
  }
  if (answer) say?.(`${what} is ${quotedAs(true, value ?? '')}, which invert_match rules out`);
  return !answer;
}

/** The first cookie of a name, up to which only blanks in front do not count; quotes around its value are no part of it. */
export function cookieOf(request: SeenRequest, name: string): string | undefined {
  const lines = request.request.repeated?.cookie ?? [request.header('cookie') ?? ''];
  for (const piece of lines.flatMap((line) => line.split(';'))) {
    const equals = piece.indexOf('=');
    if (equals === -1 || piece.slice(0, equals).replace(/^ +/, '') !== name) continue;
    const value = piece.slice(equals + 1);
    return /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
  }
  return undefined;
}
