import { nearest } from '../../model/near-miss.ts';
import { durationNanos } from '../../model/values.ts';
import { type Frame, isOf } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { listed } from '../listed.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** What retry policies say: their conditions, and the routes for which they hold. */
export type RetryPolicy = Message<'route.RetryPolicy'>;
type RouteAction = Message<'route.RouteAction'>;

/** Conditions of `x-WORD-retry-on` and, after them, of `x-WORD-retry-grpc-on`; `retry_on` takes both. */
export const HTTP_CONDITIONS: readonly string[] = [
  '5xx',
  'gateway-error',
  'reset',
  'connect-failure',
  'retriable-4xx',
  'refused-stream',
  'retriable-status-codes',
  'retriable-headers',
];
export const GRPC_CONDITIONS: readonly string[] = [
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
];
/** Conditions that came with later proxies; the first one carries the namespace. */
const LATER_CONDITIONS = [
  'ratelimited',
  'http3-post-connect-failure',
  'reset-before-request',
  'envoy-ratelimited',
];

/** The words of a comma-separated list of conditions, without blanks around them. */
export function conditionsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((namespace) => namespace.trim())
    .filter((namespace) => namespace !== '');
}

export function isCondition(condition: string, namespace: string): boolean {
  return (
    HTTP_CONDITIONS.includes(condition) ||
    GRPC_CONDITIONS.includes(condition) ||
    LATER_CONDITIONS.includes(condition) ||
    condition === `${namespace}-ratelimited`
  );
}

/** Nanoseconds of the timeout where none is set. */
const DEFAULT_TIMEOUT = 15_000_000_000n;

/** Nanoseconds of a route's timeout; 0 where it has none. */
export function timeoutOf({ timeout }: RouteAction): bigint {
  return timeout === undefined ? DEFAULT_TIMEOUT : (durationNanos(timeout) ?? DEFAULT_TIMEOUT);
}

/**
 * The actions that a retry policy holds for: the one that it stands in, or those of its virtual host's routes that have
 * none of their own.
 *
 * @returns undefined where they are not known
 */
export function actionsWith({ parent }: Frame): readonly RouteAction[] | undefined {
  if (isOf(parent, 'route.RouteAction')) return [parent.message];
  if (!isOf(parent, 'route.VirtualHost')) return undefined;
  const { routes = [] } = parent.message;
  return routes.flatMap(({ route }) =>
    route === undefined || route.retry_policy !== undefined ? [] : [route],
  );
}

/** Conditions that a request which timed out would meet. */
const TIMED_OUT = new Set(['5xx', 'gateway-error']);

/** gRPC requests may bring a timeout of their own, and beside a limit of the stream `timeout` does not count (fact 81). */
function isTimedByTimeout({ max_grpc_timeout: grpc, max_stream_duration: stream }: RouteAction): boolean {
  return grpc === undefined && stream === undefined;
}

export const noTryTimeout: AnalysisRule = {
  id: 'no-try-timeout',
  level: 'info',
  purpose: 'A retry policy for 5xx without per_try_timeout.',
  why: 'Without it each attempt may take the whole timeout of the route. A request that times out looks like a 504, but its time is used up by then, so it is not tried again; only quick failures are.',
  remedy: 'Set per_try_timeout to a part of the timeout, so that the attempts fit into it.',
  source: 'data-model.md: route.RetryPolicy: per_try_timeout',
  bad: {
    type: 'route.RouteAction',
    yaml: 'cluster: cart\nretry_policy: { retry_on: 5xx, num_retries: 2 }\n',
  },
  good: {
    type: 'route.RouteAction',
    yaml: 'cluster: cart\nretry_policy: { retry_on: 5xx, num_retries: 2, per_try_timeout: 4s }\n',
  },
  messages: {
    'route.RetryPolicy'(policy, frame, { spot, report }) {
      if (policy.per_try_timeout !== undefined || policy.num_retries === 0) return;
      const condition = conditionsIn(policy.retry_on ?? '').find((each) => TIMED_OUT.has(each));
      const actions = (actionsWith(frame) ?? []).filter(isTimedByTimeout);
      if (condition === undefined || actions.length === 0) return;
      const timed = actions.find((action) => timeoutOf(action) !== 0n);
      const limit =
        timed === undefined
          ? 'and the route has no timeout either: an attempt that hangs is never given up'
          : `so one attempt may take the whole timeout of the route (${timed.timeout ?? '15s'}), and a request that times out is not tried again`;
      report({
        message: `retry_on holds ${condition}, but there is no per_try_timeout, ${limit}; set it to a part of the timeout`,
        at: spot(frame),
      });
    },
  },
};

interface Unknown {
  readonly condition: string;
  readonly meant: string | undefined;
}

