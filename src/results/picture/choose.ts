/** Which routes a picture shows: all of a small configuration, of a large one those that something is said about. */
import type { Finding } from '../../analyze/index.ts';
import type { HostVerdicts } from '../../analyze/traffic/verdicts.ts';
import type { Verdict } from '../../routing/all/index.ts';
import { placesOf } from '../../routing/tree/flatten.ts';
import type { ClusterFacts } from './clusters.ts';
import { destinationsOf } from './destinations.ts';
import type { Mark } from './picture.ts';

export interface RouteInPicture {
  readonly host: HostVerdicts;
  readonly index: number;
  readonly mark?: Mark;
  /** The mark in words. */
  readonly said?: string;
}

/** A configuration with so many routes is shown whole. */
const MAX_ROUTES = 60;
/** Of a larger one so many, on one screen. */
const MAX_CHOSEN = 24;

export function chosenRoutes(
  hosts: readonly HostVerdicts[],
  facts: ClusterFacts,
  findings: readonly Finding[],
): { readonly routes: readonly RouteInPicture[]; readonly total: number } {
  const total = hosts.reduce((sum, { virtualHost }) => sum + placesOf(virtualHost).length, 0);
  const named = new Set(
    findings.flatMap(({ resource }) => (resource?.type === 'Route' ? resource.name : [])),
  );
  const most = total <= MAX_ROUTES ? MAX_ROUTES : MAX_CHOSEN;
  // The first kind is shown before the second, and so on; each in the order of the input.
  const kinds: (readonly [HostVerdicts, number])[][] = [[], [], [], []];
  for (const host of hosts) {
    const { verdicts, virtualHost } = host;
    for (const [index, verdict] of verdicts.entries()) {
      if (verdict === undefined) continue;
      const kind = kindOf(verdict, () => {
        const destinations = destinationsOf(virtualHost.routes?.[index] ?? {});
        return destinations.some((each) => each.kind === 'cluster' && facts.markOf(each.name) !== undefined)
          ? 1
          : named.has(`${virtualHost.name ?? ''}/${index}`)
            ? 2
            : 3;
      });
      const list = kinds[kind];
      if (list !== undefined && list.length < most) list.push([host, index]);
    }
  }
  const order = new Map(hosts.map((host, position) => [host, position]));
  const shown: (readonly [HostVerdicts, number])[] = [];
  const known = new Set<string>();
  const show = (host: HostVerdicts, index: number): void => {
    const key = `${order.get(host)}/${index}`;
    if (known.has(key) || shown.length >= most) return;
    known.add(key);
    shown.push([host, index]);
  };
  for (const [kind, list] of kinds.entries()) {
    if (kind === 3 && total > MAX_ROUTES) break;
    for (const [host, index] of list) {
      show(host, index);
      const verdict = host.verdicts[index];
      if (verdict?.kind === 'hidden') for (const by of verdict.by.slice(0, 3)) show(host, by);
    }
  }
  const position = (host: HostVerdicts): number => order.get(host) ?? 0;
  shown.sort(([host, index], [other, second]) => position(host) - position(other) || index - second);
  return { total, routes: shown.map(([host, index]) => ({ host, index, ...saidOf(host.verdicts[index]) })) };
}

function kindOf(verdict: Verdict, otherwise: () => number): number {
  if (verdict.kind === 'hidden' || verdict.kind === 'never') return 0;
  return verdict.kind === 'undecided' ? 1 : otherwise();
}

function saidOf(verdict: Verdict | undefined): Pick<RouteInPicture, 'mark' | 'said'> {
  switch (verdict?.kind) {
    case 'hidden':
      return { mark: 'dead', said: verdict.byDefault ? 'never reached by default' : 'never reached' };
    case 'never':
      return { mark: 'dead', said: verdict.byDefault ? 'matches nothing by default' : 'matches nothing' };
    case 'undecided':
      return { mark: 'undecided', said: 'not decided' };
    default:
      return {};
  }
}
