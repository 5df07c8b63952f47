/** Where the nodes of a picture stand: in rows of equal height, each near what it is linked with. */
import type { Picture } from '../../../results/picture/picture.ts';

export interface Slots {
  /** The row of each node, by column; growing within a column. */
  readonly rows: readonly (readonly number[])[];
  /** The order in which the nodes of each column stand. */
  readonly order: readonly (readonly number[])[];
  readonly height: number;
}

export function slotsOf({ columns, links }: Picture): Slots {
  const height = Math.max(1, ...columns.map(({ nodes }) => nodes.length));
  const rows = columns.map(({ nodes }) => nodes.map((_, index) => index));
  const order = columns.map(({ nodes }) => nodes.map((_, index) => index));
  // The column with the most nodes stays as it is; the others stand where their links lead.
  const fixed = columns.findIndex(({ nodes }) => nodes.length === height);
  const places = new Map<string, string[]>();
  for (const { from, to } of links) {
    places.set(String(from), [...(places.get(String(from)) ?? []), String(to)]);
    places.set(String(to), [...(places.get(String(to)) ?? []), String(from)]);
  }
  const settled = new Set([fixed]);
  const near = [...columns.keys()].sort((left, right) => Math.abs(left - fixed) - Math.abs(right - fixed));
  for (const column of near) {
    if (column === fixed) continue;
    const wanted = (columns[column]?.nodes ?? []).map((_, index) => {
      const at = (places.get(`${column},${index}`) ?? []).flatMap((key) => {
        const [other = 0, node = 0] = key.split(',').map(Number);
        return settled.has(other) ? [rows[other]?.[node] ?? 0] : [];
      });
      return at.length === 0 ? undefined : at.reduce((sum, row) => sum + row, 0) / at.length;
    });
    const { placed, sorted } = place(wanted, height);
    rows[column] = placed;
    order[column] = sorted;
    settled.add(column);
  }
  return { rows, order, height };
}

/** Rows near the wanted ones, one node a row; what wants none comes last. */
function place(
  wanted: readonly (number | undefined)[],
  height: number,
): { readonly placed: number[]; readonly sorted: number[] } {
  const sorted = [...wanted.keys()].sort(
    (left, right) => (wanted[left] ?? height) - (wanted[right] ?? height) || left - right,
  );
  const placed: number[] = wanted.map(() => 0);
  let next = 0;
  for (const index of sorted) {
    const row = Math.max(next, Math.round(wanted[index] ?? next));
    placed[index] = row;
    next = row + 1;
  }
  let most = height - 1;
  for (const index of sorted.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - 1;
  }
  return { placed, sorted };
}
