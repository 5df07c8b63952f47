/** What endpoints carry for load balancing and for the choice of a transport socket. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import type { Data } from '../../source/data.ts';
import { lookup } from '../../source/lookup.ts';

const NONE: { readonly [key: string]: Data } = {};

/** The metadata of an endpoint in one namespace, such as `proxy.lb`; empty where it has none. */
export function metadataOf(endpoint: BoundMessage, namespace: string): { readonly [key: string]: Data } {
  const all = (endpoint as Message<'endpoint.LbEndpoint'>).metadata?.filter_metadata;
  return lookup(all ?? {}, namespace) ?? NONE;
}
