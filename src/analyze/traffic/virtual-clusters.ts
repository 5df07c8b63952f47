/**
 * What becomes of every virtual cluster: they are a list in which the first match counts, like routes, asked as routes
 * whose conditions are theirs. `require_tls` is left aside: it is not about virtual clusters.
 */
import { matchList, type Verdict } from '../../routing/all/index.ts';
import { matching } from '../../routing/all/pattern.ts';
import type { Regexes } from '../../routing/regex/regexes.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import type { Predicate } from '../../traffic/predicate.ts';
import { lowerVirtualCluster } from '../../traffic/routes.ts';
import type { Subject } from '../subject.ts';
import { type EffectContext, hostsOf } from './shadow.ts';
import { routeVerdicts, verdictOn } from './verdicts.ts';

type VirtualCluster = Message<'route.VirtualCluster'>;

export interface ClusterVerdicts {
  readonly found: FoundRoutes;
  readonly host: number;
  readonly virtualHost: Message<'route.VirtualHost'>;
  /** What they ask of a request, in their order. */
  readonly asked: readonly Predicate[];
  readonly verdicts: readonly Verdict[];
  readonly effects: EffectContext;
}

/** For all virtual hosts that have virtual clusters; to be asked for through {@link Subject.shared}. */
export function virtualClusterVerdicts(subject: Subject): readonly ClusterVerdicts[] {
  return subject.shared(routeVerdicts).flatMap((each): readonly ClusterVerdicts[] => {
    const { found, host, virtualHost } = each;
    const { virtual_clusters: clusters = [] } = virtualHost;
    if (clusters.length === 0) return [];
    const whole = each.effects();
    const effects = { ...whole, base: hostsOf(whole) };
    const asked = clusters.map((cluster) => lowerVirtualCluster(cluster, headOf(cluster, subject.regexes)));
    const list = matchList(asked, effects);
    const verdicts = asked.map((_, index) => verdictOn(list, index, effects.budget));
    return [{ found, host, virtualHost, asked, verdicts, effects }];
  });
}

/** What every path begins with that a pattern covers is asked for as well: it tells apart most virtual clusters at once. */
function headOf({ pattern }: VirtualCluster, regexes: Regexes): string {
  if (pattern === undefined) return '';
  const language = matching(pattern, 'ecmascript', regexes);
  const [head = ''] = (language.form?.text ?? language.head ?? '').split('?', 1);
  return head;
}
