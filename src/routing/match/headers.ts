/** Header conditions (data-model, route.HeaderMatcher; facts 20 to 26, 30). */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { isCredentialHeader } from '../../source/secret-names.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import { isGrpcType, lowerAscii, type SeenRequest } from '../request/request.ts';
import { allHold } from './all-hold.ts';
import { asksByUnknownCondition, isStrange, UNKNOWN_CONDITION } from './open-match.ts';
import { matchesEachValue } from './repeated-headers.ts';
import { matchesRegex, matchesString, quotedAs } from './text.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;

/** Whether every matcher holds. */
export function matchesHeaders(
  matchers: readonly HeaderMatcher[],
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  return allHold(matchers, matchesHeader, request, regexes, say);
}

/**
 * Whether one matcher holds. A missing header fails every matcher, inverted or not, except inverted presence
 * (fact 21); an empty exact_match and present_match with any value ask for presence (fact 22).
 */
export function matchesHeader(
  matcher: HeaderMatcher,
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  const name = headerName(matcher);
  const values = valuesIn(matcher, request);
  const value = values?.join();
  const inverted = matcher.invert_match === true;
  if (isStrange('route.HeaderMatcher', matcher)) {
    // Whatever it asks of the value, a missing header has none (fact 21).
    if (value !== undefined || !asksByUnknownCondition(matcher, BESIDE)) return UNKNOWN_CONDITION;
    say?.(`the header ${name} is missing`);
    return false;
  }
  if (asksPresence(matcher) && matcher.present_match === false && versionOf(matcher) === 'v3')
    return isAbsent(name, value, inverted, say);
  if (values === undefined) {
    if (inverted && asksPresence(matcher)) return true;
    say?.(
      `the header ${name} is missing${name.toLowerCase() === 'host' ? '; the host is kept as :authority' : ''}`,
    );
    return false;
  }
  const { answer, by } = holdsForAny(matcher, values, regexes, inverted ? undefined : say);
  if (typeof answer !== 'boolean' || !inverted) return answer;
  if (answer)
    say?.(`the header ${name} is ${quotedAs(isCredentialHeader(name), by)}, which invert_match rules out`);
  return !answer;
}

/** Whether one of the values meets the matcher, before inversion, and which. */
function holdsForAny(
  matcher: HeaderMatcher,
  values: readonly string[],
  regexes: Regexes,
  say: Say,
): { readonly answer: Answer; readonly by: string } {
  let answer: Answer = false;
  const whys: string[] = [];
  for (const value of values) {
    const each = holds(matcher, value, regexes, say && ((why) => void whys.push(why)));
    if (each === true) return { answer: true, by: value };
    if (each !== false) answer = each;
  }
  if (answer === false) say?.(whys.join('; '));
  return { answer, by: '' };
}

/** What stands beside the condition of a matcher. */
const BESIDE: ReadonlySet<string> = new Set(['name', 'invert_match']);

/** The header that a matcher looks at; in version 3 `host` is another name of `:authority` (fact 25). */
export function headerName(matcher: HeaderMatcher): string {
  const { name = '' } = matcher;
  return versionOf(matcher) === 'v3' && lowerAscii(name) === 'host' ? ':authority' : name;
}

/** What a matcher looks at one by one: the values, or all of them in one. */
function valuesIn(matcher: HeaderMatcher, request: SeenRequest): readonly string[] | undefined {
  const name = headerName(matcher);
  if (matchesEachValue(matcher)) return request.values(name) ?? whenMissing(matcher);
  const value = request.header(name);
  return value === undefined ? whenMissing(matcher) : [value];
}

function whenMissing(matcher: HeaderMatcher): readonly string[] | undefined {
  return matcher.treat_missing_header_as_empty === true ? [''] : undefined;
}

/** In version 3 `present_match: false` asks for absence (fact 22). */
function isAbsent(name: string, value: string | undefined, inverted: boolean, say: Say): boolean {
  const holds = (value === undefined) !== inverted;
  if (!holds)
    say?.(
      value === undefined
        ? `the header ${name} is missing`
        : `the header ${name} is ${quotedAs(isCredentialHeader(name), value)}, and has to be missing`,
    );
  return holds;
}

export function asksPresence(matcher: HeaderMatcher): boolean {
  return (
    matcher.string_match === undefined &&
    matcher.contains_match === undefined &&
    matcher.exact_match === undefined &&
    matcher.regex_match === undefined &&
    matcher.safe_regex_match === undefined &&
    matcher.range_match === undefined &&
    matcher.prefix_match === undefined &&
    matcher.suffix_match === undefined
  );
}

/** Whether the value of a header that is there meets the matcher, before inversion. */
function holds(matcher: HeaderMatcher, value: string, regexes: Regexes, say: Say): Answer {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  const isSecret = isCredentialHeader(matcher.name ?? '');
  const shown = (text: string): string => quotedAs(isSecret, text);
  if (exact !== undefined)
    return exact === '' || value === exact || failed(say, matcher, value, `not ${shown(exact)}`);
  if (prefix !== undefined)
    return (
      value.startsWith(prefix) || failed(say, matcher, value, `which does not begin with ${shown(prefix)}`)
    );
  if (suffix !== undefined)
    return value.endsWith(suffix) || failed(say, matcher, value, `which does not end with ${shown(suffix)}`);
  if (matcher.contains_match !== undefined) {
    const { contains_match: part } = matcher;
    return value.includes(part) || failed(say, matcher, value, `which does not contain ${shown(part)}`);
  }
  if (matcher.string_match !== undefined)
    return matchesString(matcher.string_match, value, `the header ${matcher.name}`, regexes, say, isSecret);
  if (range !== undefined) {
    const { start = 0, end = 0 } = range;
    return (
      isInRange(value, start, end) ||
      failed(say, matcher, value, `which is no integer from ${start} up to, not including, ${end}`)
    );
  }
  const { regex_match: regex, safe_regex_match: safeRegex } = matcher;
  if (regex === undefined && safeRegex === undefined) return true;
  const pattern = regex ?? safeRegex?.regex ?? '';
  const grammar = regex === undefined ? 're2' : 'ecmascript';
  return matchesRegex(pattern, grammar, value, `the header ${matcher.name}`, regexes, say, isSecret);
}

function failed(say: Say, matcher: HeaderMatcher, value: string, how: string): false {
  const shown = quotedAs(isCredentialHeader(matcher.name ?? ''), value);
  say?.(`the header ${matcher.name} is ${shown}, ${how}`);
  return false;
}

const INT64_LOW = -(2n ** 63n);
const INT64_HIGH = 2n ** 63n - 1n;

/** Whether a text is a decimal 64-bit integer with `start <= v < end` (fact 23). */
export function isInRange(text: string, start: number | string, end: number | string): boolean {
  if (!/^[+-]?\d+$/.test(text)) return false;
  if (text.length < 16 && typeof start === 'number' && typeof end === 'number') {
    const value = Number(text);
    return start <= value && value < end;
  }
  // Leading zeros do not count towards the limit of digits.
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > 19) return false;
  const size = BigInt(digits === '' ? '0' : digits);
  const value = text.startsWith('-') ? -size : size;
  if (value < INT64_LOW || value > INT64_HIGH) return false;
  return BigInt(start) <= value && value < BigInt(end);
}

/** Whether a request is gRPC by its content-type (fact 30). */
export function isGrpc(request: SeenRequest): boolean {
  // What asks for a tunnel without a path is none (fact 101).
  if (request.rawPath === '') return false;
  return isGrpcType(request.header('content-type'));
}
