/** Fields of virtual hosts that none of their routes leaves any effect, each with its reason. */
import { versionOf } from '../model/bound.ts';
import { leavesCorsToHost } from '../routing/outcome/policies.ts';
import type { Message } from '../schema/types.ts';
import { filtersAround } from './manager.ts';
import type { FieldReasons, Reason } from './reason.ts';

type RouteAction = Message<'route.RouteAction'>;
type HostReason = Reason<'route.VirtualHost'>;

/** The actions of the routes that forward; undefined where there is no route, or one whose action is unknown. */
function actionsOf({ routes = [] }: Message<'route.VirtualHost'>): readonly RouteAction[] | undefined {
  if (routes.length === 0) return undefined;
  const actions: RouteAction[] = [];
  for (const { route, redirect, direct_response: direct } of routes) {
    if (route !== undefined) actions.push(route);
    else if (redirect === undefined && direct === undefined) return undefined;
  }
  return actions;
}

const NOTHING_FORWARDED = 'no route of this virtual host forwards requests';

const forwardsNothing: HostReason = (host) => (actionsOf(host)?.length === 0 ? NOTHING_FORWARDED : undefined);

/** A field of the host that a route's own one hides. */
const hiddenBy =
  (hides: (action: RouteAction, host: Message<'route.VirtualHost'>) => boolean, why: string): HostReason =>
  (host) => {
    const actions = actionsOf(host);
    if (actions === undefined) return undefined;
    if (actions.length === 0) return NOTHING_FORWARDED;
    return actions.every((action) => hides(action, host)) ? why : undefined;
  };

const overriddenRetries = hiddenBy(
  ({ retry_policy }) => retry_policy !== undefined,
  'every route has a retry_policy of its own, which takes precedence entirely',
);

const overriddenCors = hiddenBy(
  ({ cors }, host) => cors !== undefined && !leavesCorsToHost(cors, host.cors ?? {}),
  'every route has a cors policy of its own, which leaves nothing to this one',
);

const overriddenLimits = hiddenBy(
  // In version 3 a filter, and what a route has for it, may include them by vh_rate_limits.
  ({ rate_limits = [], include_vh_rate_limits: included }, host) =>
    versionOf(host) === 'v2' && rate_limits.length > 0 && included !== true,
  'every route has rate_limits of its own and none sets include_vh_rate_limits',
);

const unless =
  (reason: HostReason, filter: string, what: string): HostReason =>
  (host, frame, ground) => {
    const known = filtersAround(frame, ground.namespace);
    return known === undefined || known.names.has(filter)
      ? reason(host, frame, ground)
      : `the connection manager around it runs no ${what} filter, which alone reads it`;
  };

export const hostFields: FieldReasons = {
  'route.VirtualHost': {
    retry_policy: overriddenRetries,
    hedge_policy: hiddenBy(
      ({ hedge_policy }) => hedge_policy !== undefined,
      'every route has a hedge_policy of its own, which takes precedence entirely',
    ),
    cors: unless(overriddenCors, 'filters.http.cors', 'CORS'),
    rate_limits: unless(overriddenLimits, 'filters.http.ratelimit', 'rate limit'),
    include_request_attempt_count: forwardsNothing,
    request_headers_to_add: forwardsNothing,
    request_headers_to_remove: forwardsNothing,
  },
};
