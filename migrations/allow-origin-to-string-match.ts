import { cannotGather, gather, type TextList, textsOf } from '../src/canonical/migration/gathered.ts';
import { leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { engineField, safeRegexOf } from '../src/canonical/same-language.ts';

/** CorsPolicy.allow_origin and allow_origin_regex → allow_origin_string_match. */
export const allowOriginToStringMatch: Migration = {
  id: 'allow-origin-to-string-match',
  title: '`allow_origin` and `allow_origin_regex` of a CORS policy become `allow_origin_string_match`',
  why: "The proxy's full API deprecates both lists in favour of one list of string matchers, and later proxies refuse them.",
  how:
    'Each origin becomes an exact matcher, `*` included, never a pattern: a dot in an origin is a dot. Regular expressions are converted where both ' +
    'grammars read them alike; if one of them is not, that list is left.',
  source: 'full API: route.CorsPolicy',
  optional: true,
  messages: ['route.CorsPolicy'],
  fields: ['allow_origin', 'allow_origin_regex'],
  example: {
    type: 'route.CorsPolicy',
    before: `allow_origin:
- https://shop.example.test
`,
    after: `allow_origin_string_match:
- exact: https://shop.example.test
`,
  },
  plan(view) {
    const written = LISTS.filter(({ field }) => view.value[field] !== undefined);
    const obstacles = new Map(written.map((list) => [list, obstacle(view, list)]));
    const left = [...obstacles].flatMap(([{ field }, reason]) =>
      reason === undefined ? [] : leave(field, reason),
    );
    const lists = written.filter((list) => obstacles.get(list) === undefined);
    if (lists.length === 0) return left;
    return [
      {
        kind: 'edits',
        edits: gather(view, { lists, target: TARGET, type: 'type.matcher.StringMatcher' }),
        reason: `${lists.map(({ field }) => field).join(' and ')} became allow_origin_string_match`,
      },
      ...left,
    ];
  },
};

const TARGET = 'allow_origin_string_match';

const LISTS: readonly TextList[] = [
  { field: 'allow_origin', around: () => ({}), path: ['exact'] },
  {
    field: 'allow_origin_regex',
    around: (pattern, version) => ({ safe_regex: engineField(engineFor(pattern), version) }),
    path: ['safe_regex', 'regex'],
  },
];

function engineFor(pattern: string): object {
  const regex = safeRegexOf(pattern);
  return 'engine' in regex ? regex.engine : {};
}

/** Why a list cannot be converted. */
function obstacle(view: MessageView, { field }: TextList): string | undefined {
  const reason = cannotGather(view, field, TARGET);
  if (reason !== undefined || field === 'allow_origin') return reason;
  const odd = textsOf(view, field).find((pattern) => 'why' in safeRegexOf(pattern));
  return odd === undefined ? undefined : `the two grammars may read the pattern "${odd}" differently`;
}
