import { durationNanos } from '../../model/values.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { actionsWith, conditionsIn, type RetryPolicy, timeoutOf } from '../traffic/retry.ts';

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

function judgeTryTimeout(policy: RetryPolicy, frame: Frame, { spot, report }: RuleContext): void {
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
    // gRPC requests bring their own timeout.
    (action) =>
      timeoutOf(action) !== 0n && timeoutOf(action) <= limit && action.max_grpc_timeout === undefined,
  );
  const [first] = actions;
  if (first === undefined || !isAbove) return;
  const timeout = first.timeout === undefined ? '15s, the default' : first.timeout;
  report({
    message: `per_try_timeout is ${written}, but the timeout of the route is ${timeout} and includes all retries: the route gives up before an attempt does, so a slow request is never tried again; lower it, or raise timeout`,
    at,
  });
}

export const uselessRetry: AnalysisRule = {
  id: 'useless-retry',
  level: 'warning',
  purpose: 'Part of a retry policy that can never lead to a retry.',
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
