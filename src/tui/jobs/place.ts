/** Where something stands, in numbers: the document of its side and the node. */
import { AT, type BoundMessage } from '../../model/bound.ts';
import type { Root } from '../../model/open.ts';
import type { OpenedInput } from './input.ts';

export interface ItemPlace {
  /** Position among the documents of the side. */
  readonly root: number;
  readonly node: number;
}

/** The place of a message; undefined where it was never written. */
export function placeOfMessage(
  { subject }: OpenedInput,
  root: Root,
  message: BoundMessage | undefined,
): ItemPlace | undefined {
  const node = message?.[AT];
  if (node === undefined) return undefined;
  return { root: subject.documents.findIndex((document) => document.root === root), node };
}
