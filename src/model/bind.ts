/**
 * Binds a parsed document to the tables: names and values become canonical, whatever the spelling, and everything
 * that the tables do not allow becomes a problem. Nothing throws and nothing is lost: unknown fields and unknown
 * types pass through as data.
 */
import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  type Element,
} from '../schema/compiled.ts';
import type { Data } from '../source/data.ts';
import {
  isIgnored,
  isNull,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
  valueUnder,
} from '../source/tree.ts';
import { bindEnum, bindScalar, type ScalarResult } from './bind-scalar.ts';
import { AT, type BoundMessage, isObject, type OpenMessage, UNREADABLE } from './bound.ts';
import { breaches } from './check.ts';
import { describe, shortName } from './describe.ts';
import { configTable, perRouteTable } from './extension-config.ts';
import { nearest } from './near-miss.ts';
import type { Level, NodeProblem, ProblemRule } from './problem.ts';
import { parseTypeUrl } from './type-url.ts';

export interface BindResult {
  readonly value: BoundMessage;
  readonly problems: readonly NodeProblem[];
}

/**
 * Binds a node as a message.
 *
 * @param type full name of the table, such as `Cluster`
 * @param word the reserved word of names and type URLs in this input
 * @param parent table of the message around it, where there is one
 */
export function bindMessage(
  tree: SourceTree,
  node: NodeId,
  type: string,
  word: string,
  parent = '',
): BindResult {
  const binder = new Binder(tree, word);
  return { value: binder.message(node, type, parent), problems: binder.problems };
}

/** Binds each entry of a list as a message of one type. */
export function bindList(
  tree: SourceTree,
  list: NodeId,
  type: string,
  word: string,
): { readonly value: readonly BoundMessage[]; readonly problems: readonly NodeProblem[] } {
  const binder = new Binder(tree, word);
  const value: BoundMessage[] = [];
  const end = tree.skips[list] ?? 0;
  for (let child = list + 1; child < end; child = tree.skips[child] ?? end) {
    if (isNull(tree, child)) binder.nullEntry(child, 'the list');
    value.push(binder.message(child, type, ''));
  }
  return { value, problems: binder.problems };
}

const NONE: ReadonlySet<string> = new Set();

/** Suggestions cost a search over all names; nobody reads more than these. */
const MOST_SUGGESTIONS = 50;

/** Nobody reads more problems of one document, and each has a pointer that may be long. */
export const MOST_PROBLEMS = 10_000;

class Binder {
  readonly problems: NodeProblem[] = [];
  private readonly tree: SourceTree;
  private readonly word: string;
  private suggestions = 0;
  /** Whether the list or map just read holds entries that could not be. */
  private partial = false;
  /** What was reported already: an alias brings the same text up again. */
  private readonly reported = new Set<string>();

  constructor(tree: SourceTree, word: string) {
    this.tree = tree;
    this.word = word;
  }

  /** Binds a node as a message; `parent` is the table of the message that holds it. */
  message(node: NodeId, type: string, parent: string): BoundMessage {
    const target = resolve(this.tree, node);
    const bound: OpenMessage = { [AT]: target };
    const table = compiledMessage(type);
    if (kindOf(this.tree, target) !== NodeKind.Map) {
      if (!isNull(this.tree, target))
        this.report('wrong-type', 'error', `${describe(type, bound)} should be a map`, node);
      return bound;
    }
    const unreadable = this.fields(table, target, bound);
    this.config(table, target, bound, parent);
    for (const breach of breaches(table, bound, () => describe(type, bound), unreadable)) {
      const at = breach.field ? writtenAt(this.tree, table, target, breach.field) : node;
      this.report(breach.rule, 'error', breach.message, at);
    }
    this.partial = false;
    return bound;
  }

