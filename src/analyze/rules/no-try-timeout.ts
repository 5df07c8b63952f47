import type { AnalysisRule } from '../rule.ts';
import { actionsWith, conditionsIn, timeoutOf } from '../traffic/retry.ts';

/** Conditions that a request which timed out would meet. */
const TIMED_OUT = new Set(['5xx', 'gateway-error']);

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
      // gRPC requests bring their own timeout.
      const actions = (actionsWith(frame) ?? []).filter((action) => action.max_grpc_timeout === undefined);
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
