import {
  leave,
  type MessageView,
  type Migration,
  type MigrationOutcome,
} from '../src/canonical/migration/migration.ts';
import { shownIn } from '../src/canonical/migration/shown.ts';
import { engineField, safeRegexOf } from '../src/canonical/same-language.ts';
import { versionOf } from '../src/model/bound.ts';

const HOW =
  'The pattern moves into a `safe_regex` where both grammars read it alike, which is decided from its syntax; a pattern with back references, ' +
  'lookahead, anchors other than at the ends, POSIX classes or escapes that differ is left. Where RE2 may need more than its default program size, the size is stated.';

/** RouteMatch.regex → safe_regex. */
export const regexToSafeRegex: Migration = {
  id: 'regex-to-safe-regex',
  title: '`regex` of a route match becomes `safe_regex`',
  why: "`regex` runs on an engine that can take exponential time; the proxy's full API deprecates it and later proxies refuse it.",
  how: HOW,
  source: 'full API: route.RouteMatch; routing-facts 15',
  optional: true,
  messages: ['route.RouteMatch'],
  fields: ['regex'],
  example: {
    type: 'route.RouteMatch',
    before: `regex: /items/\\d+
`,
    after: `safe_regex:
  google_re2: {}
  regex: /items/\\d+
`,
  },
  plan: (view) => toSafe(view, 'regex', 'safe_regex'),
};

/** HeaderMatcher.regex_match → safe_regex_match. */
export const regexMatchToSafeRegexMatch: Migration = {
  id: 'regex-match-to-safe-regex-match',
  title: '`regex_match` of a header matcher becomes `safe_regex_match`',
  why: "`regex_match` runs on an engine that can take exponential time; the proxy's full API deprecates it and later proxies refuse it.",
  how: HOW,
  source: 'full API: route.HeaderMatcher; routing-facts 15',
  optional: true,
  messages: ['route.HeaderMatcher'],
  fields: ['regex_match'],
  example: {
    type: 'route.HeaderMatcher',
    before: `name: x-tenant
regex_match: "[a-z]+"
`,
    after: `name: x-tenant
safe_regex_match:
  google_re2: {}
  regex: "[a-z]+"
`,
  },
  // Version 3 deprecates the condition of its own, too: a mixed file gets there in one step.
  plan: (view) =>
    versionOf(view.value) === 'v3'
      ? toSafe(view, 'regex_match', 'string_match', 'safe_regex')
      : toSafe(view, 'regex_match', 'safe_regex_match'),
};

/** StringMatcher.regex → safe_regex. */
export const stringRegexToSafeRegex: Migration = {
  id: 'string-regex-to-safe-regex',
  title: '`regex` of a string matcher becomes `safe_regex`',
  why: "`regex` runs on an engine that can take exponential time; the proxy's full API deprecates it and later proxies refuse it.",
  how: HOW,
  source: 'full API: type.matcher.StringMatcher; routing-facts 15',
  optional: true,
  messages: ['type.matcher.StringMatcher'],
  fields: ['regex'],
  example: {
    type: 'type.matcher.StringMatcher',
    before: `regex: "[a-z]+[.]test"
`,
    after: `safe_regex:
  google_re2: {}
  regex: "[a-z]+[.]test"
`,
  },
  plan: (view) => toSafe(view, 'regex', 'safe_regex'),
};

/** @param inside the field of the new value that holds the pattern and its engine, where the value is not that itself */
function toSafe(
  view: MessageView,
  field: string,
  safe: string,
  inside?: string,
): readonly MigrationOutcome[] {
  const pattern = view.value[field];
  if (typeof pattern !== 'string') return [];
  if (view.value[safe] !== undefined) return leave(field, `${safe} stands beside it; only one may stand`);
  if (pattern === '')
    return leave(field, `${safe} may not hold an empty pattern; match an empty text by other means`);
  const both = safeRegexOf(pattern);
  if ('why' in both) return leave(field, `the two grammars may read the pattern differently: ${both.why}`);
  const engine = engineField(both.engine, versionOf(view.value));
  const value =
    inside === undefined
      ? view.spell('type.matcher.RegexMatcher', engine)
      : view.spell('type.matcher.StringMatcher', { [inside]: engine });
  const place = view.place(safe);
  const way = inside === undefined ? place : `${place}/${view.spelling(inside)}`;
  return [
    {
      kind: 'edits',
      edits: [
        { op: 'add', path: place, value, inPlaceOf: view.at(field) },
        { op: 'move', from: view.at(field), path: `${way}/regex` },
      ],
      reason: `${field} became ${safe}: both grammars read "${shownIn(view, pattern)}" alike`,
    },
  ];
}
