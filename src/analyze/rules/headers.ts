import { isObject, versionOf } from '../../model/bound.ts';
import type { Level } from '../../model/problem.ts';
import { around, type Frame, isOf } from '../../model/walk.ts';
import { hasField } from '../../routing/filters/settings.ts';
import { compareReleases, NEWEST_RELEASE } from '../../schema/release.ts';
import type { Message } from '../../schema/types.ts';
import { lookup } from '../../source/lookup.ts';
import { type FormatPlace, type FormatProblem, formatProblems } from '../fields/format.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { addedSpot, type Direction, headerLists, headerVisits } from '../traffic/header-lists.ts';

interface Outer {
  readonly frame: Frame;
  readonly words: string;
}

const WORDS: { readonly [type: string]: string } = {
  'route.Route': 'the route',
  'route.VirtualHost': 'the virtual host',
  RouteConfiguration: 'the route configuration',
};

/**
 * The levels that are applied after a level, nearest first: those around it. With most_specific_header_mutations_wins
 * the order of the upper three turns round, and only the weighted cluster is still followed by all.
 */
function* appliedAfter(frame: Frame): Generator<Outer> {
  const outer: Outer[] = [];
  let reversed = false;
  for (let at = frame.parent; at !== undefined; at = at.parent) {
    const words = lookup(WORDS, at.type);
    if (words !== undefined) outer.push({ frame: at, words });
    if (!isOf(at, 'RouteConfiguration')) continue;
    reversed = at.message.most_specific_header_mutations_wins === true;
    break;
  }
  if (!reversed || frame.type === 'route.WeightedCluster.ClusterWeight') yield* outer;
}

/** Names that a level removes, in lower case. Asked for each level below it, so worked out once. */
const removals = new WeakMap<object, { readonly [direction in Direction]: ReadonlySet<string> }>();

function removedBy({ message }: Frame, direction: Direction): ReadonlySet<string> {
  const known = removals.get(message) ?? {
    request: names(message, 'request'),
    response: names(message, 'response'),
  };
  removals.set(message, known);
  return known[direction];
}

function names(message: Frame['message'], direction: Direction): ReadonlySet<string> {
  const { removed } = headerLists(message as Message<'route.Route'>, direction);
  return new Set(removed.map((name) => name.toLowerCase()));
}

function formatOf({ header }: Message<'core.HeaderValueOption'>): string {
  return header?.value?.toLowerCase() ?? '';
}

export const cancelledHeader: AnalysisRule = {
  id: 'cancelled-header',
  level: 'warning',
  purpose: 'A header that one level adds and a level applied after it removes.',
  why: 'Header changes are applied from the inside out: those of a weighted cluster, of the route, of the virtual host, of the route configuration. What an outer level removes is gone, also where an inner one has just added it.',
  remedy:
    'Remove the addition, or the removal. To replace what a client sent, add with append: false and remove nothing.',
  source: 'data-model.md: route.VirtualHost: request_headers_to_add, request_headers_to_remove; route.Route',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
request_headers_to_remove: [x-tenant]
routes:
  - match: { prefix: / }
    route: { cluster: shop }
    request_headers_to_add:
      - header: { key: X-Tenant, value: shop }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: / }
    route: { cluster: shop }
    request_headers_to_add:
      - header: { key: X-Tenant, value: shop }
        append_action: OVERWRITE_IF_EXISTS_OR_ADD
