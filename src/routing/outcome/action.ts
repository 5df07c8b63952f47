/** What a route does with a request (data-model, route.Route). */
import type { RouteVisit } from '../context.ts';
import type { Steps } from '../steps.ts';
import { forwardOutcome } from './forward.ts';
import { levelsOf, responseHeaderChanges } from './header-changes.ts';
import { NOTHING, type Outcome, type RouteRef, undecided } from './outcome.ts';
import { directLocation, redirectLocation, redirectStatus } from './redirect.ts';

/** The outcome of a route for a request that it takes. */
export function routeOutcome(visit: RouteVisit, ref: RouteRef, steps: Steps | undefined): Outcome {
  const { route, request } = visit;
  if (route.route) return forwardOutcome(visit, ref, steps);
  if (route.redirect) {
    const location = redirectLocation(route.redirect, route.match, request, visit.context.regexes);
    const isKnown = typeof location === 'string';
    steps?.add('redirect', isKnown, isKnown ? `the client is sent to ${location}` : location.undecided);
    return {
      kind: 'redirect',
      ...NOTHING,
      status: redirectStatus(route.redirect),
      location: isKnown ? location : null,
      ...(isKnown ? {} : { undecided: [`location: ${location.undecided}`] }),
      response_headers: responseHeaderChanges(levelsOf(visit)),
    };
  }
  if (route.direct_response) {
    const status = route.direct_response.status ?? 0;
    steps?.add('direct response', true, `the client gets status ${status} at once`);
    return {
      kind: 'direct_response',
      ...NOTHING,
      status,
      location: directLocation(status, request),
      response_headers: responseHeaderChanges(levelsOf(visit)),
    };
  }
  if (route.non_forwarding_action !== undefined)
    return undecided('the route leaves the answer to the program that asks (non_forwarding_action)');
  return undecided(
    route.filter_action
      ? 'the route leaves the answer to an HTTP filter (filter_action)'
      : 'the route has none of route, redirect and direct_response',
  );
}
