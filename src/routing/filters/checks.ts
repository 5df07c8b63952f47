/** Filters that answer by what a request is: a health check, a loop, a body that is too large. */

import { type BoundMessage, isObject } from '../../model/bound.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { matchesHeaders } from '../match/headers.ts';
import { withHeaders } from '../request/request.ts';
import { upgradeOf } from '../where/upgrades.ts';
import { type FilterVisit, mostSpecific, passed, readAs, skipped, textIn, type Verdict } from './filter.ts';

/** Health checks of the proxy, answered by itself. */
export function healthCheck(config: BoundMessage, { request, regexes }: FilterVisit): Verdict {
  const {
    headers = [],
    pass_through_mode: passes,
    cache_time: cached,
    cluster_min_healthy_percentages: least = {},
  } = readAs('health_check.HealthCheck', config) ?? {};
  const answer = matchesHeaders(headers.map(lowerHeader), request, regexes, undefined);
  if (answer === false) return passed('the request is no health check');
  if (answer !== true) return { effect: 'open', why: answer.undecided };
  if (passes === true)
    return cached === undefined
      ? passed('it passes health checks on')
      : { effect: 'assumed', why: 'it passes health checks on', that: 'it holds no answer to health checks' };
  const [cluster] = Object.keys(least);
  if (cluster !== undefined)
    return { effect: 'open', why: `the health of the cluster ${JSON.stringify(cluster)} decides the answer` };
  if (upgradeOf(request.request) !== undefined)
    return {
      effect: 'open',
      why: 'it answers a health check at its end, which a request for an upgrade does not have until its client ends it',
    };
  const asked =
    headers.length === 0 ? 'every request is a health check to it' : 'the request is a health check';
  return { effect: 'answered', status: 200, why: `${asked}, which the proxy answers itself` };
}

/** Loops of content delivery networks: requests that came by before are answered. */
export function cdnLoop(config: BoundMessage, { request }: FilterVisit): Verdict {
  const id = textIn(config.cdn_id) ?? '';
  const most = Number(config.max_allowed_occurrences ?? 0);
  const value = request.header('cdn-loop');
  if (value === undefined)
    return {
      effect: 'changed',
      why: 'the request came by no content delivery network; it adds its own name to cdn-loop',
      request: withHeaders(request.request, { 'cdn-loop': id }),
    };
  const names = value.split(',').map((each) => each.split(';', 1)[0]?.trim() ?? '');
  const isPlain = /^[\w.!#$%&'*+^`|~:[\]-]+(?:\s*,\s*[\w.!#$%&'*+^`|~:[\]-]+)*$/.test(value.trim());
  if (!isPlain)
    return {
      effect: 'assumed',
      why: 'it reads the header cdn-loop',
      that: `the header cdn-loop is well formed and names ${JSON.stringify(id)} at most ${most} times`,
    };
  const count = names.filter((each) => each === id).length;
  if (count > most)
    return { effect: 'answered', status: 502, why: `the request came by ${JSON.stringify(id)} before` };
  return {
    effect: 'changed',
    why: `the request came by ${JSON.stringify(id)} at most ${most} times; it adds its own name to cdn-loop`,
    request: withHeaders(request.request, { 'cdn-loop': `${value},${id}` }),
  };
}

/** Buffers: what is too large is answered with 413. */
export function buffer(config: BoundMessage, visit: FilterVisit): Verdict {
  const own = mostSpecific('BufferPerRoute', visit);
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  const { max_request_bytes: most = 0 } = own?.buffer ?? readAs('Buffer', config) ?? {};
  const length = visit.request.header('content-length');
  if (length !== undefined && /^\d+$/.test(length) && Number(length) > most)
    return { effect: 'answered', status: 413, why: `the body has more than ${most} bytes` };
  // What is answered before the end of the body comes, and how much of it, only the client knows.
  if (upgradeOf(visit.request.request) !== undefined)
    return {
      effect: 'assumed',
      why: 'it waits for the end of the body, which a request for an upgrade does not have',
      that: `the client ends it within ${most} bytes`,
    };
  return passed(`it holds back bodies of up to ${most} bytes`);
}

/**
 * Bodies that come compressed are sent on plain, with the headers of that. What it tells in accept-encoding hangs on whether
 * it decompresses responses.
 */
export function decompressor(config: BoundMessage, { request }: FilterVisit): Verdict {
  const { request_direction_config: requests, response_direction_config: responses } = config;
  const advertises = !isObject(requests) || requests.advertise_accept_encoding !== false;
  const mayTell = advertises && !isSwitchedOff(responses);
  const mayUnpack = request.header('content-encoding') !== undefined && !isSwitchedOff(requests);
  if (!mayTell && !mayUnpack) return passed('it decompresses bodies');
  return {
    effect: 'assumed',
    why: 'it decompresses bodies, and tells in accept-encoding that it does',
    that: 'the headers content-encoding, content-length and accept-encoding decide nothing',
  };
}

/** Whether a direction of it is off, whatever the runtime says. */
function isSwitchedOff(direction: unknown): boolean {
  const common = isObject(direction) ? direction.common_config : undefined;
  const enabled = isObject(common) ? common.enabled : undefined;
  if (!isObject(enabled)) return false;
  return enabled.default_value !== true && textIn(enabled.runtime_key) === undefined;
}
