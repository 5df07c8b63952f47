/**
 * The normalized form of a configuration: current forms instead of deprecated ones, then every default filled in, in
 * the input's own container shape.
 */
import { canonicalForm } from '../canonical/form.ts';
import type { Migration } from '../canonical/migration/migration.ts';
import { type BoundMessage, isObject, NODE, type OpenMessage, STRUCT, tableOf } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import { type FieldOrigin, originsOf } from '../model/origin.ts';
import { keysIn, type MaySet } from '../model/runtime-keys.ts';
import { redactedData, redactMessage } from '../model/secrets.ts';
import { typeUrlOfName } from '../model/type-url.ts';
import { type Frame, rootFrames, walkInsideOut } from '../model/walk.ts';
import { camelCase } from '../schema/hidden.ts';
import type { Release } from '../schema/release.ts';
import type { Data } from '../source/data.ts';
import { lineIndex } from '../source/lines.ts';
import {
  isIgnored,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
  startOf,
  valueUnder,
} from '../source/tree.ts';

export type Origin =
  | { readonly kind: 'written'; readonly line: number }
  | (FieldOrigin & { readonly line?: number });

export interface NormalizedDocument {
  readonly value: Data;
  /** Where the value at a path (keys and indexes) comes from. */
  originOf(path: readonly (string | number)[]): Origin | undefined;
}

export interface NormalizeOptions {
  /** Leave defaults out. */
  readonly onlyWritten: boolean;
  /** Show key material instead of `<redacted>`. */
  readonly showSecrets: boolean;
  /** The release of the proxy that has to take the result, whose defaults are filled in. */
  readonly release?: Release | undefined;
}

interface Filling extends NormalizeOptions {
  readonly maySet?: MaySet;
}

/** Prints a normalized document as the text that stands embedded in another one. */
type PrintEmbedded = (value: Data, format: 'yaml' | 'json') => string;

/**
 * Every document of a file, normalized; documents that are no configuration stand there as they are.
 *
 * @param printEmbedded prints what goes back into an embedded text
 */
export function normalizeConfiguration(
  configuration: Configuration,
  migrations: readonly Migration[],
  given: NormalizeOptions,
  printEmbedded: PrintEmbedded,
): readonly NormalizedDocument[] {
  const options: Filling = { ...given, maySet: keysIn([configuration]) };
  const byDocument = new Map<number, Root[]>();
  for (const root of configuration.roots)
    byDocument.set(root.document, [...(byDocument.get(root.document) ?? []), root]);
  return configuration.file.trees.map((tree) => {
    const roots = byDocument.get(tree.document) ?? [];
    const own = roots.find((root) => root.embedded === undefined);
    if (own) return normalizedRoot(own, configuration.namespace, migrations, options);
    const texts = new Map<NodeId, string>();
    for (const text of new Set(roots.flatMap((root) => root.embedded ?? []))) {
      const inner = roots.filter((root) => root.embedded === text);
      const documents = inner.map((root) =>
        normalizedRoot(root, configuration.namespace, migrations, options),
      );
      const format = text.trees[0]?.tree.format ?? 'yaml';
      texts.set(text.node, documents.map((each) => printEmbedded(each.value, format)).join('---\n'));
    }
    const value = withTexts(tree, ROOT, shownData(tree, ROOT, options), texts);
    return { value, originOf: () => undefined };
  });
}

/** What is no configuration, as it was written but for its secrets. */
function shownData(tree: SourceTree, node: NodeId, { showSecrets }: NormalizeOptions): Data {
  const data = plainValue(tree, node);
  return showSecrets ? data : redactedData(data);
}

function normalizedRoot(
  root: Root,
  namespace: string,
  migrations: readonly Migration[],
  given: Filling,
): NormalizedDocument {
  const options = { ...given, release: root.release };
  const messages = rootFrames(root).map((frame) => {
    const at = frame.message[NODE] ?? ROOT;
    // An entry that is no message has no normal form: it stands as it was written.
    if (kindOf(root.tree, at) !== NodeKind.Map) return shownData(root.tree, at, options);
    return withOwnType(
      root.tree,
      frame,
      shownMessage(frame, namespace, migrations, options, () => {}),
    );
  });
  const value = (root.many ? messages : messages[0]) as Data;
  return { value, originOf: (path) => originAt(root.tree, value, path) };
}

/** A message normalized as it is shown: without its secrets, its types as URLs. */
function shownMessage(
  frame: Frame,
  namespace: string,
  migrations: readonly Migration[],
  options: Filling,
  visit: (each: Frame) => void,
): BoundMessage {
  const message = canonicalForm(frame, {
    namespace,
    migrations,
    synonyms: false,
    onlyWritten: options.onlyWritten,
    release: options.release,
    maySet: options.maySet,
    withinRelease: true,
    inPlace: true,
  });
  walkInsideOut({ ...frame, message }, namespace, (each) => {
    visit(each);
    if (!options.showSecrets) redactMessage(each);
    writeTypeUrls(each, namespace);
  });
  return message;
}

/** A message in its place, normalized; the messages in it know what they are. */
export interface NormalizedMessage {
  readonly value: BoundMessage;
  originOf(path: readonly (string | number)[]): Origin | undefined;
  /** The table of a message inside; undefined for data. */
  typeOf(message: BoundMessage): string | undefined;
}

