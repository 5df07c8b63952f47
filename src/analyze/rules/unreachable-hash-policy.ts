import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

/** Whether a policy gives a hash for every request: a cookie that the proxy hands out where the client has none. */
function alwaysHashes({ cookie }: Message<'route.RouteAction.HashPolicy'>): boolean {
  return cookie?.ttl !== undefined;
}

export const unreachableHashPolicy: AnalysisRule = {
  id: 'unreachable-hash-policy',
  level: 'warning',
  purpose: 'A hash policy behind a terminal one that always gives a hash.',
  why: 'A terminal policy that has a hash ends the evaluation. A cookie with a ttl always has one, since the proxy makes the cookie where a client sends none, so that no policy behind it is ever looked at.',
  remedy: 'Move the policy with the cookie to the end, or remove its terminal or its ttl.',
  source: 'data-model.md: route.RouteAction: Hash policy rules',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
hash_policy:
  - { cookie: { name: session, ttl: 3600s }, terminal: true }
  - { header: { header_name: x-tenant } }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `cluster: shop
hash_policy:
  - { header: { header_name: x-tenant }, terminal: true }
  - { cookie: { name: session, ttl: 3600s } }
`,
  },
  messages: {
    'route.RouteAction'({ hash_policy: policies = [] }, frame, { spot, report }) {
      const last = policies.findIndex((policy) => policy.terminal === true && alwaysHashes(policy));
      if (last === -1) return;
      for (let index = last + 1; index < policies.length; index++)
        report({
          message:
            'this hash policy is never looked at: a terminal cookie policy before it always gives a hash, because the proxy makes the cookie where there is none; move it before that one',
          at: spot(frame, 'hash_policy', index),
          related: [{ message: 'ends the evaluation', at: spot(frame, 'hash_policy', last) }],
        });
    },
  },
};
