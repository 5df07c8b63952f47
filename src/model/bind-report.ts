/** Gathers the problems of one document while it is bound, and words those that name a field. */

import { historyOf } from '../schema/at-release.ts';
import type { CompiledField, CompiledMessage } from '../schema/compiled.ts';
import type { Deprecation } from '../schema/language.ts';
import { fieldOfOtherVersion } from '../schema/other-versions.ts';
import { typeIn } from '../schema/version.ts';
import { kindOf, type NodeId, NodeKind, resolve, type SourceTree, scalarText } from '../source/tree.ts';
import { type BoundMessage, isObject } from './bound.ts';
import { describe, shortName } from './describe.ts';
import { nearest } from './near-miss.ts';
import { ofAbsentExtension, ofGoneType, ofNoRelease, ofOtherRelease } from './other-release.ts';
import type { Level, NodeProblem, ProblemRule } from './problem.ts';
import type { FoundRelease } from './stated-release.ts';

/** Nobody reads more problems of one document, and each has a pointer that may be long. */
export const MAX_PROBLEMS = 10_000;
/** Suggestions cost a search over all names; nobody reads more than these. */
const MAX_SUGGESTIONS = 50;
/** Texts are shown up to this many characters. */
const SHOWN = 60;

/** The migrations for the six forms that the specification itself deprecates. */
const DEMANDED = new Set([
  'hosts-to-load-assignment',
  'tls-context-to-transport-socket',
  'mirror-runtime-key-to-fraction',
  'cors-enabled-to-filter-enabled',
  'build-version-to-user-agent',
  'original-dst-lb-to-cluster-provided',
]);

const WRAPPER = /^google\.protobuf\.(?:Bool|Bytes|Double|Float|String|U?Int(?:32|64))Value$/;

/** What becomes of keys of JSON that stand twice; elsewhere the last value counts. */
export interface RepeatedKeys {
  /** Keys that the proxy refuses, of each the later one. */
  readonly refused: Set<NodeId>;
  /** Keys of lists, whose entries it takes from both. */
  readonly joined: Set<NodeId>;
  /** Maps and free data in which it refuses every one. */
  readonly free: Set<NodeId>;
}

export class BindReport {
  readonly problems: NodeProblem[] = [];
  readonly repeated: RepeatedKeys = { refused: new Set(), joined: new Set(), free: new Set() };
  /** Whether what is read is what a running proxy shows: nobody gives it to one. */
  isInDump = false;
  private readonly tree: SourceTree;
  private readonly release: FoundRelease;
  private suggestions = 0;
  /** What was reported already: an alias brings the same text up again. */
  private readonly reported = new Set<string>();

  constructor(tree: SourceTree, release: FoundRelease) {
    this.tree = tree;
    this.release = release;
  }

