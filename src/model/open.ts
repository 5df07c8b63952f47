/** Opens a file: recognises what each document holds, binds it and gathers what checking finds. */

import { tableNames } from '../schema/index.ts';
import { isBefore, isNewerThanModelled, NEWEST_RELEASE, type Release } from '../schema/release.ts';
import type { ApiVersion } from '../schema/version.ts';
import { grouped } from '../source/counted.ts';
import { InputError, inputErrorAt } from '../source/errors.ts';
import type { LineIndex, Span } from '../source/lines.ts';
import { isKey, pointerOf } from '../source/pointer.ts';
import { saysTheSame } from '../source/says-same.ts';
import {
  documentText,
  endOf,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
} from '../source/tree.ts';
import { bindList, bindMessage } from './bind.ts';
import { MAX_PROBLEMS, type RepeatedKeys } from './bind-report.ts';
import type { BoundMessage } from './bound.ts';
import { type EmbeddedText, findEmbedded, outerOffset } from './embedded.ts';
import { DEFAULT_NAMESPACE, shownWord } from './namespace.ts';
import { nearest } from './near-miss.ts';
import type { Level, NodeProblem, ProblemRule } from './problem.ts';
import { bestFit, type Shape, shapeOf } from './shape.ts';
import { ASSUMED, type FoundRelease, statedRelease } from './stated-release.ts';
import { tablesNamed } from './table-names.ts';
import { parseTypeUrl } from './type-url.ts';
import { notRecognised, olderVersion } from './unsupported.ts';
import { type Evidence, evidenceOf, type FoundVersion, versionOfTypes, versionsOf } from './version.ts';
import { wrappedIn } from './wrapped.ts';

/** What opening needs of a file that was read. */
export interface OpenableFile {
  readonly name: string;
  readonly text: string;
  readonly trees: readonly SourceTree[];
  readonly lines: LineIndex;
}

/** One document (or embedded text) that holds a configuration, bound. */
export interface Root {
  readonly tree: SourceTree;
  /** Where the message, or the list of them, begins: the root of the document, or a part of what another tool printed. */
  readonly node: NodeId;
  /** Full name of the table of the message, or of each entry where there are many. */
  readonly type: string;
  readonly many: boolean;
  /** The table of each entry, where they are of several. */
  readonly types?: readonly string[];
  readonly value: BoundMessage | readonly BoundMessage[];
  /** The version of the API that the message is written in; an Any in it may say otherwise. */
  readonly version: ApiVersion;
  /** The version that its whole file is written in. */
  readonly api: ApiVersion | 'mixed';
  /** The release of the proxy that its file is held to; absent where all of it is version 2. */
  readonly release?: Release;
  /** Index of the document in its file, from 0. */
  readonly document: number;
  readonly embedded?: EmbeddedText;
}

/** A problem with its place in the file. */
export interface Problem {
  readonly rule: ProblemRule;
  readonly level: Level;
  readonly message: string;
  readonly span: Span;
  /** RFC 6901, in the file's own spelling; inside the embedded text where there is one. */
  readonly pointer: string;
  readonly document: number;
  /** Pointer of the text that the configuration is embedded in. */
  readonly embedded?: string;
  readonly data?: NodeProblem['data'];
}

/** A problem at its node. */
export interface FoundProblem {
  readonly problem: NodeProblem;
  readonly root: Root;
}

export interface Configuration<F extends OpenableFile = OpenableFile> {
  readonly file: F;
  /** The namespace of names and type URLs. */
  readonly namespace: string;
  /** Nothing in the input shows its namespace, and none was given: it is taken to be the usual one. */
  readonly namespaceIsAssumed: boolean;
  /** It was given, whatever the input shows. */
  readonly wordIsGiven: boolean;
  /** The version of the API that its documents are written in. */
  readonly api: ApiVersion | 'mixed';
  /** Nothing in the input shows a version, and none was given. */
  readonly apiIsAssumed: boolean;
  readonly roots: readonly Root[];
  readonly problems: readonly Problem[];
  /** The same before places are worked out. */
  readonly found: readonly FoundProblem[];
  /** The release of the proxy that it is held to; version 2 is the same in all. */
  readonly release: FoundRelease;
  /** Remarks about the file for the person who runs the tool. */
  readonly notes: readonly string[];
  /** The configuration, opened before, that says the same in the same order: it need not be looked into again. */
  readonly saysLike?: Configuration;
}

