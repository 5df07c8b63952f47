/** Which virtual cluster a request counts under (data-model, route.VirtualCluster; fact 51). */
import type { Message } from '../../schema/types.ts';
import { virtualClusterAt } from '../../traffic/routes.ts';
import type { RoutingContext } from '../context.ts';
import { matchesHeaders } from '../match/headers.ts';
import type { Undecided } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import type { Steps } from '../steps.ts';

/**
 * The first virtual cluster that takes the request, whatever its route: its pattern covers the whole `:path` with
 * the query, or all its header matchers hold; and the method fits. Null where none does.
 */
export function virtualClusterOf(
  { virtual_clusters: list = [] }: Message<'route.VirtualHost'>,
  request: SeenRequest,
  { candidates, regexes }: RoutingContext,
  steps: Steps | undefined,
): string | null | Undecided {
  for (const index of candidates?.(list, request, virtualClusterAt) ?? list.keys()) {
    const { path, headers } = virtualClusterAt(list, index);
    const answer = path.kind === 'no-match' ? false : matchesHeaders(headers, request, regexes, undefined);
    if (answer === false) continue;
    const name = list[index]?.name ?? '';
    const what = `virtual cluster ${JSON.stringify(name)}`;
    if (answer === true) {
      steps?.add(what, true, 'it is the first that takes the request');
      return name;
    }
    steps?.add(what, false, answer.undecided);
    return answer;
  }
  return null;
}
