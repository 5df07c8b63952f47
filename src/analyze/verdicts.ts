/**
 * What becomes of every route of a subject, over all requests: several rules ask for it, and it is worked out once a
 * virtual host, when first asked for.
 */
import { baseOf, decide, routeList, type Verdict } from '../routing/all/index.ts';
import type { FoundRoutes } from '../routing/index.ts';
import type { Message } from '../schema/types.ts';
import { budgetOf } from './budget.ts';
import type { Subject } from './subject.ts';

/** The verdicts on one virtual host. Its document is `subject.documentOf(found.rootOf(host))`. */
export interface HostVerdicts {
  readonly found: FoundRoutes;
  /** Position in `virtual_hosts` of the route configuration. */
  readonly host: number;
  readonly virtualHost: Message<'route.VirtualHost'>;
  /** One for each route, in order; an alive one with a request that reaches it. */
  readonly verdicts: readonly Verdict[];
}

/** Why a route has no verdict although nothing about it is hard. */
export const NOT_ASKED = 'the budget of the whole run was used up before';

/** All virtual hosts of all route configurations; to be asked for through {@link Subject.shared}. */
export function routeVerdicts(subject: Subject): readonly HostVerdicts[] {
  return subject.routing.routes.flatMap((found) =>
    (found.routeConfiguration.virtual_hosts ?? []).map((virtualHost, host): HostVerdicts => {
      let known: readonly Verdict[] | undefined;
      return {
        found,
        host,
        virtualHost,
        get verdicts() {
          known ??= decideAll(subject, found, host, virtualHost);
          return known;
        },
      };
    }),
  );
}

/** The prepared list is dropped at the end: the verdicts of a long list are small beside it. */
function decideAll(
  subject: Subject,
  { routeConfiguration, word }: FoundRoutes,
  host: number,
  { routes = [] }: Message<'route.VirtualHost'>,
): readonly Verdict[] {
  if (routes.length === 0) return [];
  const { regexes } = subject;
  const budget = subject.shared(budgetOf);
  const list = routeList(routes, { regexes, word, base: baseOf(routeConfiguration, host, word) });
  return routes.map(
    (_, route) => budget.ask((meter) => decide(list, route, meter)) ?? { kind: 'undecided', why: NOT_ASKED },
  );
}
