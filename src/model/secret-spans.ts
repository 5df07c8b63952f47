/** Where secrets stand in a text. */
import { ownMessages } from '../schema/own.ts';
import { InputError } from '../source/errors.ts';
import { looksLikeJson, readJson } from '../source/json.ts';
import type { Span } from '../source/lines.ts';
import { mayShowSecrets, merged, REDACTED, secretParts, settingParts } from '../source/secret-looks.ts';
import { hasSecretStem, type Secrecy, secrecyOf } from '../source/secret-names.ts';
import {
  documentText,
  endOf,
  isVerbatim,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
  startOf,
} from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import { search, type View } from './secret-search.ts';
import { writtenSpan } from './written-span.ts';

/** Where a secret stands in a text, and what it says there. */
export interface SecretSpan extends Span {
  /** Without quotes, escapes and folds; several where the span is a longer text that holds as many. */
  readonly texts: readonly string[];
  /** It is a key of a matcher's map, which is part of pointers too. */
  readonly isKey?: true;
}

/**
 * Where the secrets of data stand in the text.
 *
 * @param skipped nodes that are not looked into
 * @param clean nodes that are known to show none where nothing around them is secret
 */
export function dataSpans(
  tree: SourceTree,
  data: NodeId,
  secrecy: Secrecy = 'inside',
  skipped: ReadonlySet<NodeId> = NONE,
  clean: ReadonlySet<NodeId> = NONE,
): SecretSpan[] {
  const spans: SecretSpan[] = [];
  // Most of what is asked for is one scalar.
  if (secrecy === 'inside' && isScalar(tree, data) && skipped.size === 0) {
    textSpans(tree, data, spans);
    return spans;
  }
  const seen = new Map<NodeId, Secrecy>();
  const view: View<NodeId> = {
    items(node) {
      const target = resolve(tree, node);
      return kindOf(tree, target) === NodeKind.List ? items(tree, target) : undefined;
    },
    entries(node) {
      const target = resolve(tree, node);
      if (kindOf(tree, target) !== NodeKind.Map) return undefined;
      return [...keys(tree, target)].map((key) => [scalarText(tree, key), key + 1] as const);
    },
    text: (node) => (isScalar(tree, node) ? scalarText(tree, resolve(tree, node)) : undefined),
    isPassedOver(node, secrecy) {
      const target = resolve(tree, node);
      if (skipped.has(target) || (secrecy === 'inside' && clean.has(target))) return true;
      if (target === node) return false;
      // What many aliases stand for is looked into once for each way of looking.
      const known = seen.get(target);
      if (known === 'whole' || known === secrecy) return true;
      seen.set(target, secrecy);
      return false;
    },
    found(node, isSecret) {
      if (isSecret) {
        const target = resolve(tree, node);
        spans.push({ ...spanOf(tree, target), texts: [scalarText(tree, target)] });
      } else textSpans(tree, node, spans);
    },
  };
  search(view, data, secrecy);
  return spans;
}

const NONE: ReadonlySet<NodeId> = new Set();

function isScalar(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, resolve(tree, node));
  return kind !== NodeKind.Map && kind !== NodeKind.List;
}

/** Where the secrets stand that a text shows by its looks. */
function textSpans(tree: SourceTree, node: NodeId, spans: SecretSpan[]): void {
  const target = resolve(tree, node);
  if (isVerbatim(tree, target) && !showsAny(tree)) return;
  const text = scalarText(tree, target);
  for (const part of textParts(text, depthOf(tree)))
    spans.push({ ...writtenSpan(tree, target, part), texts: [text.slice(part.start, part.end)] });
}

/** Texts within texts are read so deep; nobody writes deeper ones. */
const DEEPEST = 3;
/** How deep texts stand that were read out of others. */
const depths = new WeakMap<SourceTree, number>();

function depthOf(tree: SourceTree): number {
  return depths.get(tree) ?? 0;
}

/** Where secrets stand in a text: by its looks, and by the names in it where it is JSON, YAML or a list of settings. */
export function textParts(text: string, depth = 0): readonly Span[] {
  const parts = secretParts(text);
  if (!hasSecretStem(text) || !/[:=]/.test(text) || parts[0]?.end === text.length) return parts;
  const inner = depth < DEEPEST && (text.includes('\n') || looksLikeJson(text)) ? read(text, depth + 1) : [];
  if (inner.length === 0) return merged([...parts, ...settingParts(text)]);
  return merged([
    ...parts,
    ...inner.flatMap((tree) => dataSpans(tree, ROOT).map((span) => unquoted(text, span))),
  ]);
}

/** A text without the secrets in it. */
export function withoutSecretParts(text: string): string {
  const parts = textParts(text);
  let shown = '';
  let from = 0;
  for (const { start, end } of parts) {
    shown += text.slice(from, start) + REDACTED;
    from = end;
  }
  return shown + text.slice(from);
}

function unquoted(text: string, { start, end }: Span): Span {
  return end - start > 1 && /["']/.test(text.charAt(start))
    ? { start: start + 1, end: end - 1 }
    : { start, end };
}

/** The documents of a text; none where it is no map and no list. */
function read(text: string, depth: number): readonly SourceTree[] {
  try {
    const trees = looksLikeJson(text) ? readJson('text', text) : readYaml('text', text);
    for (const tree of trees) depths.set(tree, depth);
    return trees.filter((tree) => tree.size > 0 && !isScalar(tree, ROOT));
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

const SHOWING = new WeakMap<SourceTree, boolean>();

/** Asked of the document's text once, instead of each of its scalars. */
function showsAny(tree: SourceTree): boolean {
  const known = SHOWING.get(tree);
  if (known !== undefined) return known;
  const made = mayShowSecrets(documentText(tree));
  SHOWING.set(tree, made);
  return made;
}

/**
 * Whether something in a message could be secret, told by its text and its keys before anything in it is looked at; no
 * secret of the tables, by name or by looks is passed over. What a table of the user's own calls secret has any name.
 */
export function mayHoldSecrets(tree: SourceTree, message: NodeId): boolean {
  if (ownMessages().size > 0 || tree.aliases.size > 0) return true;
  const end = skipOf(tree, message);
  for (let node = message; node < end; node++) {
    const kind = kindOf(tree, node);
    if (kind === NodeKind.Map) {
      const last = skipOf(tree, node);
      for (let key = node + 1; key < last; key = skipOf(tree, key + 1))
        if (secrecyOf(scalarText(tree, key)) !== 'inside') return true;
    } else if (kind !== NodeKind.List && kind !== NodeKind.Empty && !isVerbatim(tree, node)) return true;
  }
  return showsAny(tree) && mayShowSecrets(tree.text.slice(startOf(tree, message), endOf(tree, message)));
}

function spanOf(tree: SourceTree, node: NodeId): Span {
  return { start: tree.starts[node] ?? 0, end: tree.ends[node] ?? 0 };
}
