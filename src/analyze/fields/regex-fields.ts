/** Where regular expressions stand in the data model, and in which grammar the proxy reads each. */
import type { Grammar } from '../../routing/regex/index.ts';
import type { Message, MessageName } from '../../schema/types.ts';

/** A pattern as it stands in a message. */
export interface WrittenPattern {
  readonly pattern: string;
  readonly grammar: Grammar;
  readonly field: string;
  /** Position in a list of patterns. */
  readonly index?: number;
  /** RE2 refuses it where its program is larger. */
  readonly mostInstructions?: number;
}

/** What RE2 allows where nothing is said. */
const PROGRAM_SIZE = 100;

type Patterns<T extends MessageName> = (message: Message<T>) => readonly WrittenPattern[];

/** The library of the proxy's compiler reads fields of plain text; every `safe_regex` is RE2 (fact 15). */
export const patternsIn: { readonly [T in MessageName]?: Patterns<T> } = {
  'route.RouteMatch': ({ regex }) => plain(regex, 'regex'),
  'route.HeaderMatcher': ({ regex_match }) => plain(regex_match, 'regex_match'),
  'route.QueryParameterMatcher': ({ value, regex, string_match, present_match }) =>
    regex === true && string_match === undefined && present_match === undefined ? plain(value, 'value') : [],
  'route.VirtualCluster': ({ pattern }) => plain(pattern, 'pattern'),
  'route.CorsPolicy': ({ allow_origin_regex: patterns = [] }) =>
    patterns.flatMap((pattern, index) =>
      plain(pattern, 'allow_origin_regex').map((written) => ({ ...written, index })),
    ),
  'type.matcher.StringMatcher': ({ regex }) => plain(regex, 'regex'),
  TagSpecifier: ({ regex }) => plain(regex, 'regex'),
  'type.matcher.RegexMatcher': ({ regex, google_re2 }) =>
    !isText(regex)
      ? []
      : [
          {
            pattern: regex,
            grammar: 're2',
            field: 'regex',
            mostInstructions: google_re2?.max_program_size ?? PROGRAM_SIZE,
          },
        ],
};

function plain(pattern: string | undefined, field: string): WrittenPattern[] {
  return isText(pattern) ? [{ pattern, grammar: 'ecmascript', field }] : [];
}

/** Whether there is a pattern; a value of the wrong type, which another rule reports, is none. */
function isText(pattern: unknown): pattern is string {
  return typeof pattern === 'string' && pattern !== '';
}