`,
  },
  withSubject: headerVisits((lists, frame, look) => {
    if (lists.added.length === 0) return;
    const read: string[] = [];
    for (const { frame: outer, words } of appliedAfter(frame)) {
      const removed = removedBy(outer, lists.direction);
      // A level reads headers before it changes them.
      read.push(...headerLists(outer.message as Message<'route.Route'>, lists.direction).added.map(formatOf));
      if (removed.size === 0) continue;
      for (const [index, { header }] of lists.added.entries()) {
        const key = header?.key ?? '';
        if (!removed.has(key.toLowerCase())) continue;
        if (read.some((format) => format.includes('%') && format.includes(key.toLowerCase()))) continue;
        look.report({
          message: `${lists.addedField} adds ${JSON.stringify(key)}, and ${words} around it, which is applied afterwards, removes it again; drop one of them`,
          at: addedSpot(lists, index, frame, look),
          identity: key.toLowerCase(),
          related: [{ message: 'removed here', at: look.spot(outer, lists.removedField) }],
        });
      }
    }
  }),
};

/** Ends of the names of headers that the proxy may set itself. */
const SET_BY_PROXY = /-(?:attempt-count|original-path)$/i;

function isSuppressing(field: string, value: unknown): boolean {
  return value === true && /^suppress_\w+_headers$/.test(field);
}

/** The first release of version 3 that counts attempts before headers are added. */
const COUNTS_BEFORE = '1.37';

/** Why the proxy sets a request header itself after all others; undefined where it does not, or not always. */
function setterOf(
  name: string,
  frame: Frame,
  { namespace, release = NEWEST_RELEASE }: RuleContext,
): string | undefined {
  if (name === `x-${namespace}-attempt-count`) {
    const isBefore = versionOf(frame.message) === 'v3' && compareReleases(release, COUNTS_BEFORE) >= 0;
    if (isBefore) return undefined;
    const host = around(frame, 'route.VirtualHost');
    return host?.message.include_request_attempt_count === true ? 'include_request_attempt_count' : undefined;
  }
  if (name !== `x-${namespace}-original-path` || !isOf(frame, 'route.Route')) return undefined;
  // A router that suppresses its headers writes none, and of a fetched route nothing says which one it is.
  const { http_filters: filters } = around(frame, 'HttpConnectionManager')?.message ?? {};
  if (filters === undefined || hasField(filters, isSuppressing)) return undefined;
  return frame.message.route?.prefix_rewrite ? 'prefix_rewrite' : undefined;
}

/** A manager with a route that rewrites its path, and adds a header. */
const rewriting = (key: string): string => `stat_prefix: front
route_config:
  virtual_hosts:
    - name: shop
      domains: [shop.test]
      routes:
        - match: { prefix: /items/ }
          route: { cluster: shop, prefix_rewrite: / }
          request_headers_to_add:
            - header: { key: ${key}, value: items }
http_filters:
  - name: proxy.filters.http.router
    typed_config:
      "@type": type.googleapis.com/proxy.extensions.filters.http.router.v3.Router
