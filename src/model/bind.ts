/**
 * Binds a parsed document to the tables: names and values become canonical, whatever the spelling, and everything
 * that the tables do not allow becomes a problem. Nothing throws and nothing is lost: unknown fields and unknown
 * types pass through as data.
 */

import { type CompiledField, type CompiledMessage, compiledAt, compiledMessage } from '../schema/compiled.ts';
import { unhidden } from '../schema/hidden.ts';
import { routeSettingsOf } from '../schema/route-settings.ts';
import { checksExtensions, isDemandedAnyway, readsUnchecked } from '../schema/unchecked.ts';
import type { ApiVersion } from '../schema/version.ts';
import type { Data } from '../source/data.ts';
import {
  isNull,
  isPassedOver,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
  skipOf,
  untypedValue,
  valueUnder,
} from '../source/tree.ts';
import { anyValue, type BindMessage, bindExtension, fieldNode, lacksType } from './bind-any.ts';
import { enumValue, oneOf, scalarValue, structValue } from './bind-leaf.ts';
import { BindReport, type RepeatedKeys } from './bind-report.ts';
import { type BoundMessage, INVALID, isObject, NODE, type OpenMessage, VERSION } from './bound.ts';
import { breaches } from './check.ts';
import { describe } from './describe.ts';
import { perRouteTable } from './extension-config.ts';
import type { NodeProblem } from './problem.ts';
import { ASSUMED, type FoundRelease } from './stated-release.ts';
import { tableFor } from './type-url.ts';
import { versionWritten } from './version.ts';

export interface BindResult {
  readonly value: BoundMessage;
  readonly problems: readonly NodeProblem[];
  readonly repeated: RepeatedKeys;
}

/**
 * Binds a node as a message.
 *
 * @param type full name of the table, such as `Cluster`
 * @param namespace the namespace of names and type URLs in this input
 * @param parent table of the message around it, where there is one
 * @param version of the API that the message is read as; messages in it may say otherwise
 * @param rest the one that most types in the input belong to
 * @param release of the proxy, whose fields and demands these are held to
 */
export function bindMessage(
  tree: SourceTree,
  node: NodeId,
  type: string,
  namespace: string,
  parent = '',
  version: ApiVersion = 'v2',
  rest?: ApiVersion,
  release: FoundRelease = ASSUMED,
): BindResult {
  const binder = new Binder(tree, namespace, rest, release);
  const own = parent === '' ? versionWritten(tree, node) : undefined;
  const value = binder.message(node, type, parent, own ?? version);
  const { problems, repeated } = binder.report;
  return { value, problems, repeated };
}

/** Binds each entry of a list as a message. @param types of each, or of all of them */
export function bindList(
  tree: SourceTree,
  list: NodeId,
  types: string | readonly string[],
  namespace: string,
  version: ApiVersion = 'v2',
  rest?: ApiVersion,
  release: FoundRelease = ASSUMED,
): Omit<BindResult, 'value'> & { readonly value: readonly BoundMessage[] } {
  const binder = new Binder(tree, namespace, rest, release);
  const value: BoundMessage[] = [];
  for (const child of items(tree, list)) {
    if (isNull(tree, child)) binder.report.nullEntry('the list', {}, child);
    const type = typeof types === 'string' ? types : (types[value.length] ?? '');
    value.push(binder.message(child, type, '', versionWritten(tree, child) ?? version));
  }
  const { problems, repeated } = binder.report;
  return { value, problems, repeated };
}

/** The name of a field of version 3 that this version of the API, or this release of the proxy, does not have. */
function nameElsewhere({ name }: CompiledMessage, spelling: string): string | undefined {
  return compiledMessage(name, 'v3').bySpelling.get(spelling)?.name;
}

const NONE: ReadonlySet<string> = new Set();
/** Where a running proxy shows its endpoints: a weight of 0, which it would refuse, stands there for none. */
const SHOWN_ENDPOINTS = /^EndpointsConfigDump\./;

/** What people, and management servers, put around messages of any type. */
const SAYS_TYPES = /Discovery|^Resource/;
/** What a proxy shows says types in many places, and nobody gives it to one. */
const DUMP = /ConfigDump/;

/** What a route says of a filter, which may be to switch it off. */
const SETTINGS = 'route.FilterConfig';

