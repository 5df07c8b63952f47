import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';

const FIELD = 'per_request_buffer_limit_bytes';
const TARGET = 'request_body_buffer_limit';
const HOST = 'route.VirtualHost';

/** VirtualHost's and Route's per_request_buffer_limit_bytes → request_body_buffer_limit. */
export const bufferLimitsToCurrent: Migration = {
  id: 'buffer-limits-to-current',
  title: '`per_request_buffer_limit_bytes` of virtual hosts and routes becomes `request_body_buffer_limit`',
  why: 'Version 3 deprecates the 32-bit limit for one that may be larger, and that counts before all older ones.',
  how: "The limits of a virtual host and of its routes move alike, since a virtual host's new limit counts before a route's older one. Where a new one stands beside or around an older one, that goes; that of a route whose virtual host is not known is left. Proxies before 1.36 do not know the new field.",
  source: 'full API of version 3: route.VirtualHost, route.Route',
  optional: false,
  versions: ['v3'],
  messages: [HOST, 'route.Route'],
  fields: [FIELD],
  example: {
    type: HOST,
    before: `name: shop
domains: ["*"]
per_request_buffer_limit_bytes: 65536
routes:
- match: {prefix: /upload}
  route: {cluster: shop}
  per_request_buffer_limit_bytes: 1048576
`,
    after: `name: shop
domains: ["*"]
request_body_buffer_limit: 65536
routes:
- match: {prefix: /upload}
  route: {cluster: shop}
  request_body_buffer_limit: 1048576
`,
  },
  plan(view) {
    const { value, type } = view;
    if (value[FIELD] === undefined) return [];
    const host = type === HOST ? value : view.around(HOST);
    const why = host === undefined ? UNKNOWN : host.matcher === undefined ? undefined : IN_MATCHER;
    if (why !== undefined) return leave(FIELD, why);
    const path = view.at(FIELD);
    const winner =
      value[TARGET] !== undefined ? 'it' : host?.[TARGET] !== undefined ? 'the virtual host' : undefined;
    if (winner !== undefined)
      return [
        {
          kind: 'edits',
          edits: [{ op: 'remove', path }],
          reason: `removed ${FIELD}: ${TARGET} of ${winner === 'it' ? 'the same message' : winner} counts before it`,
        },
      ];
    const edits = relocate(view, { from: [FIELD], to: [TARGET] });
    return [{ kind: 'edits', edits, reason: `${FIELD} became ${TARGET}` }];
  },
};

const UNKNOWN = `the virtual host around this route is not known, whose ${TARGET} would count before this; write ${TARGET} where both are`;
const IN_MATCHER = `the virtual host holds routes in a matcher as well; write ${TARGET} in all of its routes and in itself at once, as the new limits count before the older ones`;
