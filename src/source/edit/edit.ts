/** What an edit is, what comes of it, and how it says no. */
import type { Data } from '../data.ts';

/**
 * RFC 6902 operations with hints for the text; their pointers are in the file's own spelling and relative to the
 * document's root. RFC 6902 ignores members it does not know, so the same list serves a plain patch.
 */
export type Edit =
  | {
      readonly op: 'add';
      readonly path: string;
      readonly value: Data;
      /** Pointer of the entry whose place and comments the new one takes. */
      readonly inPlaceOf?: string;
      /** Insert as the first key of the map. */
      readonly first?: true;
    }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'replace'; readonly path: string; readonly value: Data }
  | {
      readonly op: 'move';
      readonly from: string;
      readonly path: string;
      /** As with `add`; equal to `from` within one map it renames the key where it stands. */
      readonly inPlaceOf?: string;
    };

/** One replaced stretch of the old text. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Indexes of the edits that caused it. */
  readonly edits: readonly number[];
}

export type EditResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** In the order of the text, not overlapping. */
      readonly changes: readonly TextChange[];
    }
  | { readonly ok: false; readonly reason: string };

/** Why an edit cannot be made in the text; it never leaves {@link EditResult}'s maker. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason);
}

/** Changes in the order of the text that they were made for. */
export function changesInOrder(changes: readonly TextChange[]): TextChange[] {
  return [...changes].sort((left, right) => left.start - right.start || left.end - right.end);
}

/** Applies changes, those of several documents of one text included, to the text they were made for. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let cursor = 0;
  for (const change of changesInOrder(changes)) {
    pieces.push(text.slice(cursor, change.start), change.text);
    cursor = change.end;
  }
  pieces.push(text.slice(cursor));
  return pieces.join('');
}
