/** One request from its connection to its outcome: which route configuration it meets, and what becomes of it there. */

import type { RoutingContext } from './context.ts';
import { NOTHING, notFound, type Outcome, undecided } from './outcome/outcome.ts';
import type { Request } from './request/request.ts';
import type { Step } from './steps.ts';
import { type Trace, traceRequest } from './trace.ts';
import { type Choice, chooseRoutes, type Refused, type Wish } from './where/choose.ts';
import type { FoundRouting } from './where/find.ts';
import type { FoundRoutes } from './where/found-routes.ts';
import type { ListenerRef } from './where/listener.ts';

export interface Routed {
  readonly trace: Trace;
  /** Undefined where the request comes to no route configuration. */
  readonly found: FoundRoutes | undefined;
  readonly listener: ListenerRef | undefined;
}

/** @param contextFor what a trace through a route configuration needs */
export function routeRequest(
  routing: FoundRouting,
  request: Request,
  wish: Wish,
  contextFor: (found: FoundRoutes) => RoutingContext,
): Routed | Refused {
  const choice = chooseRoutes(routing, request, wish);
  if (choice.kind === 'problem') return choice;
  if (choice.kind !== 'routes')
    return { trace: ended(choice, request), found: undefined, listener: choice.listener };
  const { found, listener, remark } = choice;
  const trace = traceRequest(found.routeConfiguration, request, contextFor(found));
  const steps = remark === undefined ? trace.steps : [connectionStep(true, remark), ...trace.steps];
  return { trace: { ...trace, steps }, found, listener };
}

function connectionStep(matched: boolean, why: string): Step {
  return { what: 'connection', matched, why, about: { kind: 'connection' } };
}

function ended(choice: Exclude<Choice, { kind: 'routes' | 'problem' }>, request: Request): Trace {
  return {
    request,
    virtual_host: null,
    virtual_host_index: null,
    route: null,
    outcome: outcomeOf(choice),
    steps: [connectionStep(false, choice.why)],
  };
}

function outcomeOf({ kind, why }: Exclude<Choice, { kind: 'routes' | 'problem' }>): Outcome {
  if (kind === 'not_found') return notFound(404);
  return kind === 'undecided' ? undecided(why) : { kind, reason: why, ...NOTHING };
}
