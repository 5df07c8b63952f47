import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import { isObject } from '../src/model/bound.ts';

const FILTER = 'http.ext_authz.ExtAuthz';
const REQUEST = 'AuthorizationRequest';
const FIELD = 'allowed_headers';

/** AuthorizationRequest.allowed_headers → allowed_headers of the ExtAuthz around it. */
export const allowedHeadersToFilter: Migration = {
  id: 'allowed-headers-to-filter',
  title: '`allowed_headers` of an authorization request moves to its filter',
  why: 'Which headers an authorization service sees is said in one place for HTTP and gRPC services since version 3: at the filter.',
  how: 'The matchers move from `http_service.authorization_request` to the filter. Where the filter has `allowed_headers` as well, which the proxy refuses, or is not known, they are left.',
  source: 'full API of version 3: http.ext_authz.ExtAuthz',
  optional: false,
  versions: ['v3'],
  messages: [FILTER, REQUEST],
  fields: ['http_service', FIELD],
  example: {
    type: FILTER,
    before: `http_service:
  server_uri: {uri: http://doors.test, cluster: doors, timeout: 1s}
  authorization_request:
    allowed_headers:
      patterns:
      - exact: x-badge # worn by all
`,
    after: `http_service:
  server_uri: {uri: http://doors.test, cluster: doors, timeout: 1s}
allowed_headers:
  patterns:
  - exact: x-badge # worn by all
`,
  },
  plan(view) {
    if (view.type === REQUEST) {
      if (view.value[FIELD] === undefined) return [];
      const filter = view.around(FILTER);
      if (filter === undefined)
        return leave(FIELD, 'the filter around it is not known; move it to allowed_headers there');
      return filter[FIELD] === undefined
        ? []
        : leave(FIELD, `${FIELD} of the filter stands beside it, and the proxy refuses both: decide which`);
    }
    const { http_service: service, [FIELD]: own, grpc_service: grpc } = view.value;
    const request = isObject(service) ? service.authorization_request : undefined;
    if (!isObject(request) || request[FIELD] === undefined || own !== undefined || grpc !== undefined)
      return [];
    const way = ['http_service', 'authorization_request'];
    const edits = [
      ...relocate(view, { from: [...way, FIELD], to: [FIELD] }),
      ...(Object.keys(request).length === 1 ? [{ op: 'remove', path: view.within(...way) } as const] : []),
    ];
    return [
      { kind: 'edits', edits, reason: `${FIELD} of the authorization request became ${FIELD} of the filter` },
    ];
  },
};
