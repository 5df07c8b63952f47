/** The namespace of an input: `proxy` in the data model, something else in real configurations. */
import { extensionNames } from '../schema/extensions.ts';
import { wordOfHidden } from '../schema/hidden.ts';
import { isKey } from '../source/pointer.ts';
import { firstIndex } from '../source/sorted.ts';
import {
  endOf,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  type SourceTree,
  scalarText,
  startOf,
} from '../source/tree.ts';
import { parseTypeUrl, WITHOUT_WORD } from './type-url.ts';

/** The namespace of an input that shows none (CONTRACT, Inputs). */
export const DEFAULT_NAMESPACE = 'envoy';
/** The one in our own texts, as the data model writes it. */
const OWN_WORD = 'proxy';

const TYPE_URL =
  /type\.googleapis\.com\/([a-z][a-z0-9_]*)\.(?:api|config|admin|type|data|service|extensions)\./g;
const TYPE_HOST = 'type.googleapis.com/';
/** What stands before the name of an extension. */
const DOTTED = /[a-z0-9_]\.[a-z]/;
const FIELD = /\b(envoy)(?:_grpc|Grpc)\b/g;
/** Keys of the metadata that the proxy itself reads; others, and a host such as `a.lb:80`, may be the file's own. */
const METADATA = /(?:^|["' \t\n{,])(envoy|proxy)\.(?:lb|transport_socket_match)(?=["']?[ \t]*:[\s{])/g;
const HEADER =
  /\bx-([a-z][a-z0-9]*)-(?:retry-on|retry-grpc-on|max-retries|upstream-rq-|upstream-canary|original-path|original-dst-host|attempt-count|decorator-operation|internal\b)/g;

/** A text that may show a namespace. */
interface NamespaceSource {
  readonly text: string;
  /** Whether what stands at an offset is said by the text, and no remark in it; all of it is where absent. */
  readonly counts?: (offset: number) => boolean;
}

/** A text of ours, with its names of headers and extensions as an input with this word has them. */
export function withNamespace(text: string, namespace: string): string {
  if (namespace === OWN_WORD || !text.includes(OWN_WORD)) return text;
  return text
    .replace(/\bx-proxy-/g, `x-${namespace}-`)
    .replace(/(?<![\w.])proxy\.(?=[a-z])/g, `${namespace}.`);
}

/** The namespace of a text; the most usual one where it shows none. */
export function findNamespace(text: string): string {
  return wordIn([{ text }]) ?? DEFAULT_NAMESPACE;
}

/**
 * The namespace that texts show: in type URLs first, then in names of known extensions, in the names of hidden
 * fields, in header names, in keys of metadata and in the one field that carries it.
 */
function wordIn(sources: readonly NamespaceSource[]): string | undefined {
  // Most texts hold none of what these ask for, and making a pattern ready costs more than a short text does.
  const has = (...needs: readonly string[]): boolean =>
    sources.some(({ text }) => needs.some((need) => text.includes(need)));
  const first = (wanted: RegExp): string | undefined => {
    for (const found of matches(sources, wanted)) return found[1];
    return undefined;
  };
  return (
    (has(TYPE_HOST) ? mostUsed(wordsOf(matches(sources, TYPE_URL))) : undefined) ??
    (sources.some(({ text }) => DOTTED.test(text)) ? first(named()) : undefined) ??
    hiddenIn(sources) ??
    (has('x-') ? first(HEADER) : undefined) ??
    (has('.lb', '.transport_socket_match') ? first(METADATA) : undefined) ??
    (has('envoy') ? first(FIELD) : undefined)
  );
}

function hiddenIn(sources: readonly NamespaceSource[]): string | undefined {
  for (const { text } of sources) {
    const namespace = wordOfHidden(text);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** The first few decide; a file of 50 MB repeats itself. */
const MAX_COUNTED = 1000;

function mostUsed(found: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  let looked = 0;
  for (const namespace of found) {
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
    if (++looked === MAX_COUNTED) break;
  }
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}

function* wordsOf(found: Iterable<RegExpExecArray>): Generator<string> {
  for (const [, namespace = ''] of found) if (!WITHOUT_WORD.has(namespace)) yield namespace;
}

function* matches(sources: readonly NamespaceSource[], wanted: RegExp): Generator<RegExpExecArray> {
  // The word itself: what stands before it may be a line break.
  for (const { text, counts } of sources)
    for (const found of text.matchAll(wanted))
      if (counts?.(found.index + found[0].length - 1) ?? true) yield found;
}

let pattern: RegExp | undefined;

/** `WORD.<known extension>` where a value or a key begins, quoted or not. */
function named(): RegExp {
  if (pattern) return pattern;
  const names = [...extensionNames()]
    .map((name) => name.replaceAll('.', '\\.'))
    .sort((a, b) => b.length - a.length);
  pattern = new RegExp(`(?:^|["' \\t\\n{[,])([a-z][a-z0-9_]*)\\.(?:${names.join('|')})(?![\\w.])`, 'g');
  return pattern;
}

// The namespace that a file shows in its values: an escaped one counts, and a remark does not.

/**
 * The word in the names and type URLs of a file; undefined where it shows none.
 *
 * @param held the documents and embedded texts that are configurations
 */
export function shownWord(
  file: { readonly text: string; readonly trees: readonly SourceTree[] },
  held: readonly { readonly tree: SourceTree }[],
): string | undefined {
  const trees = new Set([...file.trees, ...held.map(({ tree }) => tree)]);
  const escaped = [...trees].flatMap(escapedTexts).join('\n');
  const written: NamespaceSource = { text: file.text, counts: (offset) => isSaid(file.trees, offset) };
  const sources = escaped === '' ? [written] : [written, { text: escaped }];
  const isTyped = sources.some(({ text }) => text.includes(TYPE_KEY));
  return (isTyped ? mostUsed(typesIn(new Set(held.map(({ tree }) => tree)))) : undefined) ?? wordIn(sources);
}

const TYPE_KEY = '@type';

/** The words of what the messages of configurations say they are; a type URL elsewhere is a name or a remark. */
function* typesIn(trees: Iterable<SourceTree>): Generator<string> {
  for (const tree of trees)
    for (let node = ROOT + 1; node + 1 < tree.size; node++) {
      // Looking at the length first spares most texts.
      const length = endOf(tree, node) - startOf(tree, node);
      if (length !== TYPE_KEY.length && length !== TYPE_KEY.length + 2 && !tree.decoded.has(node)) continue;
      if (kindOf(tree, node) === NodeKind.Map || kindOf(tree, node) === NodeKind.List) continue;
      if (scalarText(tree, node) !== TYPE_KEY || !isKey(tree, node)) continue;
      const { namespace } = parseTypeUrl(scalarText(tree, node + 1));
      if (namespace !== undefined) yield namespace;
    }
}

/** Values that the text shows in another form only: with escapes, or folded. */
function escapedTexts(tree: SourceTree): readonly string[] {
  const texts: string[] = [];
  for (const [node, text] of tree.decoded) {
    const kind = kindOf(tree, node);
    // The lines of a block say what they are.
    if (kind !== NodeKind.Literal && kind !== NodeKind.Folded)
      texts.push(isKey(tree, node) ? `${text}: ` : text);
  }
  return texts;
}

/** Whether an offset of a file's text lies in a key or value, and in no comment. */
function isSaid(trees: readonly SourceTree[], offset: number): boolean {
  const tree = trees[firstIndex(trees.length, (index) => startsAfter(trees[index], ROOT, offset)) - 1];
  if (tree === undefined) return false;
  const node = firstIndex(tree.size, (index) => startsAfter(tree, index, offset)) - 1;
  const kind = kindOf(tree, node);
  return kind !== NodeKind.Map && kind !== NodeKind.List && offset < endOf(tree, node);
}

function startsAfter(tree: SourceTree | undefined, node: NodeId, offset: number): boolean {
  return tree === undefined || startOf(tree, node) > offset;
}
