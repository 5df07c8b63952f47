/**
 * The object that a control plane made a resource of: what it writes into metadata, or into the name. Each control
 * plane is a line of the tables below, since names drift from release to release.
 */
import { lookup } from '../source/lookup.ts';
import {
  documentText,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';
import { type BoundMessage, isObject } from './bound.ts';

/** An object of a control plane, such as the HTTPRoute `cart` in the namespace `shop`. */
export interface SourceObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The rule of the object, from 0. */
  readonly rule?: number;
  /** The part of the object that has a name of its own: a rule, a listener, a port. */
  readonly section?: string;
}

/** `HTTPRoute shop/cart (rule 2)` */
export function sourceText(source: SourceObject): string {
  const { rule, section } = source;
  const part = rule !== undefined ? ` (rule ${rule})` : section !== undefined ? ` (${section})` : '';
  return `${objectText(source)}${part}`;
}

/** The same without the part of the object: `HTTPRoute shop/cart`. */
export function objectText({ kind, namespace, name }: SourceObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** What is said of what says of no object that it was made of it. */
export const NO_SOURCE = 'without a source';

interface Kept {
  readonly mayHaveAny: boolean;
  readonly known: Map<NodeId, SourceObject | undefined>;
}

const kept = new WeakMap<SourceTree, Kept>();

/** The object that what stands at a node was made of: as it says itself, or else what is around it. */
export function sourceAt(tree: SourceTree, node: NodeId): SourceObject | undefined {
  let own = kept.get(tree);
  if (own === undefined) {
    own = { mayHaveAny: SIGNS.test(documentText(tree)), known: new Map() };
    kept.set(tree, own);
  }
  return own.mayHaveAny ? around(tree, node, own.known) : undefined;
}

function around(tree: SourceTree, node: NodeId, known: Kept['known']): SourceObject | undefined {
  const way: NodeId[] = [];
  let found: SourceObject | undefined;
  for (let at = node; at >= ROOT && found === undefined; at = parentOf(tree, at)) {
    if (known.has(at)) {
      found = known.get(at);
      break;
    }
    way.push(at);
    if (kindOf(tree, at) === NodeKind.Map) found = foundIn(tree, at);
  }
  for (const each of way) known.set(each, found);
  return found;
}

/** What a map says of its own source, in either spelling of its keys. */
function foundIn(tree: SourceTree, map: NodeId): SourceObject | undefined {
  const under = (from: NodeId, ...names: readonly string[]): NodeId => {
    for (const name of names) {
      const value = valueUnder(tree, from, name);
      if (value !== -1) return resolve(tree, value);
    }
    return -1;
  };
  const name = under(map, 'name', 'cluster_name', 'clusterName');
  const named = name === -1 ? undefined : sourceNamed(scalarText(tree, name));
  const metadata = under(map, 'metadata');
  const isMap = (at: NodeId): boolean => at !== -1 && kindOf(tree, at) === NodeKind.Map;
  const written = isMap(metadata) ? under(metadata, 'filter_metadata', 'filterMetadata') : -1;
  if (!isMap(written)) return named;
  for (const [key, read] of METADATA) {
    const value = under(written, key);
    const data: unknown = value === -1 ? undefined : plainValue(tree, value);
    const source = isObject(data) ? read(data) : undefined;
    if (source === undefined) continue;
    // The name knows the rule, the metadata what the rule is called.
    return named !== undefined && objectText(named) === objectText(source) ? { ...named, ...source } : source;
  }
  return named;
}

/** What a text has to hold for any of the tables below to find something in it. */
const SIGNS = /envoy-gateway|istio|io\.projectcontour\.|kri_|(?:route|policy)\/|-matcher-/;

/** What control planes write into metadata, by its key. */
const METADATA: readonly (readonly [key: string, read: (value: BoundMessage) => SourceObject | undefined])[] =
  [
    ['envoy-gateway', ({ resources }) => firstOf(resources)],
    ['istio', ({ config, services }) => pathOf(config) ?? firstOf(services, 'Service')],
    // Contour writes where its access log looks.
    ['envoy.access_loggers.file', (value) => prefixed(value, 'io.projectcontour.')],
    ['io.kuma.tags', (value) => sourceNamed(textOf(value['kuma.io/unified-name']) ?? '')],
  ];

/** The first of a list of objects. @param kind where the list says none */
function firstOf(list: unknown, kind?: string): SourceObject | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) ? objectOf({ ...(kind === undefined ? {} : { kind }), ...first }) : undefined;
}

