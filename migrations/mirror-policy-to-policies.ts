import type { Migration } from '../src/canonical/migration/migration.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** RouteAction.request_mirror_policy → request_mirror_policies. */
export const mirrorPolicyToPolicies: Migration = {
  id: 'mirror-policy-to-policies',
  title: '`request_mirror_policy` of a route becomes an entry of `request_mirror_policies`',
  why: "The proxy's full API deprecates the single policy in favour of a list, and later proxies refuse it.",
  how: 'The policy moves into a list of one, with its comments. Where the list stands too, both are left.',
  source: 'full API: route.RouteAction',
  optional: true,
  messages: ['route.RouteAction'],
  fields: ['request_mirror_policy'],
  example: {
    type: 'route.RouteAction',
    before: `cluster: shop
request_mirror_policy:
  cluster: shop-canary
`,
    after: `cluster: shop
request_mirror_policies:
  - cluster: shop-canary
`,
  },
  plan(view) {
    const { request_mirror_policy: single, request_mirror_policies: several } = view.value;
    if (single === undefined) return [];
    const from = view.at('request_mirror_policy');
    const reason = 'request_mirror_policy became request_mirror_policies';
    // An empty list says nothing.
    if (several !== undefined && view.entries('request_mirror_policies') === 0) {
      const edit: Edit = { op: 'move', from, path: `${view.at('request_mirror_policies')}/0` };
      return [{ kind: 'edits', edits: [edit], reason }];
    }
    if (several !== undefined) {
      return [
        {
          kind: 'left',
          field: 'request_mirror_policy',
          reason: 'request_mirror_policies stands beside it; put both into one list',
        },
      ];
    }
    const place = view.place('request_mirror_policies');
    return [
      {
        kind: 'edits',
        edits: [
          { op: 'add', path: place, value: [], inPlaceOf: from },
          { op: 'move', from, path: `${place}/0` },
        ],
        reason,
      },
    ];
  },
};
