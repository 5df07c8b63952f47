/** Binds what carries a message of another table: an Any with its `@type`, the untyped `config` of an extension. */

import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  fieldSpelled,
} from '../schema/compiled.ts';
import { type ApiVersion, messageOfType, typeIn } from '../schema/version.ts';
import {
  isNull,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
  untypedValue,
  valueUnder,
} from '../source/tree.ts';
import { oneOf } from './bind-leaf.ts';
import type { BindReport } from './bind-report.ts';
import { type BoundMessage, fieldKey, isObject, NODE, type OpenMessage, STRUCT, VERSION } from './bound.ts';
import { configTable, extensionOf, isHandedOn, selectsExtension } from './extension-config.ts';
import { isTypedStruct, parseTypeUrl, type TypeName } from './type-url.ts';
import { isSection, versionInSection } from './version.ts';

/** Binds a node as a message of a table in a version; `parent` is the table of the message around it. */
export type BindMessage = (node: NodeId, type: string, parent: string, version: ApiVersion) => BoundMessage;

/** A known message with its type beside its fields; an unknown one as data. */
export function anyValue(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  node: NodeId,
  parent: CompiledMessage,
  bind: BindMessage,
  rest: ApiVersion | undefined,
): BoundMessage | undefined {
  const target = resolve(tree, node);
  if (kindOf(tree, target) !== NodeKind.Map && !isNull(tree, target)) {
    report.add('wrong-type', 'error', `${oneOf(field)} should be a map with an "@type"`, node);
    return undefined;
  }
  const typeNode = valueUnder(tree, target, '@type');
  if (typeNode === -1 && field.spec.holds !== undefined && isMessageOf(tree, target, field.spec.holds))
    return bind(target, field.spec.holds, parent.name, parent.version);
  if (typeNode === -1) {
    // A map without any field is what the proxy reads as an Any that was never set.
    const isEmpty = skipOf(tree, target) === target + 1;
    const message = `${oneOf(field)} lacks "@type", which says what message it is`;
    if (!isEmpty) report.add('required-field', 'error', message, node);
    return isEmpty ? {} : (untypedValue(tree, target) as BoundMessage);
  }
  const url = scalarText(tree, typeNode);
  // The proxy looks at nothing of the host, but asks for one.
  const slash = url.lastIndexOf('/');
  if (slash < 1 || slash === url.length - 1)
    report.add(
      'wrong-type',
      'error',
      `"@type" of ${oneOf(field)} should be the name of a type with a host and a slash before it, such as type.googleapis.com/google.protobuf.Struct; the proxy refuses${report.shown(resolve(tree, typeNode))}`,
      typeNode,
    );
  const type = parseTypeUrl(url);
  if (isTypedStruct(type.name)) return typedStruct(tree, report, field, target, type.name, parent, bind);
  ofOlderVersion(report, field, type, parent, typeNode);
  if (type.table !== undefined) {
    const stated = type.version ?? parent.version;
    const version = isSection(type.name) ? versionInSection(tree, target, type.table, stated, rest) : stated;
    if (version === 'v3') report.absentExtension(type.table, typeNode);
    return { [NODE]: target, '@type': type.name, ...bind(node, type.table, parent.name, version) };
  }
  if (parent.version === 'v3') report.unknownExtension(field, type.name, typeNode);
  return dataOf(tree, target, type.name);
}

/** What shows, or brings, messages of any version as they are. */
const SHOWS_ANY = /ConfigDump|Discovery|^Resource/;

/** Says what a message of version 3 cannot hold. */
function ofOlderVersion(
  report: BindReport,
  field: CompiledField,
  { name, version }: TypeName,
  parent: CompiledMessage,
  node: NodeId,
): void {
  if (version !== 'v2' || parent.version !== 'v3' || SHOWS_ANY.test(parent.name)) return;
  const found = messageOfType(name);
  report.olderType(field, name, found && typeIn('v3', found.id), node);
}

/** Whether every key of a map is a field of a message, in whichever version: without a type it is read as that one then. */
export function isMessageOf(tree: SourceTree, map: NodeId, type: string): boolean {
  return [...keys(tree, map)].every((key) => fieldSpelled(type, scalarText(tree, key)) !== undefined);
}

function dataOf(tree: SourceTree, map: NodeId, type: string): OpenMessage {
  const data = untypedValue(tree, map) as OpenMessage;
  data[NODE] = map;
  data['@type'] = type;
  return data;
}

/**
 * A Struct that says of which type it is (fact 146). The proxy reads its `value` as that message, so that it is bound as
 * one, and whoever reads it need not know how it was written. It stays data where there is no table, where it cannot be
 * read as a whole, and in fields that are handed on as they stand.
 */
