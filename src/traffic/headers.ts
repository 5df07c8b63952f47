/** Header matchers of both versions as what they ask (data-model, route.HeaderMatcher; facts 20 to 26, 103). */
import { type BoundMessage, INVALID, versionOf } from '../model/bound.ts';
import { hasUnknownField } from '../model/unknown-fields.ts';
import type { Message } from '../schema/types.ts';
import { hasOpenName } from './own-headers.ts';
import { matchesEachValue } from './repeated-headers.ts';
import { lowerAscii, lowerText, type TextTest } from './text.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;

/** What a header is asked for. */
export type ValueTest =
  | TextTest
  /** A decimal 64-bit integer with `start <= v < end` (fact 23). */
  | { readonly kind: 'range'; readonly start: number | string; readonly end: number | string }
  /** An empty exact_match, which any value meets; inverted, nothing does (fact 22). */
  | { readonly kind: 'any' }
  /** `present_match: false` asks for absence in version 3 only (fact 22). */
  | { readonly kind: 'present' }
  | { readonly kind: 'absent' };

export interface HeaderTest {
  /** As it is written. */
  readonly name: string;
  /** The header that is looked at; in version 3 `host` is another name of `:authority` (fact 25). */
  readonly header: string;
  readonly test: ValueTest;
  readonly inverted: boolean;
  /** Whether each of its values is looked at by itself; else all of them joined with a comma. */
  readonly each: boolean;
  /** Whether a missing header is judged as an empty one; else it meets nothing but absence. */
  readonly missingIsEmpty: boolean;
  /**
   * Set where it has fields that are unknown or cannot be read: whether they ask something of a value, which a missing
   * header does not have, or may ask for anything; or where nobody follows which header its name is (fact 152).
   */
  readonly unknown: 'of-value' | 'anything' | 'renamed' | undefined;
}

/** A test that no matcher of a route says. */
export function headerTest(name: string, test: ValueTest): HeaderTest {
  return {
    name,
    header: name,
    test,
    inverted: false,
    each: false,
    missingIsEmpty: false,
    unknown: undefined,
  };
}

/** Equal texts ask the same; undefined where something in it is unknown. */
export function headerKey({ header, test, inverted, each, missingIsEmpty, unknown }: HeaderTest) {
  return unknown === undefined
    ? JSON.stringify([lowerAscii(header), test, inverted, each, missingIsEmpty])
    : undefined;
}

export function lowerHeader(matcher: HeaderMatcher): HeaderTest {
  return new LoweredHeader(matcher);
}

/** A class, since long lists have many of these, of which few are asked for what is unknown in them. */
class LoweredHeader implements HeaderTest {
  readonly #from: HeaderMatcher;
  readonly name: string;
  readonly header: string;
  readonly test: ValueTest;
  readonly each: boolean;
  /** Null until it is asked for. */
  #unknown: HeaderTest['unknown'] | null = null;

  constructor(matcher: HeaderMatcher) {
    const { name = '' } = matcher;
    const isThird = versionOf(matcher) === 'v3';
    this.#from = matcher;
    this.name = name;
    this.header = isThird && lowerAscii(name) === 'host' ? ':authority' : name;
    this.test = valueTest(matcher, isThird);
    this.each = matchesEachValue(matcher);
  }

  get inverted(): boolean {
    return this.#from.invert_match === true;
  }

  get missingIsEmpty(): boolean {
    return this.#from.treat_missing_header_as_empty === true;
  }

  get unknown(): HeaderTest['unknown'] {
    if (this.#unknown === null) {
      const isUnknown = hasUnknownField('route.HeaderMatcher', this.#from);
      if (hasOpenName(this.#from)) this.#unknown = 'renamed';
      else this.#unknown = isUnknown ? (asksOfValue(this.#from) ? 'of-value' : 'anything') : undefined;
    }
    return this.#unknown;
  }
}

/** Undefined conditions ask for presence; where several are set, the first counts. */
function valueTest(matcher: HeaderMatcher, isThird: boolean): ValueTest {
  const { exact_match: exact, prefix_match: prefix, suffix_match: suffix, range_match: range } = matcher;
  const { contains_match: contains, string_match: text } = matcher;
  const fold = false;
  if (exact === '') return { kind: 'any' };
  if (exact !== undefined) return { kind: 'exact', text: exact, fold };
  if (prefix !== undefined) return { kind: 'prefix', text: prefix, fold };
  if (suffix !== undefined) return { kind: 'suffix', text: suffix, fold };
  // Beside version 2 these are fields that nobody knows.
  if (isThird && contains !== undefined) return { kind: 'contains', text: contains, fold };
  if (isThird && text !== undefined) return lowerText(text);
  if (range !== undefined) return { kind: 'range', start: range.start ?? 0, end: range.end ?? 0 };
  const { regex_match: regex, safe_regex_match: safeRegex } = matcher;
  if (regex !== undefined) return { kind: 'regex', pattern: regex, grammar: 'ecmascript' };
  if (safeRegex !== undefined) return { kind: 'regex', pattern: safeRegex.regex ?? '', grammar: 're2' };
  return { kind: isThird && matcher.present_match === false ? 'absent' : 'present' };
}

/** What stands beside the condition of a matcher. */
const BESIDE: ReadonlySet<string> = new Set(['name', 'invert_match']);

/** Whether all that is unknown in a matcher names a condition, of which it has one. */
function asksOfValue(matcher: BoundMessage): boolean {
  if (matcher[INVALID] !== undefined) return false;
  return Object.entries(matcher).every(
    ([name, value]) => value === undefined || BESIDE.has(name) || /_?match$/i.test(name),
  );
}
