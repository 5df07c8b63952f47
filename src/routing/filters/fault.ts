/** Faults on purpose: a share of requests, or those that ask for it, is aborted. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { lowerHeader } from '../../traffic/headers.ts';
import { matchesHeaders } from '../match/headers.ts';
import { runtimeInteger, runtimeShare, runtimeValue, type Share, shareOf, takesAll } from '../runtime.ts';
import { type FilterVisit, mostSpecific, passed, readAs, skipped, type Verdict } from './filter.ts';

type Fault = Message<'HTTPFault'>;

const TO_STATUS = 'fault.http.abort.http_status';
const TO_SHARE = 'fault.http.abort.abort_percent';

export function fault(config: BoundMessage, visit: FilterVisit): Verdict {
  const settings = mostSpecific('HTTPFault', visit) ?? readAs('HTTPFault', config) ?? {};
  const { abort } = settings;
  if (abort === undefined) return passed('it aborts no request');
  const reason = whyLeft(settings, visit);
  if (reason !== undefined) return reason;
  const status = statusOf(settings, visit);
  if (status === undefined) return passed('the request does not ask for a status to be aborted with');
  const share = shareIn(settings, visit);
  if (share.numerator === 0) return passed('it aborts no share of requests');
  const all = takesAll(share);
  return {
    effect: 'answered',
    status,
    why: `it aborts ${all ? 'every request' : `${share.numerator} of ${share.denominator} requests`}`,
    ...(all ? {} : { share: share.numerator / share.denominator }),
  };
}

/** Why the settings are not for a request. */
function whyLeft(settings: Fault, visit: FilterVisit): Verdict | undefined {
  const { upstream_cluster: cluster = '', downstream_nodes: nodes = [], headers = [] } = settings;
  const { request, route, regexes, namespace } = visit;
  const own = route.kind === 'forward' ? route.clusters : [];
  if (cluster !== '' && !own.includes(cluster))
    return skipped(`it is for requests to the cluster ${JSON.stringify(cluster)}`);
  if (cluster !== '' && own.length > 1)
    return { effect: 'open', why: 'it is for requests to one of the clusters that chance picks from' };
  const node = request.header(`x-${namespace}-downstream-service-node`);
  if (nodes.length > 0 && (node === undefined || !nodes.includes(node)))
    return skipped('it is for requests of other service nodes');
  const answer = matchesHeaders(headers.map(lowerHeader), request, regexes, undefined);
  if (answer === false) return skipped('it is for requests with other headers');
  if (answer !== true) return { effect: 'open', why: answer.undecided };
  return undefined;
}

function statusOf(settings: Fault, { request, namespace }: FilterVisit): number | undefined {
  const { abort = {}, abort_http_status_runtime: key = TO_STATUS } = settings;
  const { http_status: status, header_abort: byHeader, grpc_status: grpc } = abort;
  const given = runtimeInteger(runtimeValue(request.request, key === '' ? TO_STATUS : key));
  if (grpc !== undefined) return 200;
  if (byHeader !== undefined) {
    const text = request.firstValue(`x-${namespace}-fault-abort-request`);
    const asked = text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
    return asked === undefined || asked < 200 || asked > 599 ? undefined : asked;
  }
  return given ?? status ?? 0;
}

/** A header may lower the share of requests that are aborted by a header. */
function shareIn(settings: Fault, { request, namespace }: FilterVisit): Share {
  const { abort = {}, abort_percent_runtime: key = TO_SHARE } = settings;
  const value = runtimeValue(request.request, key === '' ? TO_SHARE : key);
  const share = (value === undefined ? undefined : runtimeShare(value)) ?? shareOf(abort.percentage);
  if (abort.header_abort === undefined) return share;
  const text = request.firstValue(`x-${namespace}-fault-abort-request-percentage`);
  if (text === undefined || !/^\d+$/.test(text)) return share;
  return { ...share, numerator: Math.min(share.numerator, Number(text)) };
}