export interface OpenOptions {
  /** Table that the input is to be read as, with or without its package. */
  readonly type?: string;
  readonly namespace?: string;
  /** The version of the API where nothing in the input shows it. */
  readonly api?: ApiVersion;
  /** The release of the proxy, whatever the input says of it. */
  readonly release?: Release;
}

/** The first release that reads version 3 alone. */
const WITHOUT_VERSION_2: Release = '1.18';

const UNSHOWN: FoundVersion = { version: 'v3', isShown: false, isGuess: false };

/**
 * Opens a file that was read (CONTRACT, Inputs).
 *
 * @throws InputError where no document of it is a configuration of this model
 */
export function openConfiguration<F extends OpenableFile>(
  file: F,
  options: OpenOptions = {},
): Configuration<F> {
  const notes: string[] = [];
  const held = heldIn(file, options, notes);
  if (held.length === 0) throw notRecognised(file, notes);
  const shown = options.namespace ?? shownWord(file, held);
  const namespace = shown ?? DEFAULT_NAMESPACE;
  const roots: Root[] = [];
  const found: FoundProblem[] = [];
  const evidence = held.map(({ tree, shape, node }) => evidenceOf(tree, shape, node));
  const given = versionNamed(options.type) ?? options.api;
  const versions = versionsOf(evidence, given);
  const api = versionOfAll(versions, evidence);
  const rest = versionOfTypes(evidence);
  const release = releaseOf(options, held, notes);
  for (const [index, { tree, shape, node, document, embedded }] of held.entries()) {
    const { version, mixed } = versions[index] ?? UNSHOWN;
    const bound = shape.many
      ? bindList(tree, node, shape.types ?? shape.type, namespace, version, rest, release)
      : bindMessage(tree, node, shape.type, namespace, '', version, rest, release);
    const root: Root = {
      tree,
      node,
      type: shape.type,
      many: shape.many,
      ...(shape.types === undefined ? {} : { types: shape.types }),
      value: bound.value,
      version,
      ...heldTo({ api, release }),
      document,
      ...(embedded ? { embedded } : {}),
    };
    roots.push(root);
    const own = mixed === undefined ? [] : mixture(tree, mixed, file.lines, embedded);
    // What is said of the two versions says what binding in one of them finds at those places.
    const others = bound.problems.filter(({ node }) => !own.some((each) => each.node === node));
    for (const problem of [...noticesOf(tree, bound.repeated), ...own, ...others])
      found.push({ problem, root });
    if (bound.problems.length >= MAX_PROBLEMS) {
      notes.push(`has more problems than are listed (${grouped(MAX_PROBLEMS)})`);
    }
  }
  notes.push(...versionRemarks(versions, api, release));
  // Places cost time that only those who print problems should pay.
  let problems: readonly Problem[] | undefined;
  return {
    file,
    namespace,
    namespaceIsAssumed: shown === undefined,
    wordIsGiven: options.namespace !== undefined,
    api,
    apiIsAssumed: given === undefined && versions.every(({ isShown }) => !isShown),
    roots,
    found,
    release,
    notes,
    get problems() {
      problems ??= found.map(({ problem, root }) => placed(problem, root));
      return problems;
    },
  };
}

/** What whoever runs the tool should know of the versions of a file's documents. */
function versionRemarks(
  versions: readonly FoundVersion[],
  api: Configuration['api'],
  { release, from }: FoundRelease,
): readonly string[] {
  if (versions.some(({ isGuess }) => isGuess))
    return [
      'nothing in it shows which version of the API it is written in, and it makes a difference: it is read as version 3; --api v2 reads it as version 2',
    ];
  const isShown = versions.some((each) => each.isShown);
  if (api !== 'v2' || !isShown || from !== 'given' || isBefore(release, WITHOUT_VERSION_2)) return [];
  return [
    `is of version 2, which no release reads since ${WITHOUT_VERSION_2}: ${release} refuses it as it is, whatever is said here; "cfgtool migrate --to v3" lifts it`,
  ];
}

/**
 * A file that says the same as one that was opened with the same options, bound only when somebody looks into it;
 * undefined where reading alone cannot tell that it does.
 */
