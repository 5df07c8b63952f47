/** What of two route configurations stays open: which requests differ there is not known. */
import { versionOf } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { mayAskByMore } from '../../routing/outcome/rate-limit.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { whyOtherwise } from '../../traffic/host-options.ts';
import { routeAt } from '../../traffic/routes.ts';
import type { Open } from './changed-requests.ts';
import type { HostsResult } from './compare-hosts.ts';
import { whereWords } from './describe/describe.ts';
import { type HostPlace, SIDES } from './served-host.ts';

const REASON =
  'the rate limits of the virtual host differ, and a filter that is not in the input may ask by them although its routes have their own (vh_rate_limits)';

/** Rate limits of virtual hosts by which a filter may ask that the input does not tell of; in version 2 none asks so. */
export function openLimits({ hosts }: HostsResult): readonly Open[] {
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

/** What stays open since matches on one side only have fields that are not known; one entry for all of them. */
export function unknownParts({ hosts }: HostsResult): readonly Open[] {
  const unknownOf = (side: 'before' | 'after'): ReadonlyMap<string, number> => {
    const { routes = [] } = hosts[side].virtualHost ?? {};
    return new Map(
      routes.flatMap(({ match }, route) =>
        routeAt(routes, route).isUnknown ? [[JSON.stringify(match), route] as const] : [],
      ),
    );
  };
  const [before, after] = [unknownOf('before'), unknownOf('after')];
  const alone = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): readonly number[] =>
    [...one].flatMap(([text, route]) => (other.has(text) ? [] : [route]));
  const [gone, come] = [alone(before, after), alone(after, before)];
  if (gone.length + come.length === 0) return [];
  const reason = 'a match has fields that are not known here, so that it stays open which requests it takes';
  return [{ reason, where: whereWords(hosts, gone, come) }];
}

/** What a pair of route configurations says for all of its routes that leaves open what requests they take. */
export function openAround(
  before: FoundRoutes,
  after: FoundRoutes,
  header: string | undefined,
): readonly Open[] {
  const picked =
    header &&
    `the header ${header} picks their virtual hosts (vhost_header), which is not looked at for all requests`;
  const reason = whyOtherwise(before.routeConfiguration, after.routeConfiguration) ?? picked;
  return reason === undefined ? [] : [{ reason, where: `route configuration ${JSON.stringify(after.name)}` }];
}

export function vhostHeader({ routeConfiguration: { vhost_header: header = '' } }: FoundRoutes): string {
  return header;
}

/** What comparing the routes of two virtual hosts could not decide. */
export function openParts({ hosts, open }: HostsResult): readonly Open[] {
  return open.flatMap(({ about, differing }) =>
    differing.undecided.map(({ why, before, after }) => ({
      reason: why,
      where:
        about === 'routes'
          ? whereWords(hosts, before, after)
          : `${whereWords(hosts, [], [])}; their virtual clusters`,
    })),
  );
}
