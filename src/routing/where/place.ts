/** Where a virtual host or route stands in its file. */
import { AT, type BoundMessage } from '../../model/bound.ts';
import { outerOffset } from '../../model/embedded.ts';
import type { Range } from '../../source/lines.ts';
import { pointerOf } from '../../source/pointer.ts';
import { endOf, startOf } from '../../source/tree.ts';
import type { FoundRoutes } from './find.ts';

export interface Place {
  readonly file: string;
  /** RFC 6901, in the file's own spelling. */
  readonly pointer: string;
  readonly range: Range;
  /** Where the file holds several documents. */
  readonly document?: number;
  /** The pointer of the text that it is embedded in. */
  readonly embedded?: string;
}

/** The place of a virtual host; undefined where it is only wrapped around routes. */
export function virtualHostPlace(found: FoundRoutes, virtualHost: number): Place | undefined {
  return placeOf(found, virtualHost, found.routeConfiguration.virtual_hosts?.[virtualHost]);
}

export function routePlace(found: FoundRoutes, virtualHost: number, route: number): Place | undefined {
  return placeOf(found, virtualHost, found.routeConfiguration.virtual_hosts?.[virtualHost]?.routes?.[route]);
}

function placeOf(
  { file, rootOf }: FoundRoutes,
  virtualHost: number,
  message: BoundMessage | undefined,
): Place | undefined {
  const node = message?.[AT];
  if (node === undefined) return undefined;
  const { tree, embedded, document } = rootOf(virtualHost);
  const offset = (at: number): number => (embedded ? outerOffset(embedded, at) : at);
  const start = startOf(tree, node);
  return {
    file: file.name,
    pointer: pointerOf(tree, node),
    range: file.lines.range({ start: offset(start), end: offset(Math.max(endOf(tree, node), start)) }),
    ...(file.trees.length > 1 ? { document } : {}),
    ...(embedded ? { embedded: pointerOf(embedded.outer, embedded.node) } : {}),
  };
}