export function openedLike<F extends OpenableFile>(
  file: F,
  like: Configuration,
  options: OpenOptions,
): Configuration<F> | undefined {
  const { trees } = like.file;
  const isLike =
    like.notes.length === 0 &&
    like.roots.every(({ embedded }) => embedded === undefined) &&
    file.trees.length === trees.length &&
    file.trees.every((tree, at) => isPlainlyTheSame(tree, trees[at]));
  if (!isLike) return undefined;
  let made: Configuration<F> | undefined;
  const own = (): Configuration<F> => (made ??= openConfiguration(file, options));
  const { namespace, namespaceIsAssumed, wordIsGiven, api, apiIsAssumed, release, notes } = like;
  return {
    ...{ file, namespace, namespaceIsAssumed, wordIsGiven, api, apiIsAssumed, release, notes },
    saysLike: like,
    get roots() {
      return own().roots;
    },
    get found() {
      return own().found;
    },
    get problems() {
      return own().problems;
    },
  };
}

function isPlainlyTheSame(tree: SourceTree, other: SourceTree | undefined): boolean {
  return (
    other !== undefined &&
    tree.notices.length + other.notices.length === 0 &&
    saysTheSame(tree, ROOT, other, ROOT, true)
  );
}

/** The version and the release that a file is held to, as reports name them beside it. */
export function heldTo({
  api,
  release,
}: Pick<Configuration, 'api' | 'release'>): Pick<Root, 'api' | 'release'> {
  return { api, ...(api === 'v2' ? {} : { release: release.release }) };
}

/** The release that was given, else that which a dump states, else the newest. @param notes where remarks go */
function releaseOf({ release }: OpenOptions, held: readonly Held[], notes: string[]): FoundRelease {
  if (release !== undefined) return { release, from: 'given' };
  for (const { tree, shape } of held) {
    const stated = statedRelease(tree, shape.type);
    if (stated === undefined) continue;
    if (!isNewerThanModelled(stated)) return { release: stated, from: 'stated' };
    notes.push(
      `is of release ${stated}; the newest that cfgtool knows is ${NEWEST_RELEASE}, and it is read as that`,
    );
    return ASSUMED;
  }
  return ASSUMED;
}

/** The documents of a file, and the texts in them, that hold configurations. @param notes where remarks go */
function heldIn(file: OpenableFile, options: OpenOptions, notes: string[]): readonly Held[] {
  const held: Held[] = [];
  for (const tree of file.trees) {
    notes.push(...mergeKeys(tree, file.lines));
    const shape = options.type === undefined ? shapeOf(tree, ROOT) : forced(file, tree, options.type);
    if (shape) {
      const older = olderVersion(tree, ROOT);
      if (older)
        throw inputErrorAt(file.name, tree.text, startOf(tree, older.node), older.problem, older.hint);
      held.push({ tree, node: ROOT, shape, document: tree.document });
      continue;
    }
    const wrapped = wrappedIn(tree);
    if (wrapped) {
      notes.push(`is read as ${wrapped.what}`);
      for (const part of wrapped.parts) held.push({ tree, ...part, document: tree.document });
      continue;
    }
    const { found: texts, unreadable, overridden } = findEmbedded(file.name, tree);
    for (const embedded of texts)
      for (const each of embedded.trees)
        held.push({ ...each, node: ROOT, document: tree.document, embedded });
    for (const { node, problem } of unreadable) {
      notes.push(
        `the text at ${pointerOf(tree, node)} looks like a configuration but cannot be read (${problem})`,
      );
    }
    notes.push(...overriddenTexts(tree, overridden, file.lines));
  }
  return held;
}

/** The version of all documents, the types in them included. */
function versionOfAll(
  versions: readonly FoundVersion[],
  evidence: readonly Evidence[],
): ApiVersion | 'mixed' {
  const isHeld = (version: ApiVersion): boolean =>
    versions.some((each) => each.version === version) || evidence.some(({ types }) => types[version] > 0);
  if (!isHeld('v3')) return 'v2';
  return isHeld('v2') ? 'mixed' : 'v3';
}

/** One problem at each of two places that belong to different versions, each naming the other. */
function mixture(
  tree: SourceTree,
  places: readonly [NodeId, NodeId],
  lines: LineIndex,
  embedded: EmbeddedText | undefined,
): readonly NodeProblem[] {
  const line = (node: NodeId): number => {
    const start = startOf(tree, node);
    return lines.position(embedded ? outerOffset(embedded, start) : start).line;
  };
  return places.map((node, index) => {
    const other = places[1 - index] ?? node;
    const isKeyed = isKey(tree, node);
    const [own, its] = index === 0 ? [2, 3] : [3, 2];
    return {
      rule: 'mixed-versions',
      level: 'error',
      message: `"${shownText(tree, node)}" is of version ${own} of the API, but "${shownText(tree, other)}" in line ${line(other)} is of version ${its}: a message is written in one of the two`,
      node: isKeyed ? node + 1 : node,
      ...(isKeyed ? { key: node } : {}),
    };
  });
}

