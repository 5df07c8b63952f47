/** Health checks of the proxy, answered by itself. */
import type { BoundMessage } from '../../model/bound.ts';
import { matchesHeaders } from '../match/headers.ts';
import { type FilterVisit, passed, readAs, type Verdict } from './filter.ts';

export function healthCheck(config: BoundMessage, { request, regexes }: FilterVisit): Verdict {
  const {
    headers = [],
    pass_through_mode: passes,
    cache_time: cached,
    cluster_min_healthy_percentages: least = {},
  } = readAs('health_check.HealthCheck', config) ?? {};
  const answer = matchesHeaders(headers, request, regexes, undefined);
  if (answer === false) return passed('the request is no health check');
  if (answer !== true) return { effect: 'open', why: answer.undecided };
  if (passes === true)
    return cached === undefined
      ? passed('it passes health checks on')
      : { effect: 'assumed', why: 'it passes health checks on', that: 'it holds no answer to health checks' };
  const [cluster] = Object.keys(least);
  if (cluster !== undefined)
    return { effect: 'open', why: `the health of the cluster ${JSON.stringify(cluster)} decides the answer` };
  const asked =
    headers.length === 0 ? 'every request is a health check to it' : 'the request is a health check';
  return { effect: 'answered', status: 200, why: `${asked}, which the proxy answers itself` };
}
