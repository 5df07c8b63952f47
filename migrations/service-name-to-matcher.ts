import { isWritten, leave, leaveForOlder, type Migration } from '../src/canonical/migration/migration.ts';
import { INVALID, isObject } from '../src/model/bound.ts';

/** HttpHealthCheck.service_name → service_name_matcher. */
export const serviceNameToMatcher: Migration = {
  id: 'service-name-to-matcher',
  title: '`service_name` of an HTTP health check becomes `service_name_matcher`',
  why: "The proxy's full API deprecates the plain name in favour of a string matcher, and later proxies refuse it.",
  how: "The name becomes a prefix, which is how the proxy compares it with the answer's header. Where a matcher stands beside it, both are left.",
  source: 'full API: core.HealthCheck.HttpHealthCheck',
  optional: true,
  messages: ['core.HealthCheck.HttpHealthCheck'],
  fields: ['service_name'],
  example: {
    type: 'core.HealthCheck.HttpHealthCheck',
    before: `path: /health
service_name: cart
`,
    after: `path: /health
service_name_matcher:
  prefix: cart
`,
  },
  plan(view) {
    const { service_name: name } = view.value;
    if (typeof name !== 'string') return [];
    const from = view.at('service_name');
    if (name === '')
      return [
        { kind: 'edits', edits: [{ op: 'remove', path: from }], reason: 'removed service_name: it is empty' },
      ];
    const isEmpty = saysNothing(view.value.service_name_matcher);
    if (!isEmpty && isWritten(view, 'service_name_matcher'))
      return leave(
        'service_name',
        'service_name_matcher stands beside it, and only one of them is asked; remove the one that is not true',
      );
    if (view.older) return leaveForOlder('service_name', 'service_name_matcher');
    const reason = 'service_name became service_name_matcher with the name as prefix';
    if (isEmpty)
      return [
        {
          kind: 'edits',
          edits: [{ op: 'move', from, path: view.within('service_name_matcher', 'prefix') }],
          reason,
        },
      ];
    const place = view.place('service_name_matcher');
    return [
      {
        kind: 'edits',
        edits: [
          { op: 'add', path: place, value: {}, inPlaceOf: from },
          { op: 'move', from, path: `${place}/prefix` },
        ],
        reason,
      },
    ];
  },
};

function saysNothing(matcher: unknown): boolean {
  return isObject(matcher) && matcher[INVALID] === undefined && Object.keys(matcher).length === 0;
}
