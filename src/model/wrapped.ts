/**
 * What other tools print around configurations: dumps by namespace and pod (`egctl config envoy-proxy`), dumps or
 * resources by type under `xds` (`egctl x translate`, goldens of Kuma), lists of resources by kind (kgateway,
 * go-control-plane); and what people cut out of one: fields without their message.
 */
import { lookup } from '../source/lookup.ts';
import {
  isIgnored,
  isNull,
  isOverridden,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';
import { type Shape, shapeOf } from './shape.ts';
import { parseTypeUrl } from './type-url.ts';
import { foreignEncoding } from './unsupported.ts';

/** A configuration inside a document of another tool. */
interface WrappedPart {
  readonly node: NodeId;
  readonly shape: Shape;
}

/** What a document of another tool holds; nothing where it is none of these. */
interface Wrapped {
  /** What the document is, in words. */
  readonly what: string;
  readonly parts: readonly WrappedPart[];
}

/** What a document holds whose own keys name no message. */
export function wrappedIn(tree: SourceTree): Wrapped | undefined {
  const root = resolve(tree, ROOT);
  if (kindOf(tree, root) !== NodeKind.Map || foreignEncoding(tree) !== undefined) return undefined;
  const xds = valueUnder(tree, root, 'xds');
  if (xds !== -1) {
    const parts = dumpsIn(tree, xds, 1) ?? resourcesByType(tree, xds);
    return parts && { what: 'the result of a translation, under the key xds', parts };
  }
  const kinds: readonly (readonly [what: string, parts: () => readonly WrappedPart[] | undefined])[] = [
    ['configuration dumps by namespace and pod', () => dumpsIn(tree, root, 2)],
    ['lists of resources by kind, routes being route configurations', () => listsIn(tree, root)],
    ['a fragment, under the name of its field', () => fragmentsIn(tree, root)],
  ];
  for (const [what, find] of kinds) {
    const parts = find();
    if (parts !== undefined) return { what, parts };
  }
  return undefined;
}

/** The dumps so many levels below a map; undefined where anything else stands there. */
function dumpsIn(tree: SourceTree, node: NodeId, levels: number): readonly WrappedPart[] | undefined {
  const target = resolve(tree, node);
  if (levels === 0) {
    const shape = shapeOf(tree, target);
    return shape !== undefined && /ConfigDump$/.test(shape.type) ? [{ node: target, shape }] : undefined;
  }
  return entriesOf(tree, target, (_, value) => dumpsIn(tree, value, levels - 1));
}

/** Resources by name below the URLs of their types. */
function resourcesByType(tree: SourceTree, node: NodeId): readonly WrappedPart[] | undefined {
  return entriesOf(tree, resolve(tree, node), (url, named) => {
    const type = url.includes('/') ? parseTypeUrl(url).table : undefined;
    if (type === undefined) return undefined;
    return entriesOf(tree, resolve(tree, named), (_, value) =>
      kindOf(tree, resolve(tree, value)) === NodeKind.Map
        ? [{ node: resolve(tree, value), shape: { type, many: false } }]
        : undefined,
    );
  });
}

/** What stands under the keys of a map; undefined where it is no map, is empty, or one of them holds nothing of ours. */
function entriesOf(
  tree: SourceTree,
  map: NodeId,
  partsOf: (key: string, value: NodeId) => readonly WrappedPart[] | undefined,
): readonly WrappedPart[] | undefined {
  if (kindOf(tree, map) !== NodeKind.Map) return undefined;
  const found: WrappedPart[] = [];
  for (const key of keys(tree, map)) {
    // Whatever prints such a map, of a key that stands twice the last one counts.
    if (isNull(tree, key + 1) || isIgnored(tree, key) || isOverridden(tree, key)) continue;
    const parts = partsOf(scalarText(tree, key), key + 1);
    if (parts === undefined) return undefined;
    for (const part of parts) found.push(part);
  }
  return found.length === 0 ? undefined : found;
}

/** Lists of resources as control planes print them: `routes` holds route configurations. */
const LISTS: { readonly [key: string]: string } = {
  clusters: 'Cluster',
  endpoints: 'ClusterLoadAssignment',
  listeners: 'Listener',
  routes: 'RouteConfiguration',
  secrets: 'Secret',
};

/** The lists of resources in a map that has nothing else. */
function listsIn(tree: SourceTree, root: NodeId): readonly WrappedPart[] | undefined {
  return entriesOf(tree, root, (key, value) => {
    const type = lookup(LISTS, key.toLowerCase());
    return type === undefined ? undefined : listOf(tree, value, type, () => true);
  });
}

/** Lists of extensions, by the name of the field that they stand in. */
const FRAGMENTS: { readonly [key: string]: string } = {
  access_log: 'AccessLog',
  filters: 'listener.Filter',
  http_filters: 'HttpFilter',
  listener_filters: 'listener.ListenerFilter',
};
const CONFIGURED = ['typed_config', 'typedConfig', 'config', 'config_discovery', 'configDiscovery'];

/** Fields of a message without the message: extensions, whose names and types say what they are. */
function fragmentsIn(tree: SourceTree, root: NodeId): readonly WrappedPart[] | undefined {
  const isConfigured = (map: NodeId): boolean =>
    valueUnder(tree, map, 'name') !== -1 && CONFIGURED.some((key) => valueUnder(tree, map, key) !== -1);
  return entriesOf(tree, root, (key, value) => {
    const name = snakeCase(key);
    if (name === 'typed_per_filter_config')
      return entriesOf(tree, resolve(tree, value), (_, config) => typedPart(tree, config));
    if (name === 'load_balancing_policy') {
      const map = resolve(tree, value);
      const isPolicy = kindOf(tree, map) === NodeKind.Map && valueUnder(tree, map, 'policies') !== -1;
      return isPolicy ? [{ node: map, shape: { type: 'LoadBalancingPolicy', many: false } }] : undefined;
    }
    const type = lookup(FRAGMENTS, name);
    return type === undefined ? undefined : listOf(tree, value, type, isConfigured);
  });
}

function typedPart(tree: SourceTree, node: NodeId): readonly WrappedPart[] | undefined {
  const map = resolve(tree, node);
  const url = kindOf(tree, map) === NodeKind.Map ? valueUnder(tree, map, '@type') : -1;
  const type = url === -1 ? undefined : parseTypeUrl(scalarText(tree, url)).table;
  return type === undefined ? undefined : [{ node: map, shape: { type, many: false } }];
}

/** A list of maps that meet a demand; undefined where anything else stands there. */
function listOf(
  tree: SourceTree,
  node: NodeId,
  type: string,
  isMeant: (map: NodeId) => boolean,
): readonly WrappedPart[] | undefined {
  const list = resolve(tree, node);
  if (kindOf(tree, list) !== NodeKind.List) return undefined;
  for (const item of items(tree, list)) {
    const map = resolve(tree, item);
    if (kindOf(tree, map) !== NodeKind.Map || !isMeant(map)) return undefined;
  }
  return [{ node: list, shape: { type, many: true } }];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
