/** What a real proxy did with a request, as JSON. */
import type { AskedProxy } from '../../proxy/asked.ts';

export function proxyObject({ verdict, seen, leftOut }: AskedProxy): object {
  return {
    verdict: verdict.kind,
    why: verdict.kind === 'open' ? verdict.why : null,
    differences: verdict.kind === 'different' ? verdict.differences : [],
    seen: seen === undefined ? null : seenObject(seen),
    left_out: leftOut,
  };
}

function seenObject(seen: NonNullable<AskedProxy['seen']>): object {
  if (seen.kind !== 'answered') return seen;
  const { kind, status, headers, logged, received } = seen;
  return {
    kind,
    status,
    headers,
    cluster: logged?.cluster ?? null,
    route: logged?.route ? { virtual_host_index: logged.route.virtualHost, index: logged.route.route } : null,
    details: logged?.details ?? null,
    received,
  };
}
