/** Requests that a search has found for a route configuration, as they may be printed: `trace` does the same with them. */
import type { RoutingContext } from './context.ts';
import type { Request } from './request/request.ts';
import { type Trace, traceRequest } from './trace.ts';
import { addressed, type Meeting } from './where/addressed.ts';

/**
 * @param keeps whether another form of the request still is what was looked for
 * @returns undefined where no request comes to the route configuration and goes the same way there
 */
export function printedRequest(
  request: Request,
  meeting: Meeting,
  context: RoutingContext,
  keeps?: (form: Request) => boolean,
): Request | undefined {
  return printedAmong(request, [{ ...meeting, context }], keeps);
}

/** The same through several inputs at once. */
export function printedAmong(
  request: Request,
  meetings: readonly (Meeting & { readonly context: RoutingContext })[],
  keeps: (form: Request) => boolean = () => true,
): Request | undefined {
  const wayOf = (form: Request): string =>
    meetings
      .map(({ found, context }) => wayText(traceRequest(found.routeConfiguration, form, context)))
      .join();
  let own: string | undefined;
  return addressed(request, meetings, (form) => {
    own ??= wayOf(request);
    return wayOf(form) === own && keeps(form);
  });
}

/** The virtual host and the routes that a request comes to. */
function wayText({ virtual_host_index: host, route, outcome }: Trace): string {
  const branches = outcome.kind === 'random' ? outcome.branches : [];
  return JSON.stringify([
    host,
    route?.index,
    outcome.kind,
    branches.map((branch) => [branch.share, branch.route?.index, branch.outcome.kind]),
  ]);
}