/** The words of a list that are no conditions, each with the one that was surely meant. */
function unknownIn(text: string, namespace: string): readonly Unknown[] {
  const all = [...HTTP_CONDITIONS, ...GRPC_CONDITIONS];
  return conditionsIn(text)
    .filter((condition) => !isCondition(condition, namespace))
    .map((condition) => ({ condition, meant: nearest(condition.replaceAll('_', '-'), all) }));
}

function messageFor({ condition, meant }: Unknown, where: string): string {
  const advice = meant === undefined ? 'take one that the proxy knows' : `did you mean ${meant}?`;
  return `${where} names the retry condition ${JSON.stringify(condition.slice(0, 60))}, which the proxy does not know and skips without a word: ${advice}`;
}

/** Conditions that exist, with blanks around them: releases before 1.14 look for the word with its blanks. */
function paddedIn(text: string, namespace: string): readonly string[] {
  return text.split(',').filter((each) => each !== each.trim() && isCondition(each.trim(), namespace));
}

function paddedMessage(text: string, padded: readonly string[], where: string): string {
  const named = padded.map((each) => JSON.stringify(each.slice(0, 60)));
  const what = named.length === 1 ? 'the condition' : 'the conditions';
  return `${where} is ${JSON.stringify(text.slice(0, 120))}: releases up to 1.13 take the blanks for a part of the word, so they do not know ${what} ${listed(named)} and skip ${named.length === 1 ? 'it' : 'them'} without a word; from 1.14 on this works. Write it without blanks`;
}

/** The list with all near misses corrected. */
function corrected(text: string, unknown: readonly Unknown[]): string {
  const meant = new Map(unknown.map((each) => [each.condition, each.meant]));
  return conditionsIn(text)
    .map((condition) => meant.get(condition) ?? condition)
    .join(',');
}

/** Ends of the names of headers that hold conditions. */
const CONDITION_HEADER = /-retry-(?:grpc-)?on$/i;

/** Whether a header holds conditions that are known before a request comes, so without variables. */
function holdsConditions(
  header: string | undefined,
  text: string | undefined,
  look: RuleContext,
): text is string {
  if (header === undefined || !CONDITION_HEADER.test(header)) return false;
  const name = header.toLowerCase();
  const isRetry = name === `x-${look.namespace}-retry-on` || name === `x-${look.namespace}-retry-grpc-on`;
  return isRetry && text !== undefined && !text.includes('%');
}

export const unknownRetryCondition: AnalysisRule = {
  id: 'unknown-retry-condition',
  level: 'warning',
  purpose: 'A word among the retry conditions that the proxy does not know.',
  why: 'Unknown words are skipped without an error, so requests that should be tried again are not. Releases up to 1.13 do not trim blanks either: in `5xx, reset` they know `5xx` only.',
  remedy: `Use the conditions that exist: ${[...HTTP_CONDITIONS, ...GRPC_CONDITIONS].join(', ')}.`,
  source: 'data-model.md: route.RetryPolicy: retry_on',
  bad: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failures\nnum_retries: 2\n' },
  good: { type: 'route.RetryPolicy', yaml: 'retry_on: connect-failure\nnum_retries: 2\n' },
  messages: {
    'route.RetryPolicy'({ retry_on: text = '' }, frame, { spot, report, namespace }) {
      const unknown = unknownIn(text, namespace);
      const at = spot(frame, 'retry_on');
      for (const each of unknown)
        report({
          message: messageFor(each, 'retry_on'),
          at,
          identity: each.condition,
          data: { condition: each.condition, ...(each.meant === undefined ? {} : { meant: each.meant }) },
          ...(each.meant === undefined
            ? {}
            : {
                fix: {
                  kind: 'operations',
                  title: `correct ${each.condition} to ${each.meant}`,
                  at: spot(frame),
                  operations: [{ op: 'replace', path: '/retry_on', value: corrected(text, unknown) }],
                },
              }),
        });
      const padded = paddedIn(text, namespace);
      if (padded.length > 0)
        report({
          message: paddedMessage(text, padded, 'retry_on'),
          at,
          identity: 'blanks',
          data: { conditions: padded },
          ...(unknown.length > 0
            ? {}
            : {
                fix: {
                  kind: 'operations',
                  title: 'write retry_on without blanks',
                  at: spot(frame),
                  operations: [{ op: 'replace', path: '/retry_on', value: conditionsIn(text).join(',') }],
                },
              }),
        });
    },
    'core.HeaderValue'({ key, value }, frame, look) {
      if (!holdsConditions(key, value, look)) return;
      const padded = paddedIn(value, look.namespace);
      if (padded.length > 0)
        look.report({
          message: paddedMessage(value, padded, `the value of ${key}`),
          at: look.spot(frame, 'value'),
          identity: 'blanks',
          data: { conditions: padded },
        });
      for (const each of unknownIn(value, look.namespace))
        look.report({
          message: messageFor(each, `the value of ${key}`),
          at: look.spot(frame, 'value'),
          identity: each.condition,
          data: { condition: each.condition, ...(each.meant === undefined ? {} : { meant: each.meant }) },
        });
    },
  },
};

