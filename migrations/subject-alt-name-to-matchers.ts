import { cannotGather, gather, textsOf } from '../src/canonical/migration/gathered.ts';
import {
  leave,
  leaveForOlder,
  type MessageView,
  type Migration,
} from '../src/canonical/migration/migration.ts';
import { versionOf } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';
import { copiesBehind, NAME_KINDS } from './alt-names-to-typed.ts';

const TARGET = 'match_subject_alt_names';
/** What version 3 makes of that list in its turn. */
const TYPED = 'match_typed_subject_alt_names';

const WILDCARDS =
  'where names of certificates are checked, release 1.13 takes an exact matcher letter by letter, so that a certificate for *.shop.test no longer does for www.shop.test; from release 1.14 on it does, as it did before';

/** CertificateValidationContext.verify_subject_alt_name → match_subject_alt_names. */
export const subjectAltNameToMatchers: Migration = {
  id: 'subject-alt-name-to-matchers',
  title: '`verify_subject_alt_name` becomes `match_subject_alt_names`',
  why: "The proxy's full API deprecates the list of names in favour of a list of string matchers, and later proxies refuse it.",
  how:
    'Each name becomes an exact matcher; in a message of version 3 one for every kind of name, in `match_typed_subject_alt_names`. Where both lists stand, a certificate has to satisfy each of them, which one list cannot say, so they are ' +
    'left. Mind release 1.13: there an exact matcher does not take a certificate for `*.shop.test` where `www.shop.test` is asked for; the old list does, and ' +
    'so does an exact matcher from 1.14 on. A warning says so where a name may be one of DNS.',
  source: 'full API: CertificateValidationContext',
  optional: true,
  messages: ['CertificateValidationContext'],
  fields: ['verify_subject_alt_name'],
  example: {
    type: 'CertificateValidationContext',
    before: `trusted_ca: {filename: /etc/ssl/ca.pem}
verify_subject_alt_name:
- spiffe://shop.test/cart # the only client
`,
    after: `trusted_ca: {filename: /etc/ssl/ca.pem}
match_subject_alt_names:
- exact: spiffe://shop.test/cart # the only client
`,
  },
  plan(view) {
    const field = 'verify_subject_alt_name';
    if (view.value[field] === undefined) return [];
    if (view.entries(field) === 0)
      return [
        {
          kind: 'edits',
          edits: [{ op: 'remove', path: view.at(field) }],
          reason: `removed ${field}: it is empty`,
        },
      ];
    const beside = [TARGET, TYPED].find((list) => view.entries(list) > 0);
    if (beside !== undefined)
      return leave(
        field,
        `${beside} stands beside it, and a certificate has to satisfy both lists; put into ${beside} what both allow`,
      );
    if (view.older) return leaveForOlder(field, TARGET);
    const target = versionOf(view.value) === 'v3' ? TYPED : TARGET;
    const obstacle = cannotGather(view, field, target);
    if (obstacle !== undefined) return leave(field, obstacle);
    const names = textsOf(view, field);
    return [
      {
        kind: 'edits',
        edits: target === TYPED ? typed(view, field, names) : matchers(view, field),
        ...(names.every((name) => name.includes('://')) ? {} : { warning: WILDCARDS }),
        reason: `${field} became ${target} with ${names.length === 1 ? 'one exact matcher' : `${names.length} exact matchers`}${target === TYPED ? ' for every kind of name' : ''}`,
      },
    ];
  },
};

function matchers(view: MessageView, field: string): Edit[] {
  const lists = [{ field, around: () => ({}), path: ['exact'] }];
  return gather(view, { lists, target: TARGET, type: 'type.matcher.StringMatcher' });
}

/** What a matcher of version 2 would become in its turn: each name one for every kind, the copies after it. */
function typed(view: MessageView, field: string, names: readonly string[]): Edit[] {
  const [first] = NAME_KINDS;
  const type = 'SubjectAltNameMatcher';
  const lists = [{ field, around: () => ({ san_type: first, matcher: {} }), path: ['matcher', 'exact'] }];
  const place = view.value[TYPED] === undefined ? view.place(TYPED) : view.at(TYPED);
  const copies = [...names.entries()]
    .reverse()
    .flatMap(([index, exact]) => copiesBehind(view, place, index, { exact }));
  return [...gather(view, { lists, target: TYPED, type }), ...copies];
}
