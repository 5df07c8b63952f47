import type { Frame } from '../../model/walk.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** Matchers of a route's match: a route that can never match is a finding of its own, unless the matcher is inverted. */
function isRouteCondition({ parent, message }: Frame): boolean {
  return parent?.type === 'route.RouteMatch' && message.invert_match !== true;
}

function judge(name: string | undefined, field: string, frame: Frame, { spot, report }: RuleContext): void {
  if (name?.toLowerCase() !== 'host') return;
  report({
    message: `${field} is ${JSON.stringify(name)}, which the proxy never finds in a request, because it keeps the Host header as :authority; name that`,
    at: spot(frame, field),
  });
}

export const hostHeader: AnalysisRule = {
  id: 'host-header',
  level: 'warning',
  purpose: 'The Host header is asked for by its own name.',
  why: 'The proxy keeps the value of Host under :authority, for HTTP/1 too. A matcher, a hash policy, a descriptor or a cluster_header that asks for host finds nothing.',
  remedy: 'Write :authority.',
  source: 'data-model.md: route.HeaderMatcher: name; route.RouteAction: cluster_header',
  bad: { type: 'route.RouteAction', yaml: 'cluster_header: Host\n' },
  good: { type: 'route.RouteAction', yaml: 'cluster_header: ":authority"\n' },
  messages: {
    'route.HeaderMatcher'({ name }, frame, look) {
      if (!isRouteCondition(frame)) judge(name, 'name', frame, look);
    },
    'route.RouteAction'({ cluster_header: name }, frame, look) {
      judge(name, 'cluster_header', frame, look);
    },
    'route.RouteAction.HashPolicy.Header'({ header_name: name }, frame, look) {
      judge(name, 'header_name', frame, look);
    },
    'route.RateLimit.Action.RequestHeaders'({ header_name: name }, frame, look) {
      judge(name, 'header_name', frame, look);
    },
  },
};