/** One message of a document, normalized by itself. @param frame the message in its place */
export function normalizeFrame(
  tree: SourceTree,
  frame: Frame,
  namespace: string,
  migrations: readonly Migration[],
  options: NormalizeOptions,
): NormalizedMessage {
  const types = new Map<BoundMessage, string>();
  const value = shownMessage(frame, namespace, migrations, options, ({ message, type }) => {
    types.set(message, type);
  });
  return {
    value,
    originOf: (path) => originAt(tree, value, path),
    typeOf: (message) => types.get(message),
  };
}

/** Turns the type names of a message's Any fields back into URLs, with the input's own namespace. */
function writeTypeUrls({ message, type }: Frame, namespace: string): void {
  for (const field of tableOf({ message, type }).fields) {
    if (field.element.kind !== 'any') continue;
    const value = message[field.name];
    if (Array.isArray(value) || (field.shape === 'map' && isObject(value)))
      for (const [key, any] of Object.entries(value))
        setOwn(value as { [key: string]: unknown }, key, withTypeUrl(any, namespace));
    else if (value !== undefined) (message as OpenMessage)[field.name] = withTypeUrl(value, namespace);
  }
}

/** What was written as a TypedStruct is one again. */
function withTypeUrl(any: unknown, namespace: string): unknown {
  if (!isObject(any) || typeof any['@type'] !== 'string') return any;
  const open: OpenMessage = any;
  const url = typeUrlOfName(any['@type'], namespace);
  const around = any[STRUCT];
  if (around === undefined) {
    open['@type'] = url;
    return any;
  }
  delete open['@type'];
  const type = typeUrlOfName(around.type, namespace);
  return { [NODE]: around.node, '@type': type, type_url: url, value: any };
}

/** A root with the `@type` that it was written with, which says what it is. */
function withOwnType(tree: SourceTree, frame: Frame, message: BoundMessage): BoundMessage {
  const at = frame.message[NODE];
  const type = at === undefined ? -1 : valueUnder(tree, at, '@type');
  return type === -1 ? message : { '@type': scalarText(tree, type), ...message };
}

/** Follows a path through a normalized value to where its last step comes from. */
function originAt(tree: SourceTree, value: unknown, path: readonly (string | number)[]): Origin | undefined {
  let at = value;
  let holder: NodeId | undefined;
  let field: string | undefined;
  /** What made the field that holds the value, where it was not simply written; a field further in may say more. */
  let made: FieldOrigin | undefined;
  for (const step of path) {
    if (isObject(at)) {
      const origin = originsOf(at)[String(step)];
      holder = origin === undefined ? (at[NODE] ?? holder) : undefined;
      if (origin !== undefined) made = origin;
      else if (at[NODE] !== undefined) field = String(step);
      at = at[String(step)];
    } else if (Array.isArray(at)) {
      at = at[Number(step)];
      // An entry that is a message has a place of its own.
      if (isObject(at) && at[NODE] !== undefined) field = undefined;
    } else return undefined;
    if (at === undefined) return undefined;
  }
  if (made?.kind === 'default') return made;
  const written = holder === undefined || field === undefined ? undefined : keyOf(tree, holder, field);
  const node = written ?? (isObject(at) ? at[NODE] : undefined);
  const line = node === undefined ? undefined : lineOf(tree, startOf(tree, node));
  if (made) return line === undefined ? made : { ...made, line };
  return line === undefined ? undefined : { kind: 'written', line };
}

const keysByMap = new WeakMap<SourceTree, Map<NodeId, ReadonlyMap<string, NodeId>>>();

/** The key of a field as written; looked up in a table, since every line of a printed form asks. */
function keyOf(tree: SourceTree, map: NodeId, field: string): NodeId | undefined {
  const maps = keysByMap.get(tree) ?? new Map<NodeId, ReadonlyMap<string, NodeId>>();
  keysByMap.set(tree, maps);
  const known = maps.get(map) ?? new Map([...keys(tree, map)].map((key) => [scalarText(tree, key), key]));
  maps.set(map, known);
  return known.get(field) ?? known.get(camelCase(field));
}

const indexes = new WeakMap<SourceTree, ReturnType<typeof lineIndex>>();

function lineOf(tree: SourceTree, offset: number): number {
  const index = indexes.get(tree) ?? lineIndex(tree.text);
  indexes.set(tree, index);
  return index.position(offset).line;
}

// Puts normalized texts where a document that is no configuration holds them, also where an alias stands for one.

/**
 * A value with texts in the places of scalars.
 *
 * @param value what the node says; parts of it that are no longer of the node's kind (redacted ones) stay as they are
 * @param texts by the scalar that each is to stand for
 */
function withTexts(tree: SourceTree, node: NodeId, value: Data, texts: ReadonlyMap<NodeId, string>): Data {
  const target = resolve(tree, node);
  const text = texts.get(target);
  if (text !== undefined) return text;
  const kind = kindOf(tree, target);
  if (kind === NodeKind.List && Array.isArray(value)) {
    const entries = [...items(tree, target)];
    return value.map((item: Data, index) => {
      const entry = entries[index];
      return entry === undefined ? item : withTexts(tree, entry, item, texts);
    });
  }
  if (kind !== NodeKind.Map || !isObject(value)) return value;
  const made: { [key: string]: Data } = {};
  const last = new Map<string, NodeId>();
  for (const key of keys(tree, target)) if (!isIgnored(tree, key)) last.set(scalarText(tree, key), key + 1);
  for (const [key, item] of Object.entries(value as { readonly [key: string]: Data })) {
    const entry = last.get(key);
    setOwn(made, key, entry === undefined ? item : withTexts(tree, entry, item, texts));
  }
  return made;
}
