/**
 * A set of requests as a product: for each dimension the values that it may take. A dimension that is not named may
 * be anything. Dimensions are `path` (before the `?`) with `query KEY`, or `target` (`:path` as a whole) in their
 * place, `header NAME`, and `certificate` (of the client: none, shown or valid). Boxes of both ways are never mixed.
 * `values NAME` is a header of which each value is looked at by itself; `header NAME` beside it is all of them joined.
 */
import type { Meter } from '../regex/meter.ts';
import type { Finder, Member } from './finder.ts';
import { universeOf } from './universe.ts';
import { ANYTHING, complement, holds, meet, type Text, type Values } from './values.ts';

export type Box = ReadonlyMap<string, Values>;

/** One request: a text for each dimension that matters, or several; undefined where it is absent. */
export type Point = ReadonlyMap<string, Text | undefined>;

/** The header that a dimension is about; undefined for others. */
export function headerOf(dimension: string): string | undefined {
  if (dimension.startsWith(HEADER)) return dimension.slice(HEADER.length);
  return dimension.startsWith(VALUES) ? dimension.slice(VALUES.length) : undefined;
}

export const HEADER = 'header ';
/** Its values one by one. */
export const VALUES = 'values ';

export function intersection(left: Box, right: Box): Box {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const both = new Map(left);
  for (const [dimension, values] of right) {
    const other = both.get(dimension);
    both.set(dimension, other === undefined ? values : meet(other, values));
  }
  return both;
}

/** What of a box is not in another, as disjoint boxes; some of them may be empty. */
export function subtraction(box: Box, taken: Box): readonly Box[] {
  const rest: Box[] = [];
  let inside: Box = box;
  for (const [dimension, values] of taken) {
    const here = inside.get(dimension) ?? ANYTHING;
    let outside = false;
    for (const part of complement(values)) {
      const left = meet(here, part);
      if (!left.absent && !left.present) continue;
      rest.push(new Map(inside).set(dimension, left));
      outside = true;
    }
    // Where nothing is outside, all that is here is inside already.
    if (outside) inside = new Map(inside).set(dimension, meet(here, values));
  }
  return rest;
}

export type BoxMember =
  | { readonly kind: 'point'; readonly point: Point }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided'; readonly reason: string };

/** A request in the box. One empty dimension empties it, whatever stays open elsewhere. */
export function pointOf(box: Box, finder: Finder, meter: Meter): BoxMember {
  const point = new Map<string, Text | undefined>();
  let open: string | undefined;
  for (const [dimension, values] of box) {
    const member = finder.member(dimension, values, meter);
    if (member.kind === 'none') return { kind: 'none' };
    if (member.kind === 'undecided') open ??= member.reason;
    else point.set(dimension, textOf(member));
  }
  for (const [dimension, values] of box) {
    const other = dimension.startsWith(VALUES) ? HEADER + dimension.slice(VALUES.length) : '';
    const joined = box.get(other);
    if (joined === undefined) continue;
    if (!(values.absent && joined.absent) && !(values.present && joined.present)) return { kind: 'none' };
    // A single value is the same whether or not all are joined.
    const { each: _, ...single } = meet(values, joined);
    const member = finder.member(other, single, meter);
    if (member.kind === 'none' || member.kind === 'undecided') open ??= mixed(other);
    else for (const name of [dimension, other]) point.set(name, textOf(member));
  }
  return open === undefined ? { kind: 'point', point } : { kind: 'undecided', reason: open };
}

function textOf(member: Member): Text | undefined {
  if (member.kind === 'texts') return member.texts;
  return member.kind === 'text' ? member.text : undefined;
}

function mixed(dimension: string): string {
  return `one condition asks for a value of the ${dimension}, another for all of its values joined with a comma`;
}

/** What a request has in a dimension that nobody asked for. */
export function usual(dimension: string): string | undefined {
  const { always, samples } = universeOf(dimension);
  return always ? samples[0] : undefined;
}

function textAt(point: Point, dimension: string): Text | undefined {
  if (point.has(dimension)) return point.get(dimension);
  // The same header, looked at in the other way.
  const values = point.get(dimension.replace(HEADER, VALUES));
  if (values !== undefined) return typeof values === 'string' ? values : values.join();
  return point.get(dimension.replace(VALUES, HEADER)) ?? usual(dimension);
}

/** Whether a point is in the box; undefined where that cannot be said. */
export function contains(box: Box, point: Point): boolean | undefined {
  let answer: boolean | undefined = true;
  for (const [dimension, values] of box) {
    const each = holds(values, textAt(point, dimension));
    if (each === false) return false;
    if (each === undefined) answer = undefined;
  }
  return answer;
}
