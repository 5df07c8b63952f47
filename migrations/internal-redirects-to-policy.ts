import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import type { Edit } from '../src/source/edit/index.ts';

const ACTION = 'internal_redirect_action';
const MAX_REDIRECTS = 'max_internal_redirects';
const POLICY = 'internal_redirect_policy';

/** RouteAction.internal_redirect_action and max_internal_redirects → internal_redirect_policy. */
export const internalRedirectsToPolicy: Migration = {
  id: 'internal-redirects-to-policy',
  title:
    '`internal_redirect_action` and `max_internal_redirects` of a route become `internal_redirect_policy`',
  why: 'Version 3 deprecates both for a policy, which can also say which codes and which routes count.',
  how:
    'HANDLE_INTERNAL_REDIRECT becomes a policy, with `max_internal_redirects` in it; PASS_THROUGH_INTERNAL_REDIRECT goes, and so does the number where nothing is handled, ' +
    'since a route without a policy passes redirects on. Where `internal_redirect_policy` stands beside them, the proxy reads it alone, and they go.',
  source: 'full API of version 3: route.RouteAction',
  optional: false,
  versions: ['v3'],
  messages: ['route.RouteAction'],
  fields: [ACTION, MAX_REDIRECTS],
  example: {
    type: 'route.RouteAction',
    before: `cluster: shop
internal_redirect_action: HANDLE_INTERNAL_REDIRECT
max_internal_redirects: 3
`,
    after: `cluster: shop
internal_redirect_policy:
  max_internal_redirects: 3
`,
  },
  plan(view) {
    const written = [ACTION, MAX_REDIRECTS].filter((field) => view.value[field] !== undefined);
    const removals = written.map((field): Edit => ({ op: 'remove', path: view.at(field) }));
    const names = written.join(' and ');
    if (written.length === 0) return [];
    if (view.value[POLICY] !== undefined)
      return [
        {
          kind: 'edits',
          edits: removals,
          reason: `removed ${names}: ${POLICY} stands beside it, and the proxy reads nothing else`,
        },
      ];
    const action = view.value[ACTION] ?? 'PASS_THROUGH_INTERNAL_REDIRECT';
    if (action === 'PASS_THROUGH_INTERNAL_REDIRECT')
      return [
        {
          kind: 'edits',
          edits: removals,
          reason: `removed ${names}: without a policy redirects are passed on`,
        },
      ];
    if (action !== 'HANDLE_INTERNAL_REDIRECT')
      return leave(ACTION, `${String(action)} is no action that the proxy knows`);
    const from = view.at(ACTION);
    const edits: Edit[] = [{ op: 'remove', path: from }];
    if (view.value[MAX_REDIRECTS] === undefined)
      edits.unshift({ op: 'add', path: view.place(POLICY), value: {}, inPlaceOf: from });
    else edits.push(...relocate(view, { from: [MAX_REDIRECTS], to: [POLICY, MAX_REDIRECTS] }));
    return [{ kind: 'edits', edits, reason: `${names} became ${POLICY}` }];
  },
};
