/** What one text of a request is asked for, whichever field of whichever version asks it (type.matcher.StringMatcher). */
import { hasUnknownField } from '../model/unknown-fields.ts';
import type { Message } from '../schema/types.ts';

/** `ecmascript`: `regex` and `regex_match`, as the C++ library reads them (fact 15); `re2`: every `safe_regex`. */
export type Grammar = 'ecmascript' | 're2';

/** A text, as a whole or in part; a regex covers it as a whole. Letter case of regexes always counts. */
export type TextTest =
  | {
      readonly kind: 'exact' | 'prefix' | 'suffix' | 'contains';
      readonly text: string;
      /** Whether the case of ASCII letters does not count (fact 14). */
      readonly fold: boolean;
    }
  | { readonly kind: 'regex'; readonly pattern: string; readonly grammar: Grammar }
  /** It asks for nothing, which nothing meets. */
  | { readonly kind: 'nothing' }
  /** It asks by a field that is unknown or cannot be read. */
  | { readonly kind: 'unknown' };

/** What a string matcher of either version asks; where it sets several conditions, the first counts. */
export function lowerText(matcher: Message<'type.matcher.StringMatcher'>): TextTest {
  const { exact, prefix, suffix, contains, regex, safe_regex: safeRegex } = matcher;
  const fold = matcher.ignore_case === true;
  if (exact !== undefined) return { kind: 'exact', text: exact, fold };
  if (prefix !== undefined) return { kind: 'prefix', text: prefix, fold };
  if (suffix !== undefined) return { kind: 'suffix', text: suffix, fold };
  if (contains !== undefined) return { kind: 'contains', text: contains, fold };
  if (regex !== undefined) return { kind: 'regex', pattern: regex, grammar: 'ecmascript' };
  if (safeRegex !== undefined) return { kind: 'regex', pattern: safeRegex.regex ?? '', grammar: 're2' };
  return { kind: hasUnknownField('type.matcher.StringMatcher', matcher) ? 'unknown' : 'nothing' };
}

/** The text with ASCII capitals in lower case; other letters stay, as in the proxy. */
export function lowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : text;
}
