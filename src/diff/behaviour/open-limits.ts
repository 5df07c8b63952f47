/** Rate limits of virtual hosts by which a filter may ask that the input does not tell of. */
import { versionOf } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { mayAskByMore } from '../../routing/outcome/rate-limit.ts';
import type { HostsResult } from './compare-hosts.ts';
import { whereWords } from './describe/describe.ts';
import { type HostPlace, SIDES } from './served-host.ts';

const REASON =
  'the rate limits of the virtual host differ, and a filter that is not in the input may ask by them although its routes have their own (vh_rate_limits)';

/** One entry for all routes of a pair of virtual hosts; in version 2 no filter asks so. */
export function openLimits({
  hosts,
}: HostsResult): readonly { readonly reason: string; readonly where: string }[] {
  const { before, after } = hosts;
  if (SIDES.some((side) => versionOf(hosts[side].found.routeConfiguration) === 'v2')) return [];
  if (before.virtualHost === undefined || after.virtualHost === undefined) return [];
  if (sameContent(before.virtualHost.rate_limits ?? [], after.virtualHost.rate_limits ?? [])) return [];
  const [gone, come] = [openIn(before), openIn(after)];
  if (gone.length + come.length === 0) return [];
  return [{ reason: REASON, where: whereWords(hosts, gone, come) }];
}

function openIn({ found, virtualHost, context }: HostPlace): readonly number[] {
  const { routeConfiguration } = found;
  return (virtualHost?.routes ?? []).flatMap((route, at) => {
    const visit = virtualHost && { routeConfiguration, virtualHost, route, context };
    return visit !== undefined && route.route !== undefined && mayAskByMore(visit) ? [at] : [];
  });
}