function typedStruct(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  map: NodeId,
  name: string,
  parent: CompiledMessage,
  bind: BindMessage,
): BoundMessage {
  const table = compiledMessage('TypedStruct', 'v3');
  const found = new Map<string, NodeId>();
  let isWhole = true;
  for (const key of keys(tree, map)) {
    const spelling = scalarText(tree, key);
    const own = spelling === '@type' ? spelling : table.bySpelling.get(spelling)?.name;
    if (own === undefined && parent.version === 'v3') report.unknownField(table, spelling, key);
    isWhole &&= own !== undefined && !found.has(own);
    if (own !== undefined) found.set(own, key + 1);
  }
  const url = found.get('type_url');
  const held = url === undefined ? undefined : parseTypeUrl(scalarText(tree, resolve(tree, url)));
  const isOwn = !isHandedOn(parent.name, field.name);
  if (held !== undefined && url !== undefined && isOwn) {
    ofOlderVersion(report, field, held, parent, url);
    if (parent.version === 'v3') ofItsRelease(tree, report, field, held, url);
  }
  const value = found.get('value');
  const isEmpty = value === undefined || isNull(tree, value);
  const isRead = isWhole && isOwn && !isTypedStruct(held?.name ?? name);
  if (!isRead || held?.table === undefined || !(isEmpty || isMap(tree, value)))
    return dataOf(tree, map, name);
  const version = held.version ?? parent.version;
  const stray = isEmpty ? -1 : valueUnder(tree, resolve(tree, value), '@type');
  if (stray !== -1) report.strayType(compiledMessage(held.table, version), stray - 1);
  const around = { [STRUCT]: { type: name, node: map }, '@type': held.name };
  if (value !== undefined) return { ...around, ...bind(value, held.table, parent.name, version) };
  return version === 'v3' ? { ...around, [VERSION]: version } : around;
}

/** Says what no program of the release has, which is passed over where the extension need not be there. */
function ofItsRelease(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  { name, table, version }: TypeName,
  url: NodeId,
): void {
  const holder = parentOf(tree, parentOf(tree, url));
  const optional = ['is_optional', 'isOptional'].map((key) => valueUnder(tree, holder, key));
  if (optional.some((node) => node !== -1 && untypedValue(tree, node) === true)) return;
  if (table === undefined) report.unknownExtension(field, name, url);
  else if (version !== 'v2') report.absentExtension(table, url);
}

function isMap(tree: SourceTree, node: NodeId): boolean {
  return kindOf(tree, resolve(tree, node)) === NodeKind.Map;
}

/** Binds the untyped `config` of a known extension, and a Struct inside its `typed_config`, as its message. */
export function bindExtension(
  tree: SourceTree,
  table: CompiledMessage,
  map: NodeId,
  bound: OpenMessage,
  namespace: string,
  parent: string,
  bind: BindMessage,
): void {
  if (bound.config === undefined && bound.typed_config === undefined) return;
  if (!table.byName.has('typed_config') && !table.byName.has('config')) return;
  const type = configTable(table.name, bound.name, namespace, parent === 'listener.FilterChain');
  if (type === undefined) return;
  // `deprecated_v1: true` announces a configuration of version 1: it stays data.
  if (isObject(bound.config) && bound.config.deprecated_v1 !== true) {
    const node = fieldNode(tree, table, map, 'config');
    if (node !== -1) bound.config = bind(node, type, table.name, table.version);
  }
  const any = bound.typed_config;
  if (!isObject(any) || any['@type'] !== 'google.protobuf.Struct' || !isObject(any.value)) return;
  const node = fieldNode(tree, table, map, 'typed_config');
  const value = node === -1 ? -1 : valueUnder(tree, resolve(tree, node), 'value');
  if (value !== -1)
    bound.typed_config = { ...any, [NODE]: any[NODE], value: bind(value, type, table.name, table.version) };
}

/** Extensions that are found by the type of their configuration alone, beside those that a name selects. */
const FOUND_BY_TYPE: ReadonlySet<string> = new Set([
  'ExtensionFilter',
  'RequestIDExtension',
  'ThriftFilter',
  'UdpProxyConfig.SessionFilter',
]);
/** Types that are no configuration of any extension of the proxy's own. */
const TYPE_OF_DATA = /^google\.protobuf\./;

/** Whether a message of version 3 names an extension and does not say of which type it is. */
export function lacksType(
  { name, byName }: CompiledMessage,
  bound: BoundMessage,
  unreadable: ReadonlySet<string>,
  namespace: string,
): boolean {
  if (!selectsExtension(name) && !FOUND_BY_TYPE.has(name)) return false;
  if (!byName.has('typed_config') || bound.config !== undefined) return false;
  // The proxy finds a cluster type by its name where it has no type, and passes over what need not be there.
  if (name === 'Cluster.CustomClusterType' || bound.is_optional === true) return false;
  // Without any configuration the usual one is taken.
  if (name === 'RequestIDExtension' && bound.typed_config === undefined) return false;
  if (unreadable.has('typed_config') || unreadable.has('config_discovery')) return false;
  const { typed_config: any, config_discovery: discovery } = bound;
  if (!isObject(any)) return any === undefined && discovery === undefined;
  const type = any['@type'];
  // An Any without any field is one that was never set; with fields it is told as what cannot be read.
  if (type === undefined) return Object.keys(any).length === 0;
  return (
    typeof type === 'string' &&
    TYPE_OF_DATA.test(type) &&
    extensionOf(name, bound.name, namespace) !== undefined
  );
}

/** The value node of a field as written, in any spelling, the last one counting; -1 where it is absent. */
export function fieldNode(tree: SourceTree, table: CompiledMessage, map: NodeId, name: string): NodeId {
  const key = fieldKey(tree, table, map, name);
  return key === -1 ? -1 : key + 1;
}