/** A list of a policy that counts with one condition only, and the condition with the list only. */
const PAIRS = [
  {
    list: 'retriable_status_codes',
    condition: 'retriable-status-codes',
    what: 'status codes',
    header: 'retriable-status-codes',
  },
  {
    list: 'retriable_headers',
    condition: 'retriable-headers',
    what: 'response headers',
    header: 'retriable-header-names',
  },
] as const;

function judgePairs(policy: RetryPolicy, frame: Frame, { spot, report, namespace }: RuleContext): void {
  const conditions = conditionsIn(policy.retry_on ?? '');
  for (const { list, condition, what, header } of PAIRS) {
    const isListed = (policy[list] ?? []).length > 0;
    if (isListed && !conditions.includes(condition))
      report({
        message: `${list} is looked at only where retry_on holds ${condition}, which it does not: only a client that asks for ${condition} in x-${namespace}-retry-on gets such a retry; add the condition`,
        at: spot(frame, list),
        identity: list,
      });
    else if (!isListed && conditions.includes(condition))
      report({
        message: `retry_on holds ${condition}, but ${list} names no ${what}: only a client that sends x-${namespace}-${header} gets such a retry; add the list`,
        at: spot(frame, 'retry_on'),
        identity: condition,
      });
  }
}

function judgeCodes(
  { retriable_status_codes: codes = [] }: RetryPolicy,
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  for (const [index, code] of codes.entries())
    if (code < 100 || code > 599)
      report({
        message: `${code} among retriable_status_codes is no status of HTTP, which are from 100 to 599; correct it`,
        at: spot(frame, 'retriable_status_codes', index),
        identity: String(code),
      });
}

function judgeTryTimeout(policy: RetryPolicy, frame: Frame, { spot, report, namespace }: RuleContext): void {
  const { per_try_timeout: written = '' } = policy;
  const limit = durationNanos(written);
  if (limit === undefined) return;
  const at = spot(frame, 'per_try_timeout');
  if (limit === 0n) {
    report({
      message:
        'per_try_timeout is 0s, which sets no limit: an attempt may use up the whole timeout of the route, and a request that times out is not tried again',
      at,
    });
    return;
  }
  const actions = actionsWith(frame) ?? [];
  const isAbove = actions.every(
    (action) => timeoutOf(action) !== 0n && timeoutOf(action) <= limit && isTimedByTimeout(action),
  );
  const [first] = actions;
  if (first === undefined || !isAbove) return;
  const timeout = first.timeout === undefined ? '15s, the default' : first.timeout;
  report({
    message: `per_try_timeout is ${written}, but the timeout of the route is ${timeout} and includes all retries: the route gives up before an attempt does, so a slow request is not tried again, unless it asks for a longer timeout itself in x-${namespace}-upstream-rq-timeout-ms; lower it, or raise timeout`,
    at,
  });
}

export const uselessRetry: AnalysisRule = {
  id: 'useless-retry',
  level: 'warning',
  purpose: 'Part of a retry policy that leads to no retry by itself.',
  why: 'The policy reads as if requests were tried again, and they are not: no retries are allowed, a list is not looked at without its condition, or the route gives up before an attempt does.',
  remedy:
    'Add what the finding names: the condition, the list, a timeout for each attempt below that of the route.',
  source:
    'data-model.md: route.RetryPolicy: num_retries, per_try_timeout, retriable_status_codes; route.RouteAction: timeout',
  bad: {
    type: 'route.RouteAction',
    yaml: `cluster: cart
timeout: 2s
retry_policy: { retry_on: connect-failure, per_try_timeout: 3s }
`,
  },
  good: {
    type: 'route.RouteAction',
    yaml: `cluster: cart
timeout: 7s
retry_policy: { retry_on: connect-failure, per_try_timeout: 3s }
`,
  },
  messages: {
    'route.RetryPolicy'(policy, frame, look) {
      if (policy.num_retries === 0 && conditionsIn(policy.retry_on ?? '').length > 0)
        look.report({
          message: `num_retries is 0, so that nothing is tried again, whatever retry_on says, unless the request itself asks for it in x-${look.namespace}-retry-on or x-${look.namespace}-max-retries; raise it, or remove retry_on`,
          at: look.spot(frame, 'num_retries'),
        });
      judgePairs(policy, frame, look);
      judgeCodes(policy, frame, look);
      judgeTryTimeout(policy, frame, look);
    },
  },
};
