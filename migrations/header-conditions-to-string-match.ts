import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import {
  lookedAt,
  planSuccessions,
  rivalsOf,
  type Succession,
  type Verdict,
} from '../src/canonical/migration/succession.ts';

const MESSAGE = 'route.HeaderMatcher';
const EXACT = 'exact_match';
const CONDITIONS = [EXACT, 'safe_regex_match', 'prefix_match', 'suffix_match', 'contains_match'];

/** The condition that each older one is, inside `string_match`. */
const ROWS: readonly Succession[] = CONDITIONS.map((field) => ({
  message: MESSAGE,
  field,
  to: ['string_match', field.replace(/_match$/, '')],
  judge: (value) => judged(field, value),
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
    if (view.value[EXACT] === '' && rivalsOf(view, EXACT).length === 0) return [emptyText(view)];
    return planSuccessions(view, ROWS);
  },
};

/** What becomes of a condition; what an empty one stands for is not always the same (`emptyText`). */
function judged(field: string, value: unknown): Verdict {
  return value === '' && field !== EXACT
    ? { left: `an empty ${field} is refused; write present_match: true if the header only has to be there` }
    : 'moves';
}

/** An empty text to equal is met by every value of a header that is there. */
function emptyText(view: MessageView): ReturnType<Migration['plan']>[number] {
  const { invert_match: inverted, treat_missing_header_as_empty: isLenient } = view.value;
  if (inverted === true || isLenient === true)
    return {
      kind: 'left',
      field: EXACT,
      reason:
        'an empty text is equal to every value, and together with what stands beside it no other condition says the same; write what is meant',
    };
  const from = view.at(EXACT);
  return {
    kind: 'edits',
    edits: [
      { op: 'add', path: view.place('present_match'), value: true, inPlaceOf: from },
      { op: 'remove', path: from },
    ],
    reason: 'exact_match became present_match: an empty text only asks whether the header is there',
  };
}
