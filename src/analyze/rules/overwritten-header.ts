import { around, type Frame, isOf } from '../../model/walk.ts';
import type { AnalysisRule } from '../rule.ts';
import { addedSpot, headerVisits } from '../traffic/header-lists.ts';

/** Ends of the names of headers that the proxy may set itself. */
const SET_BY_PROXY = /-(?:attempt-count|original-path)$/i;

/** Why the proxy sets a request header itself after all others; undefined where it does not, or not always. */
function setterOf(name: string, frame: Frame, namespace: string): string | undefined {
  if (name === `x-${namespace}-attempt-count`) {
    const host = around(frame, 'route.VirtualHost');
    return host?.message.include_request_attempt_count === true ? 'include_request_attempt_count' : undefined;
  }
  if (name !== `x-${namespace}-original-path` || !isOf(frame, 'route.Route')) return undefined;
  return frame.message.route?.prefix_rewrite ? 'prefix_rewrite' : undefined;
}

export const overwrittenHeader: AnalysisRule = {
  id: 'overwritten-header',
  level: 'warning',
  purpose: 'A request header is added that the proxy then sets itself.',
  why: 'With include_request_attempt_count the proxy writes the number of the attempt over any value that is there, and with prefix_rewrite it writes the original path into its header. What the list adds never arrives.',
  remedy: 'Use a header of another name, or drop the addition.',
  source:
    'data-model.md: route.VirtualHost: include_request_attempt_count; route.RouteAction: prefix_rewrite',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
include_request_attempt_count: true
request_headers_to_add:
  - header: { key: x-proxy-attempt-count, value: "1" }
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
include_request_attempt_count: true
routes: [{ match: { prefix: / }, route: { cluster: shop } }]
`,
  },
  messages: headerVisits((lists, frame, look) => {
    if (lists.direction !== 'request') return;
    for (const [index, { header }] of lists.added.entries()) {
      const key = header?.key ?? '';
      if (!SET_BY_PROXY.test(key)) continue;
      const setter = setterOf(key.toLowerCase(), frame, look.namespace);
      if (setter === undefined) continue;
      look.report({
        message: `${lists.addedField} adds ${JSON.stringify(key)}, over which the proxy writes its own value because of ${setter}; drop it, or use another name`,
        at: addedSpot(lists, index, frame, look),
        identity: key.toLowerCase(),
      });
    }
  }),
};
