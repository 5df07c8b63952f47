/** Conditions on query parameters (data-model, route.QueryParameterMatcher; facts 27 to 29). */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { isSecretName } from '../../source/secret-names.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import { allHold } from './all-hold.ts';
import { matchesRegex, matchesString, quoted, quotedAs } from './text.ts';

type QueryParameterMatcher = Message<'route.QueryParameterMatcher'>;

/** Whether every matcher holds. */
export function matchesQuery(
  matchers: readonly QueryParameterMatcher[],
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  return allHold(matchers, matchesParameter, request, regexes, say);
}

/** Whether one matcher holds; without a value, or with an empty one, the key just has to be there (fact 29). */
export function matchesParameter(
  matcher: QueryParameterMatcher,
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  const name = matcher.name ?? '';
  const found = request.queryParameter(name);
  const isSecret = isSecretName(name);
  if (asksForAbsence(matcher)) {
    if (found === undefined) return true;
    say?.(`the query has a parameter ${quoted(name)}, which has to be missing`);
    return false;
  }
  if (found === undefined) {
    say?.(`the query has no parameter ${quoted(name)}`);
    return false;
  }
  if (matcher.string_match !== undefined)
    return matchesString(
      matcher.string_match,
      found,
      `the query parameter ${quoted(name)}`,
      regexes,
      say,
      isSecret,
    );
  const { value } = matcher;
  if (matcher.present_match !== undefined || value === undefined || value === '') return true;
  if (matcher.regex === true)
    return matchesRegex(
      value,
      'ecmascript',
      found,
      `the query parameter ${quoted(name)}`,
      regexes,
      say,
      isSecret,
    );
  if (found === value) return true;
  say?.(
    `the query parameter ${quoted(name)} is ${quotedAs(isSecret, found)}, not ${quotedAs(isSecret, value)}`,
  );
  return false;
}

/** In version 3 `present_match: false` asks for absence (fact 29). */
export function asksForAbsence(matcher: QueryParameterMatcher): boolean {
  return matcher.present_match === false && matcher.string_match === undefined && versionOf(matcher) === 'v3';
}
