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

/** Column and position. */
export type NodeRef = readonly [column: number, node: number];

export interface PictureBuilder {
  /** The node of a key, made at the first question. */
  node(column: number, key: string, make: () => PictureNode): NodeRef;
  /** The node of a key, if it is there. */
  find(column: number, key: string): NodeRef | undefined;
  link(from: NodeRef, to: NodeRef, kind: LinkKind): void;
  /** @param totals how many there are of each, shown or not; as many as are shown where absent */
  picture(
    headings: readonly string[],
    totals: readonly (number | undefined)[],
    remarks: readonly string[],
  ): Picture;
}

export function pictureBuilder(): PictureBuilder {
  const nodes: PictureNode[][] = [];
  const known: Map<string, NodeRef>[] = [];
  const links = new Map<string, PictureLink>();
  return {
    node(column, key, make) {
      known[column] ??= new Map();
      nodes[column] ??= [];
      const there = known[column].get(key);
      if (there !== undefined) return there;
      const ref: NodeRef = [column, nodes[column].push(make()) - 1];
      known[column].set(key, ref);
      return ref;
    },
    find: (column, key) => known[column]?.get(key),
    link(from, to, kind) {
      const key = `${from} ${to} ${kind}`;
      if (!links.has(key)) links.set(key, { from, to, kind });
    },
    picture(headings, totals, remarks) {
      const columns = headings.map((heading, column) => {
        const own = nodes[column] ?? [];
        return { heading, nodes: own, total: Math.max(own.length, totals[column] ?? 0) };
      });
      // A column of nothing would only take room.
      const kept = [...columns.keys()].filter((column) => (columns[column]?.total ?? 0) > 0);
      const moved = ([column, node]: NodeRef): NodeRef => [kept.indexOf(column), node];
      return {
        columns: columns.filter(({ total }) => total > 0),
        links: [...links.values()].map(({ from, to, kind }) => ({ from: moved(from), to: moved(to), kind })),
        remarks,
      };
    },
  };
}
