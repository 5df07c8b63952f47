import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { OpenableFile, Root } from '../../model/open.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import type { Message } from '../../schema/types.ts';
import type { ListenerRef } from './listener.ts';

/** A route configuration of an input. Where bare virtual hosts or routes stand, one that is wrapped around them. */
export interface FoundRoutes {
  /** With the shares and weights that the bootstrap's own runtime layers give (`runtime-layers.ts`). */
  readonly routeConfiguration: Message<'RouteConfiguration'>;
  /** The same as it was written, before those. */
  readonly written: Message<'RouteConfiguration'>;
  /** Null where it has none, or is wrapped around what was found. */
  readonly name: string | null;
  /** The listeners that use it; none where the input does not tell. */
  readonly listeners: readonly ListenerRef[];
  readonly file: OpenableFile;
  /** The namespace of its file. */
  readonly namespace: string;
  /** The document that a virtual host of it, or a route in that, was written in. */
  rootOf(virtualHost: number): Root;
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
  const node = message?.[NODE];
  if (node === undefined) return undefined;
  return placeOfNode(file, rootOf(virtualHost), node);
}
