/** Which virtual cluster a request counts under (data-model, route.VirtualCluster; fact 51). */
import type { Message } from '../../schema/types.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import type { RoutingContext } from '../context.ts';
import { matchesHeaders } from '../match/headers.ts';
import { type Answer, regexAnswer, type Undecided } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import type { Steps } from '../steps.ts';

type VirtualCluster = Message<'route.VirtualCluster'>;

/**
 * The first virtual cluster that takes the request, whatever its route: its pattern covers the whole `:path` with
 * the query, or all its header matchers hold; and the method fits. Null where none does.
 */
export function virtualClusterOf(
  virtualHost: Message<'route.VirtualHost'>,
  request: SeenRequest,
  context: RoutingContext,
  steps: Steps | undefined,
): string | null | Undecided {
  for (const virtualCluster of virtualHost.virtual_clusters ?? []) {
    const answer = takesRequest(virtualCluster, request, context);
    if (answer === false) continue;
    const name = virtualCluster.name ?? '';
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

function takesRequest(
  { pattern, headers, method }: VirtualCluster,
  request: SeenRequest,
  { regexes }: RoutingContext,
): Answer {
  if (method !== undefined && method !== 'METHOD_UNSPECIFIED' && method !== request.request.method)
    return false;
  if (headers !== undefined && headers.length > 0)
    return matchesHeaders(headers.map(lowerHeader), request, regexes, undefined);
  return pattern === undefined ? false : regexAnswer(regexes, pattern, 'ecmascript', request.rawPath);
}
