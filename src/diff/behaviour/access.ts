import { isGuard } from '../../prove/gates.ts';
import { caseIn, type Entry, entrancesOf, Lists, passagesOf, placesOfRoute } from '../../prove/places.ts';
import { withToken } from '../../prove/prove.ts';
import { both, requestsWhere } from '../../prove/sets.ts';
import { type Box, HEADER } from '../../routing/all/box.ts';
import { exactly } from '../../routing/all/language.ts';
import { requestReaching } from '../../routing/all/reaching.ts';
import { within } from '../../routing/all/values.ts';
import type { RoutingContext } from '../../routing/context.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import { printedRequest } from '../../routing/printed.ts';
import { startMeter } from '../../routing/regex/meter.ts';
import type { Request } from '../../routing/request/request.ts';
import { type Routed, routeRequest } from '../../routing/route.ts';
import type { FoundRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';

/** One side, as requests are replayed through it. */
export interface AccessSide {
  readonly routing: FoundRouting;
  readonly contextFor: (found: FoundRoutes) => RoutingContext;
}

/** `opened`: requests were kept out before and pass now; `closed`: the other way round. */
export type Access = 'opened' | 'closed';

/** Such as is asked about a route. */
const QUESTION_WORK = 1_000_000;

/** Whether a request that both sides decide about passes on one of them only. */
export function accessBetween(before: Routed, after: Routed): Access | undefined {
  const [one, other] = [before.trace.outcome, after.trace.outcome];
  if (passes(other) && (isKeptOut(one) || (isAskedOutside(one) && isUnguarded(other)))) return 'opened';
  return passes(one) && (isKeptOut(other) || (isAskedOutside(other) && isUnguarded(one)))
    ? 'closed'
    : undefined;
}

/** Whether it may come to a cluster. */
function passes(outcome: Outcome): boolean {
  if (outcome.kind === 'random') return outcome.branches.some((each) => passes(each.outcome));
  return outcome.kind === 'forward';
}

/** An answer with an error, whether a filter denies, no route serves, or the proxy was told to give it. */
function isKeptOut(outcome: Outcome): boolean {
  const { kind, status } = outcome;
  if (kind === 'random') return outcome.branches.every((each) => isKeptOut(each.outcome));
  if (kind === 'not_found' || kind === 'closed') return true;
  return (kind === 'answered' || kind === 'direct_response') && status !== null && status >= 400;
}

const OUTSIDE = /\.(?:ext_authz|oauth2)\.v\d/;

/** Whether a filter says who may pass. */
export function isGuardType(type: string | null | undefined): boolean {
  return isGuard(/\.http\.(\w+)\.v\d/.exec(type ?? '')?.[1]);
}

/** Whether somebody outside of the configuration decides about it. */
function isAskedOutside({ kind, filters = [] }: Outcome): boolean {
  return (
    kind === 'forward' && filters.some(({ effect, type }) => effect === 'unknown' && OUTSIDE.test(type ?? ''))
  );
}

function isUnguarded({ kind, filters }: Outcome): boolean {
  if (kind !== 'forward' || filters === undefined) return false;
  return !filters.some(({ effect, type }) => effect !== 'skipped' && isGuardType(type));
}

/** A group of requests that routes treat differently: what of it is looked at here. */
interface Group {
  readonly request: Request;
  readonly before: { readonly outcome: Outcome };
  readonly after: { readonly outcome: Outcome };
}

/**
 * Whether a group of requests passes on one side only, through the filters in front as well: with a request that
 * shows it, which has what the filters ask for. Undefined where access stays as it was.
 */
export function accessOf(
  { request, before: was, after: is }: Group,
  before: AccessSide,
  after: AccessSide,
  regexes: RoutingContext['regexes'],
): { readonly access: Access; readonly request: Request } | undefined {
  const isOpened = passes(is.outcome) && isKeptOut(was.outcome);
  if (!isOpened && !(passes(was.outcome) && isKeptOut(is.outcome))) return undefined;
  const access = isOpened ? 'opened' : 'closed';
  const [from, to] = isOpened ? [before, after] : [after, before];
  for (const form of lettingPass(request, to, regexes)) {
    const [kept, passing] = [from, to].map(({ routing, contextFor }) =>
      routeRequest(routing, form, {}, contextFor),
    );
    if (kept === undefined || passing === undefined || 'problem' in kept || 'problem' in passing) continue;
    if (accessBetween(kept, passing) === 'opened') return { access, request: form };
  }
  return undefined;
}

/** The request, and others for the same host and path with what the filters in front ask for. */
function* lettingPass(
  request: Request,
  { routing, contextFor }: AccessSide,
  regexes: RoutingContext['regexes'],
): Generator<Request> {
  yield request;
  const routed = routeRequest(routing, request, {}, contextFor);
  if ('problem' in routed || routed.found === undefined || routed.trace.outcome.kind !== 'answered') return;
  const { found, way, trace } = routed;
  const entry = waysOf(routing)
    .get(found)
    ?.find(({ chain }) => chain === way?.chain);
  const host = trace.virtual_host_index;
  if (entry === undefined || host === null || trace.route === null) return;
  const virtualHost = found.routeConfiguration.virtual_hosts?.[host];
  const around = { ...caseIn(found, entry, regexes), virtualHost };
  const same: Box = new Map([
    [`${HEADER}:authority`, within(exactly(request.authority))],
    [`${HEADER}:method`, within(exactly(request.method))],
    ['path', within(exactly(request.path.split('?', 1)[0] ?? ''))],
  ]);
  const at = { host, at: trace.route.index };
  for (const place of placesOfRoute(around, at, found, routing, new Lists(regexes)))
    for (const passage of passagesOf(place, entry)) {
      if (passage.case.end.kind !== 'forward' || passage.isTunnel) continue;
      const { boxes } = both({ boxes: [same], open: [] }, requestsWhere(passage.through, true, passage.case));
      if (boxes.length === 0) continue;
      const meter = startMeter({ work: QUESTION_WORK });
      const reached = requestReaching({
        list: place.list(),
        place: place.at,
        within: boxes,
        byDefault: true,
        meter,
      });
      if (reached.kind !== 'request') continue;
      const meeting = { routing, found, by: new Set([entry.chain]) };
      const printed = printedRequest(withToken(reached.request, passage.shown), meeting, contextFor(found));
      if (printed !== undefined) yield printed;
    }
}

const WAYS = new WeakMap<FoundRouting, ReadonlyMap<FoundRoutes, readonly Entry[]>>();

/** How requests come to each route configuration; worked out once. */
export function waysOf(routing: FoundRouting): ReadonlyMap<FoundRoutes, readonly Entry[]> {
  const ways = WAYS.get(routing) ?? new Map(entrancesOf(routing).map(({ found, ways: all }) => [found, all]));
  WAYS.set(routing, ways);
  return ways;
}
