/** Proves that types are written with the namespace of the file: the one that its own types and names carry. */
import type { Configuration } from '../model/open.ts';
import { parseTypeUrl } from '../model/type-url.ts';
import { extensionNames } from '../schema/extensions.ts';
import type { Edit } from '../source/edit/index.ts';
import {
  endOf,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  type SourceTree,
  scalarText,
  startOf,
} from '../source/tree.ts';

/**
 * What is wrong with the namespace that edits write; undefined where nothing is. The values of the file are
 * looked at once more for it, one by one, whatever its text looks like.
 */
export function wordDifference(
  { namespace, wordIsGiven, namespaceIsAssumed, roots }: Configuration,
  edits: readonly Edit[],
): string | undefined {
  if (wordIsGiven || !edits.some(writesWord)) return undefined;
  const trees = [...new Set(roots.map(({ tree }) => tree))];
  const ofTypes = wordsUnder(trees, '@type', (text) => parseTypeUrl(text).namespace);
  // What is named like an extension need not be one; it says something where nothing else does.
  const names = ofTypes.size === 0 && namespaceIsAssumed ? extensionNames() : undefined;
  const words = names === undefined ? ofTypes : wordsUnder(trees, 'name', (text) => wordBefore(text, names));
  const [other] = words.keys();
  if (other === undefined || words.has(namespace)) return undefined;
  return `types would be written with the namespace "${namespace}", while those of the file carry "${other}"; give it with --namespace`;
}

/** Whether an edit writes a type, or another text that carries the word. */
function writesWord(edit: Edit): boolean {
  if (edit.op !== 'add') return false;
  return /\/(?:@type|user_agent_name|userAgentName)$/.test(edit.path) || holdsType(edit.value);
}

function holdsType(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key === '@type' || holdsType(item));
}

/** The words that stand under a key. */
function wordsUnder(
  trees: readonly SourceTree[],
  wanted: string,
  wordOf: (text: string) => string | undefined,
): ReadonlySet<string> {
  const words = new Set<string>();
  for (const tree of trees)
    for (let map = 0; map < tree.size; map++) {
      if (kindOf(tree, map) !== NodeKind.Map) continue;
      for (const key of keys(tree, map)) {
        if (!isWritten(tree, key, wanted)) continue;
        const namespace = wordOf(scalarText(tree, key + 1));
        if (namespace !== undefined) words.add(namespace);
      }
    }
  return words;
}

/** Most keys are told apart by their length, which costs less than reading them. */
function isWritten(tree: SourceTree, key: NodeId, wanted: string): boolean {
  const length = endOf(tree, key) - startOf(tree, key);
  const mayBe = length === wanted.length || length === wanted.length + 2 || tree.decoded.has(key);
  return mayBe && scalarText(tree, key) === wanted;
}

function wordBefore(text: string, names: ReadonlySet<string>): string | undefined {
  const dot = text.indexOf('.');
  const word = text.slice(0, Math.max(dot, 0));
  // As names of extensions carry it: "e]nvoy" and "Envoy" are parts of names of somebody else's.
  return /^[a-z][a-z0-9_]*$/.test(word) && names.has(text.slice(dot + 1)) ? word : undefined;
}

// What to say where types were written with a namespace that nothing in the file shows.

/** Type URLs with the wrong namespace are refused by the proxy, so an assumed one is worth a warning. */
export function assumedNamespace(
  { namespace, namespaceIsAssumed }: Pick<Configuration, 'namespace' | 'namespaceIsAssumed'>,
  edits: readonly Edit[],
): readonly string[] {
  if (!namespaceIsAssumed || !edits.some(writesWord)) return [];
  return [
    `nothing in the file shows the namespace of your proxy, so types and names were written with "${namespace}"; if yours has another one, give it with --namespace WORD`,
  ];
}
