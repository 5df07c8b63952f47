/** Header conditions (data-model, route.HeaderMatcher; facts 20 to 26, 30, 103). */
import { isCredentialHeader } from '../../source/secret-names.ts';
import type { HeaderTest } from '../../traffic/headers.ts';
import { RENAMED } from '../../traffic/own-headers.ts';
import { quotedAs } from '../../traffic/words.ts';
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import { isGrpcType, type SeenRequest } from '../request/request.ts';
import { allHold, matchesText, UNKNOWN_CONDITION } from './text.ts';

/** Whether every test holds. */
export function matchesHeaders(
  tests: readonly HeaderTest[],
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  return allHold(tests, (test) => matchesHeader(test, request, regexes, say));
}

/**
 * Whether one test holds. A missing header fails every one, inverted or not, except inverted presence (fact 21); any
 * value meets an empty exact_match and present_match (fact 22).
 */
export function matchesHeader(test: HeaderTest, request: SeenRequest, regexes: Regexes, say: Say): Answer {
  const { header, inverted } = test;
  const values = valuesIn(test, request);
  const value = values?.join();
  if (test.unknown === 'renamed') return { undecided: `it ${RENAMED}` };
  if (test.unknown !== undefined) {
    // Whatever it asks of the value, a missing header has none (fact 21).
    if (value !== undefined || test.unknown === 'anything') return UNKNOWN_CONDITION;
    say?.(`the header ${header} is missing`);
    return false;
  }
  if (test.test.kind === 'absent') return isAbsent(header, value, inverted, say);
  if (values === undefined) {
    if (inverted && test.test.kind === 'present') return true;
    say?.(
      `the header ${header} is missing${header.toLowerCase() === 'host' ? '; the host is kept as :authority' : ''}`,
    );
    return false;
  }
  const { answer, by } = holdsForAny(test, values, regexes, inverted ? undefined : say);
  if (typeof answer !== 'boolean' || !inverted) return answer;
  if (answer)
    say?.(
      `the header ${header} is ${quotedAs(isCredentialHeader(header), by)}, which invert_match rules out`,
    );
  return !answer;
}

/** Whether one of the values meets the test, before inversion, and which. */
function holdsForAny(
  test: HeaderTest,
  values: readonly string[],
  regexes: Regexes,
  say: Say,
): { readonly answer: Answer; readonly by: string } {
  let answer: Answer = false;
  const whys: string[] = [];
  for (const value of values) {
    const each = holds(test, value, regexes, say && ((why) => void whys.push(why)));
    if (each === true) return { answer: true, by: value };
    if (each !== false) answer = each;
  }
  if (answer === false) say?.(whys.join('; '));
  return { answer, by: '' };
}

/** What a test looks at one by one: the values, or all of them in one. */
function valuesIn({ header, each, missingIsEmpty }: HeaderTest, request: SeenRequest) {
  const missing = missingIsEmpty ? [''] : undefined;
  if (each) return request.values(header) ?? missing;
  const value = request.header(header);
  return value === undefined ? missing : [value];
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

/** Whether the value of a header that is there meets the test, before inversion. */
function holds({ name, test }: HeaderTest, value: string, regexes: Regexes, say: Say): Answer {
  const isSecret = isCredentialHeader(name);
  switch (test.kind) {
    case 'any':
    case 'present':
      return true;
    case 'absent':
      return false;
    case 'range':
      if (isInRange(value, test.start, test.end)) return true;
      say?.(
        `the header ${name} is ${quotedAs(isSecret, value)}, which is no integer from ${test.start} up to, not including, ${test.end}`,
      );
      return false;
    default:
      return matchesText(test, value, { words: `the header ${name}`, isSecret }, regexes, say);
  }
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