  /** Binds the fields of a message; answers with those that are there but cannot be read. */
  private fields(table: CompiledMessage, map: NodeId, bound: OpenMessage): ReadonlySet<string> {
    const { tree } = this;
    let unreadable: { [field: string]: Data } | undefined;
    let first: ReadonlyMap<string, NodeId> | undefined;
    const end = tree.skips[map] ?? 0;
    for (let key = map + 1; key < end; key = tree.skips[key + 1] ?? end) {
      const spelling = scalarText(tree, key);
      const value = key + 1;
      if (isIgnored(tree, key)) continue;
      const field = table.bySpelling.get(spelling);
      if (!field) {
        if (spelling === '@type') continue;
        this.unknown(table, spelling, key);
        setOwn(bound, spelling, plainValue(tree, value));
        continue;
      }
      const earlier = bound[field.name] !== undefined || unreadable?.[field.name] !== undefined;
      const read = this.field(table, field, value, key);
      if (this.partial || (read === undefined && !isNull(tree, value))) {
        this.partial = false;
        unreadable ??= {};
        unreadable[field.name] = plainValue(tree, value);
      } else if (earlier) delete unreadable?.[field.name];
      if (read !== undefined) bound[field.name] = read;
      else if (earlier) delete bound[field.name];
      if (earlier) first ??= firstKeys(tree, map);
      // The same spelling twice was reported by the reader.
      if (earlier && first?.get(spelling) === key) {
        this.report(
          'duplicate-key',
          'error',
          `${field.name} is written twice, in two spellings; the last one counts`,
          value,
          key,
        );
      }
    }
    if (unreadable) bound[UNREADABLE] = unreadable;
    return unreadable === undefined ? NONE : new Set(Object.keys(unreadable));
  }

  private unknown(table: CompiledMessage, spelling: string, key: NodeId): void {
    // What people put around a hand-written list is theirs.
    if (table.name === 'Resources') return;
    const meant = this.suggestions++ >= MOST_SUGGESTIONS ? undefined : nearest(spelling, table.byName.keys());
    const hint = meant
      ? `; did you mean ${spelling.includes('_') || !/[A-Z]/.test(spelling) ? meant : table.byName.get(meant)?.camel}?`
      : '';
    const shown = spelling.length > 60 ? `${spelling.slice(0, 57)}…` : spelling;
    this.report(
      'unknown-field',
      'error',
      `${shortName(table.name)} has no field "${shown}"${hint}`,
      key + 1,
      key,
    );
  }

  /** The canonical value of a field, or undefined where it is absent or unreadable. */
  private field(table: CompiledMessage, field: CompiledField, node: NodeId, key: NodeId): unknown {
    const { tree } = this;
    if (isNull(tree, node)) {
      if (field.spec.presence) {
        this.report(
          'loose-spelling',
          'info',
          `${field.name} is null, which means absent; an empty map {} would set it`,
          node,
          key,
        );
      }
      return undefined;
    }
    const { deprecated } = field.spec;
    if (deprecated) {
      const level = field.spec.beyond || !isDemanded(deprecated.migration) ? 'info' : 'warning';
      this.report(
        'deprecated-field',
        level,
        `${field.name} of ${shortName(table.name)} is deprecated; use ${deprecated.use}`,
        node,
        key,
      );
    }
    const target = resolve(tree, node);
    const kind = kindOf(tree, target);
    if (field.shape === 'one') return this.element(table, field, node);
    if (field.shape === 'map') {
      if (kind === NodeKind.Map) return this.map(table, field, target);
      this.report('wrong-type', 'error', `${field.name} should be a map`, node, key);
      return undefined;
    }
    if (kind === NodeKind.List) return this.list(table, field, target);
    const single = this.element(table, field, node);
    if (single === undefined) return undefined;
    const what = kind === NodeKind.Map ? 'object' : 'value';
    this.report('loose-spelling', 'info', `${field.name} is a list and is written as one ${what}`, node, key);
    return [single];
  }

  private list(table: CompiledMessage, field: CompiledField, list: NodeId): unknown[] {
    const { tree } = this;
    const found: unknown[] = [];
    let partial = false;
    const end = tree.skips[list] ?? 0;
    for (let child = list + 1; child < end; child = tree.skips[child] ?? end) {
      if (isNull(tree, child)) {
        this.nullEntry(child, field.name);
        continue;
      }
      const value = this.element(table, field, child);
      if (value !== undefined) found.push(value);
      else partial = true;
    }
    this.partial = partial;
    return found;
  }