`;

export const overwrittenHeader: AnalysisRule = {
  id: 'overwritten-header',
  level: 'warning',
  purpose: 'A request header is added that the proxy then sets itself.',
  why: 'With prefix_rewrite the proxy writes the original path into its header, over any value that is there. With include_request_attempt_count it did so with the number of the attempt until release 1.37, which counts before it adds headers. What the list adds never arrives.',
  remedy: 'Use a header of another name, or drop the addition.',
  source:
    'data-model.md: route.VirtualHost: include_request_attempt_count; route.RouteAction: prefix_rewrite',
  bad: { type: 'HttpConnectionManager', yaml: rewriting('x-proxy-original-path') },
  good: { type: 'HttpConnectionManager', yaml: rewriting('x-shop-path') },
  withSubject: headerVisits((lists, frame, look) => {
    if (lists.direction !== 'request') return;
    for (const [index, { header }] of lists.added.entries()) {
      const key = header?.key ?? '';
      if (!SET_BY_PROXY.test(key)) continue;
      const setter = setterOf(key.toLowerCase(), frame, look);
      if (setter === undefined) continue;
      look.report({
        message: `${lists.addedField} adds ${JSON.stringify(key)}, over which the proxy writes its own value because of ${setter}; drop it, or use another name`,
        at: addedSpot(lists, index, frame, look),
        identity: key.toLowerCase(),
      });
    }
  }),
};

/** Matchers of a route's match: a route that can never match is a finding of its own, unless the matcher is inverted. */
function isRouteCondition({ parent, message }: Frame): boolean {
  return parent?.type === 'route.RouteMatch' && message.invert_match !== true;
}

function refuseHostHeader(
  name: string | undefined,
  field: string,
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  // In version 3 it reads :authority (fact 85).
  if (name?.toLowerCase() !== 'host' || versionOf(frame.message) !== 'v2') return;
  report({
    message: `${field} is ${JSON.stringify(name)}, which the proxy never finds in a request, because it keeps the Host header as :authority; name that`,
    at: spot(frame, field),
  });
}

export const hostHeader: AnalysisRule = {
  id: 'host-header',
  level: 'warning',
  purpose: 'The Host header is asked for by its own name, which version 2 does not find.',
  why: 'The proxy keeps the value of Host under :authority, for HTTP/1 too. A matcher, a hash policy, a descriptor or a cluster_header that asks for host finds nothing; in version 3 it finds :authority.',
  remedy: 'Write :authority.',
  source: 'data-model.md: route.HeaderMatcher: name; route.RouteAction: cluster_header',
  bad: {
    type: 'route.RouteAction',
    yaml: '"@type": type.googleapis.com/envoy.api.v2.route.RouteAction\ncluster_header: Host\n',
  },
  good: { type: 'route.RouteAction', yaml: 'cluster_header: ":authority"\n' },
  messages: {
    'route.HeaderMatcher'({ name }, frame, look) {
      if (!isRouteCondition(frame)) refuseHostHeader(name, 'name', frame, look);
    },
    'route.RouteAction'({ cluster_header: name }, frame, look) {
      refuseHostHeader(name, 'cluster_header', frame, look);
    },
    'route.RouteAction.HashPolicy.Header'({ header_name: name }, frame, look) {
      refuseHostHeader(name, 'header_name', frame, look);
    },
    'route.RateLimit.Action.RequestHeaders'({ header_name: name }, frame, look) {
      refuseHostHeader(name, 'header_name', frame, look);
    },
  },
};

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
  refuses: true,
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

export const invalidHeaderFormat: AnalysisRule = {
  id: 'invalid-header-format',
  level: 'error',
  refuses: true,
  purpose: 'A header value with a percent sign that begins no variable.',
  why: 'Values of headers that are added take the variables of the access log, between percent signs. A percent sign that begins none, or one without end, is refused with the whole configuration.',
  remedy: 'Write %% for a percent sign, or close the variable with another %.',
  source: 'data-model.md: core.HeaderValue, core.HeaderValueOption, core.HeaderMap: value',
  bad: {
    type: 'core.HeaderValueOption',
    yaml: 'header: { key: x-share, value: 100% }\n',
  },
  good: {
    type: 'core.HeaderValueOption',
    yaml: 'header: { key: x-share, value: 100%% }\n',
  },
  messages: {
    'core.HeaderValueOption'({ header }, frame, { spot, report }) {
      if (header?.value === undefined) return;
      const isWrong = versionOf(header) === 'v3' ? hasNoCommand(header.value) : opensWithoutEnd(header.value);
      if (!isWrong || /^RateLimitQuota/.test(frame.parent?.type ?? '')) return;
      report({
        message: `the value of header ${header.key ?? ''} has a % that begins no variable, or one that never ends, so the proxy refuses it; write %% for a percent sign`,
        at: spot({ message: header, type: 'core.HeaderValue' }, 'value'),
        identity: header.key ?? '',
      });
    },
  },
};

/** Whether a percent sign begins no command of version 3. */
function hasNoCommand(value: string): boolean {
  return value.includes('%') && formatProblems(value).some(({ kind }) => kind === 'format');
}

/** The same of version 2, where only an end that is missing is certain. A percent sign in the arguments, as in `%START_TIME(%Y)%`, is theirs. */
function opensWithoutEnd(value: string): boolean {
  let isOpen = false;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '%') isOpen = !isOpen;
    else if (isOpen && value[at] === '(') {
      const end = value.indexOf(')', at);
      if (end === -1) return true;
      at = end;
    }
  }
  return isOpen;
}

/** Where formats stand, beside values of headers: fields that are one, or structures of them. */
const FORMATS: { readonly [type: string]: readonly string[] } = {
  'route.RouteAction': ['path_rewrite', 'host_rewrite'],
  FileAccessLog: ['format', 'json_format', 'typed_json_format'],
  'TcpProxy.TunnelingConfig': ['hostname'],
  CustomTag: ['value'],
  'HttpConnectionManager.Tracing': ['operation', 'upstream_operation'],
};

export const unknownVariable: AnalysisRule = {
  id: 'unknown-variable',
  level: 'error',
  refuses: true,
  version: 'v3',
  purpose: 'A format with a command between percent signs that the proxy does not have, or not in this form.',
  why: 'Header values, rewrites, access logs and local replies take variables such as %REQ(x-tenant)% or %RESPONSE_CODE%. The proxy refuses a format with a name that it does not know, without an argument that is needed, or with one that the command does not take, and with it the configuration.',
  remedy:
    'Correct the command. Write %% for a percent sign. A command of an extension needs that extension among the `formatters` of its format.',
  source: 'how the proxy behaves in version 3, release 1.40: substitution formats',
  bad: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/envoy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQUEST(x-tenant)%" }
`,
  },
  good: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/envoy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQ(x-tenant)%" }
