/**
 * What of one side belongs to what of the other: resources, and the routes of virtual hosts. It is worked out once, and
 * whatever speaks of a thing on both sides asks it: the facts, reorders among requests, the picture of a page.
 */
import { NODE } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import type { SourceTree } from '../source/tree.ts';
import type { ClusterNames } from './cluster-names.ts';
import { type Forms, formsOf } from './facts/canonical-pair.ts';
import { type AlignedRoutes, alignRoutes } from './facts/route-pairs.ts';
import type { PairedHosts, PairedHostsOf, PairedRoutes, WrittenHost } from './paired-routes.ts';
import { type Found, VIRTUAL_HOST } from './resources/found.ts';
import { pairedResources } from './resources/gather.ts';
import type { Pairing, ResourcePair } from './resources/pair.ts';
import { clusterNames } from './resources/renamed-clusters.ts';

export interface SidesPairing {
  readonly forms: Forms;
  readonly resources: Pairing;
  readonly clusters: ClusterNames;
  /** The routes of a pair of virtual hosts; undefined where they cannot be told apart from what is wrong with them. */
  readonly routesOf: (pair: ResourcePair) => AlignedRoutes | undefined;
  readonly hostsOf: PairedHostsOf;
}

export function pairSides(before: readonly Configuration[], after: readonly Configuration[]): SidesPairing {
  const resources = pairedResources(before, after);
  const clusters = clusterNames(resources.pairs, before, after);
  const forms = formsOf(before, after, clusters);
  const aligned = new Map<ResourcePair, AlignedRoutes | undefined>();
  const routesOf = (pair: ResourcePair): AlignedRoutes | undefined => {
    if (!aligned.has(pair)) aligned.set(pair, alignRoutes(forms, pair));
    return aligned.get(pair);
  };
  let hosts: { readonly before: Hosts; readonly after: Hosts } | undefined;
  const hostsOf: PairedHostsOf = (side, host) => {
    hosts ??= indexHosts(resources.pairs, (pair) => routesOf(pair)?.alignment);
    const { byNode, byName } = hosts[side];
    return byNode.get(host.tree)?.get(host.message[NODE] ?? -1) ?? byName.get(nameOf(host));
  };
  return { forms, resources, clusters, routesOf, hostsOf };
}

interface Hosts {
  readonly byNode: Map<SourceTree, Map<number, PairedHosts>>;
  /** A dump shows a host several times; one of them was compared. */
  readonly byName: Map<string, PairedHosts>;
}

function indexHosts(
  pairs: readonly ResourcePair[],
  routesOf: (pair: ResourcePair) => PairedRoutes | undefined,
): { readonly before: Hosts; readonly after: Hosts } {
  const made = (): Hosts => ({ byNode: new Map(), byName: new Map() });
  const hosts = { before: made(), after: made() };
  for (const pair of pairs) {
    if (pair.before.frame.type !== VIRTUAL_HOST) continue;
    const paired: PairedHosts = { routes: () => routesOf(pair) };
    add(hosts.before, pair.before, paired);
    add(hosts.after, pair.after, paired);
  }
  return hosts;
}

function add({ byNode, byName }: Hosts, found: Found, paired: PairedHosts): void {
  const { frame, source, isDumped } = found;
  const node = frame.message[NODE];
  const { tree } = source.root;
  const inTree = byNode.get(tree) ?? new Map<number, PairedHosts>();
  byNode.set(tree, inTree);
  if (node !== undefined) inTree.set(node, paired);
  if (isDumped) byName.set(nameOfFound(found), paired);
}

function nameOf({ message, routeConfiguration }: WrittenHost): string {
  return JSON.stringify([routeConfiguration ?? '', message.name ?? '']);
}

function nameOfFound({ owner, frame }: Found): string {
  return JSON.stringify([owner?.name ?? '', frame.message.name ?? '']);
}