  private map(table: CompiledMessage, field: CompiledField, map: NodeId): { [key: string]: unknown } {
    const { tree } = this;
    const found: OpenMessage = { [AT]: map };
    let partial = false;
    const end = tree.skips[map] ?? 0;
    for (let key = map + 1; key < end; key = tree.skips[key + 1] ?? end) {
      const name = scalarText(tree, key);
      const perRoute = field.name === 'per_filter_config' ? perRouteTable(name, this.word) : undefined;
      const asMessage = perRoute !== undefined && kindOf(tree, resolve(tree, key + 1)) === NodeKind.Map;
      if (field.element.kind !== 'struct' && isNull(tree, key + 1)) continue;
      const value = asMessage
        ? this.message(key + 1, perRoute, table.name)
        : this.element(table, field, key + 1);
      if (value !== undefined) setOwn(found, name, value);
      else partial = true;
    }
    this.partial = partial;
    return found;
  }

  private element(table: CompiledMessage, field: CompiledField, node: NodeId): unknown {
    const { element } = field;
    switch (element.kind) {
      case 'scalar':
        return this.scalar(field, bindScalar(this.tree, node, element.scalar, field.wrapper), node);
      case 'enum':
        return this.enumValue(field, element, node);
      case 'message':
        return this.submessage(table, field, element.name, node);
      case 'struct':
        return this.struct(field, node);
      case 'any':
        return this.any(field, node, table.name);
    }
  }

  private submessage(
    table: CompiledMessage,
    field: CompiledField,
    type: string,
    node: NodeId,
  ): BoundMessage | undefined {
    if (kindOf(this.tree, resolve(this.tree, node)) !== NodeKind.Map) {
      this.report('wrong-type', 'error', `${oneOf(field)} should be a map (${type})`, node);
      return undefined;
    }
    return this.message(node, type, table.name);
  }

  private scalar(field: CompiledField, result: ScalarResult, node: NodeId): unknown {
    if ('problem' in result) {
      const rule = result.range ? 'out-of-range' : 'wrong-type';
      this.report(rule, 'error', `${field.name}${this.shown(node)} ${result.problem}`, node);
      return undefined;
    }
    if (result.loose) this.report('loose-spelling', 'info', `${field.name}: ${result.loose}`, node);
    return result.value;
  }

  private enumValue(
    field: CompiledField,
    element: Element & { readonly kind: 'enum' },
    node: NodeId,
  ): unknown {
    const result = bindEnum(this.tree, node, element);
    if ('problem' in result) {
      const kind = kindOf(this.tree, resolve(this.tree, node));
      const rule = kind === NodeKind.Map || kind === NodeKind.List ? 'wrong-type' : 'unknown-enum-value';
      this.report(rule, 'error', `${field.name}${this.shown(node)} ${result.problem}`, node);
      return undefined;
    }
    if (result.loose) this.report('loose-spelling', 'info', `${field.name}: ${result.loose}`, node);
    const deprecated = element.spec.values[String(result.value)]?.deprecated;
    if (deprecated) {
      const level = isDemanded(deprecated.migration) ? 'warning' : 'info';
      this.report(
        'deprecated-field',
        level,
        `${result.value} of ${field.name} is deprecated; use ${deprecated.use}`,
        node,
      );
    }
    return result.value;
  }

  private struct(field: CompiledField, node: NodeId): Data | undefined {
    if (kindOf(this.tree, resolve(this.tree, node)) !== NodeKind.Map) {
      this.report('wrong-type', 'error', `${oneOf(field)} should be a map`, node);
      return undefined;
    }
    return plainValue(this.tree, node);
  }

  private any(field: CompiledField, node: NodeId, parent: string): BoundMessage | undefined {
    const { tree } = this;
    const target = resolve(tree, node);
    if (kindOf(tree, target) !== NodeKind.Map) {
      this.report('wrong-type', 'error', `${oneOf(field)} should be a map with an "@type"`, node);
      return undefined;
    }
    const typeNode = valueUnder(tree, target, '@type');
    if (typeNode === -1 && field.spec.holds !== undefined)
      return this.message(target, field.spec.holds, parent);
    if (typeNode === -1) {
      // A map without any field is what the proxy reads as an Any that was never set.
      if ((tree.skips[target] ?? 0) > target + 1)
        this.report(
          'required-field',
          'error',
          `${oneOf(field)} lacks "@type", which says what message it is`,
          node,
        );
      return plainValue(tree, target) as BoundMessage;
    }
    const type = parseTypeUrl(scalarText(tree, typeNode));
    if (type.table === undefined) {
      const data = plainValue(tree, target) as OpenMessage;
      data[AT] = target;
      data['@type'] = type.name;
      return data;
    }
    const message = this.message(node, type.table, parent);
    const bound: OpenMessage = { [AT]: target, '@type': type.name };
    return Object.assign(bound, message);
  }