`,
  },
  messages: {
    'core.HeaderValueOption'({ header }, frame, look) {
      if (header === undefined || isPlainHeader(frame)) return;
      const place = placeOf(frame);
      // That is told by a rule of its own.
      for (const problem of place === undefined ? [] : formatProblems(header.value ?? '', place))
        if (problem.kind === 'command')
          tell(look, { message: header, type: 'core.HeaderValue' }, 'value', problem);
    },
  },
  tables: {
    ...Object.fromEntries(
      Object.entries(FORMATS).map(([type, fields]) => [
        type,
        (frame: Frame, look: RuleContext) => {
          for (const field of fields) judgeFormat(look, frame, field, placeOf(frame));
        },
      ]),
    ),
    OpenTelemetryAccessLogConfig(frame, look) {
      if (hasFormatters(frame)) return;
      for (const field of ['body', 'attributes', 'resource_attributes'])
        judgeFormat(look, frame, field, placeOf(frame));
    },
    AuthorizationRequest(frame, look) {
      const { headers_to_add: added } = frame.message;
      if (!Array.isArray(added)) return;
      for (const header of added)
        if (isObject(header))
          judgeFormat(look, { message: header, type: 'core.HeaderValue' }, 'value', 'usual');
    },
    'core.KeyValueAppend'(frame, look) {
      const { record } = frame.message;
      const mutations = frame.parent?.parent;
      if (!isObject(record) || (mutations !== undefined && hasFormatters(mutations))) return;
      judgeFormat(look, { message: record, type: 'core.KeyValuePair' }, 'value', placeOf(frame));
    },
    'core.SubstitutionFormatString'(frame, look) {
      if (hasFormatters(frame)) return;
      const place = placeOf(frame);
      for (const field of ['text_format', 'json_format']) judgeFormat(look, frame, field, place);
      const { text_format_source: source } = frame.message;
      if (isObject(source))
        judgeFormat(look, { message: source, type: 'core.DataSource' }, 'inline_string', place);
    },
  },
};

/** An extension among them may know any name. */
function hasFormatters({ message: { formatters } }: Frame): boolean {
  return Array.isArray(formatters) && formatters.length > 0;
}

/** Headers whose values are taken as they stand. */
function isPlainHeader(frame: Frame): boolean {
  return /^RateLimitQuota/.test(frame.parent?.type ?? '');
}

/** Filters whose commands are their own; undefined where those are not known. */
function placeOf(frame: Frame): FormatPlace | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.type === 'TransformConfig') return 'transform';
    if (at.type === 'GenericProxy') return undefined;
  }
  return 'usual';
}

type At = Pick<Frame, 'message' | 'type'>;

function judgeFormat(look: RuleContext, at: At, field: string, place: FormatPlace | undefined): void {
  const problems =
    place === undefined ? [] : textsIn(at.message[field]).flatMap((text) => formatProblems(text, place));
  const written = new Map(problems.map((problem) => [problem.written, problem]));
  for (const problem of written.values()) tell(look, at, field, problem);
}

function tell({ spot, report }: RuleContext, at: At, field: string, { written, why }: FormatProblem): void {
  report({
    message: `${field} has ${JSON.stringify(written)}, which ${why}; the proxy refuses the configuration`,
    at: spot(at, field),
    identity: written,
  });
}

/** A text, or those of a structure. */
function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') found.push(at);
    if (Array.isArray(at)) open.push(...at);
    else if (isObject(at)) open.push(...Object.values(at));
  }
  return found;
}
