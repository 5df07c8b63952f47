/** Conditions on query parameters (data-model, route.QueryParameterMatcher; facts 27 to 29). */
import type { Message } from '../schema/types.ts';
import { matchesRegex, matchesString, quoted } from './match-text.ts';
import type { Answer, Regexes, Say } from './regexes.ts';
import type { SeenRequest } from './request.ts';

type QueryParameterMatcher = Message<'route.QueryParameterMatcher'>;

/** Whether every matcher holds. An undecided one gives way to one that fails, wherever it stands. */
export function matchesQuery(
  matchers: readonly QueryParameterMatcher[],
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  let answer: Answer = true;
  for (const matcher of matchers) {
    const each = matchesParameter(matcher, request, regexes, say);
    if (each === false) return false;
    if (each !== true && answer === true) answer = each;
  }
  return answer;
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
  if (found === undefined) {
    say?.(`the query has no parameter ${quoted(name)}`);
    return false;
  }
  if (matcher.string_match !== undefined)
    return matchesString(matcher.string_match, found, `the query parameter ${quoted(name)}`, regexes, say);
  const { value } = matcher;
  if (matcher.present_match !== undefined || value === undefined || value === '') return true;
  if (matcher.regex === true)
    return matchesRegex(value, 'ecmascript', found, `the query parameter ${quoted(name)}`, regexes, say);
  if (found === value) return true;
  say?.(`the query parameter ${quoted(name)} is ${quoted(found)}, not ${quoted(value)}`);
  return false;
}