/** Of several policies for balancing the proxy takes the first that it knows. */
function isUsablePolicy(policy: unknown): boolean {
  const extension = isObject(policy) ? policy.typed_extension_config : undefined;
  const config = isObject(extension) ? extension.typed_config : undefined;
  const type = isObject(config) ? String(config['@type']) : '';
  return type.startsWith('extensions.load_balancing_policies.') && tableFor(type).table !== undefined;
}

function isTrue(tree: SourceTree, map: NodeId, key: string): boolean {
  const value = valueUnder(tree, map, key);
  if (value === -1) return false;
  const target = resolve(tree, value);
  const kind = kindOf(tree, target);
  return kind !== NodeKind.Map && kind !== NodeKind.List && scalarText(tree, target) === 'true';
}

class Binder {
  readonly report: BindReport;
  private readonly tree: SourceTree;
  private readonly namespace: string;
  private readonly rest: ApiVersion | undefined;
  private readonly release: FoundRelease;
  /** Whether the list or map just read holds entries that could not be. */
  private partial = false;
  /** Whether what is bound is what a running proxy shows of its endpoints. */
  private isShown = false;
  /** Whether what is bound is read by an extension that the demands of its tables are not held against. */
  private isUnchecked = false;
  /** Whether the next message is one that says its type itself. */
  private saysType = false;
  /** Whether what is bound belongs to a filter that a route switches off, or to a policy after the one in use: the proxy does not look at it. */
  private isIdle = false;
  /** Whether a policy for balancing stands before what is bound. */
  private isLaterPolicy = false;
  /** Whether the next message is an extension of a bootstrap that its release holds to no demands. */
  private isOfBootstrap = false;
  /** Whether the next message is what a route tells a filter. */
  private isForRoute = false;

  constructor(tree: SourceTree, namespace: string, rest: ApiVersion | undefined, release: FoundRelease) {
    this.rest = rest;
    this.release = release;
    this.report = new BindReport(tree, release);
    this.tree = tree;
    this.namespace = namespace;
  }

  /** The same of a message that says its type itself. */
  private readonly typed: BindMessage = (node, type, parent, version) => {
    this.saysType = true;
    return this.message(node, type, parent, version);
  };

  /** Binds a node as a message; `parent` is the table of the message that holds it. */
  readonly message: BindMessage = (node, type, parent, version) => {
    const { tree, report } = this;
    const { isInDump } = report;
    report.isInDump ||= DUMP.test(parent);
    const isTyped = this.saysType;
    const saysType = isTyped || report.isInDump || parent === '' || SAYS_TYPES.test(parent);
    this.saysType = false;
    const target = resolve(tree, node);
    const bound: OpenMessage = { [NODE]: target };
    if (version === 'v3') bound[VERSION] = version;
    const table = compiledAt(type, version, this.release.release);
    // Null where a message has to stand, as in a list, is one that sets nothing.
    if (kindOf(tree, target) !== NodeKind.Map && !isNull(tree, target)) {
      report.isInDump = isInDump;
      report.add('wrong-type', 'error', `${describe(type, bound)} should be a map`, node);
      return bound;
    }
    const { isShown, isUnchecked, isIdle, isForRoute } = this;
    this.isForRoute = false;
    this.isIdle ||= this.isLaterPolicy && isTyped;
    this.isOfBootstrap = parent === 'Bootstrap' && !checksExtensions(type, this.release.release);
    this.isIdle ||= type === SETTINGS && isTrue(tree, target, 'disabled');
    this.isShown ||= SHOWN_ENDPOINTS.test(parent);
    this.isUnchecked ||= version === 'v3' && readsUnchecked(type);
    const unreadable = this.fields(table, target, bound, saysType);
    this.isShown = isShown;
    bindExtension(tree, table, target, bound, this.namespace, parent, this.typed);
    if (version === 'v3' && lacksType(table, bound, unreadable, this.namespace))
      report.untypedExtension(table, bound, node);
    for (const breach of breaches(table, bound, () => describe(type, bound), unreadable)) {
      if (!breach.isRead && this.takes(type, breach.about, isForRoute)) continue;
      const written = breach.field ? fieldNode(tree, table, target, breach.field.name) : node;
      report.add(breach.rule, 'error', breach.message, written === -1 ? target : written);
    }
    this.isUnchecked = isUnchecked;
    this.isIdle = isIdle;
    this.partial = false;
    report.isInDump = isInDump;
    return bound;
  };