function prefixed(value: BoundMessage, prefix: string): SourceObject | undefined {
  const own = (key: string): unknown => value[`${prefix}${key}`];
  return objectOf({ kind: own('kind'), namespace: own('namespace'), name: own('name') });
}

function objectOf(object: BoundMessage): SourceObject | undefined {
  const [kind, namespace, name] = [object.kind, object.namespace, object.name].map(textOf);
  const section = textOf(object.sectionName);
  if (kind === undefined || name === undefined) return undefined;
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(section === undefined ? {} : { section }),
  };
}

/** `/apis/networking.istio.io/v1/namespaces/shop/virtual-service/cart`, in which kinds have dashes. */
function pathOf(config: unknown): SourceObject | undefined {
  const [, namespace, kind = '', name = ''] =
    /^\/apis\/[^/]+\/[^/]+\/namespaces\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(textOf(config) ?? '') ?? [];
  if (namespace === undefined) return undefined;
  return {
    kind: kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    namespace,
    name,
  };
}

/** Kinds of objects as names have them. */
const KINDS: { readonly [lowered: string]: string } = {
  backendtrafficpolicy: 'BackendTrafficPolicy',
  clienttrafficpolicy: 'ClientTrafficPolicy',
  envoyextensionpolicy: 'EnvoyExtensionPolicy',
  securitypolicy: 'SecurityPolicy',
  httproute: 'HTTPRoute',
  grpcroute: 'GRPCRoute',
  tcproute: 'TCPRoute',
  tlsroute: 'TLSRoute',
  udproute: 'UDPRoute',
};
/** Kinds as resource identifiers of Kuma have them. */
const KUMA: { readonly [short: string]: string } = {
  extsvc: 'MeshExternalService',
  mfi: 'MeshFaultInjection',
  mhttpr: 'MeshHTTPRoute',
  mid: 'MeshIdentity',
  msvc: 'MeshService',
  mtcpr: 'MeshTCPRoute',
  mtp: 'MeshTrafficPermission',
  mzsvc: 'MeshMultiZoneService',
};

/** What the name of a resource says. */
function sourceNamed(name: string): SourceObject | undefined {
  const parts = /(?:^|\/)([a-z]+(?:route|policy))\/([^/]+)\/([^/]+)(?:\/rule\/(-?\d+))?(?:\/|$)/.exec(name);
  const written = lookup(KINDS, parts?.[1] ?? '');
  if (parts !== null && written !== undefined) {
    const [, , namespace = '', own = '', rule] = parts;
    return { kind: written, namespace, name: own, ...ruleOf(rule) };
  }
  const joined = /-route-\d+-([a-z]+route)-(.+)-(\d+)-\d+-matcher-\d+$/.exec(name);
  const dashed = lookup(KINDS, joined?.[1] ?? '');
  if (joined !== null && dashed !== undefined) {
    const [, , both = '', rule] = joined;
    // kgateway joins name and namespace by a dash: of several dashes nobody can say which one that is.
    const [own = '', namespace, ...more] = both.split('-');
    const parted = namespace === undefined || more.length > 0 ? { name: both } : { namespace, name: own };
    return { kind: dashed, ...parted, ...ruleOf(rule) };
  }
  const identifier = /^kri_([a-z]+)_[^_]*_[^_]*_([^_]*)_([^_]+)_([^_]*)$/.exec(name);
  const [, short = '', namespace = '', own = '', section = ''] = identifier ?? [];
  const kind = lookup(KUMA, short ?? '');
  if (kind === undefined) return undefined;
  const rule = /^rule_?(\d+)$/.exec(section)?.[1];
  return {
    kind,
    ...(namespace === '' ? {} : { namespace }),
    name: own,
    ...(rule !== undefined ? ruleOf(rule) : section === '' ? {} : { section }),
  };
}

/** A route that has no rules is numbered -1. */
function ruleOf(digits: string | undefined): { readonly rule?: number } {
  return digits === undefined || digits.startsWith('-') ? {} : { rule: Number(digits) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
