import { leave, type MessageView, type Migration } from '../src/canonical/migration/migration.ts';
import { wrapEntry } from '../src/canonical/migration/wrap.ts';
import { type BoundMessage, isObject } from '../src/model/bound.ts';
import { hasUnreadField } from '../src/model/unknown-fields.ts';
import type { Data } from '../src/source/data.ts';
import type { Edit } from '../src/source/edit/index.ts';
import { withoutEngine } from './regex-engine-removed.ts';

const FIELD = 'match_subject_alt_names';
const MATCHER = 'SubjectAltNameMatcher';
const TARGET = 'match_typed_subject_alt_names';

/** The kinds of names that a matcher without a kind looks at, in the proxy's order. */
export const NAME_KINDS = ['DNS', 'URI', 'EMAIL', 'IP_ADDRESS'];

/** CertificateValidationContext.match_subject_alt_names → match_typed_subject_alt_names. */
export const altNamesToTyped: Migration = {
  id: 'alt-names-to-typed',
  title: '`match_subject_alt_names` of a validation context becomes `match_typed_subject_alt_names`',
  why: 'Version 3 deprecates matchers that look at names of every kind: what is meant for a DNS name should not be met by an address.',
  how:
    'Each matcher becomes four, for DNS names, URIs, e-mail addresses and IP addresses, which is what the proxy makes of it; keep those that are meant. ' +
    'Where `match_typed_subject_alt_names` holds something, the proxy reads it alone, and the older list goes.',
  source: 'full API of version 3: CertificateValidationContext',
  optional: false,
  versions: ['v3'],
  messages: ['CertificateValidationContext'],
  fields: [FIELD],
  example: {
    type: 'CertificateValidationContext',
    before: `match_subject_alt_names:
- exact: ledger.garden.test
`,
    after: `match_typed_subject_alt_names:
- san_type: DNS
  matcher:
    exact: ledger.garden.test
- san_type: URI
  matcher:
    exact: ledger.garden.test
- san_type: EMAIL
  matcher:
    exact: ledger.garden.test
- san_type: IP_ADDRESS
  matcher:
    exact: ledger.garden.test
`,
  },
  plan(view) {
    const { [FIELD]: matchers, [TARGET]: typed } = view.value;
    if (!Array.isArray(matchers)) return [];
    const from = view.at(FIELD);
    const removed = (why: string): ReturnType<Migration['plan']> => [
      { kind: 'edits', edits: [{ op: 'remove', path: from }], reason: `removed ${FIELD}: ${why}` },
    ];
    const why = view.whyEntriesStay(FIELD);
    if (why !== undefined) return leave(FIELD, why);
    // A copy would lack what nobody could read.
    if (
      !matchers.every(isObject) ||
      matchers.some((each) => hasUnreadField('type.matcher.StringMatcher', each))
    )
      return leave(FIELD, 'not all of its entries can be read; correct them first');
    if (Array.isArray(typed) && typed.length > 0)
      return removed(`${TARGET} stands beside it, and the proxy reads nothing else`);
    if (matchers.length === 0) return removed('it is empty');
    const isList = view.at(FIELD, 0) !== from;
    const edits: Edit[] = typed === undefined ? [] : [{ op: 'remove', path: view.at(TARGET) }];
    if (isList && view.sharing(FIELD, TARGET) === 'alone')
      edits.push(...inPlace(view, matchers), { op: 'move', from, path: view.place(TARGET), inPlaceOf: from });
    else {
      const value = matchers.flatMap((matcher) =>
        NAME_KINDS.map((kind) => typedMatcher(view, kind, matcher)),
      );
      edits.push(
        { op: 'add', path: view.place(TARGET), value, inPlaceOf: from },
        { op: 'remove', path: from },
      );
    }
    const reason = `${FIELD} became ${TARGET}, each matcher one for every kind of name`;
    return [{ kind: 'edits', edits, reason }];
  },
};

/** Each matcher stays where it stands, and its copies come after it; the last first, as entries move up. */
function inPlace(view: MessageView, matchers: readonly BoundMessage[]): Edit[] {
  const [first = ''] = NAME_KINDS;
  return [...matchers.entries()]
    .reverse()
    .flatMap(([index, matcher]) => [
      ...wrapEntry(view.at(FIELD, index), view.spell(MATCHER, { san_type: first, matcher: {} }), '/matcher'),
      ...copiesBehind(view, view.at(FIELD), index, matcher),
    ]);
}

/** A matcher once more for each kind but the first, behind the entry of a list that is for that one. */
export function copiesBehind(
  view: MessageView,
  list: string,
  index: number,
  matcher: BoundMessage,
): readonly Edit[] {
  return NAME_KINDS.slice(1).map((kind, after) => ({
    op: 'add',
    path: `${list}/${index + after + 1}`,
    value: typedMatcher(view, kind, matcher),
  }));
}

function typedMatcher(view: MessageView, kind: string, matcher: BoundMessage): Data {
  return view.spell(MATCHER, { san_type: kind, matcher: withoutEngine(matcher) });
}
