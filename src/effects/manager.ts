/** The connection manager that an inline route configuration belongs to, and the HTTP filters it runs. */
import { withoutWord } from '../model/extension-config.ts';
import type { Frame } from '../model/walk.ts';
import { findExtension } from '../schema/extensions.ts';
import type { Message } from '../schema/types.ts';

const MANAGER = 'HttpConnectionManager';

type HttpFilter = Message<'HttpFilter'>;

/** HTTP filters whose routes are all known. */
export interface KnownFilters {
  /** Current names without the reserved word: `filters.http.router`. */
  readonly names: ReadonlySet<string>;
  readonly filters: readonly HttpFilter[];
}

/**
 * The HTTP filters that every request for a message in an inline route configuration passes.
 *
 * @returns undefined where the route configuration stands outside a connection manager, since it may be used by any;
 *   where no filter is written; and where one of them is unknown, since that one may read anything
 */
export function filtersAround(frame: Frame, word: string): KnownFilters | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.type === 'RouteConfiguration' && at.parent?.type !== MANAGER) return undefined;
    if (at.type === MANAGER) return knownFilters((at.message as Message<typeof MANAGER>).http_filters, word);
  }
  return undefined;
}

function knownFilters(filters: readonly HttpFilter[] | undefined, word: string): KnownFilters | undefined {
  if (filters === undefined || filters.length === 0) return undefined;
  const names = new Set<string>();
  for (const { name } of filters) {
    const known = findExtension('http filter', withoutWord(name ?? '', word));
    if (known === undefined) return undefined;
    names.add(known.name);
  }
  return { names, filters };
}
