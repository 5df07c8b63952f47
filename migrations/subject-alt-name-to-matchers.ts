import { cannotGather, gather, textsOf } from '../src/migrate/gathered.ts';
import { leave, leaveForOlder, type Migration } from '../src/migrate/migration.ts';

const TARGET = 'match_subject_alt_names';

/** CertificateValidationContext.verify_subject_alt_name → match_subject_alt_names. */
export const subjectAltNameToMatchers: Migration = {
  id: 'subject-alt-name-to-matchers',
  title: '`verify_subject_alt_name` becomes `match_subject_alt_names`',
  why: "The proxy's full API deprecates the list of names in favour of a list of string matchers, and later proxies refuse it.",
  how:
    'Each name becomes an exact matcher. Where both lists stand, a certificate has to satisfy each of them, which one list cannot say, so they are ' +
    'left. Mind certificates for `*.shop.test`: from release 1.13.4 on an exact matcher lets them serve for `www.shop.test`, as the old list did.',
  source: 'wider model: auth.CertificateValidationContext',
  optional: true,
  messages: ['auth.CertificateValidationContext'],
  fields: ['verify_subject_alt_name'],
  example: {
    type: 'auth.CertificateValidationContext',
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
    if (view.entries(TARGET) > 0)
      return leave(
        field,
        `${TARGET} stands beside it, and a certificate has to satisfy both lists; put into ${TARGET} what both allow`,
      );
    if (view.older) return leaveForOlder(field, TARGET);
    const obstacle = cannotGather(view, field, TARGET);
    if (obstacle !== undefined) return leave(field, obstacle);
    const lists = [{ field, around: () => ({}), path: ['exact'] }];
    const names = textsOf(view, field);
    return [
      {
        kind: 'edits',
        edits: gather(view, { lists, target: TARGET, type: 'type.matcher.StringMatcher' }),
        reason: `${field} became ${TARGET} with ${names.length === 1 ? 'one exact matcher' : `${names.length} exact matchers`}`,
      },
    ];
  },
};