function shownText(tree: SourceTree, node: NodeId): string {
  const text = scalarText(tree, resolve(tree, node));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A document or embedded text that holds a configuration, not bound yet. */
interface Held {
  readonly tree: SourceTree;
  readonly node: NodeId;
  readonly shape: Shape;
  readonly document: number;
  readonly embedded?: EmbeddedText;
}

function forced(file: OpenableFile, tree: SourceTree, name: string): Shape {
  const types = tablesNamed(name, tableNames());
  const type = bestFit(tree, ROOT, types);
  if (type === undefined) {
    const meant = nearest(name, tableNames());
    const hint = meant ? `did you mean ${meant}?` : 'cfgtool explain lists the messages';
    throw new InputError({ file: file.name, problem: `--type names no message: "${name}"`, hint });
  }
  return { type, many: kindOf(tree, ROOT) === NodeKind.List };
}

/** The version that a whole name of a type settles, such as `envoy.config.cluster.v3.Cluster`. */
function versionNamed(name: string | undefined): ApiVersion | undefined {
  return name === undefined ? undefined : parseTypeUrl(name).version;
}

/** Texts that nobody reads, because a key above them stands again further down. */
function overriddenTexts(tree: SourceTree, nodes: readonly NodeId[], lines: LineIndex): string[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const { line } = lines.position(startOf(tree, first));
  const which = `the configuration at ${pointerOf(tree, first)} in line ${line}`;
  const what = nodes.length === 1 ? `${which} is` : `${which} and ${grouped(nodes.length - 1)} more are`;
  return [
    `${what} not looked at: the key of the text, or one around it, stands again further down, and the last one counts`,
  ];
}

/** What the reader noticed, as problems. */
function noticesOf(tree: SourceTree, repeated: RepeatedKeys): NodeProblem[] {
  return tree.notices.map(({ rule, message, node }) => {
    if (rule !== 'duplicate-key') return { plain: 'without comma', rule, level: 'info', message, node };
    const isRefused = tree.readAs === 'json' && isRefusedTwice(tree, node, repeated);
    const what = isRefused
      ? ', which the proxy refuses there'
      : repeated.joined.has(node)
        ? '; the proxy joins both lists'
        : '; the last value counts';
    const level = isRefused ? 'error' : 'warning';
    return { rule, level, message: `${message}${what}`, node: node + 1, key: node };
  });
}

/** Whether JSON with a key that stands twice is refused: in free data and maps, as the type, and of a one-of. */
function isRefusedTwice(tree: SourceTree, key: NodeId, { refused, free }: RepeatedKeys): boolean {
  if (refused.has(key)) return true;
  for (let at = parentOf(tree, key); at >= ROOT; at = parentOf(tree, at)) if (free.has(at)) return true;
  return false;
}

function placed(problem: NodeProblem, { tree, document, embedded }: Root): Problem {
  const { rule, level, message, node, key, data } = problem;
  const from = startOf(tree, key ?? node);
  const to = Math.max(endOf(tree, node), from);
  const span = embedded
    ? { start: outerOffset(embedded, from), end: outerOffset(embedded, to) }
    : { start: from, end: to };
  return {
    rule,
    level,
    message,
    span,
    pointer: pointerOf(tree, node),
    document,
    ...(embedded ? { embedded: pointerOf(embedded.outer, embedded.node) } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

/** YAML 1.2 has no merge keys: what they would bring in is not there for the proxy, nor for any command here. */
function mergeKeys(tree: SourceTree, lines: LineIndex): string[] {
  if (tree.format === 'json' || !/<<["']?\s*:/.test(documentText(tree))) return [];
  for (let map = 0; map < tree.size; map++) {
    if (kindOf(tree, map) !== NodeKind.Map) continue;
    for (const key of keys(tree, map)) {
      if (scalarText(tree, key) !== '<<') continue;
      const { line } = lines.position(startOf(tree, key));
      return [
        `the merge key "<<" in line ${line} is read as a field of that name, as YAML 1.2 has it; what it stands for is not seen: write it out`,
      ];
    }
  }
  return [];
}
