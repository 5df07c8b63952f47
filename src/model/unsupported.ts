/** Configurations that are not of this model, so that they get a clear answer instead of a guess. */

import { InputError, inputErrorAt } from '../source/errors.ts';
import type { SourceFile } from '../source/load.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../source/tree.ts';
import { misspelledKey } from './shape.ts';

interface Foreign {
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

// Refuses a file that holds no configuration, by what it holds.

/** What to say of a file in which no document is a configuration of this model. */
export function notRecognised(
  file: Pick<SourceFile, 'name' | 'trees'>,
  notes: readonly string[],
): InputError {
  const tree = file.trees.find((each) => !isNull(each, ROOT)) ?? file.trees[0];
  if (!tree) return new InputError({ file: file.name, problem: 'it holds no document' });
  const foreign = foreignEncoding(tree);
  if (foreign)
    return inputErrorAt(file.name, tree.text, startOf(tree, foreign.node), foreign.problem, foreign.hint);
  const other = somethingElse(tree);
  if (other) return inputErrorAt(file.name, tree.text, startOf(tree, ROOT), other.problem, other.hint);
  for (const each of file.trees) {
    const wrong = misspelledKey(each);
    if (wrong === undefined) continue;
    const key = scalarText(each, wrong.key);
    const problem = `no document of it is a proxy configuration; did you mean ${wrong.meant} by "${key}"?`;
    const otherwise = 'correct the key, or say what the file is with --type MESSAGE';
    return inputErrorAt(file.name, each.text, startOf(each, wrong.key), problem, otherwise);
  }
  const hint =
    notes.length > 0
      ? notes.join('; ')
      : 'say what it is with --type MESSAGE if it is one (cfgtool explain lists the messages)';
  const kind = kindOf(tree, ROOT);
  const held =
    kind === NodeKind.Map
      ? firstKeys(tree)
      : `it holds ${kind === NodeKind.List ? listHeld(tree) : 'a single value'}`;
  const what = `no document of it is a proxy configuration; ${held}`;
  return inputErrorAt(file.name, tree.text, startOf(tree, ROOT), what, hint);
}

function listHeld(tree: SourceTree): string {
  return items(tree, ROOT).next().done === true ? 'an empty list' : 'a list of something else';
}

function firstKeys(tree: SourceTree): string {
  const names: string[] = [];
  for (const key of keys(tree, ROOT)) {
    if (names.length === 6) {
      names.push('…');
      break;
    }
    names.push(JSON.stringify(scalarText(tree, key).slice(0, 40)));
  }
  return names.length === 0 ? 'it holds an empty map' : `its top-level keys are ${names.join(', ')}`;
}

interface Else {
  readonly problem: string;
  readonly hint: string;
}

const ASK_FOR_DUMP =
  'its admin endpoint /config_dump?include_eds has the configuration; cfgtool takes its address, http://HOST:PORT, as an input';

/** Outputs that are about a proxy and hold none of its configuration, by a key that only they have. */
const OUTPUTS: readonly (readonly [key: RegExp, what: string, hint: string])[] = [
  [
    /^cluster_?[sS]tatuses$/,
    'the state of a proxy’s clusters, as its admin endpoint /clusters shows it',
    ASK_FOR_DUMP,
  ],
  [
    /^listener_?[sS]tatuses$/,
    'the addresses of a proxy’s listeners, as its admin endpoint /listeners shows them',
    ASK_FOR_DUMP,
  ],
  [
    /^command_?[lL]ine_?[oO]ptions$/,
    'what a proxy says of itself, as its admin endpoint /server_info shows it',
    ASK_FOR_DUMP,
  ],
  [
    /^host_?[sS]tatuses$/,
    'the state of endpoints, as istioctl proxy-config endpoints prints it',
    'istioctl proxy-config all POD -o json prints all of the configuration',
  ],
  [
    /^gatewayClass$/,
    'resources of Gateway API and their states, as egctl x translate prints them',
    'egctl x translate --to xds prints the configuration that is made of them',
  ],
  [
    /^workloadState$/,
    'the state of a ztunnel, which is another proxy',
    'istioctl proxy-config all POD -o json prints the configuration of a gateway, waypoint or sidecar',
  ],
  [
    /^Resources$/,
    'a snapshot of go-control-plane as Go prints its structs',
    'print its resources with protojson, or name the address of its server, xds://HOST:PORT, as the input',
  ],
];

function outputOf(tree: SourceTree): Else | undefined {
  const root = kindOf(tree, ROOT);
  const [first] = root === NodeKind.List ? items(tree, ROOT) : [ROOT];
  const map = first === undefined ? ROOT : resolve(tree, first);
  if (kindOf(tree, map) !== NodeKind.Map) return undefined;
  for (const key of keys(tree, map)) {
    const found = OUTPUTS.find(([sign]) => sign.test(scalarText(tree, key)));
    if (found !== undefined) return { problem: `it is ${found[1]}, and no configuration`, hint: found[2] };
  }
  return undefined;
}

/** What other people's files say of themselves. */
function somethingElse(tree: SourceTree): Else | undefined {
  const output = outputOf(tree);
  if (output !== undefined) return output;
  if (kindOf(tree, ROOT) !== NodeKind.Map) return undefined;
  const text = (key: string): string | undefined => {
    const node = valueUnder(tree, ROOT, key);
    return node !== -1 && isScalar(tree, node) ? scalarText(tree, node).slice(0, SHOWN) : undefined;
  };
  const [kind, version] = [text('kind'), text('apiVersion')];
  if (kind !== undefined && version !== undefined)
    return {
      problem: `it is a Kubernetes resource, ${kind} of ${version}, and holds no proxy configuration that can be read by itself`,
      hint: 'give cfgtool what its controller makes of it: egctl x translate --to xds, istioctl proxy-config all POD -o json, a dump of the proxy (its admin endpoint /config_dump), or the address of the management server, xds://HOST:PORT',
    };
  return undefined;
}

/** Texts are shown up to this many characters. */
const SHOWN = 60;

function isScalar(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, node);
  return kind !== NodeKind.Map && kind !== NodeKind.List && kind !== NodeKind.Alias;
}
