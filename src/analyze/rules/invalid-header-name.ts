import { versionOf } from '../../model/bound.ts';
import type { Level } from '../../model/problem.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { addedSpot, headerVisits } from '../traffic/header-lists.ts';

/** Its lists of headers are read like those of routes. */
const HEALTH_CHECK = 'core.HealthCheck.HttpHealthCheck';

/** A token of HTTP, which every header name is. */
const TOKEN = /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/;

interface Verdict {
  readonly level: Level;
  readonly why: string;
}

const CHANGED: Verdict = {
  level: 'error',
  why: 'the proxy refuses to change headers that begin with a colon; prefix_rewrite and host_rewrite change path and host',
};
const REMOVED: Verdict = {
  level: 'error',
  why: 'the proxy refuses to remove headers that begin with a colon, since no request is without them',
};
/** Since 1.9, of 2018, for requests and responses alike; those before it sent requests without a host. */
const HOST_REMOVED: Verdict = {
  level: 'error',
  why: 'the proxy keeps the host there and refuses to remove it (releases before 1.9 sent requests without one)',
};
const APPENDED: Verdict = {
  level: 'warning',
  why: 'the value is appended to the host of the request, which makes no host of it, and later proxies refuse it; use host_rewrite',
};
/** Version 3 takes it in no list of headers to add. */
const HOST_CHANGED: Verdict = {
  level: 'error',
  why: 'the proxy refuses to change the host as a header; use host_rewrite_literal or its like',
};
const NO_TOKEN: Verdict = {
  level: 'warning',
  why: 'HTTP has no such header names: only letters, digits and a few signs, of which - and _ are common, may stand in one',
};

const REFUSED = /^(?::|host$)/i;

/** The proxy puts values of headers together in one way, wherever they are added, but for quotas of rate limits. */
function added({ header }: Message<'core.HeaderValueOption'>, frame: Frame, look: RuleContext): void {
  const key = header?.key ?? '';
  if (header === undefined || versionOf(frame.message) !== 'v3' || !REFUSED.test(key)) return;
  if (/^RateLimitQuota/.test(frame.parent?.type ?? '')) return;
  const { level, why } = key.startsWith(':') ? CHANGED : HOST_CHANGED;
  look.report({
    message: `${JSON.stringify(key)} is added as a header: ${why}`,
    at: look.spot({ message: header, type: 'core.HeaderValue' }, 'key'),
    level,
    identity: key,
  });
}

function verdictOn(key: string): Verdict | undefined {
  return key === '' || TOKEN.test(key) ? undefined : NO_TOKEN;
}

export const invalidHeaderName: AnalysisRule = {
  id: 'invalid-header-name',
  level: 'error',
  purpose: 'A header to add or remove whose name the proxy refuses, or that HTTP does not have.',
  why: 'Names that begin with a colon stand for the path, the host, the method and the status; the proxy refuses a configuration that changes them as headers, and one that removes them or Host, which is another name of :authority. Other names that are none in HTTP make upstreams and clients reject the message.',
  remedy:
    'Use prefix_rewrite for the path, host_rewrite for the host, a direct response for the status. Correct other names.',
  source:
    'how the proxy behaves: header lists of routes, virtual hosts, weighted clusters, route configurations and health checks',
  bad: {
    type: 'route.Route',
    yaml: `match: { prefix: / }
route: { cluster: shop }
request_headers_to_add:
  - header: { key: ":path", value: /shop }
`,
  },
  good: {
    type: 'route.Route',
    yaml: `match: { path: / }
route: { cluster: shop, prefix_rewrite: /shop }
`,
  },
  messages: {
    'core.HeaderValueOption': added,
    ...headerVisits(
      (lists, frame, look) => {
        for (const [index, { header, append }] of lists.added.entries()) {
          const key = header?.key ?? '';
          // What the proxy refuses of version 3 is told for every header that is added anywhere.
          if (versionOf(frame.message) === 'v3' && REFUSED.test(key)) continue;
          const isHost = key.toLowerCase() === 'host';
          const appendsHost =
            frame.type !== HEALTH_CHECK && lists.direction === 'request' && isHost && append !== false;
          const verdict = key.startsWith(':') ? CHANGED : appendsHost ? APPENDED : verdictOn(key);
          if (verdict === undefined) continue;
          look.report({
            message: `${lists.addedField} adds ${JSON.stringify(key)}: ${verdict.why}`,
            at: addedSpot(lists, index, frame, look),
            level: verdict.level,
            identity: key,
          });
        }
        for (const [index, key] of lists.removed.entries()) {
          const isHost = key.toLowerCase() === 'host';
          const verdict = key.startsWith(':') ? REMOVED : isHost ? HOST_REMOVED : verdictOn(key);
          if (verdict === undefined) continue;
          look.report({
            message: `${lists.removedField} removes ${JSON.stringify(key)}: ${verdict.why}`,
            at: look.spot(frame, lists.removedField, index),
            level: verdict.level,
            identity: key,
          });
        }
      },
      [HEALTH_CHECK],
    ),
  },
};
