/** Where secrets stand in a text. */
import type { Span } from '../source/lines.ts';
import { mayShowSecrets, secretParts } from '../source/secret-looks.ts';
import type { Secrecy } from '../source/secret-names.ts';
import {
  documentText,
  isVerbatim,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../source/tree.ts';
import { search, type View } from './secret-search.ts';

/** Where a secret stands in a text, and what it says there. */
export interface SecretSpan extends Span {
  /** Without quotes, escapes and folds; several where the span is a longer text that holds as many. */
  readonly texts: readonly string[];
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
  const parts = secretParts(text);
  if (parts.length === 0) return;
  const whole = spanOf(tree, target);
  const within = secretParts(tree.text.slice(whole.start, whole.end));
  const isAll = parts[0]?.start === 0 && parts[0].end === text.length;
  // Escapes or folded lines may hide in the text as written what is plain in the text as meant.
  if (isAll || within.length < parts.length)
    spans.push({ ...whole, texts: parts.map(({ start, end }) => text.slice(start, end)) });
  else
    within.forEach(({ start, end }, index) => {
      const { start: from, end: to } = parts[index] ?? { start: 0, end: 0 };
      const span = { start: whole.start + start, end: whole.start + end };
      spans.push({ ...span, texts: [text.slice(from, to)] });
    });
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

function spanOf(tree: SourceTree, node: NodeId): Span {
  return { start: tree.starts[node] ?? 0, end: tree.ends[node] ?? 0 };
}
