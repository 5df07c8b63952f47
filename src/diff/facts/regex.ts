/**
 * Regular expressions of the same language are the same condition, whichever of the two grammars they are written in.
 * What cannot be decided within the budget counts as different.
 */
import { type BoundMessage, isObject, type OpenMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { parseRegex, wordOutside } from '../../routing/regex/index.ts';
import { rangesOf } from '../../routing/regex/ranges.ts';
import { lookup } from '../../source/lookup.ts';

/** What a path or a header value may hold: no line breaks, no NUL. */
const ONE_LINE = rangesOf([1, 9], [11, 12], [14, 255]);

/** Messages that hold matchers of texts of a request's head; those of other values may meet line breaks (fact 163). */
const OF_HEADS = new Set([
  'AuthorizationRequest',
  'AuthorizationResponse',
  'CsrfPolicy',
  'HeaderForwardingRules',
  'cors.CorsPolicy',
  'http.ext_authz.ExtAuthz',
  'route.CookieMatcher',
  'route.CorsPolicy',
  'route.HeaderMatcher',
  'route.QueryParameterMatcher',
  'type.matcher.PathMatcher',
]);

/** Protocols whose headers are no lines. */
const OTHER_HEADS = /^(?:dubbo|rocketmq|thrift)_proxy\./;
/** Steps for one pair of patterns, and for all of a comparison. */
const STEPS = 2_000_000;
const ALL_STEPS = 40_000_000;

interface Pattern {
  readonly text: string;
  readonly grammar: 'ecmascript' | 're2';
}

/** For each message the fields that hold an ECMAScript pattern and an RE2 matcher. */
const FIELDS: { readonly [type: string]: readonly [older: string, safe: string] } = {
  'route.RouteMatch': ['regex', 'safe_regex'],
  'route.HeaderMatcher': ['regex_match', 'safe_regex_match'],
  'type.matcher.StringMatcher': ['regex', 'safe_regex'],
};

export interface Regexes {
  /**
   * The second of two messages with the first one's pattern, where their patterns mean the same; undefined where
   * they do not, are the same text, or there are none.
   */
  withSamePattern(before: Frame, after: BoundMessage): BoundMessage | undefined;
}

/** Whether what a pattern is asked about is a text of an HTTP request's head. */
function isOfHead(frame: Frame): boolean {
  let at: Frame | undefined = frame;
  while (at?.type === 'type.matcher.StringMatcher' || at?.type === 'type.matcher.ListStringMatcher')
    at = at.parent;
  if (at === undefined || OTHER_HEADS.test(at.parent?.type ?? '')) return false;
  return at.type === 'route.RouteMatch' || OF_HEADS.has(at.type);
}

/** Compares patterns, each pair once. */
export function regexes(): Regexes {
  const known = new Map<string, boolean>();
  let left = ALL_STEPS;
  const sameLanguage = (one: Pattern, other: Pattern, isOneLine: boolean): boolean => {
    const key = `${isOneLine}${one.grammar}${one.text}\u0000${other.grammar}${other.text}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const [first, second] = [one, other].map(({ text, grammar }) => parseRegex(text, grammar));
    let same = false;
    if (first?.ok && second?.ok && left > 0) {
      const question = {
        limits: { work: Math.min(STEPS, left) },
        ...(isOneLine ? { alphabet: ONE_LINE } : {}),
      };
      const none = (from: typeof first.tree, without: typeof first.tree): boolean => {
        const found = wordOutside(from, [without], question);
        left -= found.kind === 'undecided' ? STEPS : 1000 * (one.text.length + other.text.length);
        return found.kind === 'none';
      };
      same = none(first.tree, second.tree) && none(second.tree, first.tree);
    }
    known.set(key, same);
    return same;
  };
  return {
    withSamePattern(frame, after) {
      const fields = lookup(FIELDS, frame.type);
      if (fields === undefined) return undefined;
      const { message: before } = frame;
      const one = patternOf(before, fields);
      const other = patternOf(after, fields);
      if (!one || !other || (one.text === other.text && one.grammar === other.grammar)) return undefined;
      return sameLanguage(one, other, isOfHead(frame))
        ? transplanted(fields, before, after, one, other)
        : undefined;
    },
  };
}

function patternOf(message: BoundMessage, [older, safe]: readonly [string, string]): Pattern | undefined {
  const text = message[older];
  if (typeof text === 'string') return { text, grammar: 'ecmascript' };
  const matcher = message[safe];
  return isObject(matcher) && typeof matcher.regex === 'string'
    ? { text: matcher.regex, grammar: 're2' }
    : undefined;
}

function transplanted(
  [older, safe]: readonly [string, string],
  before: BoundMessage,
  after: BoundMessage,
  one: Pattern,
  other: Pattern,
): BoundMessage {
  const made: OpenMessage = { ...after };
  const matcher = after[safe];
  if (one.grammar === 're2' && other.grammar === 're2' && isObject(matcher)) {
    // The limit on the size of the program stays each side's own.
    made[safe] = { ...matcher, regex: one.text };
    return made;
  }
  for (const field of [older, safe]) {
    if (before[field] === undefined) delete made[field];
    else made[field] = before[field];
  }
  return made;
}
