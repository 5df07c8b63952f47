/** A picture of who leads to whom: columns of nodes, and links from left to right. Plain data; nothing is markup yet. */
import type { Place } from '../../model/place.ts';

/** What is to be seen of a node beside its name. */
export type Mark =
  | 'dead'
  | 'undefined'
  | 'unreachable'
  | 'undecided'
  | 'before'
  | 'after'
  | 'changed'
  | 'breaking'
  | 'warning';

export interface PictureNode {
  readonly title: string;
  /** What it does or where it stands, in a few words. */
  readonly note: string;
  readonly mark?: Mark;
  /** The mark in words: `never reached`. */
  readonly said?: string;
  /** Position among the moved requests, where it is one of them. */
  readonly request?: number;
  /** Where the place is, of two. */
  readonly side?: 'before' | 'after';
  readonly place?: Pick<Place, 'file' | 'range'> & Partial<Place>;
}

export interface PictureColumn {
  /** Plural: `virtual hosts`. */
  readonly heading: string;
  readonly nodes: readonly PictureNode[];
  /** How many there are, shown or not. */
  readonly total: number;
}

export type LinkKind =
  /** Requests go along here. */
  | 'live'
  /** None does. */
  | 'dead'
  /** Copies of requests, or it depends on what is not known. */
  | 'aside'
  | 'before'
  | 'after';

export interface PictureLink {
  /** Column and position of a node. */
  readonly from: readonly [column: number, node: number];
  readonly to: readonly [column: number, node: number];
  readonly kind: LinkKind;
}

export interface Picture {
  readonly columns: readonly PictureColumn[];
  readonly links: readonly PictureLink[];
  /** Sentences about what is not shown or not known. */
  readonly remarks: readonly string[];
}
