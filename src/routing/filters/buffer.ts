/** Buffers: what is too large is answered with 413. */
import type { BoundMessage } from '../../model/bound.ts';
import { type FilterVisit, mostSpecific, passed, readAs, skipped, type Verdict } from './filter.ts';

export function buffer(config: BoundMessage, visit: FilterVisit): Verdict {
  const own = mostSpecific('BufferPerRoute', visit);
  if (own?.disabled === true) return skipped('the settings of the route switch it off');
  const { max_request_bytes: most = 0 } = own?.buffer ?? readAs('Buffer', config) ?? {};
  const length = visit.request.header('content-length');
  if (length !== undefined && /^\d+$/.test(length) && Number(length) > most)
    return { effect: 'answered', status: 413, why: `the body has more than ${most} bytes` };
  return passed(`it holds back bodies of up to ${most} bytes`);
}
