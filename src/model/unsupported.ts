/** Configurations that are not of this model, so that they get a clear answer instead of a guess. */
import {
  isNull,
  items,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';

export interface Foreign {
  readonly problem: string;
  readonly hint: string;
  readonly node: NodeId;
}

/** Keys that only an encoding of Go structs has. */
const GO_KEYS = new Set([
  'PathSpecifier',
  'ClusterSpecifier',
  'PortSpecifier',
  'SocketAddress',
  'HostRewriteSpecifier',
  'ConfigType',
  'HeaderMatchSpecifier',
]);

/** Whether a document is of another encoding or an older version; asked of documents whose shape is not recognised. */
export function foreignEncoding(tree: SourceTree): Foreign | undefined {
  for (let node = 0; node < tree.size; node++) {
    if (kindOf(tree, node) !== NodeKind.Map) continue;
    const end = tree.skips[node] ?? 0;
    for (let key = node + 1; key < end; key = tree.skips[key + 1] ?? end) {
      if (!GO_KEYS.has(scalarText(tree, key))) continue;
      return {
        problem: `this is a dump of Go structs (its key "${scalarText(tree, key)}" is a Go field), not the proxy's own JSON`,
        hint: 'print the messages with the protocol buffer JSON encoder instead of encoding/json',
        node: key,
      };
    }
  }
  return undefined;
}

/** Signs of version 1, in which a route holds its matcher and its cluster side by side. */
export function olderVersion(tree: SourceTree, root: NodeId): Foreign | undefined {
  for (const host of entriesOf(tree, root, 'virtual_hosts')) {
    for (const route of entriesOf(tree, host, 'routes')) {
      if (
        kindOf(tree, resolve(tree, route)) !== NodeKind.Map ||
        valueUnder(tree, resolve(tree, route), 'match') !== -1
      )
        continue;
      const map = resolve(tree, route);
      const matcher = ['prefix', 'path', 'regex'].find((key) => valueUnder(tree, map, key) !== -1);
      const target = [
        'cluster',
        'cluster_header',
        'weighted_clusters',
        'host_redirect',
        'path_redirect',
        'timeout_ms',
      ].find((key) => valueUnder(tree, map, key) !== -1);
      if (matcher && target) return version1(`a route has "${matcher}" and "${target}" side by side`, route);
    }
  }
  for (const listener of entriesOf(tree, root, 'listeners')) {
    const map = resolve(tree, listener);
    const address = kindOf(tree, map) === NodeKind.Map ? valueUnder(tree, map, 'address') : -1;
    if (address !== -1 && /^tcp:\/\//.test(scalarText(tree, address)))
      return version1('a listener has its address as a URL', address);
  }
  return undefined;
}

function version1(sign: string, node: NodeId): Foreign {
  return {
    problem: `this is a configuration of version 1 of the data model (${sign})`,
    hint: 'cfgtool reads version 2; convert the file with the tools of a proxy release that knew both',
    node,
  };
}

function* entriesOf(tree: SourceTree, node: NodeId, key: string): Generator<NodeId> {
  const map = resolve(tree, node);
  if (kindOf(tree, map) !== NodeKind.Map) return;
  const value = valueUnder(tree, map, key);
  if (value === -1 || kindOf(tree, resolve(tree, value)) !== NodeKind.List) return;
  for (const child of items(tree, resolve(tree, value))) if (!isNull(tree, child)) yield child;
}
