/** Whether requests come to a route at all, told from the verdicts over all requests. */
import type { BoundMessage } from '../../model/bound.ts';
import { treeOf, writtenRoute } from '../../routing/tree/flatten.ts';
import type { Subject } from '../subject.ts';
import { routeVerdicts } from './verdicts.ts';

/** Routes that no request reaches, by their messages as written; what is undecided is not among them. */
export type DeadRoutes = ReadonlyMap<BoundMessage, { readonly certain: boolean }>;

/** To be asked for through {@link Subject.shared}; `certain` is false where a runtime key can bring a route to life. */
export function deadRoutes(subject: Subject): DeadRoutes {
  const dead = new Map<BoundMessage, { readonly certain: boolean }>();
  for (const { found, host, virtualHost, verdicts } of subject.shared(routeVerdicts)) {
    const written = found.written.virtual_hosts?.[host]?.routes;
    verdicts.forEach((verdict, index) => {
      const listed = virtualHost.routes?.[index];
      const route = treeOf(virtualHost) === undefined ? written?.[index] : listed && writtenRoute(listed);
      if (route !== undefined && (verdict?.kind === 'hidden' || verdict?.kind === 'never'))
        dead.set(route, { certain: !verdict.byDefault });
    });
  }
  return dead;
}