  /** Binds the untyped `config` of a known extension, and a Struct inside its `typed_config`, as its message. */
  private config(table: CompiledMessage, map: NodeId, bound: OpenMessage, parent: string): void {
    if (bound.config === undefined && bound.typed_config === undefined) return;
    if (!table.byName.has('typed_config') && !table.byName.has('config')) return;
    const type = configTable(table.name, bound.name, this.word, parent === 'listener.FilterChain');
    if (type === undefined) return;
    // `deprecated_v1: true` announces a configuration of version 1: it stays data.
    if (isObject(bound.config) && bound.config.deprecated_v1 !== true) {
      const node = fieldNode(this.tree, table, map, 'config');
      if (node !== -1) bound.config = this.message(node, type, table.name);
    }
    const any = bound.typed_config;
    if (isObject(any) && any['@type'] === 'google.protobuf.Struct' && isObject(any.value)) {
      const node = fieldNode(this.tree, table, map, 'typed_config');
      const value = node === -1 ? -1 : valueUnder(this.tree, resolve(this.tree, node), 'value');
      if (value !== -1)
        bound.typed_config = { ...any, [AT]: any[AT], value: this.message(value, type, table.name) };
    }
  }

  /** Notes an entry of a list that is null. */
  nullEntry(node: NodeId, list: string): void {
    this.report('loose-spelling', 'info', `an entry of ${list} is null and counts as absent`, node);
  }

  private shown(node: NodeId): string {
    const target = resolve(this.tree, node);
    const kind = kindOf(this.tree, target);
    if (kind === NodeKind.Map || kind === NodeKind.List) return '';
    const text = scalarText(this.tree, target);
    return ` "${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`;
  }

  private report(rule: ProblemRule, level: Level, message: string, node: NodeId, key?: NodeId): void {
    if (this.tree.aliases.size > 0) {
      const what = `${rule} ${node} ${message}`;
      if (this.reported.has(what)) return;
      this.reported.add(what);
    }
    if (this.problems.length >= MOST_PROBLEMS) return;
    this.problems.push(
      key === undefined ? { rule, level, message, node } : { rule, level, message, node, key },
    );
  }
}

/** The migrations for the six forms that the specification itself deprecates. */
const DEMANDED = new Set([
  'hosts-to-load-assignment',
  'tls-context-to-transport-socket',
  'mirror-runtime-key-to-fraction',
  'cors-enabled-to-filter-enabled',
  'build-version-to-user-agent',
  'original-dst-lb-to-cluster-provided',
]);

function isDemanded(migration: string | undefined): boolean {
  return migration !== undefined && DEMANDED.has(migration);
}

/** The field, or one entry where it has several. */
function oneOf(field: CompiledField): string {
  return field.shape === 'one' ? field.name : `an entry of ${field.name}`;
}

/** Where each key of a map stands first. */
function firstKeys(tree: SourceTree, map: NodeId): ReadonlyMap<string, NodeId> {
  const found = new Map<string, NodeId>();
  for (const key of keys(tree, map)) {
    const text = scalarText(tree, key);
    if (!found.has(text) && !isIgnored(tree, key)) found.set(text, key);
  }
  return found;
}

/** The value node of a field as written, in any spelling, the last one counting; -1 where it is absent. */
function fieldNode(tree: SourceTree, table: CompiledMessage, map: NodeId, name: string): NodeId {
  let found = -1;
  const end = tree.skips[map] ?? 0;
  for (let key = map + 1; key < end; key = tree.skips[key + 1] ?? end) {
    if (table.bySpelling.get(scalarText(tree, key))?.name === name) found = key + 1;
  }
  return found;
}

function writtenAt(tree: SourceTree, table: CompiledMessage, map: NodeId, field: CompiledField): NodeId {
  const node = fieldNode(tree, table, map, field.name);
  return node === -1 ? map : node;
}
