/** Header and query matchers as sets of values (facts 20 to 23, 27 to 30). */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { headerName } from '../match/headers.ts';
import { asksForAbsence } from '../match/query.ts';
import { matchesEachValue } from '../match/repeated-headers.ts';
import type { Regexes } from '../regex/regexes.ts';
import { alternatives, EMPTY, EVERYTHING, literal, NOTHING, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/text.ts';
import { lowerAscii } from '../request/request.ts';
import { HEADER, VALUES } from './box.ts';
import { containing, endingWith, exactly, inRange, type Language, once, startingWith } from './language.ts';
import { matching } from './pattern.ts';
import { ABSENT, ANYTHING, NEVER, ofEach, PRESENT, type Values, within, without } from './values.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;

/** The dimension that a header matcher asks about. */
export function headerDimension(matcher: HeaderMatcher): string {
  return (matchesEachValue(matcher) ? VALUES : HEADER) + lowerAscii(headerName(matcher));
}

/** A missing header meets no matcher, inverted or not, except inverted presence (fact 21). */
export function headerValues(matcher: HeaderMatcher, regexes: Regexes): Values {
  const values = anyValues(matcher, regexes);
  return matchesEachValue(matcher) ? ofEach(values) : values;
}

function anyValues(matcher: HeaderMatcher, regexes: Regexes): Values {
  const inverted = matcher.invert_match === true;
  const emptied = matcher.treat_missing_header_as_empty === true;
  if (matcher.exact_match === '') return inverted ? NEVER : emptied ? ANYTHING : PRESENT;
  const language = headerLanguage(matcher, regexes);
  if (language === undefined) {
    const wantsAbsence = matcher.present_match === false && versionOf(matcher) === 'v3';
    if (emptied) return wantsAbsence === inverted ? ANYTHING : NEVER;
    return inverted === wantsAbsence ? PRESENT : ABSENT;
  }
  const values = inverted ? without(language) : within(language);
  // A missing header is judged as an empty one.
  return emptied && language.holds('') === !inverted ? { ...values, absent: true } : values;
}

/** Undefined where the matcher asks for presence. */
function headerLanguage(matcher: HeaderMatcher, regexes: Regexes): Language | undefined {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  if (exact !== undefined) return exactly(exact);
  if (prefix !== undefined) return startingWith(prefix);
  if (suffix !== undefined) return endingWith(suffix);
  if (range !== undefined) return inRange(range.start ?? 0, range.end ?? 0);
  if (versionOf(matcher) === 'v3' && matcher.contains_match !== undefined)
    return containing(matcher.contains_match);
  if (versionOf(matcher) === 'v3' && matcher.string_match !== undefined)
    return textLanguage(matcher.string_match, regexes) ?? NOTHING_AT_ALL;
  if (matcher.regex_match !== undefined) return matching(matcher.regex_match, 'ecmascript', regexes);
  if (matcher.safe_regex_match !== undefined)
    return matching(matcher.safe_regex_match.regex ?? '', 're2', regexes);
  return undefined;
}

/** Without a value, or with an empty one, the key just has to be there (fact 29). */
export function parameterValues(matcher: Message<'route.QueryParameterMatcher'>, regexes: Regexes): Values {
  const { name = '', value, string_match: text } = matcher;
  // No request has such a key: the query is split at both signs.
  if (/[&=]/.test(name)) return NEVER;
  if (asksForAbsence(matcher)) return ABSENT;
  if (text !== undefined) {
    const language = textLanguage(text, regexes);
    return language === undefined ? NEVER : within(language);
  }
  if (matcher.present_match !== undefined || value === undefined || value === '') return PRESENT;
  return within(matcher.regex === true ? matching(value, 'ecmascript', regexes) : exactly(value));
}

export function textLanguage(
  matcher: Message<'type.matcher.StringMatcher'>,
  regexes: Regexes,
): Language | undefined {
  const { exact, prefix, suffix, contains, regex, safe_regex: safeRegex } = matcher;
  const fold = matcher.ignore_case === true;
  if (exact !== undefined) return exactly(exact, fold);
  if (prefix !== undefined) return startingWith(prefix, fold);
  if (suffix !== undefined) return endingWith(suffix, fold);
  if (contains !== undefined) return containing(contains, fold);
  if (regex !== undefined) return matching(regex, 'ecmascript', regexes);
  return safeRegex === undefined ? undefined : matching(safeRegex.regex ?? '', 're2', regexes);
}

/** The language of a matcher that asks for nothing, which nothing meets. */
const NOTHING_AT_ALL: Language = { key: 'nothing', holds: () => false, tree: () => NOTHING, samples: [] };

const GRPC = 'application/grpc';

/** The content types of gRPC (fact 30). */
export const GRPC_TYPES: Values = within({
  key: 'grpc',
  holds: (text) => text === GRPC || text.startsWith(`${GRPC}+`),
  tree: once(() =>
    sequence([literal(bytesOf(GRPC)), alternatives([EMPTY, sequence([literal(bytesOf('+')), EVERYTHING])])]),
  ),
  samples: [GRPC, `${GRPC}+proto`],
});
