import type { BoundMessage } from '../../model/bound.ts';
import { describe } from '../../model/describe.ts';
import { durationNanos } from '../../model/values.ts';
import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const invalidInterval: AnalysisRule = {
  id: 'invalid-interval',
  level: 'error',
  purpose: 'Growing waits whose longest one is shorter than the first.',
  why: 'Waits grow from base_interval up to max_interval. With a maximum below the base the proxy refuses the message.',
  remedy:
    'Raise max_interval to at least base_interval, or leave it out: it is ten times base_interval then.',
  source: 'data-model.md: Cluster.RefreshRate; core.RetryPolicy (remote data fetch); Limits',
  bad: {
    type: 'Cluster.RefreshRate',
    yaml: 'base_interval: 5s\nmax_interval: 1s\n',
  },
  good: {
    type: 'Cluster.RefreshRate',
    yaml: 'base_interval: 5s\nmax_interval: 60s\n',
  },
  messages: {
    'Cluster.RefreshRate': compare,
    'core.BackoffStrategy': compare,
    'route.RetryPolicy.RetryBackOff': compare,
  },
};

/** The specification asks both for less than and for at least: equal ones are left alone. */
function compare(
  { base_interval, max_interval }: { readonly base_interval?: string; readonly max_interval?: string },
  frame: Frame,
  { spot, report }: RuleContext,
): void {
  if (base_interval === undefined || max_interval === undefined) return;
  const base = durationNanos(base_interval);
  const longest = durationNanos(max_interval);
  if (base === undefined || longest === undefined || longest >= base) return;
  report({
    message: `max_interval of ${shownField(frame)} is ${max_interval}, which is less than its base_interval of ${base_interval}, so the proxy refuses it; raise it to at least ${base_interval} or leave it out`,
    at: spot(frame, 'max_interval'),
    data: { base_interval, max_interval },
  });
}

/** The field that holds a message, and whose it is. */
function shownField(frame: Frame): string {
  const { parent, field } = frame;
  const around: BoundMessage | undefined = parent?.message;
  if (parent === undefined || field === undefined || around === undefined)
    return describe(frame.type, frame.message);
  return `${field.name} of ${describe(parent.type, around)}`;
}
