/** Gathers nodes by what they are, so that each stands once, and the links between them. */
import type { LinkKind, Picture, PictureLink, PictureNode } from './picture.ts';

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
