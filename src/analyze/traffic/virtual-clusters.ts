/**
 * What becomes of every virtual cluster: they are a list in which the first match counts, like routes, asked as routes
 * whose conditions are theirs. `require_tls` is left aside: it is not about virtual clusters.
 */
import { routeList, type Verdict } from '../../routing/all/index.ts';
import { matching } from '../../routing/all/pattern.ts';
import type { FoundRoutes, Regexes } from '../../routing/index.ts';
import type { Message } from '../../schema/types.ts';
import type { Subject } from '../subject.ts';
import { type Ground, hostsOf } from './shadow.ts';
import { routeVerdicts, verdictOn } from './verdicts.ts';

type VirtualCluster = Message<'route.VirtualCluster'>;

export interface ClusterVerdicts {
  readonly found: FoundRoutes;
  readonly host: number;
  readonly virtualHost: Message<'route.VirtualHost'>;
  /** The virtual clusters as routes, in their order. */
  readonly asRoutes: readonly Message<'route.Route'>[];
  readonly verdicts: readonly Verdict[];
  readonly ground: Ground;
}

/** For all virtual hosts that have virtual clusters; to be asked for through {@link Subject.shared}. */
export function virtualClusterVerdicts(subject: Subject): readonly ClusterVerdicts[] {
  return subject.shared(routeVerdicts).flatMap((each): readonly ClusterVerdicts[] => {
    const { found, host, virtualHost } = each;
    const { virtual_clusters: clusters = [] } = virtualHost;
    if (clusters.length === 0) return [];
    const whole = each.ground();
    const ground = { ...whole, base: hostsOf(whole) };
    const asRoutes = clusters.map((cluster) => ({ match: matchOf(cluster, subject.regexes) }));
    const list = routeList(asRoutes, ground);
    const verdicts = asRoutes.map((_, index) => verdictOn(list, index, ground.budget));
    return [{ found, host, virtualHost, asRoutes, verdicts, ground }];
  });
}

/**
 * The pattern covers `:path` as a whole, query included (fact 51). What every such path begins with is asked for as
 * well: it changes nothing, and tells apart most virtual clusters at once.
 */
function matchOf(
  { pattern, headers = [], method }: VirtualCluster,
  regexes: Regexes,
): Message<'route.RouteMatch'> {
  const byMethod: Message<'route.HeaderMatcher'>[] =
    method === undefined || method === 'METHOD_UNSPECIFIED'
      ? []
      : [{ name: ':method', exact_match: String(method) }];
  if (headers.length > 0) return { prefix: '', headers: [...headers, ...byMethod] };
  if (pattern === undefined) return {};
  const language = matching(pattern, 'ecmascript', regexes);
  const [head = ''] = (language.form?.text ?? language.head ?? '').split('?', 1);
  return { prefix: head, headers: [{ name: ':path', regex_match: pattern }, ...byMethod] };
}
