/**
 * What becomes of every route of a subject, over all requests: several rules ask for it, and it is worked out once a
 * virtual host, when first asked for.
 */
import {
  baseOf,
  decide,
  decideInHost,
  type RouteList,
  routeList,
  type Verdict,
} from '../../routing/all/index.ts';
import { matchesRoute } from '../../routing/match/match.ts';
import { printedRequest } from '../../routing/printed.ts';
import { type Request, seen } from '../../routing/request/request.ts';
import { placesOf } from '../../routing/tree/flatten.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { NO_MATCH } from '../../traffic/predicate.ts';
import { type Budget, budgetOf } from '../budget.ts';
import type { Subject } from '../subject.ts';
import { type DecidingContext, requestFor } from './shadow.ts';

/** The verdicts on one virtual host. Its document is `subject.documentOf(found.rootOf(host))`. */
export interface HostVerdicts {
  readonly found: FoundRoutes;
  /** Position in `virtual_hosts` of the route configuration. */
  readonly host: number;
  readonly virtualHost: Message<'route.VirtualHost'>;
  /**
   * One for each route, in order; an alive one with a request that reaches it. In the list that a matcher stands for
   * undefined where a route stands again, and where no route does.
   */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** For each hidden route a request that it would take, where one was found. */
  readonly losses: ReadonlyMap<number, Loss>;
  /** For further questions about the routes of this host. */
  readonly deciding: () => DecidingContext;
}

/** A request that one route would take and another one takes before it. */
export interface Loss {
  readonly request: Request;
  /** Runtime fractions by their defaults. */
  readonly taker: number;
}

/** The verdict on an entry of a list, within what is left of the budget of the run. */
export function verdictOn(list: RouteList, index: number, budget: Budget): Verdict {
  const verdict = budget.ask((meter) => decide(list, index, meter));
  return verdict ?? OVER;
}

const OVER: Verdict = { kind: 'undecided', why: 'the budget of the whole run was used up before' };

/** All virtual hosts of all route configurations; to be asked for through {@link Subject.shared}. */
export function routeVerdicts(subject: Subject): readonly HostVerdicts[] {
  return subject.routing.routes.flatMap((found) =>
    (found.routeConfiguration.virtual_hosts ?? []).map((virtualHost, host): HostVerdicts => {
      let known: Decided | undefined;
      const decided = (): Decided => {
        if (known !== undefined) return known;
        known = rememberedOn(subject, found, host);
        if (known !== undefined) return known;
        known = decideAll(virtualHost, deciding(), (request) => printable(subject, found, request));
        subject.memory?.verdicts.note(found, host, known.verdicts);
        return known;
      };
      const deciding = (): DecidingContext => decidingOf(subject, found, host);
      return {
        found,
        host,
        virtualHost,
        get verdicts() {
          return decided().verdicts;
        },
        get losses() {
          return decided().losses;
        },
        deciding,
      };
    }),
  );
}

function decidingOf(
  subject: Subject,
  { routeConfiguration, namespace }: FoundRoutes,
  host: number,
): DecidingContext {
  return {
    regexes: subject.regexes,
    namespace,
    base: baseOf(routeConfiguration, host, namespace),
    budget: subject.shared(budgetOf),
  };
}

type Decided = Pick<HostVerdicts, 'verdicts' | 'losses'>;

/** What was decided in an older version of the text; of hidden routes nothing is remembered, so that there are no losses. */
function rememberedOn({ memory }: Subject, found: FoundRoutes, host: number): Decided | undefined {
  const verdicts = memory?.verdicts.of(found, host);
  return verdicts && { verdicts, losses: new Map() };
}

/** A request to a route configuration as it is printed; undefined where `trace` could not be asked about it. */
export function printable(subject: Subject, found: FoundRoutes, request: Request): Request | undefined {
  const { routing, regexes } = subject;
  return printedRequest(request, { routing, found }, { namespace: found.namespace, regexes });
}

/** The prepared list is dropped at the end: the verdicts of a long list are small beside it. */
function decideAll(
  virtualHost: Message<'route.VirtualHost'>,
  deciding: DecidingContext,
  printed: (request: Request) => Request | undefined,
): Decided {
  const { routes = [] } = virtualHost;
  const losses = new Map<number, Loss>();
  if (routes.length === 0) return { verdicts: [], losses };
  const list = routeList(routes, deciding);
  const verdicts: (Verdict | undefined)[] = routes.map(() => undefined);
  for (const index of placesOf(virtualHost)) {
    const asked = deciding.budget.ask((meter) => decideInHost(virtualHost, list, index, meter));
    const verdict = asked ?? OVER;
    verdicts[index] = verdict;
    if (verdict.kind === 'hidden') {
      const found = requestFor(list.matchers[index]?.asked ?? NO_MATCH, deciding);
      const request = found && printed(found);
      const taker = request && takerOf(list, request);
      // What may go to a route of which nobody knows what it takes shows nothing.
      if (request !== undefined && taker !== undefined) losses.set(index, { request, taker });
    }
  }
  return { verdicts, losses };
}

function takerOf({ matchers, index, regexes, namespace }: RouteList, request: Request): number | undefined {
  const looked = seen(request, namespace);
  for (const route of index.candidates(looked)) {
    const answer = matchesRoute(matchers[route]?.asked ?? NO_MATCH, looked, regexes);
    if (answer === true) return route;
    if (answer !== false) return undefined;
  }
  return undefined;
}
