import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import {
  lookedAt,
  planSuccessions,
  type Succession,
  type Verdict,
} from '../src/canonical/migration/succession.ts';

const MESSAGE = 'route.HeaderMatcher';
const CONDITIONS = ['exact_match', 'safe_regex_match', 'prefix_match', 'suffix_match', 'contains_match'];

/** The condition that each older one is, inside `string_match`. */
const ROWS: readonly Succession[] = CONDITIONS.map((field) => ({
  message: MESSAGE,
  field,
  to: ['string_match', field.replace(/_match$/, '')],
  judge: (value, view) => judged(field, value, view),
}));

/** HeaderMatcher.exact_match and its like → string_match. */
export const headerConditionsToStringMatch: Migration = {
  id: 'header-conditions-to-string-match',
  title:
    '`exact_match`, `prefix_match`, `suffix_match`, `contains_match` and `safe_regex_match` of a header matcher become `string_match`',
  why: 'Version 3 deprecates the conditions of their own: `string_match` holds all of them, as everywhere else, and can ignore letter case.',
  how:
    'The value moves into `string_match`. An empty `exact_match`, which asks only whether the header is there, becomes `present_match: true`; ' +
    'with `invert_match` or `treat_missing_header_as_empty` it is left, as no other condition says the same.',
  source: 'full API of version 3: route.HeaderMatcher',
  optional: false,
  versions: ['v3'],
  ...lookedAt(ROWS),
  example: {
    type: MESSAGE,
    before: `name: x-tenant
prefix_match: garden- # all of them
`,
    after: `name: x-tenant
string_match: # all of them
  prefix: garden-
`,
  },
  plan(view) {
    const [field, ...others] = CONDITIONS.filter((each) => view.value[each] !== undefined);
    if (field !== undefined && others.length > 0)
      return [field, ...others].map((each) => ({
        kind: 'left',
        field: each,
        reason: 'several conditions stand there, of which only one may: decide which',
      }));
    if (field === 'exact_match' && view.value[field] === '') return [emptyText(view)];
    return planSuccessions(view, ROWS);
  },
};

function judged(
  field: string,
  value: unknown,
  { value: { range_match, present_match } }: MessageView,
): Verdict {
  if (range_match !== undefined || present_match !== undefined)
    return { left: 'another condition stands beside it, and only one may: decide which' };
  return value === ''
    ? { left: `an empty ${field} is refused; write present_match: true if the header only has to be there` }
    : 'moves';
}

/** An empty text to equal is met by every value of a header that is there. */
function emptyText(view: MessageView): ReturnType<Migration['plan']>[number] {
  const field = 'exact_match';
  const {
    invert_match: inverted,
    treat_missing_header_as_empty: isLenient,
    string_match: other,
  } = view.value;
  if (inverted === true || isLenient === true || other !== undefined)
    return {
      kind: 'left',
      field,
      reason:
        'an empty text is equal to every value, and together with what stands beside it no other condition says the same; write what is meant',
    };
  const from = view.at(field);
  return {
    kind: 'edits',
    edits: [
      { op: 'add', path: view.place('present_match'), value: true, inPlaceOf: from },
      { op: 'remove', path: from },
    ],
    reason: 'exact_match became present_match: an empty text only asks whether the header is there',
  };
}
