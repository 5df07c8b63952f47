/** Where a node of a document stands in the user's file. */
import type { ApiVersion } from '../schema/version.ts';
import type { LineIndex, Range } from '../source/lines.ts';
import { pointerOf } from '../source/pointer.ts';
import { endOf, type NodeId, type SourceTree, startOf } from '../source/tree.ts';
import { type EmbeddedText, outerOffset } from './embedded.ts';
import { type SourceObject, sourceAt } from './source-object.ts';

export interface Place {
  readonly file: string;
  /** The version of the API that the file is written in. */
  readonly api: ApiVersion | 'mixed';
  /** The release of the proxy that it is held to; absent for version 2. */
  readonly release?: string;
  /** RFC 6901, in the file's own spelling; inside the embedded text where there is one. */
  readonly pointer: string;
  /** From 1. */
  readonly range: Range;
  /** From 0, where the file holds several documents. */
  readonly document?: number;
  /** The pointer of the text that it is embedded in. */
  readonly embedded?: string;
  /** The object that a control plane made it of, where it says so. */
  readonly source?: SourceObject;
}

/** What holds the node: a document, or a text in one. */
interface Holder {
  readonly tree: SourceTree;
  readonly api: ApiVersion | 'mixed';
  readonly release?: string;
  readonly document: number;
  readonly embedded?: EmbeddedText | undefined;
}

/** Where a node stands in the text of its file. @param key where the range is to begin, if not at the node */
export function spanOf(
  { tree, embedded }: Pick<Holder, 'tree' | 'embedded'>,
  node: NodeId,
  key: NodeId = node,
): { readonly start: number; readonly end: number } {
  const start = startOf(tree, key);
  const end = Math.max(endOf(tree, node), start);
  if (embedded === undefined) return { start, end };
  return { start: outerOffset(embedded, start), end: outerOffset(embedded, end) };
}

/** The pointer of the text that holds a document, where one does. */
export function embeddedAt({ embedded }: Pick<Holder, 'embedded'>): { readonly embedded?: string } {
  return embedded === undefined ? {} : { embedded: pointerOf(embedded.outer, embedded.node) };
}

/** @param key where the range is to begin, if not at the node */
export function placeOfNode(
  {
    name,
    lines,
    trees,
  }: { readonly name: string; readonly lines: LineIndex; readonly trees: readonly unknown[] },
  holder: Holder,
  node: NodeId,
  key?: NodeId,
): Place {
  const source = sourceAt(holder.tree, node);
  return {
    file: name,
    api: holder.api,
    ...(holder.release === undefined ? {} : { release: holder.release }),
    pointer: pointerOf(holder.tree, node),
    range: lines.range(spanOf(holder, node, key)),
    ...(trees.length > 1 ? { document: holder.document } : {}),
    ...embeddedAt(holder),
    ...(source === undefined ? {} : { source }),
  };
}
