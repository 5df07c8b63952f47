/**
 * Who reads a name, or metadata, that no request is routed by: formats (`%…%`), conditions in CEL, actions of rate
 * limits, and programs. Where such a field differs, and anybody reads it, requests may be handled differently.
 */
import type { Configuration } from '../../model/open.ts';
import { messageOfUrl } from '../../model/type-url.ts';
import {
  isPassedOver,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
} from '../../source/tree.ts';

/** What is read: a name, or metadata, of one thing. */
export type Read = keyof typeof READERS;

/** Text by which somebody reads; undefined where nobody does. */
export type ReaderOf = (read: Read) => string | undefined;

/** How something is read: by what is in a value, or by the place, `holder.field: value` in snake_case. */
interface Reader {
  readonly value: RegExp;
  readonly place?: RegExp;
}

/**
 * Conditions are written as texts or as trees: in both an attribute's name is a value. Fields of the same name, such as
 * `cluster_name`, read nothing.
 */
const READERS = {
  route: {
    value:
      /(?:METADATA\(\s*ROUTE|ROUTE_NAME|ROUTE_ENTRY|\broute_name|\broute_metadata|\bprevious_routes|\ballow_listed_routes)\b/,
    place: /\.route_metadata_\w+:|\.metadata_source:|\.source: 1$/,
  },
  virtual_host: {
    value: /(?:METADATA\(\s*VIRTUAL_HOST|\bvirtual_host_name|\bvirtual_host_metadata)\b/,
  },
  listener_name: { value: /\bLISTENER_NAME\b/ },
  listener_metadata: { value: /(?:METADATA\(\s*LISTENER|\blistener_metadata)\b/ },
  listener_direction: { value: /\blistener_direction\b/ },
  cluster_name: { value: /UPSTREAM_CLUSTER\w*|\bcluster_name\b/, place: /\.destination_cluster:/ },
  cluster_stat_name: { value: /UPSTREAM_CLUSTER\b/ },
  cluster_metadata: {
    value:
      /METADATA\(\s*CLUSTER\b|CLUSTER_METADATA\b|CLUSTER_ENTRY|\bcluster_metadata\b|\b(?:gcp_authn|aws_lambda)\b/,
    place: /\.source: 2$/,
  },
  endpoint_metadata: {
    value:
      /(?:METADATA\(\s*UPSTREAM_HOST|UPSTREAM_METADATA|CLUSTER_LOCALITY_ENTRY|\bupstream_host_metadata|\bupstream_host_locality_metadata)\b/,
    place: /\.source: 3$/,
  },
  node: {
    value: /\bxds\s*\.\s*node\b[\w.]*/,
    place:
      /\bfield: node$|\.source_cluster:|\.override_subdirectory:|\.(?:add_user_agent|append_service_cluster): true$/,
  },
} as const satisfies { readonly [read: string]: Reader };

/** Of these the text does not say what they read: conditions, formats and filters that are elsewhere. */
const ANYTHING: Reader = {
  value: /\bxds\s*[[,)]|\bCOALESCE\b/,
  place: /\.config_discovery:|\btext_format_source\.(?:filename|inline_bytes|environment_variable):/,
};
const TYPE = /\.(?:@type|type_url|name)$/;
const PROGRAM = /\b(?:wasm|golang|ext_proc|dynamic_modules)\b/;
/** It sees nothing of the proxy's node. */
const LUA = /\blua\b/;
/** No longer value makes a place. */
const MAX_PLACE = 80;

/** What nothing but logs and traces is made of. */
const UNSEEN = new Set(['access_log', 'access_logs', 'upstream_log', 'tracing', 'admin']);
/** Comparing routes looks at these for the name of their cluster. */
const COMPARED = new Set(['request_headers_to_add', 'response_headers_to_add']);

/** Both sides are looked through when somebody first asks. */
export function readersIn(configurations: readonly Configuration[]): ReaderOf {
  let found: ReadonlyMap<Read, string> | undefined;
  return (read) => {
    found ??= allReaders(configurations);
    return found.get(read);
  };
}

const ALL = Object.keys(READERS) as readonly Read[];

function allReaders(configurations: readonly Configuration[]): ReadonlyMap<Read, string> {
  const found = new Map<Read, string>();
  const note = (read: Read, by: string): void => {
    const known = found.get(read);
    if (known === undefined || by < known) found.set(read, by);
  };
  let usesIndex = false;
  let usesXds = false;
  const look: Look = (place, value, isCompared) => {
    const isType = TYPE.test(place);
    const line = `${place}: ${value.slice(0, MAX_PLACE)}`;
    const whole = readBy(ANYTHING, line, value) ?? (isType ? program(place, value) : undefined);
    const lua = isType ? LUA.exec(value)?.[0] : undefined;
    usesIndex ||= value === '_[_]';
    usesXds ||= value === 'xds' && place.endsWith('.name');
    for (const read of ALL) {
      const by = whole ?? (read === 'node' ? undefined : lua) ?? readBy(READERS[read], line, value);
      if (by !== undefined && !(isCompared && read === 'cluster_name')) note(read, by);
    }
  };
  for (const { roots } of configurations) for (const { tree } of roots) eachField(tree, look);
  // A tree that picks one by a key may pick any.
  if (usesIndex && usesXds) for (const read of ALL) note(read, 'xds');
  return found;
}

function readBy({ value: inValue, place: at }: Reader, line: string, value: string): string | undefined {
  const [found] = inValue.exec(value) ?? at?.exec(line) ?? [];
  // Words of what was found: a place without its marks, a command of a format with its bracket closed.
  return found?.replace(/^\.|:$/g, '').replace(/^[^(]*\([^)]*$/, '$&)');
}

/** A type that nobody knows here may be of a filter that reads anything. */
function program(place: string, value: string): string | undefined {
  const known = PROGRAM.exec(value)?.[0];
  if (known !== undefined || place.endsWith('.name') || value === '') return known;
  if (/\bgoogle\.protobuf\./.test(value) || messageOfUrl(value) !== undefined) return undefined;
  return value.slice(value.lastIndexOf('/') + 1);
}

/** @param place `holder.field`; @param value empty where it is a map or a list */
type Look = (place: string, value: string, isCompared: boolean) => void;

/** Calls `look` with every field and every scalar that the proxy reads. */
function eachField(tree: SourceTree, look: Look): void {
  const aliased = new Set<NodeId>();
  const walk = (written: NodeId, holder: string, field: string, isCompared: boolean): void => {
    const node = resolve(tree, written);
    if (node !== written) {
      if (aliased.has(node)) return;
      aliased.add(node);
    }
    const kind = kindOf(tree, node);
    if (kind === NodeKind.List) {
      for (const item of items(tree, node)) walk(item, holder, field, isCompared);
      return;
    }
    if (kind !== NodeKind.Map) {
      look(`${holder}.${field}`, scalarText(tree, node), isCompared);
      return;
    }
    for (const key of keys(tree, node)) {
      if (isPassedOver(tree, key)) continue;
      const name = snakeCase(scalarText(tree, key));
      if (UNSEEN.has(name)) continue;
      look(`${field}.${name}`, '', isCompared);
      walk(key + 1, field, name, isCompared || COMPARED.has(name));
    }
  };
  walk(ROOT, '', '', false);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
