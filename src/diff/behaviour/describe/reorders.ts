/** Routes that changed their places, and why that changes nothing. */
import { routeText } from '../../../routing/match/select.ts';
import type { PairedHostsOf, WrittenHost } from '../../paired-routes.ts';
import { sameUnmodelled } from '../beyond-outcome.ts';
import type { HostsResult } from '../compare-hosts.ts';
import { involvedIn } from '../same-outcome.ts';
import type { HostPlace } from '../served-host.ts';

export interface Reorder {
  /** Name of the virtual host after the change. */
  readonly virtualHost: string;
  /** Positions among its routes. */
  readonly moved: readonly { readonly before: number; readonly after: number }[];
  /** Where a move matters, its requests are among the changes or undecided instead. */
  readonly harmless: true;
  /** In a sentence. */
  readonly proof: string;
}

/** The moves of a virtual host's routes that change nothing; undefined where there is none. */
export function reorderOf(result: HostsResult, hostsOf: PairedHostsOf): Reorder | undefined {
  const { hosts, routes } = result;
  const [one, other] = [writtenHost(hosts.before), writtenHost(hosts.after)];
  if (routes === undefined || one === undefined || other === undefined) return undefined;
  const paired = hostsOf('before', one);
  const movedRoutes = paired === hostsOf('after', other) ? paired?.routes()?.moved : undefined;
  if (movedRoutes === undefined || movedRoutes.size === 0) return undefined;
  const [before, after] = [involvedIn(result, 'before'), involvedIn(result, 'after')];
  const moved = [...movedRoutes]
    .map(([from, to]) => ({ before: from, after: to }))
    .filter((each) => !before.has(each.before) && !after.has(each.after));
  const [first] = moved;
  if (first === undefined || !sameUnmodelled(hosts)) return undefined;
  const route = hosts.after.virtualHost?.routes?.[first.after] ?? {};
  const what =
    moved.length === 1
      ? `${routeText(route, first.after)} stood at ${first.before} before`
      : `${moved.length} routes moved, the first of them ${routeText(route, first.after)} from ${first.before}`;
  const { examined } = routes;
  const searched =
    examined === 0 ? '' : `; ${examined === 1 ? 'one pair' : `${examined} pairs`} of routes searched`;
  return {
    virtualHost: hosts.after.virtualHost?.name ?? '',
    moved,
    harmless: true,
    proof: `${what}: every request that ${moved.length === 1 ? 'it takes' : 'they take'} on one side has the same outcome on the other, since whatever they pass does the same with it, shares no request with it, or comes after a route that takes what they share${searched}`,
  };
}

function writtenHost({ virtualHost, index, found }: HostPlace): WrittenHost | undefined {
  return virtualHost && index !== undefined
    ? { tree: found.rootOf(index).tree, message: virtualHost, routeConfiguration: found.name }
    : undefined;
}