  add(
    rule: ProblemRule,
    level: Level,
    message: string,
    node: NodeId,
    key?: NodeId,
    { meant, plain, migration, data }: Pick<NodeProblem, 'meant' | 'plain' | 'migration' | 'data'> = {},
  ): void {
    if (this.tree.aliases.size > 0) {
      const what = `${rule} ${node} ${message}`;
      if (this.reported.has(what)) return;
      this.reported.add(what);
    }
    if (this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push({
      rule,
      level,
      message,
      node,
      ...(key === undefined ? {} : { key }),
      ...(meant === undefined ? {} : { meant }),
      ...(plain === undefined ? {} : { plain }),
      ...(migration === undefined ? {} : { migration }),
      ...(data === undefined ? {} : { data }),
    });
  }

  unknownField(table: CompiledMessage, spelling: string, key: NodeId): void {
    // What people put around a hand-written list is theirs.
    if (table.name === 'Resources') return;
    const other = fieldOfOtherVersion(table.name, spelling);
    if (other !== undefined) {
      const message = `${shortName(table.name)} has no field "${cut(spelling)}": ${other}`;
      // Version 3 never had what was gone before it came.
      this.add('unknown-field', table.version === 'v3' ? 'error' : 'warning', message, key + 1, key);
      return;
    }
    const what = `${shortName(table.name)} has no field "${cut(spelling)}"`;
    const elsewhere = ofOtherRelease(table, spelling, this.release);
    if (elsewhere === 'unclear') return;
    if (elsewhere !== undefined) {
      const { level, words, ...data } = elsewhere;
      this.add('unknown-field', level, `${what}${words}`, key + 1, key, { data });
      return;
    }
    const meant = this.suggestions++ >= MAX_SUGGESTIONS ? undefined : nearest(spelling, table.byName.keys());
    const isSnake = spelling.includes('_') || !/[A-Z]/.test(spelling);
    const spelled = meant === undefined || isSnake ? meant : table.byName.get(meant)?.camel;
    if (spelled !== undefined) {
      const message = `${what}; did you mean ${spelled}?`;
      this.add('unknown-field', 'error', message, key + 1, key, { meant: spelled });
      return;
    }
    const { level, words } = ofNoRelease(table, this.release);
    this.add('unknown-field', level, `${what}${words}`, key + 1, key);
  }

  deprecatedField(
    table: CompiledMessage,
    field: CompiledField,
    deprecated: Deprecation,
    node: NodeId,
    key: NodeId,
    more: Pick<NodeProblem, 'data'> = {},
  ): void {
    const level = field.spec.unmodelled ? 'info' : levelOf(deprecated);
    const what = `${field.name} of ${shortName(table.name)}`;
    this.add('deprecated-field', level, `${what} is deprecated; use ${deprecated.use}`, node, key, {
      ...demanded(deprecated),
      ...more,
    });
  }

  deprecatedValue(field: CompiledField, value: string, deprecated: Deprecation, node: NodeId): void {
    const message = `${value} of ${field.name} is deprecated; use ${deprecated.use}`;
    this.add('deprecated-field', levelOf(deprecated), message, node, undefined, demanded(deprecated));
  }

  /** A field of version 2 in a message of version 3. */
  refusedField(table: CompiledMessage, field: CompiledField, node: NodeId, key: NodeId): void {
    const renamed = table.fields.find(({ key: name }) => name === field.key && field.name !== name);
    const use = renamed === undefined ? field.spec.deprecated?.use : `${renamed.name}, its name in version 3`;
    const message = `${field.name} of ${shortName(table.name)} is a field of version 2, which version 3 no longer has`;
    this.add('refused-field', 'error', use === undefined ? message : `${message}; use ${use}`, node, key);
  }

  /** A deprecated field that the proxy takes only where a runtime key lets it through: both are said, of which one holds. */
  refusedByDefault(
    table: CompiledMessage,
    field: CompiledField,
    namespace: string,
    node: NodeId,
    key: NodeId,
  ): void {
    const { deprecated } = field.spec;
    const type = typeIn('v3', table.name) ?? table.name;
    const runtime = `${namespace}.deprecated_features:${namespace}.${type}.${field.name}`;
    const message = `${field.name} of ${shortName(table.name)} is deprecated, and the proxy refuses it unless the runtime key ${runtime} lets it through`;
    const { was = [] } = historyOf(table.name).fields?.[field.name] ?? {};
    const level =
      this.release.from === 'assumed' && was.some(({ refused }) => refused === false) ? 'warning' : 'error';
    const data = { data: { runtime } };
    this.add(
      'refused-field',
      level,
      deprecated ? `${message}; use ${deprecated.use}` : message,
      node,
      key,
      data,
    );
    if (deprecated) this.deprecatedField(table, field, deprecated, node, key, data);
  }

  refusedValue(field: CompiledField, value: string, deprecated: Deprecation | undefined, node: NodeId): void {
    const message = `${value} of ${field.name} is a value of version 2, which version 3 no longer has`;
    this.add('refused-field', 'error', deprecated ? `${message}; use ${deprecated.use}` : message, node);
  }

  /** An extension of version 3 that only a name stands for. */
  untypedExtension(table: CompiledMessage, message: BoundMessage, node: NodeId): void {
    const what = describe(table.name, message);
    const type = isObject(message.typed_config) ? message.typed_config['@type'] : undefined;
    const lack =
      typeof type === 'string' ? `the type of data, ${type}, in its typed_config` : 'no typed_config';
    const problem = `${what} has ${lack}: version 3 finds an extension by the type of its configuration, not by its name`;
    this.add('untyped-extension', 'error', problem, node);
  }

  /** An Any of a type that no table has; one that holds a single value has nothing to check. */
  unknownExtension(field: CompiledField, type: string, node: NodeId): void {
    if (WRAPPER.test(type)) return;
    const gone = ofGoneType(type, this.release);
    const words = gone?.words ?? 'no message that is known here is of the type';
    const message = `${words} ${cut(type)}: what stands in this ${field.name} is not checked`;
    this.add(
      'unknown-extension',
      gone?.level ?? 'info',
      message,
      node,
      undefined,
      gone && { data: { until: gone.until } },
    );
  }

  /** A type of version 2 in a message of version 3. @param now what the type is there */
  olderType(field: CompiledField, type: string, now: string | undefined, node: NodeId): void {
    if (this.isInDump) return;
    const use =
      now === undefined
        ? 'version 3 has nothing in its place'
        : `write ${cut(now)}, or let cfgtool migrate --to v3 lift it`;
    const message = `${cut(type)} is a type of version 2, which no proxy of version 3 knows, so that it refuses this ${field.name}; ${use}`;
    this.add('refused-field', 'error', message, node);
  }

  /** A type where the field says what stands there. */
  strayType(table: CompiledMessage, key: NodeId): void {
    const message = `${shortName(table.name)} has no field "@type": what stands here is told by the field around it, and the proxy refuses a type of its own; remove it`;
    this.add('unknown-field', 'error', message, key + 1, key);
  }

  /** An extension that the release does not have, whatever its message says. */
  absentExtension(table: string, node: NodeId): void {
    const found = ofAbsentExtension(table, this.release);
    if (found === undefined) return;
    const { level, words, ...data } = found;
    this.add('unknown-extension', level, words, node, undefined, { data });
  }

  nullField(field: CompiledField, node: NodeId, key: NodeId): void {
    if (!field.spec.presence) return;
    const message = `${field.name} is null, which means absent; an empty map {} would set it`;
    this.add('loose-spelling', 'info', message, node, key, { plain: 'absent' });
  }

  /** @param read what the null stands for */
  nullEntry(list: string, read: unknown, node: NodeId): void {
    if (read === undefined || read === null) return;
    const what = typeof read === 'object' ? 'an empty map {}' : JSON.stringify(read);
    const message = `an entry of ${list} is null, which the proxy reads as ${what}; remove the entry if nothing is meant`;
    this.add('loose-spelling', 'info', message, node);
  }

  /** A scalar's text in quotes, for messages; nothing for maps and lists. */
  shown(node: NodeId): string {
    const target = resolve(this.tree, node);
    const kind = kindOf(this.tree, target);
    return kind === NodeKind.Map || kind === NodeKind.List ? '' : ` "${cut(scalarText(this.tree, target))}"`;
  }
}

function demanded({ migration }: Deprecation): Pick<NodeProblem, 'migration'> {
  return migration !== undefined && DEMANDED.has(migration) ? { migration } : {};
}

function levelOf({ migration }: Deprecation): Level {
  return migration !== undefined && DEMANDED.has(migration) ? 'warning' : 'info';
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}…` : text;
}