  /** Whether the proxy takes a message whatever its table demands. */
  private takes(type: string, demand: string, isForRoute: boolean): boolean {
    if (this.isIdle) return true;
    // A filter's own configuration among those of routes is taken where it is empty, and refused as a whole otherwise.
    if (isForRoute && routeSettingsOf(type) !== undefined) return true;
    return this.isUnchecked && !isDemandedAnyway(type, demand);
  }

  /** Binds the fields of a message; answers with those that are there but cannot be read. */
  private fields(
    table: CompiledMessage,
    map: NodeId,
    bound: OpenMessage,
    saysType: boolean,
  ): ReadonlySet<string> {
    const { tree, report } = this;
    let isTyped = false;
    let unreadable: { [field: string]: Data } | undefined;
    let first: ReadonlyMap<string, NodeId> | undefined;
    const end = skipOf(tree, map);
    for (let key = map + 1; key < end; key = skipOf(tree, key + 1)) {
      const spelling = scalarText(tree, key);
      const value = key + 1;
      if (isPassedOver(tree, key)) continue;
      const field = table.bySpelling.get(spelling);
      if (!field) {
        if (spelling === '@type') {
          if (isTyped) report.repeated.refused.add(key);
          else if (!saysType) report.strayType(table, key);
          isTyped = true;
          continue;
        }
        report.unknownField(table, spelling, key);
        // Whoever knows the field takes it for read; this one nobody has read.
        const elsewhere = nameElsewhere(table, spelling);
        if (elsewhere !== undefined) {
          unreadable ??= {};
          unreadable[elsewhere] = plainValue(tree, value);
        } else setOwn(bound, spelling, plainValue(tree, value));
        continue;
      }
      const earlier = bound[field.name] !== undefined || unreadable?.[field.name] !== undefined;
      if (this.isShown && field.name === 'load_balancing_weight' && scalarText(tree, value) === '0') continue;
      const read = this.field(table, field, value, key);
      if (earlier) first ??= firstKeys(tree, map);
      const isUncertain = earlier && this.again(field, key, first?.get(spelling) === key);
      // One that this version does not have is refused whatever stands there.
      const isRead = read !== undefined || (isNull(tree, value) && !field.gone);
      if (this.partial || isUncertain || !isRead) {
        this.partial = false;
        unreadable ??= {};
        unreadable[field.name] = plainValue(tree, value);
      } else if (earlier) delete unreadable?.[field.name];
      if (read !== undefined && !isUncertain) bound[field.name] = read;
      else if (earlier) delete bound[field.name];
    }
    if (unreadable === undefined) return NONE;
    const names = Object.keys(unreadable);
    // A later value of the same key may have taken the place of all that cannot be read.
    if (names.length > 0) bound[INVALID] = unreadable;
    return new Set(names);
  }

  /**
   * A field that stands once more. YAML goes through a map without an order, so that of two spellings either may be the
   * last one, and of one spelling the last is; JSON is read as it stands.
   *
   * @returns whether its value is not known by that
   */
  private again(field: CompiledField, key: NodeId, isOtherSpelling: boolean): boolean {
    const { report, tree } = this;
    const isJson = tree.readAs === 'json';
    const isRefused = isJson && field.spec.oneof !== undefined;
    const isJoined = isJson && field.shape === 'list';
    if (isRefused) report.repeated.refused.add(key);
    else if (isJoined) report.repeated.joined.add(key);
    // The same spelling twice was reported by the reader.
    if (isOtherSpelling) {
      const counts = isJson ? 'the last one counts' : 'which one counts is left to chance';
      const what = `${field.name} is written twice, in two spellings`;
      const message = isRefused ? `${what}, which the proxy refuses` : `${what}; ${counts}`;
      report.add('duplicate-key', isRefused ? 'error' : 'warning', message, key + 1, key);
    }
    return isJoined || (isOtherSpelling && !isJson);
  }

  /** The canonical value of a field, or undefined where it is absent, which null says too, or unreadable. */
  private field(table: CompiledMessage, field: CompiledField, node: NodeId, key: NodeId): unknown {
    const { tree, report } = this;
    if (isNull(tree, node)) {
      report.nullField(field, node, key);
      return undefined;
    }
    if (field.gone && unhidden(scalarText(tree, key)) === undefined)
      report.refusedField(table, field, node, key);
    else if (field.spec.refused && !report.isInDump)
      report.refusedByDefault(table, field, this.namespace, node, key);
    else if (field.spec.deprecated) report.deprecatedField(table, field, field.spec.deprecated, node, key);
    const target = resolve(tree, node);
    const kind = kindOf(tree, target);
    if (field.shape === 'one') return this.element(table, field, node);
    if (field.shape === 'map') {
      if (kind === NodeKind.Map) return this.map(table, field, target);
      report.add('wrong-type', 'error', `${field.name} should be a map`, node, key);
      return undefined;
    }
    if (kind === NodeKind.List) return this.list(table, field, target);
    const single = this.element(table, field, node);
    if (single === undefined) return undefined;
    const what = kind === NodeKind.Map ? 'object' : 'value';
    report.add('loose-spelling', 'info', `${field.name} is a list and is written as one ${what}`, node, key, {
      plain: 'list',
    });
    return [single];
  }

  private list(table: CompiledMessage, field: CompiledField, list: NodeId): unknown[] {
    const { tree } = this;
    const found: unknown[] = [];
    let partial = false;
    const { isLaterPolicy } = this;
    const end = skipOf(tree, list);
    for (let child = list + 1; child < end; child = skipOf(tree, child)) {
      const value = this.element(table, field, child);
      if (isNull(tree, child)) this.report.nullEntry(field.name, value, child);
      if (value !== undefined) found.push(value);
      else partial = true;
      this.isLaterPolicy ||= table.name === 'LoadBalancingPolicy' && isUsablePolicy(value);
    }
    this.isLaterPolicy = isLaterPolicy;
    this.partial = partial;
    return found;
  }

  private map(table: CompiledMessage, field: CompiledField, map: NodeId): { [key: string]: unknown } {
    const { tree } = this;
    this.report.repeated.free.add(map);
    const found: OpenMessage = { [NODE]: map };
    let partial = false;
    for (const key of keys(tree, map)) {
      if (isPassedOver(tree, key)) continue;
      const name = scalarText(tree, key);
      const perRoute = field.name === 'per_filter_config' ? perRouteTable(name, this.namespace) : undefined;
      const asMessage = perRoute !== undefined && isMapOrNull(tree, key + 1);
      const value = asMessage
        ? this.typed(key + 1, perRoute, table.name, table.version)
        : this.element(table, field, key + 1);
      if (isNull(tree, key + 1)) this.report.nullEntry(field.name, value, key + 1);
      if (value !== undefined) setOwn(found, name, value);
      else partial = true;
    }
    this.partial = partial;
    return found;
  }

  /** One value of a field. Null, as an entry of a list or map, is the value that nothing set: an empty message, 0. */
  private element(table: CompiledMessage, field: CompiledField, node: NodeId): unknown {
    const { tree, report } = this;
    const { element } = field;
    switch (element.kind) {
      case 'scalar':
        return scalarValue(tree, report, field, element, node);
      case 'enum':
        return enumValue(
          tree,
          report,
          field,
          element,
          node,
          table.version,
          !this.isUnchecked && !this.isIdle,
        );
      case 'struct':
        return structValue(tree, report, field, node);
      case 'value':
        report.repeated.free.add(resolve(tree, node));
        return untypedValue(tree, node);
      case 'any':
        return this.any(table, field, node);
      case 'message':
        if (isMapOrNull(tree, node)) return this.message(node, element.name, table.name, table.version);
        report.add('wrong-type', 'error', `${oneOf(field)} should be a map (${element.name})`, node);
        return undefined;
    }
  }

  /** An extension is checked or not by itself, wherever it stands. */
  private any(table: CompiledMessage, field: CompiledField, node: NodeId): BoundMessage | undefined {
    const { isUnchecked } = this;
    this.isUnchecked = this.isOfBootstrap;
    this.isForRoute =
      field.name === 'typed_per_filter_config' || (table.name === SETTINGS && field.name === 'config');
    const value = anyValue(this.tree, this.report, field, node, table, this.typed, this.rest);
    this.isUnchecked = isUnchecked;
    this.isForRoute = false;
    return value;
  }
}

function isMapOrNull(tree: SourceTree, node: NodeId): boolean {
  return kindOf(tree, resolve(tree, node)) === NodeKind.Map || isNull(tree, node);
}

/** Where each key of a map stands first. */
function firstKeys(tree: SourceTree, map: NodeId): ReadonlyMap<string, NodeId> {
  const found = new Map<string, NodeId>();
  for (const key of keys(tree, map)) {
    const text = scalarText(tree, key);
    if (!found.has(text) && !isPassedOver(tree, key)) found.set(text, key);
  }
  return found;
}
